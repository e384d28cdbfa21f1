package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/train/fit"
)

// asked is a question of a notebook beside its notes.
type asked struct {
	book  *corpus.Notebook
	text  string
	by    []int
	seen  []classify.Sight
	extra bool // in a small memory: trained on, never judged by
}

// answerTrees are what the notebooks bear.
var answerTrees = fit.TreeOptions{Trees: 900, Rate: .05, Ridge: 4, Least: 10, Rows: 7, Within: 3}

// few are the sizes of small memories in which a question is seen besides.
var few = []int{1, 2, 3, 5, 8}

// tell reads the notes of a notebook, those of a talk each with what was told before it.
func tell(b *corpus.Notebook) (told []*answers.Told) {
	for i, text := range b.Notes {
		if b.Talk {
			told = append(told, behind(text, b.Notes[:i]))
		} else {
			told = append(told, answers.Tell(text))
		}
	}
	return told
}

// behind reads a note that was told after others.
func behind(text string, others []string) *answers.Told {
	before := slices.Clone(others[max(0, len(others)-answers.MostBefore):])
	slices.Reverse(before)
	return answers.After(text, before...)
}

// stranger is the next notebook of the language, of another person: it answers nothing.
func stranger(books []corpus.Notebook, i int) *corpus.Notebook {
	for k := 1; k < len(books); k++ {
		if b := &books[(i+k)%len(books)]; b.Lang == books[i].Lang && b.Writer == books[i].Writer {
			return b
		}
	}
	return &books[i]
}

// nearest are the notes that come nearest to a question by their words, the nearest first.
func nearest(seen []classify.Sight) []int {
	at := make([]int, len(seen))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Compare(int(seen[b]["near"])+int(seen[b]["gist"]), int(seen[a]["near"])+int(seen[a]["gist"]))
	})
	return at
}

// besideNotes are the questions of all notebooks and talks.
func besideNotes() (out []asked, err error) {
	books, err := corpus.Notebooks()
	if err != nil {
		return nil, err
	}
	chats, err := corpus.Chats()
	books = append(books, chats...)
	of := make([][]asked, len(books))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() { // ends when all books are read
			for i := range next {
				of[i] = askedOf(books, i)
			}
		})
	}
	for i := range books {
		next <- i
	}
	close(next)
	wait.Wait()
	return slices.Concat(of...), err
}

// askedOf are the questions of book i.
func askedOf(books []corpus.Notebook, i int) (out []asked) {
	b := &books[i]
	told, others := tell(b), tell(stranger(books, i))
	for n, a := range b.Asked {
		l := b.Lang
		if guess, p := language.GuessSure(a.Text); p >= answers.SureLanguage {
			l = guess
		}
		q := answers.Of(a.Text, l, language.Recall)
		seen := q.See(told)
		out = append(out, asked{book: b, text: a.Text, by: a.By, seen: seen})
		size := min(few[n%len(few)], len(others))
		from := n % (len(others) - size + 1)
		out = append(out, asked{book: b, text: a.Text, seen: q.See(others[from : from+size]), extra: true})
		if len(told) <= few[len(few)-1] {
			continue
		}
		near := nearest(seen)
		if n%3 > 0 { // what answers is not among them
			near = slices.DeleteFunc(near, func(o int) bool { return slices.Contains(a.By, o) })
		}
		near = near[:min(few[n%len(few)], len(near))]
		small := asked{book: b, text: a.Text, extra: true}
		var texts []*answers.Told
		for k, o := range slices.Sorted(slices.Values(near)) {
			texts = append(texts, told[o])
			if slices.Contains(a.By, o) {
				small.by = append(small.by, k)
			}
		}
		small.seen = q.See(texts)
		out = append(out, small)
	}
	return out
}

// Where a notebook has so few notes as on a first evening, each counts for more: all that is
// told then is found, be it of somebody else.
const first, firstWeight = 3, 3

// Of the notes that have less than so much of a question, as it is seen, one in some is
// trained on.
const nearby, farEach = 8, 4

func fitAnswers(all []asked, seen func(*asked) bool) (*classify.Trees, []byte) {
	var ex []fit.Judged
	passed := 0
	for i := range all {
		if a := &all[i]; seen(a) {
			for k, s := range a.seen {
				is, weight := slices.Contains(a.by, k), 1.0
				if len(a.book.Notes) <= first {
					weight = firstWeight
				}
				if far := s["near"] < nearby && s["gist"] < nearby; far && !is { // some stand for all
					weight *= farEach
					if passed++; passed%farEach > 0 {
						continue
					}
				}
				ex = append(ex, fit.Judged{Seen: s, Is: is, Weight: weight})
			}
		}
	}
	written := fit.Trees(ex, answerTrees)
	m, err := classify.DecodeTrees(written)
	if err != nil {
		panic(err) // it reads what it wrote
	}
	return m, written
}

func learnAnswered() ([]byte, error) {
	all, err := besideNotes()
	if err != nil {
		return nil, err
	}
	_, written := fitAnswers(all, func(a *asked) bool { return a.book.Writer != blindWriter })
	return written, nil
}

// reportAnswered prints for notebooks and talks left out, and for those of the blind writer, how
// many questions that a note answers get that note first, and how many that none answers get
// none, at several thresholds.
func reportAnswered() error {
	all, err := besideNotes()
	if err != nil {
		return err
	}
	part := func(a *asked) int { return foldOf(a.book.Name) }
	blind := func(a *asked) bool { return a.book.Writer == blindWriter }
	models := make([]*classify.Trees, folds)
	for k := range models {
		models[k], _ = fitAnswers(all, func(a *asked) bool { return !blind(a) && part(a) != k })
	}
	whole, _ := fitAnswers(all, func(a *asked) bool { return !blind(a) })
	for _, at := range []float64{.1, .2, .25, .3, .35, .4, .5} {
		for _, talks := range []bool{false, true} {
			for _, judged := range []bool{false, true} {
				right, wrong, silent := tally{}, tally{}, tally{}
				for i := range all {
					a := &all[i]
					if blind(a) != judged || a.book.Talk != talks || a.extra {
						continue
					}
					m := models[part(a)]
					if judged {
						m = whole
					}
					a.answer(m, at, right, wrong, silent)
				}
				fmt.Printf("from %.2f talks %v blind %v right %s\n   wrong %s\n   silent %s\n", at, talks, judged, right, wrong, silent)
			}
		}
	}
	return nil
}

// answer counts whether the likeliest note is told from a probability on, and answers.
func (a *asked) answer(m *classify.Trees, at float64, right, wrong, silent tally) {
	var likely []float64
	for _, s := range a.seen {
		likely = append(likely, m.Of(s))
	}
	a.tell(likely, at, right, wrong, silent)
}

// tell counts the same, given how likely each note answers.
func (a *asked) tell(likely []float64, at float64, right, wrong, silent tally) {
	best, top := 0.0, -1
	for k, p := range likely {
		if p > best {
			best, top = p, k
		}
	}
	l := a.book.Lang.String()
	if len(a.by) == 0 {
		silent.add(l, best < at)
		return
	}
	right.add(l, best >= at && slices.Contains(a.by, top))
	wrong.add(l, best >= at && !slices.Contains(a.by, top))
}
