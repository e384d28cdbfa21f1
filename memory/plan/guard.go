package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/snapshot"
)

// Errors of what an actor may not do.
var (
	// ErrEmptied is returned for a replacement that would leave nothing, or little;
	// the caller should ask the person, and say so in Source.Sure.
	ErrEmptied = errors.New("nearly nothing would be left")
	// ErrTakenOut is returned when somebody else than a person would say again what
	// a person deleted or wanted forgotten; the caller should leave it.
	ErrTakenOut = errors.New("a person took this out of memory")
)

// Actor is who changes memory. What one may do hangs on this alone, and is
// decided in this file for every way in: the tools of the chat, those of a guest
// program, the command line, the screen and the nights.
type Actor string

// The actors. The zero Actor may do no more than a guest.
const (
	ByPerson Actor = "person" // at the command line or the screen
	ByModel  Actor = "model"  // the one that answers in the chat
	ByGuest  Actor = "guest"  // another program, over the Model Context Protocol
	ByNight  Actor = "night"  // a sleep, whichever engine does its work
)

// What an actor may do beyond adding lines and changing those that the program wrote
// can be taken back, whoever did it.

// Rewrites reports whether an actor may change or take out what a person wrote, and,
// when sure, leave nothing of MEMORY.md or of a section.
func (a Actor) Rewrites() bool { return a == ByPerson }

// Revives reports whether an actor may say again what a person deleted or wanted
// forgotten: before the model says it, a person has just said it.
func (a Actor) Revives() bool { return a == ByPerson || a == ByModel }

// Source says who makes a write, and what it rests on.
type Source struct {
	By Actor
	// Name is which model or program it is; "" for a person.
	Name    string
	Session string // transcript id; "" outside of a conversation
	Message string // id of the user's message that the write rests on
	// Sure says that the person was asked about a text that leaves nothing.
	Sure bool
	// Whose tells whose words a line is; nil where all are a person's. What no
	// person typed goes to the log, as a fact or an event that says where it comes
	// from, and never into MEMORY.md.
	Whose func(line string) transcript.Part
	// Turned tells whose words a text is that takes the place of a line; nil where
	// Whose tells it.
	Turned func(line, text string) transcript.Part
}

// Of is whose words a line is.
func (s Source) Of(line string) transcript.Part {
	if s.Whose == nil {
		return transcript.Part{}
	}
	return s.Whose(line)
}

// OfChange is whose words a text is that takes the place of a line.
func (s Source) OfChange(line, text string) transcript.Part {
	if s.Turned == nil {
		return s.Of(text)
	}
	return s.Turned(line, text)
}

// Guard refuses a change of a file that would touch what a person wrote, unless
// that person makes it: ErrHandWritten. In MEMORY.md all that is not an entry as
// the program wrote it, nor one of the program's own headings, has to be there
// afterwards, byte for byte, in its order, under its heading and still read as the
// kind of block that it was: what is wrapped into a comment is not there. A log
// may only grow.
func Guard(s snapshot.Snapshot, by Actor, path string, after document.Document) error {
	before, exists := s.Document(path)
	if !exists || by.Rewrites() {
		return nil
	}
	var written func(document.Entry) bool // tells the entries that may be rewritten
	if path == memoryFile {
		written = func(e document.Entry) bool { return !s.ByHand(e) }
	}
	have := after.Pieces(path, nil)
	for _, u := range before.Pieces(path, written) {
		i := slices.IndexFunc(have, u.Survives)
		if i < 0 {
			line, _, _ := strings.Cut(u.Text, "\n")
			return fmt.Errorf("%s:%d, %q: %w", path, u.Line, strings.TrimRight(line, "\r"), document.ErrHandWritten)
		}
		have = have[i+1:]
	}
	return nil
}

// MayRevive refuses to say again what a person deleted or wanted forgotten, unless
// it is asked for by that person: ErrTakenOut. The words count, not the label of
// who said them.
func MayRevive(k *knowledge.Knowledge, by Actor, e document.Entry) error {
	if by.Revives() {
		return nil
	}
	bare := e
	if _, said, labelled := strings.Cut(e.Text, ": "); labelled && e.Origin.Foreign() {
		bare.Text = said
	}
	if k.Judge(e).Kind == knowledge.Deleted || k.Judge(bare).Kind == knowledge.Deleted {
		return fmt.Errorf("%q: %w", bare.Text, ErrTakenOut)
	}
	return nil
}

// MayForget refuses to forget what a person wrote, unless that person wants it.
func MayForget(s snapshot.Snapshot, by Actor, entries []document.Entry) error {
	for _, e := range entries {
		if !by.Rewrites() && s.ByHand(e) {
			return HandWritten(e)
		}
	}
	return nil
}

// HandWritten is the error of a line that is a person's.
func HandWritten(e document.Entry) error {
	return fmt.Errorf("%s:%d, %q: %w", e.Path, e.Line, e.Text, document.ErrHandWritten)
}

// MayReplace refuses a text that would leave little of MEMORY.md: an empty one
// for all but a person who is sure, and one that takes out most entries for all
// but a person.
func MayReplace(d document.Document, by Source, text, section string, gone int) error {
	if d.Emptied(text, section) && !(by.By.Rewrites() && by.Sure) {
		return ErrEmptied
	}
	living := 0
	for _, e := range d.Entries(memoryFile) {
		if !e.Struck {
			living++
		}
	}
	if !by.By.Rewrites() && gone > max(clearMost, living/2) {
		return fmt.Errorf("%d of %d entries: %w", gone, living, ErrEmptied)
	}
	return nil
}

// Who is the source as a transaction names it.
func (s Source) Who() land.Who {
	return land.Who{By: string(s.By), Name: document.Flat(s.Name), Session: s.Session, Message: s.Message}
}
