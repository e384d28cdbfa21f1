package claims

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// part is a clause: what it says, how, and who does it.
type part struct {
	lang    language.Lang
	text    string
	terms   []term
	names   []string // as written
	guessed []string // of these what may be none: a word that begins the text, an abbreviation
	figures []quantity.Figure
	mode    language.Mode
	open    bool // not sure, or only wanted
	denied  bool
	reason  bool // it gives the reason for what stands before it
	doer    string
	others  []string // to whom or what it is done
	carried bool     // the doer is that of an earlier clause
	told    bool     // the doer is named in it, or before it by the label
	does    []string // the words that tell most likely what is done, by stem
	present []string // who is spoken of, in order
	agent   bool     // who does it stands behind: "by Ann"
}

// cast is who was spoken of last: who did something, and who else.
type cast struct {
	doer, third string
	label       bool // the doer is named before a text that may begin with what they do
}

// me is the person, as the doer of something.
const me = "\x00me"

// parts reads the clauses of a text; who was spoken of before it is carried on.
func (r *Talk) parts(text string, l language.Lang, day time.Time, who *cast) []part {
	ws := language.Words(text)
	figures := quantity.Figures(text, l, day)
	out := []part{} // a text without words was read, too
	for _, span := range undivided(l.Parts(text, ws), ws, figures) {
		p := r.read(text, ws, span, figures, l)
		r.who(&p, ws[span[0]:span[1]], l, who)
		if n := len(out); n > 0 && p.carried && l.Is(language.Connectives, ws[span[0]].Low) {
			p.open = p.open || out[n-1].open && !p.denied
			p.carried = out[n-1].carried // "Ann came and sang"
		}
		out = append(out, p)
	}
	return out
}

// undivided joins clauses that part a figure: "on Tuesday, May 5, 2026", "bis zum 10. April".
func undivided(spans [][2]int, ws []language.Word, figures []quantity.Figure) (out [][2]int) {
	for _, span := range spans {
		at := ws[span[0]].Start
		if n := len(out); n > 0 && slices.ContainsFunc(figures, func(f quantity.Figure) bool { return f.From < at && at < f.To }) {
			out[n-1][1] = span[1]
			continue
		}
		out = append(out, span)
	}
	return out
}

// read reads the clause of a text that some of its words are, but for who does it.
func (r *Talk) read(text string, all []language.Word, span [2]int, figures []quantity.Figure, l language.Lang) part {
	ws := all[span[0]:span[1]]
	from, to := ws[0].Start, len(text)
	if span[1] < len(all) {
		to = all[span[1]].Start
	}
	p := part{lang: l, text: text[from:to]}
	says := map[int]bool{}
	denials := 0
	for _, f := range figures {
		if f.From >= from && f.From < to {
			p.figures = append(p.figures, f)
		}
	}
	for _, m := range l.Modes(p.text, ws) {
		if p.counted(ws[m.From]) {
			continue
		}
		p.mode |= m.Mode
		p.open = p.open || m.Mode&language.Wants != 0 || m.Mode&language.Doubts != 0 && m.Mode&language.Allows == 0
		if m.Mode&language.Negates != 0 && !(m.From > 0 && l.ModeOf(ws[m.From-1].Low)&language.Toward != 0) {
			denials |= 1 // and not "for nothing"
		}
		if m.Mode&(language.Forbids|language.Refuses) != 0 {
			denials |= 2
		}
		if m.Mode&language.Reasons != 0 && m.From == 0 {
			p.reason = true
		}
		for i := m.From; i < m.To; i++ {
			says[i] = true
		}
	}
	p.denied = denials == 1 || denials == 2
	for i, w := range ws {
		counted, named := p.counted(w), r.isName(w, i == 0, l)
		if !counted && w.Digit() {
			p.names = append(p.names, w.Text) // a code: "orion-7"
		}
		if !counted && !p.isUnit(w) && utf8.RuneCountInString(w.Text) > 1 && named || !counted && r.addressed(ws, i, l) {
			name := strings.TrimSuffix(strings.TrimSuffix(w.Text, "'s"), "’s")
			p.names = append(p.names, name)
			if _, known := vectors.Of(language.Fold(name)); from+i == 0 && !known || abbreviated(name) {
				p.guessed = append(p.guessed, name)
			}
		}
		if t, ok := newTerm(w, l); ok {
			if t.at = w.Start; says[i] {
				t.weight /= 2
			}
			if named {
				t.weight = nameWeight
			}
			t.name = r.mayName(w, i == 0, l)
			if counted || w.Digit() || r.own[t.low] {
				t.weight = 0
			}
			p.terms = append(p.terms, t)
		}
	}
	return p
}

// abbreviated reports whether a word has more capitals than its first: "RAM", "HbA1c".
func abbreviated(name string) bool {
	n := 0
	for _, r := range name {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n > 1 && n*2 >= utf8.RuneCountInString(name) || len(name) == 2
}

// isUnit reports whether a word of capitals stands beside a figure: "CHF 170".
func (p *part) isUnit(w language.Word) bool {
	end := w.Start + len(w.Text)
	return strings.ToUpper(w.Text) == w.Text && slices.ContainsFunc(p.figures, func(f quantity.Figure) bool {
		return f.From >= end && f.From <= end+2 || f.To+1 == w.Start // "R$ 40"
	})
}

// counted reports whether a word belongs to a figure.
func (p *part) counted(w language.Word) bool {
	return slices.ContainsFunc(p.figures, func(f quantity.Figure) bool { return w.Start < f.To && w.Start+len(w.Text) > f.From })
}

// isName reports whether a word is a name. One that begins a sentence is one where
// the talk has it as one, or where its like are names.
func (r *Talk) isName(w language.Word, begins bool, l language.Lang) bool {
	low := strings.TrimSuffix(w.Low, "'s")
	if _, says := newTerm(w, l); !says || !w.Upper() || l.Lists(low).Has(language.Address|language.Unnamed) || l.Calendar(low) || l.Is(language.Me, low) {
		return false
	}
	switch {
	case r.isProper(low):
		return true
	case l.ModeOf(low) != 0 || l.NounsHaveCapitals():
		return false
	case !begins, strings.ContainsFunc(w.Text[1:], unicode.IsUpper): // "O'Neill"
		return true
	case r.written[low] != "":
		return !r.isCommon(low) && translate.NameLike(low, l)
	}
	_, known := vectors.Of(low)
	if stem := l.Stem(low); stem != low && strings.HasPrefix(low, stem) {
		if _, word := vectors.Of(stem); word {
			return false // a form of another word: "Erected"
		}
	}
	return l == language.English && (known || l.Stem(low) == low) && language.IsName(w) && translate.NameLike(low, l)
}

// mayName reports whether a word may be a name: where nouns have capitals it is one
// that no dictionary has and that never stood behind an article.
func (r *Talk) mayName(w language.Word, begins bool, l language.Lang) bool {
	if !l.NounsHaveCapitals() || !w.Upper() {
		return r.isName(w, begins, l)
	}
	low := strings.TrimSuffix(w.Low, "'s")
	_, says := newTerm(w, l)
	return says && !r.isCommon(low) && translate.NameLike(low, l) && l.ModeOf(low) == 0 && !l.Calendar(low) && !l.Lists(low).Has(language.Address|language.Unnamed)
}

// addressed reports whether a word stands behind a form of address: "Mrs Baker".
func (r *Talk) addressed(ws []language.Word, i int, l language.Lang) bool {
	return i > 0 && ws[i].Upper() && l.Lists(ws[i-1].Low).Has(language.Address)
}

// bare reports whether a clause begins with nobody: the one whose label stands before
// it does what it tells.
func (r *Talk) bare(first language.Word, l language.Lang, before *cast) bool {
	return r.person(first, true, l, before) == "" && !l.Determines(first.Low) && l.ModeOf(first.Low)&language.Toward == 0 &&
		!l.Is(language.Third, first.Low) && !l.Is(language.Me, first.Low)
}

// who finds who does it, and to whom.
func (r *Talk) who(p *part, ws []language.Word, l language.Lang, before *cast) {
	toward, byThem, agent := false, false, false
	doerAt := -1
	if before.label && r.bare(ws[0], l, before) {
		p.doer, p.carried = before.doer, true
		p.told = !l.Lists(ws[0].Low).Has(language.Whose)
	}
	before.label = false
	for i, w := range ws {
		low := strings.TrimSuffix(w.Low, "'s")
		mode := l.ModeOf(w.Low)
		is := r.person(w, i == 0, l, before)
		if i > 0 && p.text[w.Start-ws[0].Start-1] == '-' || is != "" && is != me && i+1 < len(ws) && r.apposed(ws, i, l) {
			continue // the rest of "son-in-law"; "my cousin Ann" and "Ann Lee" are one
		}
		if p.counted(w) {
			is = ""
		}
		if is == low && i > 0 && l.Determines(ws[i-1].Low) {
			is = "" // "the Oracle licence"
		}
		if is == me && mode&language.ByMe == 0 && !r.own[low] {
			toward = true
		}
		if strings.HasSuffix(w.Low, "'s") && mode == 0 {
			continue
		}
		p.mention(is)
		switch {
		case mode&language.ByMe != 0:
			if p.doer == "" {
				p.doer, doerAt = is, i
			}
			toward = false
		case is == "" && mode&(language.Toward|language.Agent) != 0:
			toward, byThem = true, byThem || mode&language.Agent != 0
		case is == "":
			toward = toward && (l.Lists(low).Has(language.Light|language.Whose|language.Address) || l.Determines(low) || l.Is(language.Third, low))
		case byThem && p.mode&language.Passive != 0:
			if p.doer != "" {
				p.others = append(p.others, p.doer)
			}
			p.doer, doerAt, byThem, agent = is, i, false, true
		case p.doer == "" && !toward:
			p.doer, doerAt = is, i
		case is != p.doer && !(is == me && !toward):
			p.others = append(p.others, is)
		}
	}
	p.deeds(ws, doerAt, l, r)
	if doerAt >= 0 {
		p.carried, p.told = false, true
	}
	if p.doer == "" && before.doer != "" {
		p.doer, p.carried = before.doer, true
	}
	if before.doer = p.doer; p.carried && !slices.Contains(p.present, p.doer) {
		p.present = slices.Insert(p.present, 0, p.doer)
	}
	p.agent = agent
	if !p.carried {
		before.spokenOf(slices.Concat(p.others, []string{p.doer}), agent)
	}
}

// spokenOf notes whom a pronoun of what follows means: the last that was mentioned, or
// the first where an agent stands behind what was done.
func (c *cast) spokenOf(mentioned []string, agent bool) {
	if agent {
		slices.Reverse(mentioned)
	}
	for _, is := range mentioned {
		if is != me && is != "" {
			c.third = is
		}
	}
}

// mention notes that somebody is spoken of.
func (p *part) mention(is string) {
	if is != "" && !slices.Contains(p.present, is) {
		p.present = append(p.present, is)
	}
}

// apposed reports whether a kin is named by the word behind it, or a word is the
// first of a name of two.
func (r *Talk) apposed(ws []language.Word, i int, l language.Lang) bool {
	w, next := ws[i], ws[i+1]
	return !strings.HasSuffix(w.Low, "'s") && next.Start == w.Start+len(w.Text)+1 && r.mayName(next, false, l) && (!l.NounsHaveCapitals() || r.isSomebody(next))
}

// person is who a word stands for, "" for nobody.
func (r *Talk) person(w language.Word, begins bool, l language.Lang, before *cast) string {
	low := strings.TrimSuffix(w.Low, "'s")
	mode := l.ModeOf(w.Low)
	switch {
	case mode&language.ByMe != 0, r.own[low], l.Is(language.Me, low) && !l.Lists(low).Has(language.Whose):
		return me
	case mode&language.ByThem != 0:
		return before.third
	case l.Is(language.People, low) && !l.Lists(low).Has(language.Address):
		return r.known("kin " + l.Stem(low))
	case len(low) > 1 && r.mayName(w, begins, l) && (!l.NounsHaveCapitals() || r.isSomebody(w)):
		return r.known(low)
	}
	return ""
}

// isSomebody reports whether a word of a language whose nouns have capitals is spoken of
// in the talk, and not as a thing of every day: the first word of a claim is none.
func (r *Talk) isSomebody(w language.Word) bool {
	low := strings.TrimSuffix(w.Low, "'s")
	return r.proper[low] || r.written[low] != "" && language.IsName(w)
}

// deeds finds what is done: the first word behind the one who does it that says
// something, or the last.
func (p *part) deeds(ws []language.Word, doerAt int, l language.Lang, r *Talk) {
	last := ""
	for i, w := range ws {
		t, ok := newTerm(w, l)
		if !ok || p.counted(w) || r.isName(w, i == 0, l) || l.Is(language.People, t.low) {
			continue
		}
		if last = t.stem; i > doerAt && len(p.does) == 0 {
			p.does = append(p.does, t.stem)
		}
	}
	if last != "" {
		p.does = append(p.does, last)
	}
}
