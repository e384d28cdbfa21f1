package sleep

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"dormouse/land/transcript"
	"dormouse/memory"
)

// An entry was used when one sentence of a turn holds this share of the weight of
// its words; less is enough for one that a search had just shown. It must be worth
// some words that few entries have: anybody may say the others.
const (
	usedFrom  = 0.6
	shownFrom = 0.35
	rareMass  = 6.0 // nats
	shownMass = 3.0 // of one that was just shown
)

// lexicon knows the words of all living entries, and how rare they are.
type lexicon struct {
	words map[string][]string // entry → its different longer words
	with  map[string][]string // word → entries
	mass  map[string]float64  // entry → the weight of all its words
	ids   []string            // in the order of memory
}

func newLexicon(lists ...[]memory.Entry) *lexicon {
	x := &lexicon{words: map[string][]string{}, with: map[string][]string{}, mass: map[string]float64{}}
	for _, e := range slices.Concat(lists...) {
		if _, twice := x.words[e.ID]; twice || e.ID == "" || e.Struck {
			continue
		}
		x.ids = append(x.ids, e.ID)
		x.words[e.ID] = content(e.Text)
		for _, w := range x.words[e.ID] {
			x.with[w] = append(x.with[w], e.ID)
		}
	}
	for _, id := range x.ids {
		for _, w := range x.words[id] {
			x.mass[id] += x.weight(w)
		}
	}
	return x
}

// imagined is how many more entries a memory is taken to have: in a young one no word
// is rare yet, and most of them will be.
const imagined = 50

// weight is how much a word says: little when many entries have it.
func (x *lexicon) weight(word string) float64 {
	return math.Log(float64(imagined+len(x.ids)) / float64(len(x.with[word])))
}

// rare tells whether a word is one that few entries share.
func (x *lexicon) rare(word string) bool {
	return len(x.with[word]) <= max(5, len(x.ids)/20)
}

// spokenOf are the entries that a text uses: those of which one sentence holds
// enough.
func (x *lexicon) spokenOf(text string, shown map[string]bool) (ids []string) {
	seen := map[string]bool{}
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?\n;。！？", r) }) {
		words := content(sentence)
		for id := range x.near(words) {
			from, least := usedFrom, rareMass
			if shown[id] {
				from, least = shownFrom, shownMass
			}
			if held := x.common(id, words); held >= least && held >= from*x.mass[id] {
				seen[id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// near are the entries that share a rare word with some.
func (x *lexicon) near(words []string) map[string]bool {
	ids := map[string]bool{}
	for _, w := range words {
		if x.rare(w) {
			for _, id := range x.with[w] {
				ids[id] = true
			}
		}
	}
	return ids
}

// common is the weight of those of an entry's words that are among some, sorted.
func (x *lexicon) common(id string, words []string) float64 {
	sum := 0.0
	for _, w := range x.words[id] {
		if _, both := slices.BinarySearch(words, w); both {
			sum += x.weight(w)
		}
	}
	return sum
}

// content are the different longer words of a text, folded; names and numbers
// among them.
func content(text string) []string {
	words := slices.DeleteFunc(fold(text), func(w string) bool {
		return len(w) < 4 && !strings.ContainsFunc(w, unicode.IsDigit)
	})
	slices.Sort(words)
	return slices.Compact(words)
}

// used finds what of memory tonight's turns used: what a person said again or
// asked about, what a reply rests on, what a tool was asked to read. Each use makes
// an entry stronger, once a turn. It returns the entries that one turn used
// together.
func (w *work) used(x *lexicon) (together [][]string) {
	n := w.n
	count, last := map[string]int{}, map[string]transcript.Message{}
	for _, turn := range Turns(n.New) {
		ids := slices.DeleteFunc(w.usedIn(turn, x), func(id string) bool {
			r, ok := w.snap.Record(id)
			return !ok || !r.Written.Before(turn[0].Time) || meet(r.Sources, turn) && r.Session == n.Session
		})
		for _, id := range ids {
			count[id]++
			last[id] = turn[0]
		}
		if len(ids) > 1 {
			together = append(together, ids)
		}
	}
	for _, id := range x.ids {
		if count[id] == 0 {
			continue
		}
		r, _ := w.snap.Record(id)
		was := r.Held(n.Now)
		s := memory.Strength{ID: id, Strength: tidy(min(1, was+w.Settings.Replay.Strengthen*float64(count[id]))), Uses: r.Uses + count[id], Used: last[id].Time.Round(0)}
		w.strengths = append(w.strengths, s)
		n.Report.Replay.Used++
		if was < w.Settings.Replay.Permanent && s.Strength >= w.Settings.Replay.Permanent {
			n.Report.Replay.Consolidated++
		}
	}
	return together
}

// usedIn are the entries that one turn used.
func (w *work) usedIn(turn []transcript.Message, x *lexicon) []string {
	shown, tools := map[string]bool{}, map[string]string{}
	var text strings.Builder
	var read []string
	for _, m := range turn {
		for _, c := range m.ToolCalls {
			tools[c.ID] = c.Name
		}
		if m.Role != transcript.Tool {
			text.WriteString(talked(m) + "\n")
			continue
		}
		for word := range strings.FieldsSeq(m.Content) {
			id, named := strings.CutPrefix(word, "^")
			if _, ours := x.words[id]; !named || !ours || !ownTool(tools[m.ToolCallID]) {
				continue
			}
			shown[id] = true
			if tools[m.ToolCallID] == "memory_get" {
				read = append(read, id)
			}
		}
	}
	ids := append(x.spokenOf(text.String(), shown), read...)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// meet tells whether one of the messages is among the sources.
func meet(sources []string, turn []transcript.Message) bool {
	return slices.ContainsFunc(turn, func(m transcript.Message) bool { return slices.Contains(sources, m.ID) })
}
