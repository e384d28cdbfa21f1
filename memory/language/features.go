package language

import (
	"math"
	"math/bits"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language/classify"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/vectors"
)

// Speaker is who says a sentence.
type Speaker uint8

// The speakers.
const (
	Person Speaker = iota // whose memory it is
	Other                 // an assistant, or the other side of a chat
)

// reading collects what is seen of one sentence.
type reading struct{ *classify.Features }

func newReading(use classify.Group) reading { return reading{classify.NewFeatures(use)} }

var sentences = sync.OnceValue(func() *memo.Memo[classify.Input] { return memo.New[classify.Input](4096) })

// Features are what a model that asks for some groups sees of a sentence. They are for
// reading only.
func Features(text string, l Lang, by Speaker, use classify.Group) classify.Input {
	how := uint32(l)<<16 | uint32(by)<<8 | uint32(use)
	return sentences().Of(text, how, func() classify.Input { return readFeatures(text, l, by, use) })
}

func readFeatures(text string, l Lang, by Speaker, use classify.Group) (in classify.Input) {
	f := newReading(use)
	ws := Words(text)
	low := Fold(strings.TrimSpace(text))
	if use&classify.WordGroup != 0 {
		f.words(ws, l)
	}
	if use&classify.LetterGroup != 0 {
		f.letters(ws, low)
	}
	if use&classify.ClassGroup != 0 {
		f.classes(text, ws, l)
	}
	if use&classify.FormGroup != 0 {
		f.form(low, ws)
	}
	if use&classify.RoleGroup != 0 && by == Other {
		f.Add("other")
		for _, w := range ws[:min(len(ws), 2)] {
			f.Add("other:", w.Low)
		}
	}
	in.Features = f.List()
	if use&classify.MeaningGroup != 0 {
		in.Meaning = MeaningOf(Meanings(text, ws, l)) // of the commonest words, too: how a thing is told of says as much as what it is
	}
	return in
}

// Meanings are the English words, by their numbers, for which those of a text stand, as far
// as they are known.
func Meanings(text string, ws []Word, l Lang) (rows []uint16) {
	add := func(words []vectors.Near) {
		for _, n := range words {
			if v, ok := vectors.Of(n.Word); ok {
				rows = append(rows, uint16(v.Row()))
				return
			}
		}
	}
	if l.Dense() {
		l.EachInEnglish(text, add)
		return rows
	}
	for _, w := range ws {
		add(l.StandsFor(w.Low))
	}
	return rows
}

// MeaningOf is what English words mean together, by their numbers.
func MeaningOf(rows []uint16) (m classify.Meaning) {
	var g vectors.Gist
	for _, row := range rows {
		g.Add(row)
	}
	for k, v := range g.Direction() {
		m[k] = int8(max(-127, min(127, math.RoundToEven(float64(v*classify.MeaningLength)))))
	}
	return m
}

// words adds words, stems, pairs and the words at both ends. A number is its
// shape.
func (f reading) words(ws []Word, l Lang) {
	before, gap := "^", "^"
	for i, w := range ws {
		t := w.Low
		if w.Digit() {
			t = Shape(w.Low)
		} else if !l.Dense() {
			f.Add("s", l.Stem(t))
		}
		f.Add("w", t)
		f.Add("2", before, t)
		if i > 1 {
			f.Add("3", gap, t)
		}
		gap, before = before, t
		if i < 3 {
			f.Add("at", classify.Digit(i), t)
		}
	}
	f.Add("2", before, "$")
	if len(ws) > 1 {
		f.Add("open", ws[0].Low, ws[1].Low)
	}
}

// letters adds runs of two to five letters of each word; where words are not
// spaced, runs of one to three characters of the text.
func (f reading) letters(ws []Word, low string) {
	for _, w := range ws {
		if r, _ := utf8.DecodeRuneInString(w.Low); dense(r) || w.Digit() {
			continue
		}
		f.Runs("c", "<"+w.Low+">", 3, 5)
	}
	from := -1
	for i, r := range low + " " {
		switch is := dense(r) || r == 'ー'; {
		case is && from < 0:
			from = i
		case !is && from >= 0:
			f.Runs("d", low[from:i], 1, 3)
			from = -1
		}
	}
}

// classes adds the classes of small words: that they occur, where, and in pairs.
func (f reading) classes(text string, ws []Word, l Lang) {
	var has [ClassCount]bool
	for _, c := range l.Cues(text, ws) {
		if !has[c.Class] {
			f.Add("k", classNames[c.Class])
		}
		has[c.Class] = true
		if c.From == 0 {
			f.Add("k0", classNames[c.Class])
		}
	}
	for i, w := range ws {
		next := ""
		if i+1 < len(ws) {
			next = ws[i+1].Low
		}
		if v, ok := l.Value(w, next); ok {
			f.Add("val", classify.Digit(int(v.Kind)), classify.Yes(v.Unit != ""))
		}
	}
	for a := range ClassCount {
		for b := a + 1; has[a] && b < ClassCount; b++ {
			if has[b] {
				f.Add("kk", classNames[a], classNames[b])
			}
		}
		if !has[a] && a <= Negators {
			f.Add("k-", classNames[a])
		}
	}
}

// form adds what is seen without reading: marks, digits, names, length.
func (f reading) form(low string, ws []Word) {
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(low, " \"')”»"))
	switch end {
	case '?', '？':
		f.Add("end?")
	case '!', '！':
		f.Add("end!")
	case '.', '。', '…':
		f.Add("end.")
	case ':':
		f.Add("end:")
	}
	for _, m := range []string{"\"", "`", "://", "@", "#", "{", "}", "(", ";", ": ", " - ", "->", "=", "$", "€", "£", "%", "/", "…", "...", ">", "|", "!", "?", ","} {
		if strings.Contains(low, m) {
			f.Add("m", m)
		}
	}
	names, digits := 0, 0
	for i, w := range ws {
		if w.Digit() {
			digits++
			f.Add("n", Shape(w.Low))
		} else if i > 0 && w.Upper() {
			names++
		}
	}
	f.Add("names", classify.Digit(min(names, 3)))
	f.Add("digits", classify.Digit(min(digits, 3)))
	f.Add("len", classify.Digit(bits.Len(uint(len(ws)))))
	if r, _ := utf8.DecodeRuneInString(low); !unicode.IsLetter(r) {
		f.Add("first", string(r))
	}
}

// Shape is a word with digits: letters stay, digits become 0.
func Shape(low string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, low)
}

// WishFeatures are what the model of WishOf sees: the sentence, and what the other
// models make of it.
func WishFeatures(text string, l Lang) classify.Input {
	f := newReading(classify.Middle)
	act, keep := actModel(), keepModel()
	all := Features(text, l, Person, act.Use)
	for _, b := range all.Features {
		f.Put(b)
	}
	p := act.Score(all)
	for i, label := range act.Labels {
		f.level("act", label, p[i])
	}
	f.level("keep", "", keep.Of(keep.Score(all), "keep"))
	f.build(text, l)
	return classify.Input{Features: f.List()}
}

// build adds how a text is built: what its first and last words are, whether it has a verb, and
// whether it gives a value. "The name of the vet" has neither, and asks.
func (f reading) build(text string, l Lang) {
	ws := Words(text)
	frame, verb, value := "", false, false
	for i, w := range ws {
		verb = verb || l.Lists(w.Low).Has(Verb)
		next := ""
		if i+1 < len(ws) {
			next = ws[i+1].Low
		}
		if v, ok := l.Value(w, next); ok && v.Kind != Name {
			value = true
		}
		sort := l.leanSort(w, i)
		if i < leanEdge {
			frame += sort
			f.Add("frame", frame)
		}
		if i == len(ws)-1 {
			f.Add("last", sort, classify.Yes(verb), classify.Yes(value))
		}
	}
	f.Add("built", classify.Yes(verb), classify.Yes(value), classify.Digit(min(len(ws), 9)))
}

// level adds how high a probability is, by the steps that it reaches.
func (f reading) level(kind, label string, p float64) {
	for i, step := range []float64{.05, .15, .3, .5, .7, .9} {
		if p >= step {
			f.Add(kind, label, classify.Digit(i))
		}
	}
}
