package replay

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/sleep"
)

// drawer is a land's mind in memory.
type drawer map[string][]byte

func (s drawer) Read(name string) ([]byte, error) {
	if b, there := s[name]; there {
		return b, nil
	}
	return nil, fs.ErrNotExist
}

// save does what a transaction says, and returns the bytes written.
func (s drawer) save(t *testing.T, changes []land.Change) (written int) {
	t.Helper()
	for _, c := range changes {
		if c.Append != nil {
			s[c.Path] = append(bytes.Clone(s[c.Path]), c.Append...)
			written += len(c.Append)
			continue
		}
		if !bytes.Equal(s[c.Path], c.Before) {
			t.Fatalf("%s is not what it was", c.Path)
		}
		s[c.Path] = c.After
		written += len(c.After)
	}
	return written
}

// lived is what a night makes of a mind: some entries joined, some joined again,
// some weakened and cut; doubts that come and are settled.
func lived(self Self, n int, at time.Time, r *rand.Rand) Self {
	replay := sleep.DefaultSettings().Replay
	web := NewWeb(self.Edges)
	for i := range 10 {
		id, before := fmt.Sprintf("t%05dx%d", n, i), fmt.Sprintf("t%05dx%d", max(0, n-r.IntN(5)), r.IntN(10))
		web.Bind(replay, id, before, replay.AssociateFirst, at)
	}
	web.Homeostasis(replay, at)
	self.Edges = web.Edges()
	self.Cycles++
	self.LastID = fmt.Sprint("n", n)
	self.Doubts = append(self.Doubts, Doubt{ID: fmt.Sprintf("t%05dx0", n), By: fmt.Sprintf("t%05dx1", n), Since: at, Sure: r.Float64()})
	if len(self.Doubts) > 5 {
		self.Doubts = self.Doubts[1:]
	}
	return self
}

// The log says what a night changed, exactly: what is read is what was, night for
// night, folded or not; and a night writes what is new, however much there is.
func TestTheMindsLogHoldsWhatChanged(t *testing.T) {
	s := drawer{}
	r := rand.New(rand.NewPCG(1, 2))
	at := time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)
	var sizes []int
	folds, all := 0, 0
	for n := range 150 {
		at = at.Add(24*time.Hour + time.Minute)
		m, err := ReadMind(s.Read)
		if err != nil {
			t.Fatal(err)
		}
		next := lived(m.Clone(), n, at, r)
		replay := sleep.DefaultSettings().Replay
		written := s.save(t, m.Change(next, fmt.Sprint("n", n), at, replay.Decay, replay.Prune))
		sizes, all = append(sizes, written), all+written
		got, err := ReadMind(s.Read)
		if err != nil || !bytes.Equal(got.Bytes(), next.Bytes()) {
			t.Fatalf("night %d: %v\n%s\nis not\n%s", n, err, got.Bytes(), next.Bytes())
		}
		if tx, due := got.fold(fmt.Sprint(n), at); due {
			all += s.save(t, tx.Changes)
			folds++
			if again, err := ReadMind(s.Read); err != nil || !bytes.Equal(again.Bytes(), next.Bytes()) {
				t.Fatalf("folded after night %d: %v", n, err)
			}
		}
	}
	if sizes[149] > sizes[20]*3/2 || folds == 0 {
		t.Errorf("night 20 wrote %d bytes, night 149 %d; folded %d times", sizes[20], sizes[149], folds)
	}
	said := 0
	for _, size := range sizes {
		said += size
	}
	if all > 4*said {
		t.Errorf("%d bytes were written to say %d", all, said)
	}
}

// Nights are taken back one after the other, also across a fold, and done again.
func TestNightsOfTheLogAreTakenBack(t *testing.T) {
	s := drawer{}
	r := rand.New(rand.NewPCG(3, 4))
	at := time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)
	var was [][]byte
	var back []land.Change
	for n := range 80 {
		at = at.Add(24 * time.Hour)
		m, _ := ReadMind(s.Read)
		was = append(was, m.Bytes())
		c := m.Change(lived(m.Clone(), n, at, r), fmt.Sprint("n", n), at, 0, 0)
		s.save(t, c)
		back = append(back, c[0])
		m, _ = ReadMind(s.Read)
		if tx, due := m.fold(fmt.Sprint(n), at); due {
			s.save(t, tx.Changes)
		}
	}
	for n := 79; n > 79-keptSteps; n-- {
		s.save(t, []land.Change{{Path: MindLogPath, Append: back[n].Back}})
		if m, err := ReadMind(s.Read); err != nil || !bytes.Equal(m.Bytes(), was[n]) {
			t.Fatalf("night %d is not taken back: %v", n, err)
		}
	}
	n := 80 - keptSteps
	s.save(t, []land.Change{{Path: MindLogPath, Append: back[n].Append}})
	if m, err := ReadMind(s.Read); err != nil || !bytes.Equal(m.Bytes(), was[n+1]) {
		t.Fatalf("night %d is not done again: %v", n, err)
	}
}

// What an older program left is read, gone on with, and never mixed with a log that
// goes on from something else.
func TestAnOlderMindGoesOn(t *testing.T) {
	at := time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)
	r := rand.New(rand.NewPCG(5, 6))
	old := lived(lived(Self{Version: mindVersion}, 1, at, r), 2, at.Add(time.Hour), r)
	s := drawer{MindPath: old.Bytes()}
	m, err := ReadMind(s.Read)
	if err != nil || !bytes.Equal(m.Bytes(), old.Bytes()) {
		t.Fatalf("%v\n%s", err, m.Bytes())
	}
	next := lived(m.Clone(), 3, at.Add(2*time.Hour), r)
	s.save(t, m.Change(next, "n3", at.Add(2*time.Hour), 0, 0))
	if m, _ = ReadMind(s.Read); !bytes.Equal(m.Bytes(), next.Bytes()) || !bytes.Equal(s[MindPath], old.Bytes()) {
		t.Error("the old file was rewritten, or the night is not there")
	}
	other := lived(old, 9, at.Add(3*time.Hour), r)
	s[MindPath] = other.Bytes() // an older program slept
	if m, err = ReadMind(s.Read); err != nil || !bytes.Equal(m.Bytes(), other.Bytes()) {
		t.Errorf("a log of another snapshot counts: %v", err)
	}
	s.save(t, m.Change(lived(m.Clone(), 10, at.Add(4*time.Hour), r), "n10", at, 0, 0))
	s[MindLogPath] = append(s[MindLogPath], "{\"night\":\"n11\",\"tra"...)
	if m, err = ReadMind(s.Read); err == nil || !strings.Contains(err.Error(), "1 lines") || m.LastID != "n10" {
		t.Errorf("a torn line: %v, %s", err, m.LastID)
	}
}
