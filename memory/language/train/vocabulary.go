package main

import (
	"fmt"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

// common lists the words of each language that occur in most topics of the
// corpus: what is said everywhere says little.
func common() ([]byte, error) {
	topics, in := map[string]map[string]bool{}, map[string]map[string]map[string]bool{}
	for _, of := range []func() ([]corpus.Line, error){corpus.Sentences, corpus.Pairs} {
		lines, err := of()
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			code, topic := l.Lang.String(), l.Place[:strings.LastIndex(l.Place, "/")]+l.Writer+l.Topic
			if topics[code] == nil {
				topics[code], in[code] = map[string]bool{}, map[string]map[string]bool{}
			}
			topics[code][topic] = true
			for _, w := range language.Pieces(l.Text+" "+l.Newer, l.Lang) {
				if in[code][w] == nil {
					in[code][w] = map[string]bool{}
				}
				in[code][w][topic] = true
			}
		}
	}
	var b strings.Builder
	for _, code := range codes() {
		var list []string
		for w, t := range in[code] {
			if 20*len(t) >= 9*len(topics[code]) {
				list = append(list, w)
			}
		}
		slices.Sort(list)
		fmt.Fprintln(&b, code, strings.Join(list, " "))
	}
	return []byte(b.String()), nil
}

// vocabulary lists hashes of the words that are no names: those written in small
// letters in more than one topic, and in as many as with a capital within a text. A
// German noun has a capital anyway; it counts where the dictionary knows it.
func vocabulary() ([]byte, error) {
	small, capital := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, of := range []func() ([]corpus.Line, error){corpus.Sentences, corpus.Pairs} {
		lines, err := of()
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			for i, w := range language.Words(l.Text + " " + l.Newer) {
				in := small
				switch noun := l.Lang == language.German && language.German.InEnglish(w.Low) != nil; {
				case w.Digit(), w.Upper() && !noun && i == 0:
					continue
				case w.Upper() && !noun:
					in = capital
				}
				if in[w.Low] == nil {
					in[w.Low] = map[string]bool{}
				}
				in[w.Low][l.Lang.String()+l.Writer+l.Topic] = true
			}
		}
	}
	var words []string
	for w, t := range small {
		if len(t) > 1 && len(t) >= len(capital[w]) {
			words = append(words, w)
		}
	}
	return encodeVocabulary(words), nil
}
