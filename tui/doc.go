// Package tui shows one conversation in a terminal, full screen (tui/plain does it
// line by line). It decides nothing: what a person wants goes out as
// runtime.Commands, and what happens comes in as runtime.Events. It never
// touches a file, a network or a clock; drafts, memory, sessions, nights, files
// to attach, models and the editor are asked for through Options.
//
// # One model
//
// There is one tea.Model, screen: a root over its parts. window is the terminal around
// it, composer what a person writes, drafts what of that is kept, conversation what
// is told of turns and nights, link the way to the loop. What stands above the input
// is the page on top (tui/page), the talk when none is open. Update is a switch of
// one-line cases; nothing in it waits. All input and output is done in tea.Cmds, and
// no Cmd touches the screen: it returns a message. Keys stand in tui/keys.
//
// # What is drawn, and how often
//
// The conversation is a list of items. An item draws itself into lines once for
// each (width, theme, version) and only when it comes into view, so that a
// session of 10,000 messages opens as fast as one of ten. A reply that grows is
// cut into Markdown blocks: closed ones are drawn once, only the last one again,
// at most every pace. Events are taken in batches, one a frame, and so are letters
// that come faster than anyone types.
//
// # What cannot be taken back
//
// Nothing is sent with a file that was not shown before, with its size; pasted
// text attaches nothing but the one picture or document whose path is all of it. What is forgotten or slept can be taken back, and what
// was taken back says so. A transcript is deleted only when a person has read what
// goes and has typed a word.
//
// # Text nobody vouches for
//
// All text from outside passes tui/safe; tui/markdown draws it, and adds SGR
// sequences of its own only (guarantee 23).
package tui
