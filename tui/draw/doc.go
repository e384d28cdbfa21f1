// Package draw turns text into lines for a terminal: cut, wrapped and padded by
// cells, coloured by a theme. It knows widths and colours and nothing of what the
// lines say.
//
// Text from outside goes through Wrap, OneLine or Painter.Markdown, which make it
// safe first (tui/safe): what comes out holds text, colour sequences of a Theme and
// no other control. Fit and Pad take lines that are drawn already.
package draw
