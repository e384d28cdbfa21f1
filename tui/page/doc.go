// Package page holds what can stand on the screen above the meter: the talk, and the
// pages that are opened over it (lists to choose from, questions, texts to read,
// memory, nights).
//
// A Page owns its fields and draws itself; what all of them share is the Shell. A
// page reads and writes through Options only, in commands that wait elsewhere, and
// what these bring back is a Result: it looks up its page and gives up where that is
// closed. So the screen around the pages knows none of them by name.
package page
