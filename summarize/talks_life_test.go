package summarize_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// The life of a talk: a context of 8,000 tokens, a night at 80 %.
const (
	window    = 8000 // tokens
	threshold = window * 8 / 10
	framing   = 2400 // what instructions, tools and memory take of a prompt
	tail      = window / 5
	noteRoom  = 1000 // tokens of a wake note
)

func count(s string) int { return (len(s) + 3) / 4 }

// price is what an entry costs a night: its words and the line's end, without the
// id and the marks that the file's form adds.
func price(text string) int { return count(text) + 1 }

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
	entries []document.Entry // that hold
	days    []string         // paragraphs, each with its day in front
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
	in := summarize.Input{Old: old, New: fresh, Earlier: l.note, Known: document.Pointers(l.entries), Count: count, Location: tk.zone}
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
			l.entries = slices.DeleteFunc(l.entries, func(e document.Entry) bool { return e.ID == c.Replaces })
		}
		l.entries = append(l.entries, document.Entry{ID: fmt.Sprintf("%s%04d", tk.name[:1], len(l.entries)), Type: c.Type, Text: c.Text,
			Importance: c.Importance, Since: c.Day, Sources: c.From})
		l.spent += price(c.Text)
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
			if wish := q.Kind == string(document.Preference) || q.Kind == string(document.Decision); wish {
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

// chance is a memory of lines drawn blindly, of the same size.
func chance(tk *talk, keep float64) *life {
	rnd := rand.New(rand.NewSource(7))
	var lines []document.Entry
	for _, m := range tk.messages {
		for _, s := range strings.FieldsFunc(m.Content, func(r rune) bool { return r == '\n' || r == '.' || r == '?' }) {
			if strings.TrimSpace(s) != "" {
				lines = append(lines, document.Entry{Text: strings.TrimSpace(s), Since: m.Time, Sources: []string{m.ID}})
			}
		}
	}
	rnd.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	l := &life{nights: 1}
	for budget := int(keep * float64(total(tk.messages))); len(lines) > 0 && l.spent < budget; lines = lines[1:] {
		l.entries = append(l.entries, lines[0])
		l.spent += price(lines[0].Text)
		l.by[voice(tk.judge.by[lines[0].Sources[0]].Role)] += count(lines[0].Text)
	}
	return l
}

// row is a line of the table.
func row(name string, keep float64, f figures) string {
	var kinds []string
	for _, k := range []string{"fact", "preference", "decision", "correction", "identifier", "date", "open"} {
		kinds = append(kinds, fmt.Sprintf("%s %d/%d", k[:4], f.kinds[k][0], f.kinds[k][1]))
	}
	return fmt.Sprintf("%-9s %3.0f%%  %4.2f %6d %7d | %8.2f %6.2f %9.2f | %4.2f %5.2f | %5.2f %6.2f | %5.2f | %6.2f %5.2f %5.2f | %s", name, keep*100, f.ratio, f.nights, f.entries,
		f.survived, f.byPerson, f.explained, f.ids, f.idsNote, f.stale, f.misled, f.typed, f.who[0], f.who[1], f.who[2], strings.Join(kinds, " "))
}
