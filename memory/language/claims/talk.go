// Package claims tells what of a line that somebody wrote about a talk the talk bears
// out. The line is read clause by clause; each is laid beside the sentences that say
// most of it, and what is seen there (how much of its words, names and figures stand
// where, in which stance, done by whom) goes to a small model that was trained on
// talks with true and false lines. A name or a figure that stands nowhere ends a
// clause without it. Where a clause is doubted, the sentences that tell what the line
// is about stand in for it. The package opens no file and reads no clock.
package claims

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/translate"
)

// Passage is a sentence that a claim may rest on.
type Passage struct {
	Text    string
	Lang    language.Lang
	Message int // which of the messages it stands in; -1 for memory
	ID      string
	Role    transcript.Role
	Origin  transcript.Origin // how it came there; typed for what a person said
	Day     time.Time         // local, on which it was said
	Adds    float64           // the share of what it was asked for that it tells best
	Tells   []int             // where, in bytes, it tells what it was asked for; none of what is heard
}

// Talk is all that a claim may rest on: the messages and what memory holds, sentence
// by sentence. What costs time is read when a claim first asks.
type Talk struct {
	said     []*passage
	by       map[string][]int  // stem, or figure → passages
	written  map[string]string // folded word → as written, where that was with a capital
	small    map[string]bool   // folded words that were written without one
	capitals map[string]int    // how often others
	proper   map[string]bool   // those with one where no sentence begins
	own      map[string]bool   // names of the person
	lang     language.Lang     // that most of it is in
	sims     map[[2]string]float64
	one      map[string]string // kin and second names → by which name they are spoken of; "" for several
}

// passage is a Passage as far as it was read.
type passage struct {
	Passage
	asks  bool
	parts []part // nil until asked for
	who   cast   // spoken of last in it

	numbers func() []quantity.Figure // the figures, read when they are first asked for
}

// Listen reads what a claim may rest on. owner is how a claim calls the person, who
// has those names beside what they say of themselves.
func Listen(said []Passage, owner string, names ...string) *Talk {
	t := &Talk{by: map[string][]int{}, written: map[string]string{}, small: map[string]bool{}, proper: map[string]bool{}, capitals: map[string]int{}, own: map[string]bool{language.Fold(owner): true}, sims: map[[2]string]float64{}, one: map[string]string{}}
	langs := map[language.Lang]int{}
	for _, p := range said {
		if p.Message >= 0 {
			langs[p.Lang] += len(p.Text)
		}
		if p.Role == transcript.User {
			for _, name := range p.Lang.OwnNames(p.Text) {
				t.own[name] = true
			}
		}
		t.hear(p)
	}
	t.introduce()
	for _, name := range names {
		t.Name(name)
		for _, w := range language.Words(name) {
			t.own[w.Low] = true
		}
	}
	for l, n := range langs {
		if n > langs[t.lang] || n == langs[t.lang] && l < t.lang {
			t.lang = l
		}
	}
	return t
}

// Name makes a speaker's name known.
func (t *Talk) Name(who string) {
	for _, w := range language.Words(who) {
		t.written[w.Low] = w.Text
	}
}

func (t *Talk) hear(of Passage) {
	p := passage{Passage: of, asks: strings.HasSuffix(of.Text, "?") || strings.HasSuffix(of.Text, "？")}
	p.numbers = sync.OnceValue(func() []quantity.Figure { return quantity.Figures(of.Text, of.Lang, of.Day) })
	n := len(t.said)
	t.said = append(t.said, &p)
	ws := language.Words(p.Text)
	for i, w := range ws {
		low := strings.TrimSuffix(w.Low, "'s")
		switch {
		case w.Upper():
			t.written[low] = strings.TrimSuffix(w.Text, "'s")
			mid := i > 0 && !strings.ContainsAny(p.Text[ws[i-1].Start+len(ws[i-1].Text):w.Start], ".:!?(\"“«„")
			t.proper[low] = t.proper[low] || mid && (!p.Lang.NounsHaveCapitals() || p.Lang.Lists(ws[i-1].Low).Has(language.Address))
			t.capitals[low]++
			if i > 0 && p.Lang.NounsHaveCapitals() && (p.Lang.Determines(ws[i-1].Low) || p.Lang.Lists(ws[i-1].Low).Has(language.Whose)) {
				t.small[low], t.small[p.Lang.Stem(low)] = true, true
			}
		case w.Digit():
			t.written[low] = w.Text
		default:
			t.small[low] = true
		}
		key := p.Lang.Stem(low)
		if list := t.by[key]; len(list) == 0 || list[len(list)-1] != n {
			t.by[key] = append(list, n)
		}
	}
}

// introduce notes who is one and the same: "my cousin Ann", "the teacher, Mrs Lee",
// "Ann Lee".
func (t *Talk) introduce() {
	for _, p := range t.said {
		l, ws := p.Lang, language.Words(p.Text)
		for i := range max(0, len(ws)-1) {
			kin := l.Is(language.People, ws[i].Low) && !l.Lists(ws[i].Low).Has(language.Address)
			next := i + 1
			for kin && next < len(ws)-1 && l.Lists(ws[next].Low).Has(language.Address) {
				next++
			}
			name := strings.TrimSuffix(ws[next].Low, "'s")
			switch {
			case kin && (next > i+1 && t.mayName(ws[next], false, l) || t.apposed(ws, i, l)):
				t.same("kin "+l.Stem(ws[i].Low), name)
			case t.apposed(ws, i, l) && t.mayName(ws[i], i == 0, l):
				t.same(name, ws[i].Low)
			}
		}
	}
}

func (t *Talk) same(other, name string) {
	if before, ok := t.one[other]; ok && before != name {
		name = ""
	}
	t.one[other] = name
}

// known is the name by which somebody is spoken of.
func (t *Talk) known(who string) string {
	for range 2 {
		name := t.one[who]
		if name == "" {
			break
		}
		who = name
	}
	return who
}

// leastCompound is the shortest word that tells what a compound is that begins with it.
const leastCompound = 4

// knows reports whether a name was heard, in this spelling or another.
func (t *Talk) knows(name string) bool {
	low := strings.TrimSuffix(language.Fold(name), "'s")
	if t.small[low] || t.written[low] != "" {
		return true
	}
	coded := strings.ContainsAny(low, "0123456789")
	if !coded && (len(t.by[t.lang.Stem(low)]) > 0 || len(t.by[language.English.Stem(low)]) > 0 || t.compound(low)) {
		return true
	}
	for _, as := range t.written {
		if translate.Alias(name, as) && !(coded && strings.ContainsAny(as, "0123456789")) {
			return true
		}
	}
	return false
}

// compound reports whether a word begins with one that was heard, in a language that
// joins words.
func (t *Talk) compound(low string) bool {
	if !t.lang.NounsHaveCapitals() {
		return false
	}
	for heard := range t.written {
		if len(heard) >= leastCompound && strings.HasPrefix(low, heard) && len(heard) < len(low) {
			return true
		}
	}
	return false
}

// isProper reports whether a word is used as a name: it is written as one, and never
// otherwise where that would tell.
func (t *Talk) isProper(low string) bool {
	return (t.proper[low] || t.capitals[low] > 1 && !t.lang.NounsHaveCapitals()) && !t.small[low]
}

// isCommon reports whether a word is used as a common noun, or was never heard.
func (t *Talk) isCommon(low string) bool {
	return t.small[low] || t.small[t.lang.Stem(low)]
}

// around are the other passages of the message of passage i; those of what it answers
// and of what answers it; and those of what its author said before that.
func (t *Talk) around(i int) (same, other, earlier []int) {
	p := t.said[i]
	if p.Message < 0 {
		return nil, nil, nil
	}
	for k := i - 1; k >= 0 && t.said[k].Message >= p.Message-2; k-- {
		switch o := t.said[k]; {
		case o.Message == p.Message:
			same = append(same, k)
		case o.Role == p.Role:
			earlier = append(earlier, k)
		case o.Message == p.Message-1 && !(o.asks && t.denies(p.Message, i)):
			other = append(other, k)
		}
	}
	for k := i + 1; k < len(t.said) && t.said[k].Message >= 0 && t.said[k].Message <= p.Message+1; k++ {
		switch o := t.said[k]; {
		case o.Message == p.Message:
			same = append(same, k)
		case o.Role != p.Role:
			other = append(other, k)
		}
	}
	return same, other, earlier
}

// refuted reports whether passage i is a question that was answered with no.
func (t *Talk) refuted(i int) bool {
	p := t.said[i]
	for k := i + 1; p.asks && k < len(t.said) && t.said[k].Message <= p.Message+1; k++ {
		if t.said[k].Message == p.Message+1 {
			return t.denies(p.Message+1, k)
		}
	}
	return false
}

// denies reports whether the message of passage i begins by saying no: then what it
// answers was not so.
func (t *Talk) denies(message, i int) bool {
	for i > 0 && t.said[i-1].Message == message {
		i--
	}
	p := t.said[i]
	ws := language.Words(p.Text)
	if len(ws) == 0 || !p.Lang.Is(language.Negators, ws[0].Low) {
		return false
	}
	behind := p.Text[ws[0].Start+len(ws[0].Text):]
	return len(ws) == 1 || strings.ContainsAny(behind[:1], ",.;:!")
}

// mostLooked is how many passages are compared with one clause of an entry.
const mostLooked = 48

// near are the passages that share most of the rare words with a part, those of the
// cited messages first of equals.
func (t *Talk) near(c *part, cited map[string]bool) []int {
	score := map[int]float64{}
	for _, w := range c.terms {
		list := t.by[w.stem]
		if len(list) > len(t.said)/2+8 {
			continue
		}
		for _, n := range list {
			score[n] += w.weight / float64(1+len(list))
		}
	}
	var out []int
	for i, p := range t.said {
		if cited[p.ID] {
			score[i] += .5
		}
		if score[i] > 0 {
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), b-a) })
	return out[:min(len(out), mostLooked)]
}

// field are some passages and what stands around them.
func (t *Talk) field(near []int) []int {
	out := slices.Clone(near)
	for _, i := range near {
		same, other, earlier := t.around(i)
		out = append(append(append(out, same...), other...), earlier...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
