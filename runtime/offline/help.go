package offline

import (
	"math"
	"slices"

	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
)

// help explains the topic that a question is nearest to; the first one where it is near none.
func (t *turn) help(text string) string {
	topics := books()[t.lang].Help
	known := make([][]answers.Span, len(topics))
	for i, h := range topics {
		known[i] = answers.Terms(h.Asks, t.lang)
	}
	score := make([]float64, len(topics))
	for _, w := range answers.Terms(text, t.lang) {
		near := make([]float64, len(topics))
		sum := 0.0
		for i := range topics {
			for _, k := range known[i] {
				near[i] = max(near[i], answers.Term{Low: w.Low, Stem: t.lang.Stem(w.Low)}.Near(k, t.lang, t.lang))
			}
			sum += near[i]
		}
		if sum == 0 {
			continue
		}
		for i := range topics { // a word of every topic tells none
			score[i] += near[i] * math.Log(1+float64(len(topics))/sum)
		}
	}
	best := slices.Max(score)
	if best == 0 && language.WishesOf(text, t.lang).Of(language.HowTo) < statement.SureWish { // it speaks of nothing that the program has
		return t.unknown(queryOf(text, t.lang, language.Recall))
	}
	return topics[slices.Index(score, best)].Says
}
