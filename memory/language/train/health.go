package main

import (
	"errors"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/train/fit"
)

// healthTopics are how the headings begin under which a writer put what is told of
// bodies, illness and medicine.
var healthTopics = []string{"health", "medicine", "gesundheit", "gezondheid", "zorg", "salud", "urgencias", "salute", "sant", "hopital", "saúde", "здоровье", "健康", "通院", "门诊"}

// health makes examples of what is told of bodies. Of sentences it goes by the headings of
// the files that have one on health: in the others that stands anywhere.
func health(o fit.Options) ([]example, error) {
	lines, err := corpus.Sentences()
	if err != nil {
		return nil, err
	}
	sorted := map[string]bool{}
	file := func(l corpus.Line) string { return l.Lang.String() + "-" + l.Writer }
	for _, l := range lines {
		sorted[file(l)] = sorted[file(l)] || onHealth(l)
	}
	out, err := sentences(func(l corpus.Line) string {
		if !sorted[file(l)] {
			return ""
		}
		return healthOf(l)
	})(o)
	told, more := corpus.Health()
	for _, l := range told {
		out = append(out, exampleOf(l, language.Features(l.Text, l.Lang, language.Person, o.Use()), l.Fields[0]))
	}
	return out, errors.Join(err, more)
}

// healthOf goes by the heading. What is not worth keeping teaches nothing: moods
// stand under every heading. Nor does a line with a word of illness under another one,
// for half of those do tell of somebody's health.
func healthOf(l corpus.Line) string {
	switch {
	case l.Fields[1] == "-":
		return ""
	case onHealth(l):
		return "health"
	case ofHealth(l):
		return ""
	}
	return "other"
}

// onHealth reports whether a line stands under a heading on health.
func onHealth(l corpus.Line) bool {
	topic := strings.ToLower(l.Topic)
	return slices.ContainsFunc(healthTopics, func(t string) bool { return strings.HasPrefix(topic, t) })
}

// ofHealth reports whether a line has a word of illness or medicine.
func ofHealth(l corpus.Line) bool {
	about := l.Lang.AttributesIn(language.Fold(l.Text))
	for _, w := range language.Words(l.Text) {
		about |= l.Lang.Attributes(language.Fold(w.Low))
	}
	return about.Has("ill") || about.Has("drug")
}
