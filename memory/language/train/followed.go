package main

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/train/fit"
)

// followed is a question that is asked of a talk after another one, beside the lines of that.
type followed struct {
	asked
	apart       bool      // it is understood by itself
	alone, with []float64 // how likely each line answers it, as it stands and with the one before
}

// Of the questions of a talk one in apartEach is seen behind the one before it, with which it has
// nothing to do, for most people ask one thing and then another; and one in otherEach before one
// that asks nothing of memory, but the clock, or a model of the world.
const apartEach, otherEach = 3, 8

// apartChains are such questions.
func apartChains() (out []corpus.Chain, err error) {
	chats, err := corpus.Chats()
	if err != nil {
		return nil, err
	}
	intents, err := corpus.Intents()
	others := map[string][]string{}
	of := func(l language.Lang, writer string) string {
		return l.String() + strconv.FormatBool(writer == blindWriter)
	}
	for _, l := range intents {
		if wish := language.Wish(l.Fields[0]); wish == language.ClockAsk || wish == language.NeedsLLM {
			to := of(l.Lang, l.Writer)
			others[to] = append(others[to], l.Text)
		}
	}
	for i := range chats {
		c := &chats[i]
		for n := 1 + i%apartEach; n < len(c.Asked); n += apartEach {
			out = append(out, corpus.Chain{Talk: c, Asked: c.Asked[n-1 : n+1]})
		}
		texts := others[of(c.Lang, c.Writer)]
		for n := i % otherEach; n < len(c.Asked) && len(texts) > 0; n += otherEach {
			out = append(out, corpus.Chain{Talk: c, Asked: []corpus.Asked{c.Asked[n], {Text: texts[(i*len(c.Asked)+n)%len(texts)]}}})
		}
	}
	return out, err
}

// followTrees are what the chains of the corpus bear.
var followTrees = fit.TreeOptions{Trees: 500, Rate: .05, Ridge: 4, Least: 10, Rows: 7, Within: 3}

// besideLines are the questions that are asked after another one. What is seen of them rests on how
// likely a line answers a question: that is judged by models that were trained on the other half.
func besideLines() ([]followed, error) {
	chains, err := corpus.Chains()
	if err != nil {
		return nil, err
	}
	apart, err := apartChains()
	if err != nil {
		return nil, err
	}
	following := len(chains)
	chains = append(chains, apart...)
	all, err := besideNotes()
	if err != nil {
		return nil, err
	}
	half := func(b *corpus.Notebook) int { return foldOf(b.Name) % halves }
	var models [halves]*classify.Trees
	for k := range models {
		models[k], _ = fitAnswers(all, func(a *asked) bool { return a.book.Writer != blindWriter && half(a.book) != k })
	}
	of := make([][]followed, len(chains))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() { // ends when all chains are read
			for i := range next {
				judge := models[half(chains[i].Talk)].Of
				if chains[i].Talk.Writer == blindWriter {
					judge = language.Answered
				}
				of[i] = followedIn(&chains[i], i, judge)
				for k := range of[i] {
					of[i][k].apart = i >= following
				}
			}
		})
	}
	for i := range chains {
		next <- i
	}
	close(next)
	wait.Wait()
	return slices.Concat(of...), nil
}

// followedIn are the questions of a chain but the first: beside the talk as it goes on, and, to be
// trained on, beside its lines as they stand in a memory, of which only some are known to stand
// near each other.
func followedIn(c *corpus.Chain, i int, judge func(classify.Sight) float64) (out []followed) {
	behind := tell(c.Talk)
	alone := make([]*answers.Told, len(behind))
	for k, text := range c.Talk.Notes {
		alone[k] = answers.Tell(text)
	}
	for n := 1; n < len(c.Asked); n++ {
		a, last, l := c.Asked[n], c.Asked[n-1], c.Talk.Lang
		if guess, p := language.GuessSure(a.Text); p >= answers.SureLanguage {
			l = guess
		}
		told, before := last.By, answers.Of(last.Text, l, language.Recall)
		if n == 1 { // what the program would have answered, right or wrong
			told = toldOf(likelyIn(&before, behind, judge))
		}
		var by []string
		for _, k := range told {
			by = append(by, c.Talk.Notes[k])
		}
		chain := answers.Then(a.Text, last.Text, by, l)
		for _, memory := range []bool{false, true} {
			texts, places := behind, placesIn(len(behind), told)
			if memory {
				texts = alone
				for k := range places {
					places[k].Known = places[k].Known && (k+n+i)%2 == 0
				}
			}
			f := followed{asked: asked{book: c.Talk, text: a.Text, by: a.By, seen: chain.See(texts, places, judge), extra: memory}}
			if !memory {
				f.alone, f.with = likelyIn(&chain.Alone, texts, judge), likelyIn(&chain.With, texts, judge)
			}
			out = append(out, f)
		}
	}
	return out
}

// How likely a line must answer for the program to tell it, and of how likely the likeliest does.
const tellsFrom, tellsBeside = .27, .6

// toldOf are the lines that the program would tell.
func toldOf(likely []float64) (told []int) {
	best := slices.Max(append(likely, 0))
	for k, p := range likely {
		if p >= max(tellsFrom, tellsBeside*best) {
			told = append(told, k)
		}
	}
	return told
}

// placesIn is where lines stand to those that answered the question before.
func placesIn(lines int, by []int) []answers.Place {
	out := make([]answers.Place, lines)
	for k := range out {
		p := &out[k]
		for _, o := range by {
			if behind := k - o; !p.Known || max(behind, -behind) < max(p.Behind, -p.Behind) {
				*p = answers.Place{Known: true, Behind: behind, Answered: behind == 0}
			}
		}
	}
	return out
}

func likelyIn(q *answers.Question, texts []*answers.Told, judge func(classify.Sight) float64) (out []float64) {
	for _, s := range q.See(texts) {
		out = append(out, judge(s))
	}
	return out
}

func fitFollowed(all []followed, use func(*followed) bool) (*classify.Trees, []byte) {
	var ex []fit.Judged
	for i := range all {
		if f := &all[i]; use(f) {
			for k, s := range f.seen {
				ex = append(ex, fit.Judged{Seen: s, Is: slices.Contains(f.by, k), Weight: 1})
			}
		}
	}
	written := fit.Trees(ex, followTrees)
	m, err := classify.DecodeTrees(written)
	if err != nil {
		panic(err) // it reads what it wrote
	}
	return m, written
}

func learnFollowed() ([]byte, error) {
	all, err := besideLines()
	if err != nil {
		return nil, err
	}
	_, written := fitFollowed(all, func(f *followed) bool { return f.book.Writer != blindWriter })
	return written, nil
}

// reportFollowed prints for talks left out, and for those of the blind writer, how many questions
// asked after another one get the line that answers them first, and how many that none answers get
// none: judged alone, with the one before, and as a chain. Those that have nothing to do with the one
// before stand apart.
func reportFollowed() error {
	all, err := besideLines()
	if err != nil {
		return err
	}
	part := func(f *followed) int { return foldOf(f.book.Name) }
	blind := func(f *followed) bool { return f.book.Writer == blindWriter }
	models := make([]*classify.Trees, folds)
	for k := range models {
		models[k], _ = fitFollowed(all, func(f *followed) bool { return !blind(f) && part(f) != k })
	}
	whole, _ := fitFollowed(all, func(f *followed) bool { return !blind(f) })
	for _, of := range []struct{ blind, apart bool }{{}, {apart: true}, {blind: true}, {true, true}} {
		for _, at := range []float64{.1, .2, .27, .35, .45} {
			for how, name := range []string{"alone", "with", "chain"} {
				right, wrong, silent := tally{}, tally{}, tally{}
				for i := range all {
					f := &all[i]
					if blind(f) != of.blind || f.apart != of.apart || f.extra {
						continue
					}
					m := models[part(f)]
					if of.blind {
						m = whole
					}
					likely := [][]float64{f.alone, f.with, nil}[how]
					if likely == nil {
						for _, s := range f.seen {
							likely = append(likely, m.Of(s))
						}
					}
					f.tell(likely, at, right, wrong, silent)
				}
				fmt.Printf("blind %v apart %v from %.2f %s right %s\n   wrong %s\n   silent %s\n", of.blind, of.apart, at, name, right, wrong, silent)
			}
		}
	}
	return nil
}
