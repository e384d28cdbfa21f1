// Package talk draws a conversation: a List of items, each with a Body that draws
// itself into lines.
//
// An item is drawn once for each width, theme and change, and only when it comes
// into view, so that a talk of 10,000 messages opens as fast as one of ten. A Reply
// that grows is cut into Markdown blocks: closed ones are drawn once, only the last
// one again.
//
// The package knows no keys and no events. Bodies are data: whoever changes one
// marks its Item as Dirty.
package talk
