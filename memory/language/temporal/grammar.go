package temporal

import (
	"dormouse/memory/language"
	"maps"
	"slices"
	"strings"
)

// slot is a place in a rule that one of many words fills.
type slot uint8

const (
	literal slot = iota
	unitSlot
	whichSlot
	partSlot
	seasonSlot
	monthSlot
	weekdaySlot
	numberSlot
	vagueSlot
	dateSlot // day of a month
	yearSlot
	slots
)

// slotNames are the names of slots, as rules have them.
var slotNames = [slots]string{unitSlot: "UNIT", whichSlot: "WHICH", partSlot: "PART", seasonSlot: "SEASON", monthSlot: "MONTH", weekdaySlot: "WEEKDAY", numberSlot: "NUMBER", vagueSlot: "VAGUE", dateSlot: "DAY", yearSlot: "YEAR"}

// element is one place of a pattern.
type element struct {
	slot slot
	word string // of a literal
}

// pattern is a rule without alternatives.
type pattern struct {
	elements []element
	rule     *language.TimeRule
	which    int // -1 where a slot says it
	notAfter map[string]bool
	lone     bool // a day of a month without its month
}

// filler is something that fills a slot.
type filler struct {
	words   []string // folded tokens
	value   int
	written string
	short   bool // an abbreviation, or a word that means other things too
	plural  bool
	part    string // of the day, within the word
}

// timeGrammar is a language's TimeData, ready to read and write.
type timeGrammar struct {
	*language.TimeData
	dense                                 bool
	starts                                map[string][]*pattern // by the first token; "0" is any number
	fillers                               [slots]map[string][]filler
	ordinals                              []string
	neverAfter                            [][]string
	roughly, anyYear, capitalMonths       map[string]bool
	prepositions, determiners, predicates map[string]bool
	breaks, unsettled, adverbs            language.Forms
	verbs                                 []verbs
}

// grammarOf are the grammars of the languages, each read when it is first asked for.
var grammarOf = language.OncePer(func(l language.Lang) *timeGrammar {
	d := l.File()
	t := &d.Time
	g := &timeGrammar{TimeData: t, dense: d.Dense, starts: map[string][]*pattern{},
		ordinals: strings.Fields(t.Ordinals), roughly: set(t.Roughly), anyYear: set(t.AnyYear), capitalMonths: set(t.Capital), prepositions: set(t.Prepositions),
		determiners: set(t.Determiners), predicates: set(t.Predicates), breaks: language.NewForms(t.Breaks, 0), unsettled: language.NewForms(t.Unsettled, 0),
		adverbs: language.NewForms(t.Adverbs, 0)}
	for _, phrase := range t.NeverAfter {
		g.neverAfter = append(g.neverAfter, foldedTokens(phrase))
	}
	g.fill(d)
	for i := range t.Rules {
		g.addRule(&t.Rules[i])
	}
	for _, v := range t.Verbs {
		g.verbs = append(g.verbs, newVerbs(v))
	}
	return g
})

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

func foldedTokens(phrase string) []string {
	var out []string
	for _, t := range language.TokensOf(phrase) {
		out = append(out, t.Fold)
	}
	return out
}

// fill puts the words of the file into the slots.
func (g *timeGrammar) fill(d *language.File) {
	for i := range g.fillers {
		g.fillers[i] = map[string][]filler{}
	}
	t := &d.Time
	unclear := set(language.Fold(t.Unclear))
	g.rows(unitSlot, t.Units, unclear)
	g.rows(seasonSlot, t.Seasons, unclear)
	g.rows(monthSlot, d.Months, unclear)
	g.rows(monthSlot, t.Months, unclear)
	g.rows(weekdaySlot, d.Weekdays, unclear)
	g.rows(weekdaySlot, t.Weekdays, unclear)
	g.rows(numberSlot, d.Numbers, nil)
	g.rows(numberSlot, t.Numbers, nil)
	g.fillers[dateSlot] = g.fillers[numberSlot] // a date may be a word, too
	for i, row := range t.Which {
		for phrase := range strings.SplitSeq(row, ",") {
			g.add(whichSlot, filler{words: foldedTokens(phrase), value: i})
		}
	}
	for _, w := range strings.Fields(t.Vague) {
		g.add(vagueSlot, filler{words: foldedTokens(w)})
	}
	for _, row := range t.Parts {
		written, said, ok := strings.Cut(row, "=")
		if !ok {
			said = row
		}
		for phrase := range strings.SplitSeq(said, ",") {
			g.add(partSlot, filler{words: foldedTokens(phrase), written: strings.TrimSpace(written)})
		}
	}
	if t.JoinedParts {
		g.joinParts()
	}
}

// rows adds words whose value is the number of their row. What stands after a dash
// is plural; a comma separates phrases where one has several words.
func (g *timeGrammar) rows(s slot, rows []string, unclear map[string]bool) {
	for i, row := range rows {
		one, many, _ := strings.Cut(row, "/")
		for k, part := range []string{one, many} {
			list := strings.Fields(part)
			if strings.Contains(row, ",") {
				list = strings.Split(part, ",")
			}
			for n, w := range list {
				f := filler{words: foldedTokens(w), value: i, written: strings.TrimSpace(w), plural: k > 0}
				f.short = unclear[language.Fold(f.written)] || !g.dense && n > 0 && len([]rune(f.written)) <= 3
				g.add(s, f)
			}
		}
	}
}

func (g *timeGrammar) add(s slot, f filler) {
	if len(f.words) == 0 {
		return
	}
	list := append(g.fillers[s][f.words[0]], f)
	slices.SortStableFunc(list, func(a, b filler) int { return len(b.words) - len(a.words) }) // the longest first
	g.fillers[s][f.words[0]] = list
}

// joinParts makes one word of each weekday and each part of the day.
func (g *timeGrammar) joinParts() {
	all := func(s slot) []filler { return slices.Concat(slices.Collect(maps.Values(g.fillers[s]))...) }
	parts := all(partSlot)
	for _, d := range all(weekdaySlot) {
		for _, p := range parts {
			if len(d.words) == 1 && len(p.words) == 1 && !d.short {
				g.add(weekdaySlot, filler{words: []string{d.words[0] + p.words[0]}, value: d.value, written: d.written, part: p.written})
			}
		}
	}
}

func newVerbs(d language.VerbData) verbs {
	v := verbs{says: signNames[d.Says], words: language.NewForms(d.Words, max(d.Least, 2)), except: language.NewForms(d.Except, 1), after: language.NewForms(d.After, 0), with: language.NewForms(d.With, 0),
		notAfter: language.NewForms(d.NotAfter, 0), neither: language.NewForms(d.Neither, 0), about: language.NewForms(d.About, 0), near: -1}
	if d.Near != nil {
		v.near = *d.Near
	}
	return v
}

func (g *timeGrammar) addRule(r *language.TimeRule) {
	ways, _ := alternatives(apart.Replace(r.Say))
	for _, way := range ways {
		p := &pattern{rule: r, which: slices.Index(whichNames, r.Which), notAfter: set(r.NotAfter)}
		for _, w := range strings.Fields(way) {
			if s := slices.Index(slotNames[:], w); s > 0 {
				p.elements = append(p.elements, element{slot: slot(s)})
				continue
			}
			for _, f := range foldedTokens(w) {
				p.elements = append(p.elements, element{word: f})
			}
		}
		p.lone = isLone(p)
		g.start(p)
	}
}

// apart puts blanks around the slots of a rule, for scripts that have none.
var apart = func() *strings.Replacer {
	var pairs []string
	for _, name := range slotNames[1:] {
		pairs = append(pairs, name, " "+name+" ")
	}
	return strings.NewReplacer(pairs...)
}()

// start files a pattern under every token that it may begin with.
func (g *timeGrammar) start(p *pattern) {
	first := p.elements[0]
	switch first.slot {
	case literal:
		g.starts[first.word] = append(g.starts[first.word], p)
	case dateSlot, yearSlot:
		g.starts["0"] = append(g.starts["0"], p)
	case numberSlot:
		g.starts["0"] = append(g.starts["0"], p)
		fallthrough
	default:
		for w := range g.fillers[first.slot] {
			g.starts[w] = append(g.starts[w], p)
		}
	}
}

// alternatives writes a rule out: "[the] (last|next) UNIT" is four. It reads up to
// the bracket or bar that ends it; the tests know that those of each rule match.
func alternatives(say string) (ways []string, rest string) {
	ways = []string{""}
	for say != "" && !strings.ContainsAny(say[:1], "|)]") {
		c := say[:1]
		if say = say[1:]; c != "(" && c != "[" {
			for i := range ways {
				ways[i] += c
			}
			continue
		}
		var any []string
		for more := true; more; say = say[1:] {
			var one []string
			one, say = alternatives(say)
			any, more = append(any, one...), say[0] == '|'
		}
		if c == "[" {
			any = append(any, "")
		}
		var all []string
		for _, x := range ways {
			for _, y := range any {
				all = append(all, x+y)
			}
		}
		ways = all
	}
	return ways, say
}
