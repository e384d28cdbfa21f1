package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/claims"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/train/fit"
)

// judgedClaim is a claim of the corpus, read beside its talk.
type judgedClaim struct {
	corpus.Claim
	talk    string
	round   string
	lang    string
	clauses []claims.Clause
	own     []claims.Passage // stand in for it where it is doubted
	extra   bool             // made from the talk: trained on, never judged by
}

// owner is how a claim calls the person.
const owner = "User"

func readClaims() ([]judgedClaim, error) {
	talks, err := corpus.Talks()
	var out []judgedClaim
	for _, t := range talks {
		heard := listen(t)
		for _, c := range t.Claims {
			out = append(out, judgedClaim{c, t.Name, t.Round, t.Lang.String(), heard.Clauses(c.Text, c.From...), heard.Own(c.Text, c.From...), false})
		}
		for _, c := range own(t) {
			out = append(out, judgedClaim{Claim: c, talk: t.Name, round: t.Round, lang: t.Lang.String(), clauses: heard.Clauses(c.Text, c.From...), extra: true})
		}
	}
	return out, err
}

// leastOwn and mostOwn are the words of a sentence that is a claim of its own.
const (
	leastOwn = 4
	mostOwn  = 14
	// ownWeight is what it counts beside what a model would write.
	ownWeight = .25
)

// own are sentences of the person as claims: what was said is borne out.
func own(t corpus.Talk) (out []corpus.Claim) {
	for i, m := range t.Messages {
		for _, s := range m.Sentences {
			if n := len(strings.Fields(s)); m.Person && strings.HasSuffix(s, ".") && n >= leastOwn && n <= mostOwn && len(out) <= i {
				out = append(out, corpus.Claim{True: true, From: []string{m.ID}, Text: owner + ": " + strings.TrimSuffix(s, ".")})
			}
		}
	}
	return out
}

func listen(t corpus.Talk) *claims.Talk {
	var said []claims.Passage
	for i, m := range t.Messages {
		l, role := language.Guess(strings.Join(m.Sentences, " ")), transcript.Assistant
		if m.Person {
			role = transcript.User
		}
		for _, s := range m.Sentences {
			said = append(said, claims.Passage{Text: s, Lang: l, Message: i, ID: m.ID, Role: role, Day: m.Time.UTC().Truncate(day)})
		}
	}
	for _, k := range t.Known {
		said = append(said, claims.Passage{Text: k, Lang: language.Guess(k), Message: -1})
	}
	return claims.Listen(said, owner)
}

// claimTrees are what the examples of the corpus bear.
var claimTrees = fit.TreeOptions{Trees: 300, Rate: .05, Ridge: 4, Least: 10, Rows: 7, Within: 3}

const (
	day    = 24 * 60 * 60 * 1e9
	rounds = 3 // of finding which clause of a false claim is the false one
)

// fitClaims trains on the claims that seen takes. Which clause of a false claim is the
// false one is told for some; of the others it is the one that the model of the round
// before doubts most.
func fitClaims(all []judgedClaim, seen func(*judgedClaim) bool) (m *classify.Trees, written []byte) {
	for range rounds {
		var ex []fit.Judged
		for i := range all {
			c := &all[i]
			if !seen(c) {
				continue
			}
			worst := mostDoubted(m, c.clauses)
			weight := 1.0
			if c.extra {
				weight = ownWeight
			}
			for k, cl := range c.clauses {
				wrong := !c.True
				switch {
				case c.Wrong != "" && len(c.clauses) > 1:
					wrong = strings.Contains(c.Wrong, cl.Text)
				case wrong && m != nil && k != worst:
					continue
				}
				ex = append(ex, fit.Judged{Seen: cl.Seen, Is: wrong, Weight: weight})
			}
		}
		written = fit.Trees(ex, claimTrees)
		var err error
		if m, err = classify.DecodeTrees(written); err != nil {
			panic(err) // it reads what it wrote
		}
	}
	return m, written
}

func mostDoubted(m *classify.Trees, list []claims.Clause) (at int) {
	most := -1.0
	for i, c := range list {
		if m == nil {
			return 0
		}
		if p := m.Of(c.Seen); p > most {
			most, at = p, i
		}
	}
	return at
}

// reportClaims prints for unseen talks, and for unseen rounds of talks, which share of the
// true claims is kept whole, and of the false ones stopped, at several thresholds.
func reportClaims() error {
	all, err := readClaims()
	if err != nil {
		return err
	}
	doubt := unseenDoubt(all, func(c *judgedClaim) string { return strconv.Itoa(foldOf(c.talk)) })
	reportOwn(all)
	reportShares("claims", all, doubt)
	reportShares("rounds left out", all, unseenDoubt(all, func(c *judgedClaim) string { return c.round }))
	for _, at := range []float64{.1, .12, .15, .185, .25, .3, .35, .4, .45, .5, .6} {
		kept, stopped, kinds := tally{}, tally{}, tally{}
		for i, c := range all {
			switch {
			case c.extra:
			case c.True:
				kept.add(c.lang, doubt[i] < at)
			default:
				stopped.add(c.lang, doubt[i] >= at)
				kinds.add(c.Kind, doubt[i] >= at)
			}
		}
		fmt.Printf("doubt >= %.3g  kept %s\n              stopped %s\n              stopped %s\n", at, kept, stopped, kinds)
	}
	return nil
}

// unseenDoubt is how much each claim is doubted by a model that has seen none of its part
// of all claims.
func unseenDoubt(all []judgedClaim, part func(*judgedClaim) string) []float64 {
	doubt, models := make([]float64, len(all)), map[string]*classify.Trees{}
	for i := range all {
		c, own := &all[i], part(&all[i])
		if models[own] == nil {
			models[own], _ = fitClaims(all, func(c *judgedClaim) bool { return part(c) != own })
		}
		for _, cl := range c.clauses {
			p := models[own].Of(cl.Seen)
			if cl.Lacks != "" {
				p = 1
			}
			doubt[i] = max(doubt[i], p)
		}
	}
	return doubt
}

// reportShares prints how often a false claim is doubted more than a true one, and which
// share of the true is kept whole where so many of the false are stopped.
func reportShares(name string, all []judgedClaim, doubt []float64) {
	fmt.Printf("%s: %d, of one true and one false the false is doubted more %.3f\n", name, len(all), pairwise(all, doubt))
	for _, share := range []float64{.9, .93, .95, .96, .97} {
		at := thresholdFor(all, doubt, share)
		kept := tally{}
		for i, c := range all {
			if c.True && !c.extra {
				kept.add(c.lang, doubt[i] < at)
			}
		}
		fmt.Printf("stopped %.2f from doubt %.3f: kept whole %s\n", share, at, kept)
	}
}

func learnClaims() ([]byte, error) {
	all, err := readClaims()
	if err != nil {
		return nil, err
	}
	_, written := fitClaims(all, func(*judgedClaim) bool { return true })
	return written, nil
}

// reportOwn prints of how many true claims the sentences that stand in for them tell
// all that they are made of, and how many those are.
func reportOwn(all []judgedClaim) {
	whole, some, sentences := tally{}, tally{}, 0
	for _, c := range all {
		if len(c.Told) == 0 {
			continue
		}
		n := 0
		for _, told := range c.Told {
			if slices.ContainsFunc(c.own, func(p claims.Passage) bool { return p.Text == told }) {
				n++
			}
		}
		sentences += len(c.own)
		whole.add(c.lang, n == len(c.Told))
		some.add(c.lang, n > 0)
	}
	fmt.Printf("own words: tell all %s\n           tell some %s\n           %d sentences\n", whole, some, sentences)
}

// pairwise is how often a false claim is doubted more than a true one.
func pairwise(all []judgedClaim, doubt []float64) float64 {
	right, pairs := 0.0, 0.0
	for i := range all {
		for k := range all {
			if !all[i].True || all[k].True || all[i].extra {
				continue
			}
			pairs++
			switch {
			case doubt[k] > doubt[i]:
				right++
			case doubt[k] == doubt[i]:
				right += .5
			}
		}
	}
	return right / pairs
}

// thresholdFor is the doubt from which that share of the false claims is stopped.
func thresholdFor(all []judgedClaim, doubt []float64, share float64) float64 {
	var list []float64
	for i, c := range all {
		if !c.True && !c.extra {
			list = append(list, doubt[i])
		}
	}
	slices.Sort(list)
	return list[int(float64(len(list))*(1-share))]
}
