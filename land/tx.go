package land

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"dormouse/land/merge"
)

// Tx is a set of changes that happen together or not at all, also over a crash.
type Tx struct {
	// ID names the transaction for ever: 1 to 80 of a-z, A-Z, 0-9, ".", "_", "-",
	// not beginning with ".". Saving the same ID twice changes nothing the second
	// time, as long as the transaction is Undoable.
	ID   string
	Kind string // for people: "night", "memory_save"
	Time time.Time
	// Changes name each file once.
	Changes []Change
	// Undoable keeps what Undo needs, and remembers the ID.
	Undoable bool
	Who      Who
}

// Who tells people who made a transaction. The land keeps it and asks nothing of
// it.
type Who struct {
	By      string `json:",omitempty"` // "person", "model", "guest", "night"
	Name    string `json:",omitempty"` // which model or program
	Session string `json:",omitempty"` // the conversation it was made in
	Message string `json:",omitempty"` // the message it rests on
}

// Change is what a transaction does to one file: Before→After, or Append, or
// Force with After, or Redact.
type Change struct {
	Path   string
	Before []byte // what the plan was made from; nil: the file did not exist
	After  []byte // what it shall be; nil: removed
	Append []byte // instead of Before/After: whole lines added to the end, exactly once also over a crash
	// Back are the lines that Undo adds to take an Append back; nil where nothing
	// has to be said.
	Back []byte
	// Redact overwrites parts of lines in a file that is otherwise only appended
	// to; it cannot be taken back. Instead of Before/After and Append.
	Redact []Redaction
	// Force replaces whatever is there by After without merging and without
	// looking at Before: for files in .dormouse that no person edits.
	Force bool
}

// Saved tells what a transaction did.
type Saved struct {
	ID string
	// Files are those that changed or where something was merged; a file that
	// was already as it should be is left out.
	Files []SavedFile
	// Repeated: the transaction was saved before; nothing was done now.
	Repeated bool
}

// SavedFile tells what became of one file.
type SavedFile struct {
	Path string
	// Merged: a person had changed the file meanwhile. Their bytes were kept and
	// ours merged in. Where they had deleted the file, it holds our additions
	// only: their lines stay deleted, but what a night learned is not thrown away
	// with a file that held other things.
	Merged bool
	// Half: another program was half way through writing the file. What was there
	// before counts until its text is whole; it is merged in by a later Save or
	// Open.
	Half bool
	// Conflicts are the places where the person's lines stand instead of ours.
	Conflicts []merge.Conflict
}

const (
	idMax   = 80
	nameMax = 100 // bytes of a file's own name; temporary names are made of it
)

func (tx Tx) check() error {
	if !validID(tx.ID) {
		return fmt.Errorf("%w: id %q", ErrTx, tx.ID)
	}
	seen := map[string]bool{}
	for _, c := range tx.Changes {
		if err := c.check(); err != nil {
			return err
		}
		if seen[c.Path] {
			return fmt.Errorf("%w: %s is named twice", ErrTx, c.Path)
		}
		seen[c.Path] = true
	}
	return nil
}

func validID(id string) bool {
	if id == "" || len(id) > idMax || id[0] == '.' {
		return false
	}
	return strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

func (c Change) check() error {
	if err := inside("save", c.Path); err != nil {
		return err
	}
	for _, own := range []string{journalDir, undoDir, tempDir, lockDir} {
		if strings.HasPrefix(c.Path, own+"/") {
			return fmt.Errorf("%w: %s belongs to the land itself", ErrTx, c.Path)
		}
	}
	if len(path.Base(c.Path)) > nameMax {
		return fmt.Errorf("%w: the name %q is too long", ErrTx, c.Path)
	}
	if len(c.Append) > 0 && (c.Before != nil || c.After != nil || c.Force) {
		return fmt.Errorf("%w: %s is both appended to and replaced", ErrTx, c.Path)
	}
	if len(c.Redact) > 0 && (c.Before != nil || c.After != nil || c.Force || c.Append != nil) {
		return fmt.Errorf("%w: %s is both redacted and written", ErrTx, c.Path)
	}
	for _, r := range c.Redact {
		if !r.sound() {
			return fmt.Errorf("%w: a redaction of %s is not within its line", ErrTx, c.Path)
		}
	}
	return nil
}

// lines are the bytes of an Append, ended by a newline.
func (c Change) lines() []byte {
	if len(c.Append) > 0 && !bytes.HasSuffix(c.Append, []byte("\n")) {
		return append(bytes.Clone(c.Append), '\n')
	}
	return c.Append
}

// content is what a name holds: nothing at all, or bytes.
type content struct {
	data   []byte
	exists bool
}

func of(data []byte) content { return content{data, data != nil} }

// same compares bytes only: an empty file and none are the same to a merge.
func (c content) same(o content) bool { return bytes.Equal(c.data, o.data) }

// UTF16 reports whether a text begins with the byte order mark of UTF-16.
func UTF16(b []byte) bool {
	return bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff"))
}

// plan is a change of one file that can be applied to whatever a person has
// made of it meanwhile.
type plan struct{ before, after content }

// apply returns what the file shall be, given that a person left it as theirs.
func (p plan) apply(theirs content) (content, []merge.Conflict) {
	if theirs.exists == p.before.exists && theirs.same(p.before) {
		return p.after, nil
	}
	text, conflicts := merge.Apply(p.before.data, p.after.data, theirs.data)
	want := content{data: text, exists: true}
	if len(text) == 0 {
		want.exists = theirs.exists
		if theirs.exists == p.before.exists {
			want.exists = p.after.exists
		}
	}
	return want, conflicts
}

// back is the plan that takes p back.
func (p plan) back() plan { return plan{p.after, p.before} }

// landed tells whether a text was made from what the plan wrote, and not from
// what was there before: then what it lacks of the plan was taken out by hand.
// The lines that only the plan's result has decide, as they are or rewritten, and
// by their length, so that a heading that both have is not taken for more than it
// is.
func (p plan) landed(in content) bool {
	before, has := lineSet(p.before), lineSet(in)
	after := merge.Split(p.after.data)
	now := merge.Edits(after, merge.Split(in.data))
	all, found := 0, 0
	for i, l := range after {
		if before[l.Text] || strings.TrimSpace(l.Text) == "" {
			continue
		}
		all += len(l.Text)
		if has[l.Text] || now.Fates[i] == merge.Changed && !before[now.Now[i].Text] {
			found += len(l.Text)
		}
	}
	if all > 0 {
		return 2*found >= all
	}
	for l := range before {
		if has[l] && !slices.ContainsFunc(after, func(a merge.Line) bool { return a.Text == l }) {
			return false
		}
	}
	return true
}

// lineSet are the lines of a text that say something.
func lineSet(c content) map[string]bool {
	set := map[string]bool{}
	for _, l := range merge.Split(c.data) {
		if strings.TrimSpace(l.Text) != "" {
			set[l.Text] = true
		}
	}
	return set
}
