package summarize_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
	"dormouse/memory"
	"dormouse/summarize"
)

// talk is a long conversation about a task, with what somebody may ask later.
type talk struct {
	name, About, Location string
	Questions             []question // thirty
	Explained             []question // what only the model explained
	Identifiers           []string
	Bait                  []string // text of tools that pretends to be a wish
	messages              []transcript.Message
	judge                 *judge
	zone                  *time.Location
}

func talks(t testing.TB) []*talk {
	t.Helper()
	var out []*talk
	for _, name := range []string{"coding", "planning", "research", "german"} {
		tk := &talk{name: name}
		b, err := os.ReadFile(filepath.Join("testdata", "talks", name+".json"))
		if err == nil {
			err = json.Unmarshal(b, tk)
		}
		if err != nil {
			t.Fatal(err)
		}
		if tk.zone, err = time.LoadLocation(tk.Location); err != nil {
			t.Fatal(err)
		}
		b, err = os.ReadFile(filepath.Join("testdata", "talks", name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		read, skipped, err := foreign.Read(b, time.Time{})
		if err != nil || len(skipped) > 0 || len(read) != 1 {
			t.Fatalf("%s: %d conversations, skipped %v, %v", name, len(read), skipped, err)
		}
		tk.messages = read[0].Messages
		tk.judge = newJudge(tk.messages)
		out = append(out, tk)
	}
	return out
}

// The life of a talk: a context of 8,000 tokens, a night at 80 %.
const (
	window    = 8000 // tokens
	threshold = window * 8 / 10
	framing   = 2400 // what instructions, tools and memory take of a prompt
	tail      = window / 5
	noteRoom  = 1000 // tokens of a wake note
)

func count(s string) int { return (len(s) + 3) / 4 }

func size(m transcript.Message) int {
	n := count(m.Content) + 4
	for _, c := range m.ToolCalls {
		n += count(c.Name + c.Arguments)
	}
	return n
}

func total(ms []transcript.Message) (n int) {
	for _, m := range ms {
		n += size(m)
	}
	return n
}

// life is what is left of a talk after its nights.
type life struct {
	entries []memory.Entry // that hold
	days    []string       // paragraphs, each with its day in front
	note    string
	nights  int
	by      [3]int // tokens of entries that come from the person, the model, tools
	spent   int
}

// live goes through a talk, sleeps where a night is due, and once more at the
// end.
func live(t testing.TB, tk *talk, s summarize.Strategy, keep float64) *life {
	t.Helper()
	l := &life{}
	begin, cursor := 0, 0 // the context, and what memory has not seen
	for i := range tk.messages {
		last := i == len(tk.messages)-1
		if framing+count(l.note)+total(tk.messages[begin:i+1]) < threshold && !last {
			continue
		}
		cut := i + 1
		for room := tail; cut > begin && room >= 0; cut-- {
			room -= size(tk.messages[cut-1])
		}
		for cut < i+1 && tk.messages[cut].Role != transcript.User {
			cut++
		}
		l.night(t, tk, s, tk.messages[begin:cut], tk.messages[cursor:i+1], keep)
		begin, cursor = cut, i+1
	}
	return l
}

func (l *life) night(t testing.TB, tk *talk, s summarize.Strategy, old, fresh []transcript.Message, keep float64) {
	t.Helper()
	in := summarize.Input{Old: old, New: fresh, Earlier: l.note, Known: l.entries, Count: count, Location: tk.zone}
	b := summarize.Budget{Summary: noteRoom, Memory: int(keep * float64(total(fresh)))}
	d, err := s.Summarize(context.Background(), in, b)
	if err != nil {
		t.Fatal(err)
	}
	l.nights++
	l.note = d.Summary
	for day, p := range d.Days {
		l.days = append(l.days, day+" "+p)
		l.spent += count(p)
	}
	slices.Sort(l.days)
	for _, c := range d.Candidates {
		if c.Replaces != "" {
			l.entries = slices.DeleteFunc(l.entries, func(e memory.Entry) bool { return e.ID == c.Replaces })
		}
		l.entries = append(l.entries, memory.Entry{ID: fmt.Sprintf("%s%04d", tk.name[:1], len(l.entries)), Type: c.Type, Text: c.Text,
			Importance: c.Importance, Since: c.Day, Sources: c.From})
		l.spent += count(c.Text) + 6
		l.by[voice(tk.judge.by[c.From[0]].Role)] += count(c.Text)
	}
}

func voice(r transcript.Role) int {
	switch r {
	case transcript.User:
		return 0
	case transcript.Assistant:
		return 1
	}
	return 2
}

func (l *life) memory(t testing.TB) []unit {
	t.Helper()
	var out []unit
	for _, e := range l.entries {
		for _, u := range units(e.Text, e.Since) {
			u.kind = e.Type
			out = append(out, u)
		}
	}
	for _, p := range l.days {
		day, err := time.Parse(time.DateOnly, p[:10])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, units(p[11:], day)...)
	}
	return out
}

func (l *life) text() string {
	var b strings.Builder
	for _, e := range l.entries {
		b.WriteString(e.Text + "\n")
	}
	return b.String() + strings.Join(l.days, "\n")
}

// figures are the shares of a talk that memory still tells, each in [0, 1].
type figures struct {
	survived, explained, byPerson float64 // questions; what the model explained; questions that a person answered
	stale, misled                 float64 // of the questions with a stale value: it stands somewhere; it stands and the right one nowhere
	ids, idsNote                  float64 // identifiers in memory; in memory or wake note
	typed                         float64 // of the preferences and decisions that survive, those under their own heading
	who                           [3]float64
	ratio                         float64 // tokens of memory to tokens of the talk
	nights, entries               int
	kinds                         map[string][2]int // kind → survived, all
}

func measure(t testing.TB, tk *talk, l *life) figures {
	t.Helper()
	mem := l.memory(t)
	f := figures{nights: l.nights, entries: len(l.entries), ratio: float64(l.spent) / float64(total(tk.messages)), kinds: map[string][2]int{}}
	var n, said, gone, wishes float64
	for _, q := range tk.Questions {
		j := tk.judge.ask(q, mem)
		k := f.kinds[q.Kind]
		k[1]++
		n++
		person := tk.person(q)
		if person {
			said++
		}
		if j.survived {
			f.survived++
			k[0]++
			if person {
				f.byPerson++
			}
			if wish := q.Kind == string(memory.Preference) || q.Kind == string(memory.Decision); wish {
				wishes++
				if q.Kind == string(j.kind) {
					f.typed++
				}
			}
		}
		f.kinds[q.Kind] = k
		if q.Stale != "" {
			gone++
			if j.stale {
				f.stale++
			}
			if j.stale && !j.survived {
				f.misled++
			}
		}
	}
	for _, q := range tk.Explained {
		if tk.judge.ask(q, mem).survived {
			f.explained++
		}
	}
	f.survived /= n
	f.typed /= max(1, wishes)
	f.byPerson /= said
	f.stale /= gone
	f.misled /= gone
	f.explained /= float64(len(tk.Explained))
	f.ids = float64(kept(tk.Identifiers, l.text())) / float64(len(tk.Identifiers))
	f.idsNote = float64(kept(tk.Identifiers, l.text()+"\n"+l.note)) / float64(len(tk.Identifiers))
	for i := range f.who {
		f.who[i] = float64(l.by[i]) / float64(max(1, l.by[0]+l.by[1]+l.by[2]))
	}
	return f
}

// person reports whether the person told the answer first.
func (tk *talk) person(q question) bool { return tk.judge.by[q.Evidence[0]].Role == transcript.User }

var shares = []float64{.05, .10, .20, .30}

func TestTalksAreWhatTheyClaim(t *testing.T) {
	for _, tk := range talks(t) {
		t.Run(tk.name, func(t *testing.T) {
			if n := len(tk.messages); n < 120 || n > 250 {
				t.Errorf("%d messages, want 120 to 250", n)
			}
			if a, b := tk.messages[0].Time, tk.messages[len(tk.messages)-1].Time; b.Sub(a) < 72*time.Hour {
				t.Errorf("all of it within %s, want several days", b.Sub(a))
			}
			if len(tk.Questions) != 30 || len(tk.Explained) != 10 || len(tk.Identifiers) < 25 {
				t.Errorf("%d questions, %d explained, %d identifiers", len(tk.Questions), len(tk.Explained), len(tk.Identifiers))
			}
			for i, m := range tk.messages {
				if i > 0 && m.Time.Before(tk.messages[i-1].Time) {
					t.Errorf("%s is before %s", m.ID, tk.messages[i-1].ID)
				}
			}
			all := verbatim(tk)
			for _, q := range slices.Concat(tk.Questions, tk.Explained) {
				for _, id := range q.Evidence {
					if _, ok := tk.judge.by[id]; !ok {
						t.Errorf("%s rests on %s, which is not there", q.ID, id)
					}
				}
				j := tk.judge.ask(q, all)
				if !j.survived {
					t.Errorf("%s cannot be answered from the talk itself: %s → %s", q.ID, q.Question, q.Answer)
				}
				if old := seek(q.Stale); old.day.IsZero() && !slices.ContainsFunc(tk.messages, func(m transcript.Message) bool { return holds(m, old.words) }) {
					t.Errorf("%s: nobody says %q", q.ID, q.Stale)
				}
			}
			for _, id := range tk.Identifiers {
				if !slices.ContainsFunc(tk.messages, func(m transcript.Message) bool { return kept([]string{id}, spoken(m)) == 1 }) {
					t.Errorf("identifier %q is not in the talk", id)
				}
			}
		})
	}
}

// spoken is all text of a message, that of its calls too.
func spoken(m transcript.Message) string {
	text := m.Content
	for _, c := range m.ToolCalls {
		text += " " + c.Arguments
	}
	return text
}

// holds reports whether a message has all the words.
func holds(m transcript.Message, words []string) bool {
	has := wordSet(content(spoken(m)))
	return !slices.ContainsFunc(words, func(w string) bool { return !has[w] })
}

// TestMeasureIsNoChance: with another question's answer little survives in the
// whole talk and next to nothing in a memory of it, and nothing to speak of in
// another talk.
func TestMeasureIsNoChance(t *testing.T) {
	all := talks(t)
	whole, slept, strange, n := 0, 0, 0, 0
	for i, tk := range all {
		own, other := verbatim(tk), verbatim(all[(i+1)%len(all)])
		mem := live(t, tk, hybrid(t), .20).memory(t)
		for k, q := range tk.Questions {
			n++
			if tk.judge.ask(q, other).survived {
				strange++
			}
			q.Answer = tk.Questions[(k+11)%len(tk.Questions)].Answer
			if tk.judge.ask(q, own).survived {
				whole++
			}
			if tk.judge.ask(q, mem).survived {
				slept++
			}
		}
	}
	t.Logf("of %d: %d with swapped answers in the talk, %d in memory, %d in another talk", n, whole, slept, strange)
	if whole > n/5 || slept > n/15 || strange > n/30 {
		t.Errorf("of %d survive %d with swapped answers in the talk, %d in memory, %d in another talk: the measure takes anything", n, whole, slept, strange)
	}
}

func verbatim(tk *talk) []unit {
	var out []unit
	for _, m := range tk.messages {
		out = append(out, units(m.Content, m.Time.In(tk.zone))...)
	}
	return out
}

func hybrid(t testing.TB) summarize.Strategy {
	t.Helper()
	s, err := summarize.ByName("hybrid", summarize.NewOffline())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// floors are what the engine reached when this was written, less a margin of
// two or three questions: what falls below them has lost something.
var floors = map[string]struct {
	survived, ids [4]float64 // at 5, 10, 20 and 30 %
	misled        float64    // ceiling, at any share
}{
	"coding":   {[4]float64{.25, .40, .60, .73}, [4]float64{.27, .40, .57, .70}, .30},
	"planning": {[4]float64{.03, .07, .23, .38}, [4]float64{.17, .30, .50, .75}, .30},
	"research": {[4]float64{.07, .23, .40, .47}, [4]float64{.11, .29, .61, .68}, .50},
	"german":   {[4]float64{.03, .10, .23, .42}, [4]float64{.17, .37, .57, .73}, .35},
}

// outranks is by how much more of what the person said survives than of what
// the model explained.
var outranks = [4]float64{.01, .05, .15, .30}

// together are the floors of all four talks, as a mean.
var together = [4]float64{.13, .24, .40, .55}

// TestTalks lives the talks with the built-in engine. With -v it prints what is
// left of them, and at 20 % what is not.
func TestTalks(t *testing.T) {
	t.Log("talk      keep ratio nights entries | survived person explained | ids +note | stale misled | typed | person model tools | kinds")
	all := talks(t)
	var sum [4]float64
	for _, tk := range all {
		for i, keep := range shares {
			l := live(t, tk, hybrid(t), keep)
			f, blind := measure(t, tk, l), measure(t, tk, chance(tk, keep))
			t.Log(row(tk.name, keep, f))
			t.Log(row("  chance", keep, blind))
			if keep == .20 {
				lost(t, tk, l)
			}
			sum[i] += f.survived / float64(len(all))
			floor := floors[tk.name]
			checks := []struct {
				ok   bool
				what string
			}{
				{f.ratio <= keep*1.02, fmt.Sprintf("memory has %.3f of the talk", f.ratio)},
				{count(l.note) <= noteRoom, fmt.Sprintf("the note has %d tokens", count(l.note))},
				{f.survived >= floor.survived[i], fmt.Sprintf("%.2f survive, floor %.2f", f.survived, floor.survived[i])},
				{f.ids >= floor.ids[i], fmt.Sprintf("%.2f of the identifiers are kept, floor %.2f", f.ids, floor.ids[i])},
				{f.survived > blind.survived, fmt.Sprintf("%.2f survive, %.2f by chance", f.survived, blind.survived)},
				{f.misled <= floor.misled, fmt.Sprintf("%.2f of what was corrected is told wrong, ceiling %.2f", f.misled, floor.misled)},
				{f.byPerson >= f.explained+outranks[i], fmt.Sprintf("%.2f of what the person said survives, %.2f of what the model explained", f.byPerson, f.explained)},
				{f.explained <= .34, fmt.Sprintf("%.2f of what the model explained survives", f.explained)},
				{f.who[0] > f.who[1], fmt.Sprintf("%.2f of memory is the person's, %.2f the model's", f.who[0], f.who[1])},
			}
			for _, c := range checks {
				if !c.ok {
					t.Errorf("%s at %.0f%%: %s", tk.name, keep*100, c.what)
				}
			}
		}
	}
	t.Logf("all talks: survived %.2f at 5, 10, 20 and 30 %%", sum)
	for i, keep := range shares {
		if sum[i] < together[i] {
			t.Errorf("all talks at %.0f%%: %.3f survive, floor %.2f", keep*100, sum[i], together[i])
		}
	}
}

// lost prints the questions that memory cannot answer, and those it answers with
// what was taken back.
func lost(t *testing.T, tk *talk, l *life) {
	t.Helper()
	mem := l.memory(t)
	for _, q := range tk.Questions {
		j := tk.judge.ask(q, mem)
		if !j.survived {
			t.Logf("  lost  %s %-10s %s → %s %v", q.ID, q.Kind, q.Question, q.Answer, q.Evidence)
		}
		if j.stale {
			t.Logf("  stale %s %q, not %q: %s", q.ID, q.Stale, q.Answer, j.old)
		}
	}
}

func row(name string, keep float64, f figures) string {
	var kinds []string
	for _, k := range []string{"fact", "preference", "decision", "correction", "identifier", "date", "open"} {
		kinds = append(kinds, fmt.Sprintf("%s %d/%d", k[:4], f.kinds[k][0], f.kinds[k][1]))
	}
	return fmt.Sprintf("%-9s %3.0f%%  %4.2f %6d %7d | %8.2f %6.2f %9.2f | %4.2f %5.2f | %5.2f %6.2f | %5.2f | %6.2f %5.2f %5.2f | %s", name, keep*100, f.ratio, f.nights, f.entries,
		f.survived, f.byPerson, f.explained, f.ids, f.idsNote, f.stale, f.misled, f.typed, f.who[0], f.who[1], f.who[2], strings.Join(kinds, " "))
}

// chance is a memory of lines drawn blindly, of the same size.
func chance(tk *talk, keep float64) *life {
	rnd := rand.New(rand.NewSource(7))
	var lines []memory.Entry
	for _, m := range tk.messages {
		for _, s := range strings.FieldsFunc(m.Content, func(r rune) bool { return r == '\n' || r == '.' || r == '?' }) {
			if strings.TrimSpace(s) != "" {
				lines = append(lines, memory.Entry{Text: strings.TrimSpace(s), Since: m.Time, Sources: []string{m.ID}})
			}
		}
	}
	rnd.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	l := &life{nights: 1}
	for budget := int(keep * float64(total(tk.messages))); len(lines) > 0 && l.spent < budget; lines = lines[1:] {
		l.entries = append(l.entries, lines[0])
		l.spent += count(lines[0].Text) + 6
		l.by[voice(tk.judge.by[lines[0].Sources[0]].Role)] += count(lines[0].Text)
	}
	return l
}

// TestStrategiesOnTalks wants each strategy to be better than chance at 20 %;
// with -v it prints what each keeps of the four talks at every share.
func TestStrategiesOnTalks(t *testing.T) {
	all, at := talks(t), []float64{.20}
	if testing.Verbose() {
		at = shares
	}
	for _, name := range summarize.Names() {
		s, err := summarize.ByName(name, summarize.NewOffline())
		if err != nil {
			t.Fatal(err)
		}
		for _, keep := range at {
			var survived, blind, ids, note float64
			for _, tk := range all {
				f := measure(t, tk, live(t, tk, s, keep))
				survived += f.survived / float64(len(all))
				ids += f.ids / float64(len(all))
				note += f.idsNote / float64(len(all))
				blind += measure(t, tk, chance(tk, keep)).survived / float64(len(all))
			}
			t.Logf("%-20s %2.0f%%  survived %.2f (by chance %.2f)  identifiers %.2f, with the note %.2f", name, keep*100, survived, blind, ids, note)
			if survived < blind+.05 {
				t.Errorf("%s at %.0f%%: %.2f survive, %.2f by chance", name, keep*100, survived, blind)
			}
		}
	}
}

// TestToolTextIsNoWish: what a tool printed is never taken for what the person
// prefers or decided.
func TestToolTextIsNoWish(t *testing.T) {
	tools := 0
	for _, tk := range talks(t) {
		for _, name := range summarize.Names() {
			s, err := summarize.ByName(name, summarize.NewOffline())
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range live(t, tk, s, .30).entries {
				tool := slices.ContainsFunc(e.Sources, func(id string) bool { return tk.judge.by[id].Role == transcript.Tool })
				if tool {
					tools++
				}
				if wish := e.Type == memory.Preference || e.Type == memory.Decision; tool && wish {
					t.Errorf("%s, %s: a %s from a tool: %q", tk.name, name, e.Type, e.Text)
				}
				if tool && e.Importance > .7 {
					t.Errorf("%s, %s: a tool's line is of lasting worth (%.2f): %q", tk.name, name, e.Importance, e.Text)
				}
				for _, b := range tk.Bait {
					if strings.Contains(fold(e.Text), fold(b)) && !tool {
						t.Errorf("%s, %s: bait %q in the name of somebody: %q", tk.name, name, b, e.Text)
					}
				}
			}
		}
	}	if tools == 0 {
		t.Error("no entry rests on a tool: nothing was tested")
	}
}
