package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
)

// newStore is the memory of a land in memory; at the end of the test it must be
// clean.
func newStore(t *testing.T) *Store {
	t.Helper()
	l, _, err := land.Open(memdisk.New())
	if err != nil {
		t.Fatal(err)
	}
	ix := search.Open(Files(l), search.Options{})
	s := NewStore(l, Options{Searcher: ix})
	t.Cleanup(func() {
		problems, err := s.Check()
		if err != nil || len(problems) > 0 {
			t.Errorf("check: %v %+v", err, problems)
		}
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func clock(s string) time.Time {
	at, err := time.Parse("2006-01-02 15:04", s)
	if err != nil {
		panic(err)
	}
	return at
}

func (s *Store) read(t *testing.T, path string) string {
	t.Helper()
	b, err := s.bytes(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (s *Store) snap(t *testing.T) snapshot.Snapshot {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

// byHand writes a file as a person would, past the program.
func (s *Store) byHand(t *testing.T, path, text string) {
	t.Helper()
	folder := s.land.FS()
	if m, ok := folder.(*memdisk.Disk); ok {
		m.Pass(time.Minute) // a person has seen what the program wrote
	}
	if err := folder.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	f, err := folder.Create(path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func replaceHand(t *testing.T, s *Store, path, old, text string) {
	t.Helper()
	was := s.read(t, path)
	if !strings.Contains(was, old) {
		t.Fatalf("%s has no %q:\n%s", path, old, was)
	}
	s.byHand(t, path, strings.Replace(was, old, text, 1))
}

// night lives one night: candidates are judged as sleep does it, and important
// ones promoted.
func (s *Store) night(t *testing.T, n int, at time.Time, candidates ...document.Entry) plan.Result {
	t.Helper()
	snap := s.snap(t)
	k := snap.Knowledge()
	b := plan.DayBlock{Day: at, Heading: fmt.Sprintf("%s · night %d · context 81%%", at.Format("15:04"), n), Paragraph: "They talked."}
	p := plan.Plan{Night: fmt.Sprintf("night-%d", n), Session: "s1", Now: at, MaxLoss: 0.25}
	for _, e := range candidates {
		if e.Since.IsZero() {
			e.Since = at
		}
		if e.Type == "" {
			e.Type = document.Fact
		}
		if len(e.Sources) == 0 {
			e.Sources = []string{"m1"}
		}
		j := k.Judge(e)
		if j.Kind == knowledge.Same {
			p.Ops = append(p.Ops, plan.Op{Kind: plan.Merge, Target: j.ID, Entry: e})
			continue
		}
		if j.Kind == knowledge.Deleted || j.Kind == knowledge.Older {
			continue
		}
		e.ID = k.NewID(e)
		b.Entries = append(b.Entries, e)
		switch {
		case j.Kind == knowledge.Newer:
			p.Ops = append(p.Ops, plan.Op{Kind: plan.Supersede, Entry: e, Target: j.ID, Path: memoryFile})
			k.Learn(e, j.ID)
		case e.Importance > 0.7:
			p.Ops = append(p.Ops, plan.Op{Kind: plan.Promote, Entry: e, Path: memoryFile})
			k.Learn(e, "")
		}
	}
	p.Blocks = []plan.DayBlock{b}
	if len(b.Entries) == 0 {
		p.Blocks = nil
	}
	return s.carryOut(t, snap, p)
}

// carryOut applies a plan twice: the second time nothing may change.
func (s *Store) carryOut(t *testing.T, snap snapshot.Snapshot, p plan.Plan) plan.Result {
	t.Helper()
	r, err := plan.Apply(snap, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Changes) > 0 {
		if _, err := s.land.Save(land.Tx{ID: document.NewID(p.Night+p.Now.String(), nil), Kind: "night", Time: p.Now, Changes: r.Changes, Undoable: true}); err != nil {
			t.Fatal(err)
		}
	}
	again, err := plan.Apply(s.snap(t), p)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Changes) > 0 {
		t.Fatalf("the same plan twice changes %s:\n%s\n→\n%s", again.Changes[0].Path, again.Changes[0].Before, again.Changes[0].After)
	}
	return r
}

func (s *Store) ask(t *testing.T, q search.Query) []search.Hit {
	t.Helper()
	a, err := s.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a.Results
}

// TestBerlinOslo is lived over three months: the move supersedes, the past stays
// findable, and old sessions slept again do not bring Berlin back.
func TestBerlinOslo(t *testing.T) {
	s := newStore(t)
	berlin := document.Entry{Text: "Caroline lives in Berlin near the canal", Importance: 0.9}
	s.night(t, 1, clock("2026-08-03 14:05"), berlin)
	s.night(t, 2, clock("2026-09-10 09:30"), document.Entry{Text: "Caroline plays the cello in an amateur orchestra", Importance: 0.8})
	r := s.night(t, 3, clock("2026-11-02 22:10"), document.Entry{Text: "Caroline moved to Oslo", Importance: 0.9})
	if got := written(r, "struck"); got != 1 {
		t.Errorf("superseded %d, want 1", got)
	}
	memory := s.read(t, memoryFile)
	if !strings.Contains(memory, "- ~~Caroline lives in Berlin near the canal~~ (until 2026-11-02 → ^") || !strings.Contains(memory, "- Caroline moved to Oslo") {
		t.Errorf("MEMORY.md:\n%s", memory)
	}
	if log := s.read(t, "memory/2026-11-02.md"); !strings.Contains(log, "(replaces ^") {
		t.Errorf("the log does not say what is replaced:\n%s", log)
	}

	// Old sessions are slept again: in the same words, in others, and with MEMORY.md
	// cleaned up by hand.
	berlin.Since = date("2026-08-03")
	before := s.read(t, memoryFile)
	s.night(t, 4, clock("2026-11-05 10:00"), berlin, document.Entry{Text: "Caroline lives in Berlin", Since: date("2026-08-20"), Importance: 0.9},
		document.Entry{Text: "Caroline is based in Berlin now", Since: date("2026-08-21"), Importance: 0.9})
	if got := s.read(t, memoryFile); got != before {
		t.Errorf("Berlin is back:\n%s", got)
	}
	if got := s.read(t, "memory/2026-11-05.md"); got != "" {
		t.Errorf("the log of the second sleep holds\n%s", got)
	}

	hits := s.ask(t, search.Query{Text: "where does Caroline live", Now: clock("2026-11-20 12:00")})
	if len(hits) == 0 || !strings.Contains(hits[0].Text, "Oslo") {
		t.Errorf("search now: %+v", hits)
	}
	for _, h := range hits {
		if strings.Contains(h.Text, "Berlin") && !strings.Contains(h.Text, "Oslo") && h.SupersededBy == "" {
			t.Errorf("Berlin is shown as if it held: %+v", h)
		}
	}
	hits = s.ask(t, search.Query{Text: "where does Caroline live", Now: clock("2026-11-20 12:00"), AsOf: date("2026-09-01")})
	if len(hits) == 0 || !strings.Contains(hits[0].Text, "Berlin") {
		t.Errorf("search as of September: %+v", hits)
	}
	in, err := s.Prompt(clock("2026-11-20 12:00"), 4000, words)
	if err != nil || strings.Contains(in.Text, "Berlin") || !strings.Contains(in.Text, "Oslo") {
		t.Errorf("prompt: %v\n%s", err, in.Text)
	}
	// She does move back.
	s.night(t, 5, clock("2026-12-20 10:00"), document.Entry{Text: "Caroline moved to Berlin", Importance: 0.9})
	if got := s.read(t, memoryFile); !strings.Contains(got, "- Caroline moved to Berlin ^") || !strings.Contains(got, "~~Caroline moved to Oslo") {
		t.Errorf("moved back:\n%s", got)
	}
	o, err := s.Why("MEMORY.md:" + lineOf(t, s.read(t, memoryFile), "Caroline moved to Berlin ^"))
	if err != nil || o.ByHand || o.Night != "night-5" || len(o.History) != 2 || len(o.Entry.Sources) != 1 {
		t.Errorf("why: %v %+v", err, o)
	}
}

func lineOf(t *testing.T, text, part string) string {
	t.Helper()
	for i, l := range strings.Split(text, "\n") {
		if strings.Contains(l, part) {
			return fmt.Sprint(i + 1)
		}
	}
	t.Fatalf("no line has %q", part)
	return ""
}

// words counts tokens in tests.
func words(s string) int { return len(strings.Fields(s)) }

func TestPersonsLinesStay(t *testing.T) {
	s := newStore(t)
	s.night(t, 1, clock("2026-08-03 14:05"),
		document.Entry{Text: "The user lives in Berlin", Importance: 0.9},
		document.Entry{Text: "The user has a cat named Mia", Importance: 0.9},
		document.Entry{Text: "The user prefers green tea over coffee", Type: document.Preference, Importance: 0.9},
		document.Entry{Text: "The user works at the harbour", Importance: 0.9})
	// A person re-words one, deletes one, and adds one.
	replaceHand(t, s, memoryFile, "- The user lives in Berlin ", "- I live in Berlin, near the old canal! ")
	replaceHand(t, s, memoryFile, "- The user has a cat named Mia ^", "- ^")
	cut := s.read(t, memoryFile)
	var lines []string
	for l := range strings.Lines(cut) {
		if !strings.HasPrefix(l, "- ^") {
			lines = append(lines, l)
		}
	}
	s.byHand(t, memoryFile, strings.Join(lines, "")+"\n## Family\n\n- Sister Ann, born 1990\n")

	before := s.read(t, memoryFile)
	r := s.night(t, 2, clock("2026-09-03 14:05"),
		document.Entry{Text: "I moved from Berlin to Oslo", Importance: 0.9},
		document.Entry{Text: "The user has a cat named Mia", Importance: 0.9},
		document.Entry{Text: "The user has a cat, named Mia now", Importance: 0.9})
	after := s.read(t, memoryFile)
	if strings.Contains(after, "Mia") {
		t.Errorf("what was deleted by hand is back:\n%s", after)
	}
	if !strings.Contains(after, "- I live in Berlin, near the old canal! ^") || !strings.Contains(after, "## Family\n\n- Sister Ann, born 1990\n") {
		t.Errorf("a person's line changed:\n%s\n→\n%s", before, after)
	}
	if len(r.Clashes) != 1 || !strings.Contains(r.Clashes[0].Text, "canal") || !strings.Contains(r.Clashes[0].New.Text, "Oslo") {
		t.Errorf("clashes: %+v", r.Clashes)
	}
	// Retiring it is refused too.
	e, _ := s.snap(t).Document(memoryFile)
	var id string
	for _, x := range e.Entries(memoryFile) {
		if strings.Contains(x.Text, "canal") {
			id = x.ID
		}
	}
	r = s.carryOut(t, s.snap(t), plan.Plan{Night: "n3", Now: clock("2026-09-04 10:00"), MaxLoss: 1, Ops: []plan.Op{{Kind: plan.Retire, Target: id, Path: memoryFile}}})
	if written(r, "removed") != 0 || len(r.Clashes) != 1 {
		t.Errorf("retired a person's line: %+v", r)
	}
	if o, err := s.Why("^" + id); err != nil || !o.ByHand {
		t.Errorf("why: %+v %v", o, err)
	}
}

// GUARANTEES 11.
func TestRetireIsBounded(t *testing.T) {
	s := newStore(t)
	var all []document.Entry
	for i := range 10 {
		all = append(all, document.Entry{Text: fmt.Sprintf("Project %c%d has its own repository", 'A'+i, i), Importance: 0.9})
	}
	s.night(t, 1, clock("2026-08-03 14:05"), all...)
	var ops []plan.Op
	for _, e := range s.snap(t).Entries() {
		ops = append(ops, plan.Op{Kind: plan.Retire, Target: e.ID, Path: memoryFile})
	}
	snap := s.snap(t)
	r, err := plan.Apply(snap, plan.Plan{Night: "n2", Now: clock("2026-08-04 10:00"), MaxLoss: 0.25, Ops: ops})
	if err != nil || written(r, "removed") != 2 || len(r.Skipped) != 8 {
		t.Errorf("%v: retired %d, skipped %d", err, written(r, "removed"), len(r.Skipped))
	}
}

func TestLogsAreOnlyAppendedTo(t *testing.T) {
	s := newStore(t)
	at := clock("2026-08-03 14:05")
	s.byHand(t, document.LogPath(at), "# 2026-08-03\r\n\r\nMy own words, no newline at the end")
	was := s.read(t, document.LogPath(at))
	step := func(what string) {
		now := s.read(t, document.LogPath(at))
		if !strings.HasPrefix(now, was) || now == was {
			t.Fatalf("%s: not appended:\n%q\n%q", what, was, now)
		}
		was = now
	}
	s.night(t, 1, at, document.Entry{Text: "One thing", Importance: 0.9})
	step("night")
	for i := range 3 {
		if _, err := s.SaveNote(fmt.Sprintf("note number %d about something", i), document.Fact, at, plan.Source{By: plan.ByPerson}); err != nil {
			t.Fatal(err)
		}
		step("note")
	}
	s.night(t, 2, at.Add(time.Hour), document.Entry{Text: "Another thing", Importance: 0.1})
	step("second night")
	w, err := s.SaveNote("a late note", document.Fact, at, plan.Source{By: plan.ByPerson})
	if err != nil {
		t.Fatal(err)
	}
	step("note after a night")
	if _, err := s.Forget("^"+w.ID, at, plan.Source{By: plan.ByPerson}); err != nil {
		t.Fatal(err)
	}
	step("forget")
	if n := strings.Count(was, "## Notes"); n != 2 {
		t.Errorf("%d headings of notes, want 2:\n%s", n, was)
	}
	if strings.Contains(strings.ReplaceAll(was, "\r\n", ""), "\n") {
		t.Errorf("line endings are mixed: %q", was)
	}
}

func TestGet(t *testing.T) {
	s := newStore(t)
	s.byHand(t, memoryFile, "a\nb\nc\nd")
	s.byHand(t, "memory/empty.md", "")
	s.byHand(t, "memory/people.md", "é"+strings.Repeat("x", getBytes))
	for _, c := range []struct {
		path        string
		from, lines int
		want        string
		err         error
	}{
		{memoryFile, 0, 0, "a\nb\nc\nd", nil},
		{"./MEMORY.md", 2, 2, "b\nc\n", nil},
		{memoryFile, 4, 9, "d", nil},
		{memoryFile, 5, 1, "", ErrNoLine},
		{memoryFile, 9, 1, "", ErrNoLine},
		{"memory/empty.md", 1, 1, "", nil},
		{"memory/people.md", 1, 1, "é" + strings.Repeat("x", getBytes-2), nil},
		{"../etc/passwd", 0, 0, "", ErrOutside},
		{"/etc/passwd", 0, 0, "", ErrOutside},
		{"memory/../config.toml", 0, 0, "", ErrOutside},
		{".dormouse/state.json", 0, 0, "", ErrOutside},
		{"memory/.hidden.md", 0, 0, "", ErrOutside},
		{"memory/x.txt", 0, 0, "", ErrOutside},
		{"", 0, 0, "", ErrOutside},
	} {
		x, err := s.Get(c.path, c.from, c.lines)
		if x.Text != c.want || !errors.Is(err, c.err) {
			t.Errorf("Get(%q, %d, %d) = %.60q, %v", c.path, c.from, c.lines, x.Text, err)
		}
	}
	if _, err := s.Get("memory/nothing.md", 0, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
}

// date is a local day.
func date(s string) time.Time {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return d
}

// written counts the lines of a result to which this was done.
func written(r plan.Result, what string) (n int) {
	for _, w := range r.Written {
		if w.What == what {
			n++
		}
	}
	return n
}
