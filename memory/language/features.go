package language

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language/classify"
	"dormouse/memory/language/memo"
)

// Speaker is who says a sentence.
type Speaker uint8

// The speakers.
const (
	Person Speaker = iota // whose memory it is
	Other                 // an assistant, or the other side of a chat
)

// Features are what a model with some options sees of a sentence: hash buckets,
// sorted, each once.
func Features(text string, l Lang, by Speaker, o classify.Options) []uint16 {
	return featuresOf(text, l, by, o.Use())
}

// features collects the hashed features of a text: a bit for each bucket.
type features struct {
	use  classify.Group
	bits []uint64
}

func newFeatures(use classify.Group) *features {
	return &features{use, make([]uint64, 1<<use.Bits()/64)}
}

// list are the buckets, sorted, each once.
func (f *features) list() []uint16 {
	out := make([]uint16, 0, 256)
	for i, w := range f.bits {
		for ; w != 0; w &= w - 1 {
			out = append(out, uint16(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return out
}

// fnv is the 32-bit FNV-1a hash.
func fnv(h uint32, s string) uint32 {
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

const fnvBase = 2166136261

func (f *features) add(kind string, parts ...string) { f.set(hashed(kind, parts...)) }

func (f *features) set(h uint32) {
	n := f.use.Bits()
	if f.bits == nil {
		f.bits = make([]uint64, 1<<n/64)
	}
	h ^= h >> n // fold the high bits in
	h &= 1<<n - 1
	f.bits[h>>6] |= 1 << (h & 63)
}

// hashed is the hash of a feature.
func hashed(kind string, parts ...string) uint32 {
	h := fnv(fnvBase, kind)
	for _, p := range parts {
		h = fnv(parted(h), p)
	}
	return h
}

// parted parts a hash from what comes next.
func parted(h uint32) uint32 { return (h ^ 0x1f) * 16777619 }

var sentences = sync.OnceValue(func() *memo.Memo[[]uint16] { return memo.New[[]uint16](4096) })

// featuresOf reads a sentence for the models: which buckets it has, sorted, each
// once. They are for reading only.
func featuresOf(text string, l Lang, by Speaker, use classify.Group) []uint16 {
	how := uint32(l)<<16 | uint32(by)<<8 | uint32(use)
	return sentences().Of(text, how, func() []uint16 { return readFeatures(text, l, by, use) })
}

func readFeatures(text string, l Lang, by Speaker, use classify.Group) []uint16 {
	f := newFeatures(use)
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
		f.add("other")
		for _, w := range ws[:min(len(ws), 2)] {
			f.add("other:", w.Low)
		}
	}
	return f.list()
}

// words adds words, stems, pairs and the words at both ends. A number is its
// shape.
func (f *features) words(ws []Word, l Lang) {
	before, gap := "^", "^"
	for i, w := range ws {
		t := w.Low
		if w.Digit() {
			t = shape(w.Low)
		} else if !l.Dense() {
			f.add("s", l.Stem(t))
		}
		f.add("w", t)
		f.add("2", before, t)
		if i > 1 {
			f.add("3", gap, t)
		}
		gap, before = before, t
		if i < 3 {
			f.add("at", digit(i), t)
		}
	}
	f.add("2", before, "$")
	if len(ws) > 1 {
		f.add("open", ws[0].Low, ws[1].Low)
	}
}

// letters adds runs of two to five letters of each word; where words are not
// spaced, runs of one to three characters of the text.
func (f *features) letters(ws []Word, low string) {
	for _, w := range ws {
		if r, _ := utf8.DecodeRuneInString(w.Low); dense(r) || w.Digit() {
			continue
		}
		f.runs("c", "<"+w.Low+">", 3, 5)
	}
	from := -1
	for i, r := range low + " " {
		switch is := dense(r) || r == 'ー'; {
		case is && from < 0:
			from = i
		case !is && from >= 0:
			f.runs("d", low[from:i], 1, 3)
			from = -1
		}
	}
}

func (f *features) runs(kind, s string, least, most int) {
	base := parted(fnv(fnvBase, kind))
	for from := range s {
		h, at := base, from
		for n := 1; n <= most && at < len(s); n++ {
			_, size := utf8.DecodeRuneInString(s[at:])
			h = fnv(h, s[at:at+size])
			if at += size; n >= least {
				f.set(h)
			}
		}
	}
}

// classes adds the classes of small words: that they occur, where, and in pairs.
func (f *features) classes(text string, ws []Word, l Lang) {
	var has [classes]bool
	for _, c := range l.Cues(text, ws) {
		if !has[c.Class] {
			f.add("k", classNames[c.Class])
		}
		has[c.Class] = true
		if c.From == 0 {
			f.add("k0", classNames[c.Class])
		}
	}
	for i, w := range ws {
		next := ""
		if i+1 < len(ws) {
			next = ws[i+1].Low
		}
		if v, ok := l.lexicon().value(w, next); ok {
			f.add("val", digit(int(v.Kind)), yes(v.Unit != ""))
		}
	}
	for a := range classes {
		for b := a + 1; has[a] && b < classes; b++ {
			if has[b] {
				f.add("kk", classNames[a], classNames[b])
			}
		}
		if !has[a] && a <= Negators {
			f.add("k-", classNames[a])
		}
	}
}

// form adds what is seen without reading: marks, digits, names, length.
func (f *features) form(low string, ws []Word) {
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(low, " \"')”»"))
	switch end {
	case '?', '？':
		f.add("end?")
	case '!', '！':
		f.add("end!")
	case '.', '。', '…':
		f.add("end.")
	case ':':
		f.add("end:")
	}
	for _, m := range []string{"\"", "`", "://", "@", "#", "{", "}", "(", ";", ": ", " - ", "->", "=", "$", "€", "£", "%", "/", "…", "...", ">", "|", "!", "?", ","} {
		if strings.Contains(low, m) {
			f.add("m", m)
		}
	}
	names, digits := 0, 0
	for i, w := range ws {
		if w.Digit() {
			digits++
			f.add("n", shape(w.Low))
		} else if i > 0 && w.Upper() {
			names++
		}
	}
	f.add("names", digit(min(names, 3)))
	f.add("digits", digit(min(digits, 3)))
	f.add("len", digit(bits.Len(uint(len(ws)))))
	if r, _ := utf8.DecodeRuneInString(low); !unicode.IsLetter(r) {
		f.add("first", string(r))
	}
}

// shape is a word with digits: letters stay, digits become 0.
func shape(low string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, low)
}

func digit(n int) string { return string(rune('0' + n)) }

// probabilities are those of a model's labels, in [0, 1], for a text.
func probabilities(m *classify.Model, text string, l Lang, by Speaker) []float64 {
	return m.Score(featuresOf(text, l, by, m.Use))
}

// WishFeatures are what the model of WishOf sees: the sentence, and what the other
// models make of it.
func WishFeatures(text string, l Lang) []uint16 {
	f := newFeatures(0)
	for _, b := range featuresOf(text, l, Person, classify.AllGroups) {
		f.bits[b>>6] |= 1 << (b & 63)
	}
	act, keep := actModel(), keepModel()
	all := featuresOf(text, l, Person, act.Use)
	p := act.Score(all)
	for i, label := range act.Labels {
		f.level("act", label, p[i])
	}
	f.level("keep", "", keep.Of(keep.Score(all), "keep"))
	return f.list()
}

// level adds how high a probability is, by the steps that it reaches.
func (f *features) level(kind, label string, p float64) {
	for i, step := range []float64{.05, .15, .3, .5, .7, .9} {
		if p >= step {
			f.add(kind, label, digit(i))
		}
	}
}
