// Package input is the line that a person writes in: a text area that grows, chips
// for what is too long to stand in it (pastes, files, pictures), the history of what
// was sent, and the draft as it is kept over a restart.
//
// It knows of each part of a text whether it was typed, pasted or attached, and
// touches no file: bytes go in and come out. Terminal makes a paste harmless before
// the reader of keys sees it.
package input
