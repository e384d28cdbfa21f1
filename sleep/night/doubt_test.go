package night

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/snapshot"
	"dormouse/sleep/replay"
)

// toldLine is a line of a memory of the fixture.
type toldLine struct {
	key, text string
	ends      []string // keys of lines that it ends
	day       time.Time
}

func readMemory(t *testing.T, path string) (list []toldLine) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		keys, text, ok := strings.Cut(strings.TrimSpace(line), " | ")
		f := strings.Fields(keys)
		if !ok || len(f) != 2 {
			t.Fatalf("%s: %q", path, line)
		}
		s := toldLine{text: text}
		if s.day, err = time.Parse(time.DateOnly, f[1]); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if ends, found := strings.CutPrefix(f[0], ">"); found {
			s.ends = strings.Split(ends, ",")
		} else if f[0] != "-" {
			s.key = f[0]
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b toldLine) int { return a.day.Compare(b.day) })
	return list
}

// marks is how many stale lines are marked, and how many that hold.
type marks struct{ stale, struck, doubted, wrong, lines int }

func (m marks) found() int         { return m.struck + m.doubted }
func (m marks) recall() float64    { return float64(m.found()) / float64(m.stale) }
func (m marks) precision() float64 { return float64(m.found()) / float64(max(1, m.found()+m.wrong)) }

func (m *marks) add(o marks) {
	m.stale, m.struck, m.doubted, m.wrong, m.lines = m.stale+o.stale, m.struck+o.struck, m.doubted+o.doubted, m.wrong+o.wrong, m.lines+o.lines
}

func (m marks) String() string {
	return fmt.Sprintf("%d lines, %d stale, %d struck and %d marked, %d wrongly: precision %.2f, recall %.2f", m.lines, m.stale, m.struck, m.doubted, m.wrong, m.precision(), m.recall())
}

// believed lives a memory, a night a day, and looks at what is marked at its end.
func believed(t *testing.T, list []toldLine) (m marks) {
	d := newDormitory(t, memdisk.New())
	for i, s := range list {
		if at := s.day.Add(9 * time.Hour); at.After(d.now) || i == 0 {
			d.now = at
		}
		kind := document.Fact
		switch language.Judge(s.text, language.Guess(s.text), language.Person).Kind {
		case language.Preference:
			kind = document.Preference
		case language.Event:
			kind = document.Happening
		case language.Decision:
			kind = document.Decision
		case language.Learning:
			kind = document.Learning
		}
		d.say(transcript.User, fmt.Sprintf("[%s 0.6] %s", kind, s.text))
		d.say(transcript.Assistant, "Noted.")
		if i+1 < len(list) && list[i+1].day.Equal(s.day) {
			continue
		}
		d.sleep(4000)
	}
	stale := map[string]bool{}
	for _, s := range list {
		for _, k := range s.ends {
			stale[k] = true
		}
	}
	mind := replay.NewNetwork(d.land).Now()
	snap, err := snapshot.Read(d.land)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		m.lines++
		over := stale[s.key]
		if over {
			m.stale++
		}
		struck, doubt := false, ""
		for _, e := range snap.Entries() {
			if e.Text == s.text {
				struck, doubt = struck || e.Struck, doubt+mind.Doubt(e.ID)
			}
		}
		switch {
		case over && struck:
			m.struck++
		case over && doubt != "":
			m.doubted++
		case over:
			t.Logf("missed: %q", s.text)
		case struck || doubt != "":
			m.wrong++
			t.Logf("wrong (struck %t): %q %s", struck, s.text, doubt)
		}
	}
	return m
}

// What is over is struck or marked, in memories of months in seven languages that no model
// has seen, and of what holds little is.
func TestTheStaleIsMarked(t *testing.T) {
	var all marks
	files, err := filepath.Glob("testdata/beliefs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no memories", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			m := believed(t, readMemory(t, path))
			t.Log(m)
			all.add(m)
		})
	}
	t.Log(all)
	if all.stale < 100 || all.precision() < .9 || all.recall() < .7 || all.struck < 70 {
		t.Error(all)
	}
}
