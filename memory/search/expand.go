package search

import (
	"cmp"
	"maps"
	"slices"

	"dormouse/memory/language"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
	"dormouse/memory/search/index"
)

const (
	// mostNear is how many words near a word of the question are looked for, and
	// leastNear the cosine they must have.
	mostNear  = 40
	leastNear = 0.45
	// kindShare is what a word counts that is a kind of what the question names, of how
	// surely it is meant.
	kindShare = 2
	// besideOwn is what words of other languages count where the memory is written in the
	// question's, too.
	besideOwn = 0.5
	// wellCovered is the share of the question's weight in one line from which only
	// the words that this line lacks lead to others.
	wellCovered = 0.45
)

// expanded is the question with, beside each word, the words of the memory that
// are near it in meaning, each counting the square of its cosine and as much as
// its own rarity says.
func (a *asked) expanded(parts []part, live int) asked {
	var among vectors.Vocabulary
	for _, p := range parts {
		among = among.With(p.seg.Vocab)
	}
	e := *a
	e.terms = slices.Clone(a.terms)
	for i := range e.terms {
		t := &e.terms[i]
		if t.optional || t.weight == 0 || slices.Contains(a.who, t.text) || a.cover >= wellCovered && t.stands(a.best) {
			continue
		}
		if t.name && !a.lang().NounsHaveCapitals() { // where all nouns have a capital
			continue
		}
		t.expand(t.near(a.lang(), a.spoken, among), parts, live)
	}
	for _, near := range a.dense() {
		t := queryTerm{weight: 1}
		t.rarity(live)
		t.expand(nearSeeds(near, "", among), parts, live)
		if len(t.posts) > 0 {
			e.terms = append(e.terms, t)
		}
	}
	return e
}

// dense are the words of a question in a script without spaces, each with the
// English words that it stands for.
func (a *asked) dense() (found [][]vectors.Near) {
	if !slices.ContainsFunc(a.terms, func(t queryTerm) bool { return isDenseText(t.text) && t.df == 0 }) {
		return nil
	}
	for _, l := range append([]language.Lang{a.lang()}, language.Langs()...) { // a word says little about its language
		if l.Dense() && found == nil {
			l.EachInEnglish(a.text, func(words []vectors.Near) { found = append(found, words) })
		}
	}
	return found
}

// stands says whether a word of the question stands in a passage.
func (t *queryTerm) stands(at index.Slot) bool {
	_, found := slices.BinarySearchFunc(t.posts, at, func(m match, at index.Slot) int { return cmp.Compare(m.at, at) })
	return found
}

// near are the index terms near a word of the question, with what each counts: those of
// English, and those of the question's language and of the others that the memory is
// written in ("boss" finds "mein Chef").
func (t *queryTerm) near(asked language.Lang, spoken []language.Lang, among vectors.Vocabulary) map[string]float64 {
	seeds := t.seeds(asked)
	weights := nearSeeds(seeds, t.text, among)
	share := 1.0
	if slices.Contains(spoken, asked) {
		share = besideOwn
	}
	if asked != language.English {
		for term := range weights {
			weights[term] *= share
		}
	}
	for _, l := range append(slices.Clone(spoken), asked) {
		if l.Dense() && l != asked {
			continue
		}
		for root, w := range translate.Akin(l, seeds, l.Root(t.text), l == asked) {
			if l != asked {
				w *= share
			}
			weights[root] = max(weights[root], w)
			if l.Compounds() {
				weights[index.PartTerm+root] = max(weights[index.PartTerm+root], w*partWeight)
			}
		}
	}
	for _, alt := range t.alts {
		if alt.weight > kinWeight {
			delete(weights, alt.term)
		}
	}
	return weights
}

// nearSeeds are the index terms of seeds, of the words near them and of what is a kind of
// what they name; own is the word that they come from.
func nearSeeds(seeds []vectors.Near, own string, among vectors.Vocabulary) map[string]float64 {
	weights := map[string]float64{}
	put := func(word string, weight float64) {
		if !index.Lexica().Stop[word].Has(language.English) {
			stem := index.Stem(word, language.English)
			weights[stem] = max(weights[stem], weight)
		}
	}
	for _, s := range seeds {
		if s.Word != own {
			put(s.Word, s.Weight)
			weights[index.PartTerm+index.Stem(s.Word, language.English)] = s.Weight * partWeight
		}
		for _, n := range vectors.Asking.Nearest(s.Word, among, mostNear, leastNear) {
			put(n.Word, s.Weight*n.Weight*n.Weight)
		}
		for _, n := range vectors.Kinds(s.Word, among) {
			put(n.Word, s.Weight*min(1, kindShare*n.Weight))
		}
	}
	return weights
}

// seeds are the English words that a word of the question stands for.
func (t *queryTerm) seeds(l language.Lang) []vectors.Near {
	low := cmp.Or(t.meant, t.text)
	_, known := vectors.Of(low)
	out := slices.Clone(l.StandsFor(low))
	if len(out) == 0 && !known && t.df == 0 {
		for _, other := range language.Langs() { // one word says little about its language
			out = append(out, other.InEnglish(low)...)
		}
	}
	if known && l != language.English && !language.Common(l, low) {
		out = append(out, vectors.Near{Word: low, Weight: 1})
	}
	return out
}

// expand adds to a word's places those of other terms.
func (t *queryTerm) expand(weights map[string]float64, parts []part, live int) {
	if len(weights) == 0 {
		return
	}
	posts := slices.Clone(t.posts)
	for _, term := range slices.Sorted(maps.Keys(weights)) {
		one := queryTerm{alts: []alternative{{term, 1}}}
		one.gather(parts)
		one.rarity(live)
		share := float32(min(1, weights[term]*one.idf/t.idf))
		for _, m := range one.posts {
			posts = append(posts, match{m.at, m.tf, share})
		}
	}
	t.posts = mergeMatches(posts)
}

// mix adds up what passages have by the words of the question and by the words
// near those. The less of the question its words cover, the more the others count.
func mix(out, near []scored, cover float64, parts []part) []scored {
	seen := make(map[spot]int, len(out))
	for i := range out {
		seen[out[i].spot] = i
		out[i].score *= cover
	}
	for _, s := range near {
		if i, ok := seen[s.spot]; ok {
			out[i].score += s.score * (1 - cover)
			out[i].meant, out[i].told = s.meant, s.told
			continue
		}
		s.score *= 1 - cover
		s.held, s.under = 0, false
		out = append(out, s)
	}
	order(out, parts)
	return out
}
