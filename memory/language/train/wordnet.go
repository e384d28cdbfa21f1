package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// wordNet is the dictionary of that name, as its files have it (wndb(5WN)).
type wordNet struct {
	sets   map[string]synset   // by part of speech and place in the file
	senses map[string][]string // sets that a word is in, the commonest first, by part of speech and word
	forms  map[string]string   // base form of an irregular one, by part of speech and form
}

// synset is what several names stand for.
type synset struct {
	names []string
	links []wordLink
	gloss string // what it means, and examples in quotes, with semicolons between
}

type wordLink struct{ kind, to string }

// speech is a part of speech: the letter that WordNet has for it, the ending of its
// files, and the regular endings of its forms with those of the base.
type speech struct {
	letter, file string
	endings      [][2]string
}

var speeches = []speech{
	{"n", "noun", [][2]string{{"ies", "y"}, {"ses", "s"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"s", ""}}},
	{"v", "verb", [][2]string{{"ies", "y"}, {"es", "e"}, {"es", ""}, {"s", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"}, {"ing", ""}}},
	{"a", "adj", [][2]string{{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}},
	{"r", "adv", nil},
}

// readWordNet reads a tar archive of the dictionary's files.
func readWordNet(archive io.Reader) (*wordNet, error) {
	w := &wordNet{map[string]synset{}, map[string][]string{}, map[string]string{}}
	takes := map[string]func(f []string, gloss string) error{}
	for _, s := range speeches {
		takes["data."+s.file] = func(f []string, gloss string) error { return w.set(s, f, gloss) }
		takes["index."+s.file] = func(f []string, _ string) error { return w.word(s, f) }
		takes[s.file+".exc"] = func(f []string, _ string) error { w.forms[s.letter+f[0]] = f[1]; return nil }
	}
	files := tar.NewReader(archive)
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		name := path.Base(h.Name)
		take := takes[name]
		if take == nil {
			continue
		}
		delete(takes, name)
		b, err := io.ReadAll(files)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(b)) {
			line, gloss, _ := strings.Cut(line, " | ")
			f := strings.Fields(line)
			if strings.HasPrefix(line, " ") || len(f) < 2 {
				continue // the licence
			}
			if err := take(f, gloss); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", name, line, err)
			}
		}
	}
	if len(takes) > 0 {
		return nil, fmt.Errorf("the archive lacks %s", strings.Join(slices.Sorted(maps.Keys(takes)), ", "))
	}
	return w, nil
}

// errLine is returned for a line that is not of the form wndb(5WN) has.
var errLine = errors.New("the line has another form")

// set takes a line of a data file: place, lexicographer's file, kind, how many names in
// hexadecimal, each name with a number, how many links, each of four fields.
func (w *wordNet) set(s speech, f []string, gloss string) error {
	if len(f) < 6 {
		return errLine
	}
	n, err := strconv.ParseInt(f[3], 16, 0)
	if err != nil || len(f) < 5+2*int(n) {
		return errLine
	}
	set := synset{gloss: gloss}
	for i := range int(n) {
		name, _, _ := strings.Cut(strings.ToLower(f[4+2*i]), "(")
		set.names = append(set.names, name)
	}
	links := f[5+2*int(n):]
	m, err := strconv.Atoi(f[4+2*int(n)])
	if err != nil || len(links) < 4*m {
		return errLine
	}
	for i := range m {
		set.links = append(set.links, wordLink{links[4*i], strings.Replace(links[4*i+2], "s", "a", 1) + links[4*i+1]})
	}
	w.sets[s.letter+f[0]] = set
	return nil
}

// word takes a line of an index file: word, part of speech, how many senses, …, and the
// places of those at its end.
func (w *wordNet) word(s speech, f []string) error {
	n, err := strconv.Atoi(f[2])
	if err != nil || len(f) < n+3 {
		return errLine
	}
	for _, place := range f[len(f)-n:] {
		w.senses[s.letter+f[0]] = append(w.senses[s.letter+f[0]], s.letter+place)
	}
	return nil
}

// base is the form of a word that the dictionary has, "" where it has none.
func (w *wordNet) base(word string, s speech) string {
	if w.senses[s.letter+word] != nil {
		return word
	}
	if b := w.forms[s.letter+word]; b != "" {
		return b
	}
	for _, e := range s.endings {
		if b, ok := strings.CutSuffix(word, e[0]); ok && w.senses[s.letter+b+e[1]] != nil {
			return b + e[1]
		}
	}
	return ""
}
