package summarize

import (
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// record is all that a claim may rest on: the messages of a night and what memory
// holds, sentence by sentence. What costs time is read when a claim first asks.
type record struct {
	said     []*passage
	by       map[string][]int32 // stem, or figure → passages
	written  map[string]string  // folded word → as written, where that was with a capital
	small    map[string]bool    // folded words that were written without one
	capitals map[string]int     // how often others
	proper   map[string]bool    // those with one where no sentence begins
	own      map[string]bool    // names of the person
	lang     language.Lang      // that most of it is in
	loc      *time.Location
}

// passage is a sentence, and where it stands.
type passage struct {
	text    string
	lang    language.Lang
	message int // which of the messages; -1 for memory
	id      string
	role    transcript.Role
	day     time.Time
	asks    bool
	parts   []part // nil until asked for
	figures []language.Figure
	who     cast // spoken of last in it
}

// listenTo reads what a claim may rest on.
func listenTo(in Input) *record {
	t := &record{by: map[string][]int32{}, written: map[string]string{}, small: map[string]bool{}, proper: map[string]bool{}, capitals: map[string]int{}, own: map[string]bool{}, loc: in.Location}
	langs := map[language.Lang]int{}
	seen := map[string]bool{}
	n := 0
	for _, m := range slices.Concat(in.Old, in.New) {
		if m.ID != "" && seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		l := language.Guess(m.Content)
		langs[l] += len(m.Content)
		if m.Role == transcript.User {
			for _, name := range l.OwnNames(m.Content) {
				t.own[name] = true
			}
		}
		day := dayOf(m.Time, in.Location)
		for _, s := range sentences(m.Content) {
			t.hear(passage{text: s.text, lang: l, message: n, id: m.ID, role: m.Role, day: day})
		}
		t.name(speaker(in, m))
		n++
	}
	for _, e := range in.Known {
		t.hear(passage{text: e.Text, lang: language.Guess(e.Text), message: -1})
	}
	for line := range strings.Lines(in.Earlier) {
		t.hear(passage{text: strings.TrimLeft(strings.TrimSpace(line), "-*# "), lang: t.lang, message: -1})
	}
	for role, name := range in.Names {
		t.name(name)
		for _, w := range language.Words(name) {
			t.own[w.Low] = t.own[w.Low] || role == transcript.User
		}
	}
	for l, n := range langs {
		if n > langs[t.lang] || n == langs[t.lang] && l < t.lang {
			t.lang = l
		}
	}
	return t
}

// name makes a speaker's name known.
func (r *record) name(who string) {
	for _, w := range language.Words(who) {
		r.written[w.Low] = w.Text
	}
}

func (r *record) hear(p passage) {
	p.asks = strings.HasSuffix(p.text, "?") || strings.HasSuffix(p.text, "？")
	n := int32(len(r.said))
	r.said = append(r.said, &p)
	ws := language.Words(p.text)
	for i, w := range ws {
		low := strings.TrimSuffix(w.Low, "'s")
		switch {
		case w.Upper():
			r.written[low] = strings.TrimSuffix(w.Text, "'s")
			mid := i > 0 && !strings.ContainsAny(p.text[ws[i-1].Start+len(ws[i-1].Text):w.Start], ".:!?(\"“«„")
			r.proper[low] = r.proper[low] || mid && (!p.lang.NounsHaveCapitals() || p.lang.Lists(ws[i-1].Low).Has(language.Address))
			r.capitals[low]++
			if i > 0 && p.lang.NounsHaveCapitals() && p.lang.Determines(ws[i-1].Low) {
				r.small[low], r.small[p.lang.Stem(low)] = true, true
			}
		case w.Digit():
			r.written[low] = w.Text
		default:
			r.small[low] = true
		}
		key := p.lang.Stem(low)
		if list := r.by[key]; len(list) == 0 || list[len(list)-1] != n {
			r.by[key] = append(list, n)
		}
	}
}

// leastCompound is the shortest word that tells what a compound is that begins with it.
const leastCompound = 4

// knows reports whether a name was heard, in this spelling or another.
func (r *record) knows(name string) bool {
	low := strings.TrimSuffix(language.Fold(name), "'s")
	if r.small[low] || r.written[low] != "" {
		return true
	}
	if strings.ContainsAny(low, "0123456789") {
		return slices.ContainsFunc(slices.Collect(maps.Values(r.written)), func(as string) bool { return language.Alias(name, as) && !strings.ContainsAny(as, "0123456789") })
	}
	for _, l := range []language.Lang{r.lang, language.English} {
		if len(r.by[l.Stem(low)]) > 0 {
			return true
		}
	}
	if r.compound(low) {
		return true
	}
	for _, as := range r.written {
		if language.Alias(name, as) {
			return true
		}
	}
	return false
}

// compound reports whether a word begins with one that was heard, in a language that
// joins words.
func (r *record) compound(low string) bool {
	if !r.lang.NounsHaveCapitals() {
		return false
	}
	for heard := range r.written {
		if len(heard) >= leastCompound && strings.HasPrefix(low, heard) && len(heard) < len(low) {
			return true
		}
	}
	return false
}

// name reports whether a word is used as a name: it is written as one, and never
// otherwise where that would tell.
func (r *record) isName(low string) bool {
	return (r.proper[low] || r.capitals[low] > 1 && !r.lang.NounsHaveCapitals()) && !r.small[low]
}

// isCommon reports whether a word is used as a common noun, or was never heard.
func (r *record) isCommon(low string) bool {
	return r.small[low] || r.small[r.lang.Stem(low)]
}

// around are the other passages of the message of passage i; those of what it answers
// and of what answers it; and those of what its author said before that.
func (r *record) around(i int) (same, other, earlier []int) {
	p := r.said[i]
	if p.message < 0 {
		return nil, nil, nil
	}
	for k := i - 1; k >= 0 && r.said[k].message >= p.message-2; k-- {
		switch o := r.said[k]; {
		case o.message == p.message:
			same = append(same, k)
		case o.role == p.role:
			earlier = append(earlier, k)
		case o.message == p.message-1 && !(o.asks && r.denies(p.message, i)):
			other = append(other, k)
		}
	}
	for k := i + 1; k < len(r.said) && r.said[k].message >= 0 && r.said[k].message <= p.message+1; k++ {
		switch o := r.said[k]; {
		case o.message == p.message:
			same = append(same, k)
		case o.role != p.role:
			other = append(other, k)
		}
	}
	return same, other, earlier
}

// refuted reports whether passage i is a question that was answered with no.
func (r *record) refuted(i int) bool {
	p := r.said[i]
	for k := i + 1; p.asks && k < len(r.said) && r.said[k].message <= p.message+1; k++ {
		if r.said[k].message == p.message+1 {
			return r.denies(p.message+1, k)
		}
	}
	return false
}

// denies reports whether the message of passage i begins by saying no: then what it
// answers was not so.
func (r *record) denies(message, i int) bool {
	for i > 0 && r.said[i-1].message == message {
		i--
	}
	p := r.said[i]
	ws := language.Words(p.text)
	if len(ws) == 0 || !p.lang.Is(language.Negators, ws[0].Low) {
		return false
	}
	behind := p.text[ws[0].Start+len(ws[0].Text):]
	return len(ws) == 1 || strings.ContainsAny(behind[:1], ",.;:!")
}

// mostLooked is how many passages are compared with one clause of an entry.
const mostLooked = 48

// near are the passages that share most of the rare words with a part, those of the
// cited messages first of equals.
func (r *record) near(c *part, cited map[string]bool) []int {
	score := map[int32]float64{}
	for _, w := range c.terms {
		list := r.by[w.stem]
		if len(list) > len(r.said)/2+8 {
			continue
		}
		for _, n := range list {
			score[n] += w.weight / float64(1+len(list))
		}
	}
	var out []int32
	for i, p := range r.said {
		n := int32(i)
		if cited[p.id] {
			score[n] += .5
		}
		if score[n] > 0 {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b int32) int {
		switch {
		case score[a] > score[b]:
			return -1
		case score[a] < score[b]:
			return 1
		}
		return int(b - a)
	})
	ids := make([]int, 0, mostLooked)
	for _, n := range out[:min(len(out), mostLooked)] {
		ids = append(ids, int(n))
	}
	return ids
}

// field are some passages and what stands around them.
func (r *record) field(near []int) []int {
	out := slices.Clone(near)
	for _, i := range near {
		same, other, earlier := r.around(i)
		out = append(append(append(out, same...), other...), earlier...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// opens reports whether a passage is how a person begins what they write first.
func (r *record) opens(i int) bool {
	return r.said[i].role == transcript.User && (i == 0 || r.said[i-1].message < 0)
}
