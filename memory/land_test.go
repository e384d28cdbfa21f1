package memory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// TestNightsAndHands lives months in which nights, notes and a person's editor
// take turns on one land: what a person wrote is there as they left it, what they
// deleted does not come back, and the land stays clean.
func TestNightsAndHands(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { liveMonths(t, rand.New(rand.NewPCG(seed, 3))) })
	}
}

func liveMonths(t *testing.T, r *rand.Rand) {
	s := newStore(t)
	hands := map[string]bool{} // lines that a person wrote or changed, and left alone since
	deleted := map[string]bool{}
	at := clock("2026-01-05 10:00")
	for n := range 40 {
		at = at.Add(time.Duration(20+r.IntN(60)) * time.Hour)
		switch r.IntN(5) {
		case 0, 1:
			var es []document.Entry
			for range 1 + r.IntN(4) {
				es = append(es, document.Entry{Text: sentence(r), Type: document.Types[r.IntN(5)], Importance: 0.5 + r.Float64()/2})
			}
			s.night(t, n, at, es...)
		case 2:
			if _, err := s.SaveNote(sentence(r), document.Fact, at, plan.Source{By: plan.ByPerson}); err != nil {
				t.Fatal(err)
			}
		case 3:
			line := fmt.Sprintf("- my own line %d: %s", n, sentence(r))
			s.byHand(t, memoryFile, s.read(t, memoryFile)+line+"\n")
			hands[line] = true
		case 4:
			editBullet(t, s, r, hands, deleted)
		}
		memory := s.read(t, memoryFile)
		for line := range hands {
			if !strings.Contains(memory, line+"\n") {
				t.Fatalf("step %d: the person's line %q is gone:\n%s", n, line, memory)
			}
		}
		for line := range hands {
			memory = strings.ReplaceAll(memory, line+"\n", "") // a person may write it again
		}
		for text := range deleted {
			if strings.Contains(memory, "- "+text+" ^") {
				t.Fatalf("step %d: %q was deleted by hand and is back:\n%s", n, text, memory)
			}
		}
	}
}

// editBullet re-words or deletes one bullet of MEMORY.md by hand.
func editBullet(t *testing.T, s *Store, r *rand.Rand, hands, deleted map[string]bool) {
	lines := strings.SplitAfter(s.read(t, memoryFile), "\n")
	var at []int
	for i, l := range lines {
		if strings.HasPrefix(l, "- ") && !strings.HasPrefix(l, "- ~~") && !hands[strings.TrimSpace(l)] {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	i := at[r.IntN(len(at))]
	text, id := document.CutID(strings.TrimSpace(lines[i][2:]))
	if r.IntN(2) == 0 {
		lines = slices.Delete(lines, i, i+1)
		deleted[text] = true
	} else {
		line := "- " + text + ", as I put it ^" + id
		lines[i] = line + "\n"
		hands[line] = true
	}
	s.byHand(t, memoryFile, strings.Join(lines, ""))
}

// sentence is one of some thousands, so that some come twice and some clash.
func sentence(r *rand.Rand) string {
	who := []string{"Ann", "Bob", "Caroline", "Dmitri", "The user"}[r.IntN(5)]
	place := []string{"Berlin", "Oslo", "Rome", "Lyon", "Kyoto"}[r.IntN(5)]
	what := []string{"lives in %s", "moved to %s", "works at %s Harbour", "visited %s with friends", "prefers the food of %s", "met two painters from %s"}[r.IntN(6)]
	return who + " " + fmt.Sprintf(what, place)
}

// decade is a land of ten years: a log a day, each of about 16 kB, and a MEMORY.md
// of 60 kB.
func decade(b *testing.B) *Store {
	l, _, err := land.Open(memdisk.New())
	if err != nil {
		b.Fatal(err)
	}
	write := func(path string, text []byte) {
		f, err := l.FS().Create(path, 0o600)
		if err == nil {
			_, err = f.Write(text)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	var memory strings.Builder
	memory.WriteString("# Memory\n\n## Facts\n\n")
	start := date("2016-11-21")
	for n := range 3650 {
		at := start.AddDate(0, 0, n)
		var log strings.Builder
		log.WriteString("# " + document.DayName(at) + "\n")
		for block := range 12 {
			fmt.Fprintf(&log, "\n## %02d:00 · night %d · context 81%%\n\nThe day in a few sentences about %s.\n\n### Facts\n\n", 8+block, n*12+block, sentence(r))
			for e := range 14 {
				fmt.Fprintf(&log, "- %s on the %d. occasion of the year %d ^%s\n", sentence(r), e, 2016+n/365, document.NewID(fmt.Sprint(n, block, e), nil))
			}
		}
		write(document.LogPath(at), []byte(log.String()))
		if n%5 == 0 {
			fmt.Fprintf(&memory, "- %s in the matter of case %d ^%s\n", sentence(r), n, document.NewID(fmt.Sprint("m", n), nil))
		}
	}
	write(memoryFile, []byte(memory.String()))
	return NewStore(l, Options{})
}

// BenchmarkDecade reports what a snapshot of ten years costs cold and warm, and
// what a note on top of it costs.
func BenchmarkDecade(b *testing.B) {
	s := decade(b)
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			s.files = snapshot.NewCache(s.land)
			if _, err := s.Snapshot(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Snapshot(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("prompt", func(b *testing.B) {
		snap, err := s.Snapshot()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			PromptOf(snap, date("2026-11-18"), 8000, words)
		}
	})
	n := 0
	b.Run("note", func(b *testing.B) {
		for b.Loop() {
			n++
			if _, err := s.SaveNote(fmt.Sprintf("note number %d of the benchmark", n), document.Fact, date("2026-11-18"), plan.Source{By: plan.ByPerson}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
