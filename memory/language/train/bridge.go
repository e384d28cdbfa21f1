package main

import (
	"archive/tar"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/vectors"
)

const (
	// leastShare is how surely a word must stand for an English one, by Dice's
	// coefficient over the concepts that are named with both.
	leastShare = 0.25
	// besides is the share of the best word's that a further one must have.
	besides = 0.5
)

// rank is how common an English word is.
func rank(word string) int {
	v, _ := vectors.Of(word)
	return v.Rank()
}

// concepts are the things that the Unicode CLDR names in a language: emoji with
// their keywords, territories, languages, currencies, units. The same thing has
// the same key in each language.
type concepts map[string]map[string]bool

// bridge reads a tar archive of the folders annotations and main of the Unicode
// CLDR and writes which words of other languages stand for which English ones: those
// that the corpus gives, else those that the same things are named with.
func bridge(archive io.Reader) error {
	all, err := readConcepts(archive)
	if err != nil {
		return err
	}
	entries := map[string][]vectors.Near{}
	english := all[language.English].words(language.English)
	for _, l := range language.Langs() {
		if len(all[l]) < 1000 {
			return fmt.Errorf("bridge: only %d things have a name in %s", len(all[l]), l)
		}
		if l == language.English {
			continue
		}
		for stem, to := range align(all[l].words(l), english) {
			entries[l.String()+stem] = to
		}
		if err := ownWords(l, entries); err != nil {
			return err
		}
	}
	anywhere := func(name string, english []string) { entries[vectors.Anywhere+name] = even(english) }
	if err = corpus.Words(language.English, anywhere); err != nil {
		return err
	}
	if err = corpus.Names(anywhere); err != nil {
		return err
	}
	_, err = os.Stdout.Write(encodeBridge(entries))
	return err
}

// ownWords adds what the corpus says that the words of a language stand for: by their roots, and
// as they are where words of one root usually stand for several things.
func ownWords(l language.Lang, entries map[string][]vectors.Near) error {
	root := func(low string) string {
		if l.Dense() {
			return low
		}
		return l.Root(low)
	}
	exact, roots := map[string][]string{}, map[string][]string{}
	err := corpus.Words(l, func(low string, english []string) {
		for _, e := range english {
			if _, ok := vectors.Of(e); ok {
				exact[low], roots[root(low)] = besideForms(exact[low], e), besideForms(roots[root(low)], e)
			}
		}
	})
	usual, mixed := map[string]string{}, map[string]bool{}
	for low, words := range exact {
		first := language.English.Root(words[0])
		if was, ok := usual[root(low)]; ok && was != first {
			mixed[root(low)] = true
		}
		usual[root(low)] = first
	}
	for low, words := range exact {
		entries[l.String()+root(low)] = even(roots[root(low)])
		if mixed[root(low)] {
			entries[l.String()+vectors.AsItIs+low] = even(words)
		}
	}
	return err
}

// besideForms adds a word to a list that has one form of each, the shortest.
func besideForms(list []string, word string) []string {
	for i, w := range list {
		if language.English.Root(w) == language.English.Root(word) {
			if len(word) < len(w) {
				list[i] = word
			}
			return list
		}
	}
	return append(list, word)
}

// even are English words that a word stands for, each as surely as the others.
func even(words []string) []vectors.Near {
	words = words[:min(len(words), vectors.BridgeWidth)]
	out := make([]vectors.Near, len(words))
	for i, w := range words {
		out[i] = vectors.Near{Word: w, Weight: 1 / math.Sqrt(float64(len(words)))}
	}
	return out
}

// words are the words that each concept is named with: stems of l, and for English
// the words themselves.
func (c concepts) words(l language.Lang) map[string][]string {
	out := map[string][]string{}
	for key, names := range c {
		set := map[string]bool{}
		for name := range names {
			if l.Dense() {
				set[language.Fold(name)] = true
				continue
			}
			for _, w := range language.Words(name) {
				switch {
				case w.Digit() || language.Common(l, w.Low):
				case l == language.English:
					if _, ok := vectors.Of(w.Low); ok {
						set[w.Low] = true
					}
				default:
					set[l.Stem(w.Low)] = true
				}
			}
		}
		out[key] = slices.Collect(maps.Keys(set))
	}
	return out
}

// align finds for each word the words that name the same things.
func align(from, to map[string][]string) map[string][]vectors.Near {
	nFrom, nTo, both := map[string]int{}, map[string]int{}, map[string]map[string]int{}
	for key, ws := range from {
		if len(to[key]) == 0 {
			continue
		}
		for _, w := range to[key] {
			nTo[w]++
		}
		for _, f := range ws {
			nFrom[f]++
			if both[f] == nil {
				both[f] = map[string]int{}
			}
			for _, w := range to[key] {
				both[f][w]++
			}
		}
	}
	out := map[string][]vectors.Near{}
	for f, with := range both {
		var list []vectors.Near
		for w, n := range with {
			if share := 2 * float64(n) / float64(nFrom[f]+nTo[w]); share >= leastShare {
				list = append(list, vectors.Near{Word: w, Weight: share})
			}
		}
		slices.SortFunc(list, func(a, b vectors.Near) int {
			return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(rank(a.Word), rank(b.Word)))
		})
		list = slices.DeleteFunc(list, func(n vectors.Near) bool { return n.Weight < besides*list[0].Weight })
		if list = list[:min(len(list), vectors.BridgeWidth)]; len(list) > 0 {
			out[f] = list
		}
	}
	return out
}

func readConcepts(archive io.Reader) (map[language.Lang]concepts, error) {
	all := map[language.Lang]concepts{}
	for t := tar.NewReader(archive); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("bridge: %w", err)
		}
		code, isXML := strings.CutSuffix(path.Base(h.Name), ".xml")
		l, ok := language.ParseLang(code)
		if !isXML || !ok {
			continue
		}
		if all[l] == nil {
			all[l] = concepts{}
		}
		if err := all[l].read(t); err != nil {
			return nil, fmt.Errorf("bridge: %s: %w", h.Name, err)
		}
	}
}

// named are the elements that hold a name of a thing; the thing is told by the
// attributes of the element and of the one around it.
var named = []string{"annotation", "territory", "language", "displayName"}

func (c concepts) read(in io.Reader) error {
	d := xml.NewDecoder(in)
	var open []string
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			// An emoji's name is a thing beside its keywords: it says what it shows.
			open = append(open, t.Name.Local+" "+attr(t, "type")+attr(t, "cp"))
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			c.name(open, string(t))
		}
	}
}

func (c concepts) name(open []string, text string) {
	if len(open) < 2 {
		return
	}
	what, _, _ := strings.Cut(open[len(open)-1], " ")
	if !slices.Contains(named, what) {
		return
	}
	key := open[len(open)-2] + "/" + open[len(open)-1]
	for name := range strings.SplitSeq(text, "|") {
		if name = strings.TrimSpace(name); name != "" {
			if c[key] == nil {
				c[key] = map[string]bool{}
			}
			c[key][name] = true
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
