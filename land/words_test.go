package land

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"dormouse/land/disk/memdisk"
)

// calm tells whether an error is one line that says the act once and names no
// file that a person has never heard of.
func calm(err error) bool {
	text := err.Error()
	return !strings.ContainsAny(text, "\n~") && !strings.Contains(text, night().ID) &&
		strings.Count(text, ErrUnwritable.Error()) <= 1 && !strings.Contains(text, tempDir+"/")
}

// TestErrorWords: what a full disk says, wherever it is met.
func TestErrorWords(t *testing.T) {
	for _, c := range []struct{ kind, name, want string }{
		{"create", tempDir, "the land cannot be written: write MEMORY.md: no space left on device"},
		{"write", tempDir, "the land cannot be written: write MEMORY.md: no space left on device"},
		{"create", journalDir, "the land cannot be written: create .dormouse/journal: no space left on device"},
		{"exchange", tempDir, "saved in the journal, not yet in the files: the land cannot be written: write MEMORY.md: no space left on device"},
		{"append", SessionsDir, "saved in the journal, not yet in the files: the land cannot be written: append sessions/s1.jsonl: no space left on device"},
	} {
		m := lived(t)
		l := newLand(t, m)
		m.Hook(func(op memdisk.Op) error {
			if op.Kind == c.kind && strings.HasPrefix(op.Name, c.name+"/") {
				return &fs.PathError{Op: op.Kind, Path: op.Name, Err: syscall.ENOSPC}
			}
			return nil
		})
		_, err := l.Save(night())
		m.Hook(nil)
		if err == nil || err.Error() != c.want || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s in %s: %v; want %s", c.kind, c.name, err, c.want)
		}
	}
}

// TestJournalNotWritten: a disk that takes neither the journal nor its removal
// has decided nothing, and says so.
func TestJournalNotWritten(t *testing.T) {
	m := lived(t)
	l := newLand(t, m)
	m.Hook(func(op memdisk.Op) error {
		if op.Changes && strings.HasPrefix(op.Name, journalDir+"/") {
			return syscall.EROFS
		}
		return nil
	})
	_, err := l.Save(night())
	m.Hook(nil)
	if !errors.Is(err, ErrUnwritable) || errors.Is(err, ErrPending) {
		t.Errorf("Save: %v", err)
	}
	if b, err := l.Read(MemoryFile); err != nil || string(b) != memoryBefore {
		t.Errorf("MEMORY.md: %q %v", b, err)
	}
}
