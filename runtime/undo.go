package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/sleep/night"
)

// TakeBack takes one write to memory back, whoever made it, and says so in one
// line. ref is its id, or the end of it; "" is the newest that is not taken back.
// A night is taken back together with the context of its session, which must not
// be open elsewhere.
func TakeBack(ctx context.Context, o Options, ref string) (memory.Write, string, error) {
	w, err := o.Store.Write(ref)
	if err != nil {
		return w, "", takeBackFailed(ref, err)
	}
	if !w.Night() {
		return undoWrite(o, w)
	}
	o.Session, o.Emit = w.Session, nil
	c, _, err := Begin(ctx, o)
	if err != nil {
		return w, "", takeBackFailed(w.ID, err)
	}
	said, err := c.UndoNight(w.ID)
	return w, said, errors.Join(err, c.Close())
}

// undoWrite takes back what is not a night.
func undoWrite(o Options, w memory.Write) (memory.Write, string, error) {
	if w.Undone {
		return w, "", takeBackFailed(w.ID, land.ErrUndone)
	}
	saved, err := o.Store.Undo(w.ID, o.Clock().In(o.Zone))
	if err != nil {
		return w, "", takeBackFailed(w.ID, err)
	}
	if again, err := o.Store.Write(w.ID); err == nil {
		w = again // it may tell what was hidden
	}
	return w, undone(named(w), saved), nil
}

func takeBackFailed(ref string, err error) error {
	if ref == "" {
		return fmt.Errorf("take back the last write to memory: %w", err)
	}
	return fmt.Errorf("take back %s: %w", ref, err)
}

// UndoWrite is TakeBack beside this conversation, whose own nights it takes back
// with its context.
func (s *sleeper) UndoWrite(ctx context.Context, ref string) (TakenBack, error) {
	w, err := s.o.Store.Write(ref)
	if err != nil {
		return TakenBack{}, takeBackFailed(ref, err)
	}
	e := TakenBack{Tx: w.ID}
	switch {
	case s.o.Private:
		return e, takeBackFailed(w.ID, memory.ErrPrivate)
	case w.Night() && w.Session == s.session.ID():
		e.Night = w.ID
		e.Text, err = s.UndoNight(w.ID)
	case w.Night():
		e.Night = w.ID
		_, e.Text, err = TakeBack(ctx, *s.o, w.ID)
	default:
		if _, e.Text, err = undoWrite(*s.o, w); err == nil {
			err = s.reread() // it may have hidden a part of this session
		}
	}
	return e, err
}

// prune lets go of what is too old to be taken back. A failure costs room alone, and
// the next night tries again.
func (s *sleeper) prune() {
	days := s.o.Settings.UndoKeep
	if days == 0 || s.o.Private {
		return
	}
	if err := s.o.Land.Prune(time.Duration(days) * 24 * time.Hour); err != nil {
		s.o.Emit(Noticed{"old undo images are kept: " + err.Error()})
	}
}

// named is a write by what it did to its first line.
func named(w memory.Write) string {
	if len(w.Lines) == 0 {
		return "the write"
	}
	text := []rune(w.Lines[0].Text)
	if len(text) > mostQuoted {
		text = append(text[:mostQuoted-1], '…')
	}
	return fmt.Sprintf("%s “%s”", w.Lines[0].What, string(text))
}

// mostQuoted is how many characters of a line tell which one it is.
const mostQuoted = 60

// undone says in one line what taking something back did.
func undone(what string, saved land.Saved) string {
	var files, clashes []string
	for _, f := range saved.Files {
		if strings.HasPrefix(f.Path, land.StateDir) || strings.HasPrefix(f.Path, land.SessionsDir) {
			continue
		}
		files = append(files, f.Path)
		for _, c := range f.Conflicts {
			clashes = append(clashes, fmt.Sprintf("%s:%d is yours and stays: %s", f.Path, c.Line, c.Theirs))
		}
	}
	line := what + " is taken back"
	if len(files) > 0 {
		line += ": " + strings.Join(files, ", ")
	}
	if len(clashes) > 0 {
		line += "; " + strings.Join(clashes, "; ")
	}
	return line
}

// UndoNight takes a night back, files and context together, and says so in one
// line. An empty id means the session's last night.
func (s *sleeper) UndoNight(id string) (string, error) {
	if err := s.saved(); err != nil {
		return "", fmt.Errorf("take back a night: %w", err)
	}
	nights := s.prompt.Context.Nights
	if id == "" && len(nights) > 0 {
		id = nights[len(nights)-1].ID
	}
	if !slices.ContainsFunc(nights, func(n transcript.Night) bool { return n.ID == id }) {
		return "", errors.New("this session has no such night to take back")
	}
	now, undo := s.now(), s.o.Store.Undo
	if s.o.Private { // its nights write nothing that is kept
		undo = s.o.Land.Undo
	}
	for _, dream := range night.DreamIDs(id) { // a deep night's dreams stand on it
		if _, err := undo(dream, now); err != nil && !errors.Is(err, land.ErrUnknown) {
			return "", fmt.Errorf("take back night %s: %w", id, err)
		}
	}
	saved, err := undo(id, now, night.UndoChanges(s.session.ID(), id, now)...)
	if err != nil {
		return "", fmt.Errorf("take back night %s: %w", id, err)
	}
	if err := s.takeUp(); err != nil {
		return "", err
	}
	return undone("night "+transcript.ShortID(id), saved), nil
}
