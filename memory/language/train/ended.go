package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/train/fit"
)

// besideNews is a line of a land beside news, and whether it no longer holds.
type besideNews struct {
	land   *corpus.Land
	news   int // which line of the land
	seen   classify.Sight
	ended  bool
	extra  bool    // of a memory that was made from others: trained on, judged by only where it is a pair
	pair   bool    // of a pair of the corpus
	counts float64 // what it weighs where it is ended
}

// endedTrees are what the lands of the corpus bear.
var endedTrees = fit.TreeOptions{Trees: 500, Rate: .05, Ridge: 4, Least: 10, Rows: 7, Within: 3}

// Beside the whole of a land, news is seen in a memory of a few of its lines, as somebody
// has on their first days: what an end counts there, for these were chosen to have many,
// and how many lines there are at most.
const (
	smallWeight = .6
	smallest    = 6
)

// besideAllNews lives the lands line by line. It rests on the weights of the other models:
// train those first.
func besideAllNews() (out []besideNews, gold map[*corpus.Land]int, err error) {
	lands, err := corpus.Lands()
	if err != nil {
		return nil, nil, err
	}
	lands = append(lands, hurried(lands)...)
	gold = map[*corpus.Land]int{}
	by, err := landJudges()
	if err != nil {
		return nil, nil, err
	}
	for n := range lands {
		l := &lands[n]
		whole := knowledge.Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		whole.JudgedBy(by[foldOf(l.Name)])
		holds := map[int]bool{}
		for i := range l.Lines {
			gold[l] += len(l.Lines[i].Ends)
			out = append(out, beside(whole, l, i, false, 1)...)
			if few := someOf(l, i, holds); len(few) > 0 {
				small := knowledge.Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
				small.JudgedBy(by[foldOf(l.Name)])
				for _, o := range few {
					small.Learn(entryOf(l, o))
				}
				out = append(out, beside(small, l, i, true, smallWeight)...)
			}
			var ended []string
			for _, o := range l.Lines[i].Ends {
				ended = append(ended, strconv.Itoa(o))
				delete(holds, o)
			}
			holds[i] = true
			whole.Learn(entryOf(l, i), ended...)
		}
	}
	pairs, more := besidePairs()
	moods, none := besideMoods()
	return slices.Concat(out, pairs, moods), gold, errors.Join(err, more, none)
}

// besideLives are the lines of lives beside news that may have ended them, as pairs. Which these
// are does not hang on the models that are left out: one of them learns from the pairs.
func besideLives() (out []example, err error) {
	lands, err := corpus.Lands()
	by := knowledge.Judges{
		Relate:  knowledge.Own.Relate,
		Changes: func(string, language.Lang) float64 { return 0 },
		Over:    func(_, _ statement.Statement) float64 { return 0 },
	}
	for n := range lands {
		l := &lands[n]
		k := knowledge.Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		k.JudgedBy(by)
		for i := range l.Lines {
			news := statement.ReadIn(l.Lines[i].Text, l.Lang)
			for _, s := range k.Beside(entryOf(l, i), "") {
				old, _ := strconv.Atoi(s.Line.ID)
				label := map[bool]string{false: "holds", true: "over"}[slices.Contains(l.Lines[i].Ends, old)]
				e := example{fit.Example{Input: statement.RelateInput(statement.ReadIn(s.Line.Text, l.Lang), news), Label: label}, l.Name, l.Writer, l.Lang.String(), false}
				out = append(out, e)
			}
			var ended []string
			for _, o := range l.Lines[i].Ends {
				ended = append(ended, strconv.Itoa(o))
			}
			k.Learn(entryOf(l, i), ended...)
		}
	}
	return out, err
}

// apartDays are how many days apart the statements of a pair are said.
var apartDays = []int{0, 0, 3, 40}

// What is seen of the pairs of the corpus is judged by models that were trained on the topics
// of the other half.
const halves = 2

func besidePairs() (out []besideNews, err error) {
	lines, err := statementPairs()
	if err != nil {
		return nil, err
	}
	b := bench{map[string][]example{}}
	for half := range halves {
		by, err := b.otherJudges(func(e example) bool { return foldOf(e.fold)%halves != half }, "relate", "change", "over")
		if err != nil {
			return nil, err
		}
		for i, l := range lines {
			if foldOf(exampleOf(l, classify.Input{}, "").fold)%halves == half {
				out = append(out, besidePair(lines, i, by)...)
			}
		}
	}
	return out, nil
}

// bench holds the examples of models that are trained several times.
type bench struct{ made map[string][]example }

func (b *bench) examples(name string) (task, []example, error) {
	t, err := taskOf(name)
	if err == nil && b.made[name] == nil {
		b.made[name], err = t.make(t.options)
	}
	return t, b.made[name], err
}

// otherJudges are the program's judges but for those models, which are trained on some of
// the examples.
func (b *bench) otherJudges(on func(example) bool, models ...string) (by knowledge.Judges, err error) {
	by = knowledge.Own
	for _, name := range models {
		t, ex, err := b.examples(name)
		if err != nil {
			return by, err
		}
		m := t.fit(plain(slices.DeleteFunc(seen(ex), func(e example) bool { return !on(e) })))
		switch name {
		case "relate":
			by.Relate = func(older, newer statement.Statement) statement.Verdict { return statement.RelateBy(m, older, newer) }
		case "over":
			by.Over = func(older, newer statement.Statement) float64 { return statement.OverBy(m, older, newer) }
		case "change":
			by.Changes = func(text string, l language.Lang) float64 {
				return m.Of(m.Score(language.ChangeFeatures(text, l, m.Use)), "changes")
			}
		}
	}
	return by, nil
}

// landJudges are, for each fold, the program's judges but for those that learn from lives:
// they have not seen those of that fold.
func landJudges() (by [folds]knowledge.Judges, err error) {
	b := bench{map[string][]example{}}
	for k := range by {
		if by[k], err = b.otherJudges(func(e example) bool { return foldOf(e.fold) != k }, "change", "over"); err != nil {
			return by, err
		}
	}
	return by, nil
}

// crowds are how many other lines the memory has in which a pair is seen.
var crowds = []int{0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36}

// breathEach is of how many pairs the older statement is one told in one breath with
// another thing, as somebody does who says who they are.
const breathEach = 7

// besidePair is pair i: the older statement among some of other topics.
func besidePair(lines []corpus.Line, i int, by knowledge.Judges) []besideNews {
	l := lines[i]
	land := &corpus.Land{Lang: l.Lang, Writer: l.Writer, Name: l.Topic}
	for step := 1; len(land.Lines) < crowds[i%len(crowds)]; step++ {
		if o := elsewhere(lines, i, step); o != nil {
			land.Lines = append(land.Lines, corpus.Told{Day: said, Text: o.Text})
		}
	}
	news := corpus.Told{Day: said.AddDate(0, 0, apartDays[i%len(apartDays)]), Text: l.Newer}
	if l.Fields[0] == statement.Denies.String() || l.Fields[0] == statement.Replaces.String() {
		news.Ends = []int{len(land.Lines)}
	}
	old := l.Text
	if o := elsewhere(lines, i, len(crowds)); i%breathEach == 0 && o != nil {
		old = o.Text + ", " + old
	}
	land.Lines = append(land.Lines, corpus.Told{Day: said, Text: old}, news)
	k := knowledge.Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
	k.JudgedBy(by)
	for n := range len(land.Lines) - 1 {
		k.Learn(entryOf(land, n))
	}
	out := beside(k, land, len(land.Lines)-1, true, 1)
	for n := range out {
		out[n].pair = true
	}
	return out
}

// Of what passes with its day every second sentence of the corpus is seen beside a few lines
// that last and share a word with it: it ends none of them.
const (
	moodEach  = 2
	moodLines = 3
)

// hurry is how many times as fast months are told again: in a week, as one who has just
// met the program tells of their life, and things change while they talk.
const hurry = 25

func hurried(lands []corpus.Land) (out []corpus.Land) {
	for _, l := range lands {
		first := l.Lines[0].Day
		l.Lines = slices.Clone(l.Lines)
		for i := range l.Lines {
			t := &l.Lines[i]
			t.Day = first.Add(t.Day.Sub(first) / hurry).Truncate(day)
		}
		out = append(out, l)
	}
	return out
}

func beside(k *knowledge.Knowledge, l *corpus.Land, i int, extra bool, counts float64) (out []besideNews) {
	for _, s := range k.Beside(entryOf(l, i), "") {
		old, _ := strconv.Atoi(s.Line.ID)
		out = append(out, besideNews{l, i, s.Sight, slices.Contains(l.Lines[i].Ends, old), extra, false, counts})
	}
	return out
}

// someOf are some of the lines that hold before line i: those that it ends, and a few that
// share most words with it.
func someOf(l *corpus.Land, i int, holds map[int]bool) (few []int) {
	size := 1 + (i*7+len(l.Lines))%smallest
	few = slices.Clone(l.Lines[i].Ends)
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(holds)), func(o int) bool { return slices.Contains(few, o) })
	slices.SortStableFunc(others, func(a, b int) int { return shared(l, b, i) - shared(l, a, i) })
	few = append(few, others[:min(len(others), max(0, size-len(few)))]...)
	slices.Sort(few)
	return few
}

// shared is how many words two lines of a land have in common that are no common ones.
func shared(l *corpus.Land, a, b int) (n int) {
	other := map[string]bool{}
	for _, w := range language.Words(l.Lines[b].Text) {
		other[l.Lang.Stem(w.Low)] = !language.Common(l.Lang, w.Low)
	}
	for _, w := range language.Words(l.Lines[a].Text) {
		if other[l.Lang.Stem(w.Low)] {
			n++
		}
	}
	return n
}

func entryOf(l *corpus.Land, i int) document.Entry {
	t := l.Lines[i]
	return document.Entry{ID: strconv.Itoa(i), Text: t.Text, Since: t.Day, Type: knowledge.TypeOf(language.Judge(t.Text, l.Lang, language.Person).Kind)}
}

func fitEnded(all []besideNews, seen func(*besideNews) bool) (*classify.Trees, []byte) {
	var ex []fit.Judged
	for i := range all {
		if b := &all[i]; seen(b) {
			weight := 1.0
			if b.ended {
				weight = b.counts
			}
			ex = append(ex, fit.Judged{Seen: b.seen, Is: b.ended, Weight: weight})
		}
	}
	written := fit.Trees(ex, endedTrees)
	m, err := classify.DecodeTrees(written)
	if err != nil {
		panic(err) // it reads what it wrote
	}
	return m, written
}

func learnEnded() ([]byte, error) {
	all, _, err := besideAllNews()
	if err != nil {
		return nil, err
	}
	_, written := fitEnded(all, func(b *besideNews) bool { return b.land.Writer != blindWriter })
	return written, nil
}

// reportEnded prints for lands left out, and for those of the blind writer, how many of the
// lines that no longer hold are found at several thresholds, and how many others.
func reportEnded() error {
	all, gold, err := besideAllNews()
	if err != nil {
		return err
	}
	part := func(b *besideNews) int { return foldOf(b.land.Name) }
	blind := func(b *besideNews) bool { return b.land.Writer == blindWriter }
	models := make([]*classify.Trees, folds)
	for k := range models {
		models[k], _ = fitEnded(all, func(b *besideNews) bool { return !blind(b) && part(b) != k })
	}
	whole, _ := fitEnded(all, func(b *besideNews) bool { return !blind(b) })
	apart := maps.Clone(gold) // how many share nothing with what ends them
	for i := range all {
		if b := &all[i]; b.ended && !b.extra {
			apart[b.land]--
		}
	}
	for _, at := range []float64{.3, .4, .5, .6, .7, .8, .9} {
		found, blindly, pairs := tally{}, tally{}, tally{}
		wrong, blindlyWrong, pairsWrong := 0, 0, 0
		for i := range all {
			b := &all[i]
			m, of, n := models[part(b)], found, &wrong
			if blind(b) {
				m, of, n = whole, blindly, &blindlyWrong
			}
			if b.pair && !blind(b) {
				of, n = pairs, &pairsWrong
			}
			switch is := m.Of(b.seen) >= at; {
			case b.extra && (!b.pair || blind(b)):
			case b.ended:
				of.add(b.land.Lang.String(), is)
			case is:
				*n++
			}
		}
		for l, n := range apart {
			of := found
			if l.Writer == blindWriter {
				of = blindly
			}
			for range n {
				of.add(l.Lang.String(), false)
			}
		}
		fmt.Printf("ended >= %.1f  lands left out %s  wrong %d\n", at, found, wrong)
		fmt.Printf("              blind writer %s  wrong %d\n", blindly, blindlyWrong)
		fmt.Printf("              pairs left out %s  wrong %d\n", pairs, pairsWrong)
	}
	total, blindLands := 0, 0
	for l, n := range gold {
		total += n
		if l.Writer == blindWriter {
			blindLands += n
		}
	}
	fmt.Printf("ended: %d lands, %d lines that are ended, %d of them the blind writer's\n", len(gold), total, blindLands)
	return nil
}
