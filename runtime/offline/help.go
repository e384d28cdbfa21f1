package offline

import (
	"math"
	"slices"

	"dormouse/memory/language"
)

// help explains the topic that a question is nearest to.
func (t *turn) help(text string) string {
	topics := books()[t.lang].Help
	best, at, met := 0.0, 0, false
	asked := spansOf(text, t.lang)
	known := make([][]span, len(topics))
	for i, h := range topics {
		known[i] = spansOf(h.Asks, t.lang)
	}
	score := make([]float64, len(topics))
	for _, w := range asked {
		near := make([]float64, len(topics))
		sum := 0.0
		for i := range topics {
			for _, k := range known[i] {
				near[i] = max(near[i], term{low: w.low, stem: t.lang.Stem(w.low)}.near(k, t.lang, t.lang))
			}
			sum += near[i]
		}
		if sum == 0 {
			continue
		}
		rare := math.Log(1 + float64(len(topics))/sum) // a word of every topic tells none
		for i := range topics {
			score[i] += near[i] * rare * w.weight
			met = met || w.weight == 1 && near[i] >= strictCut
		}
	}
	for i := range topics {
		if score[i] > best {
			best, at = score[i], i
		}
	}
	if !met { // it speaks of nothing that the program has
		if at = 0; language.WishesOf(text, t.lang).Of(language.HowTo) < sureWish {
			return t.unknown(queryOf(text, t.lang, language.Recall))
		}
	}
	return topics[at].Says
}

// asideWeight is what a word of no topic weighs, such as "where": it may tell
// apart what the others do not.
const asideWeight = .3

// spansOf are the words of a text, those of its topic at full weight.
func spansOf(text string, l language.Lang) []span {
	topic := termsOf(text, l)
	for i := range topic {
		topic[i].weight = 1
	}
	if l.Dense() {
		return topic
	}
	for _, w := range language.Words(text) {
		if !slices.ContainsFunc(topic, func(s span) bool { return s.from == w.Start }) {
			topic = append(topic, span{low: possessed(w.Low), weight: asideWeight})
		}
	}
	return topic
}
