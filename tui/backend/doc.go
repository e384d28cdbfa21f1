// Package backend says what the screen is given and what it asks for: the
// conversation's Source, and small interfaces for all that is not in a terminal
// (memory, nights, sessions, files, the editor, the config). Each stands for what
// one page needs; whoever starts the screen fills in Options.
//
// Methods that may wait are called from commands, never while a frame is drawn.
package backend
