package language

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// FigureKind is what sort of figure it is.
type FigureKind uint8

// The kinds of figures.
const (
	Amount  FigureKind = iota
	Ordinal            // "third", "2nd"
	Hour               // a time of day
	Date
)

// Figure is an amount, a place in an order, a time of day or a date that a text
// gives, however it is written: "36 gigs" and "36 GB", "7pm" and "19:00", "a dozen"
// and "12", "tomorrow" and "2026-05-04".
type Figure struct {
	From, To int // bytes of the words in the text
	Kind     FigureKind
	Value    float64 // of an amount or ordinal; minutes since midnight of an hour
	Unit     string  // one symbol for each unit of measure; "" where none is known
	Counts   bool    // an amount of things that no unit measures: "two boxes"
	Sure     bool    // of an hour: of which half of the day it is

	First, Last    time.Time // the days a date may mean; zero where it is told in part:
	Year, Month    int       // 0 where not told
	Day, DayOfWeek int       // 1 is Monday; 0 where not told
	Said           time.Time // the day it was said on
}

// figureData is what a language's file says of amounts.
type figureData struct {
	Ordinals   []string          `toml:"ordinals"`
	Tens       []string          `toml:"tens"`
	Scales     map[string]string `toml:"scales"`
	Joint      string            `toml:"joint"`
	Noon       map[string]string `toml:"noon"`
	AfterNoon  string            `toml:"after_noon"`
	BeforeNoon string            `toml:"before_noon"`
	Units      map[string]string `toml:"units"`
	Feasts     map[string]string `toml:"feasts"`
}

// figureWords are these words, to be looked up.
type figureWords struct {
	value, scale map[string]float64 // of a cardinal below a hundred; of what multiplies
	ordinal      map[string]int
	noon         map[string]int  // hour
	half         map[string]bool // words for the second half of the day are true, for the first false
	unit         map[string]string
	feast        map[string][2]int // month and day
	joint        string
}

// measure is what a unit measures, and how many of the smallest it is.
type measure struct {
	of   string
	size float64
}

var measures = map[string]measure{
	"B": {"data", 1}, "KB": {"data", 1e3}, "MB": {"data", 1e6}, "GB": {"data", 1e9}, "TB": {"data", 1e12},
	"Mbit": {"rate", 1}, "Gbit": {"rate", 1e3}, "g": {"mass", 1}, "kg": {"mass", 1e3}, "t": {"mass", 1e6},
	"mm": {"length", 1}, "cm": {"length", 10}, "m": {"length", 1e3}, "km": {"length", 1e6}, "m2": {"area", 1}, "ml": {"volume", 1}, "l": {"volume", 1e3},
	"s": {"time", 1}, "min": {"time", 60}, "h": {"time", 3600}, "day": {"time", 86400}, "week": {"time", 7 * 86400}, "month": {"months", 1}, "year": {"months", 12},
	"C": {"heat", 1}, "%": {"share", 1}, "EUR": {"euro", 1}, "USD": {"dollar", 1}, "GBP": {"pound", 1},
}

// newFigureWords reads the words of a language's file.
func newFigureWords(d *data) (*figureWords, error) {
	f := d.Figures
	w := &figureWords{value: map[string]float64{}, scale: map[string]float64{}, noon: map[string]int{}, half: map[string]bool{}, unit: map[string]string{}, feast: map[string][2]int{}, joint: Fold(f.Joint)}
	if len(f.Ordinals) != 12 || len(f.Tens) != 9 || len(f.Units) != len(measures) || f.Joint == "" {
		return nil, fmt.Errorf("figures: %d ordinals, %d tens, %d units; want 12, 9, %d and a joint", len(f.Ordinals), len(f.Tens), len(f.Units), len(measures))
	}
	w.ordinal = numbered(f.Ordinals, 1)
	ones := numbered(d.Numbers, 0)
	for low, n := range ones {
		w.value[low] = float64(n)
	}
	for low, n := range numbered(f.Tens, 1) {
		w.value[low] = float64(10 * n)
		for one, k := range ones {
			if k > 0 && k < 10 && !d.Dense {
				w.value[one+w.joint+low], w.value[low+one] = float64(10*n+k), float64(10*n+k)
			}
		}
	}
	for text, list := range f.Scales {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("figures: scale %q: %w", text, err)
		}
		each(list, func(low string) { w.scale[low] = v })
	}
	for text, list := range f.Noon {
		h, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("figures: noon %q: %w", text, err)
		}
		each(list, func(low string) { w.noon[low] = h })
	}
	each(f.AfterNoon, func(low string) { w.half[low] = true })
	each(f.BeforeNoon, func(low string) { w.half[low] = false })
	for symbol, list := range f.Units {
		if measures[symbol].of == "" {
			return nil, fmt.Errorf("figures: unit %q is unknown", symbol)
		}
		each(list, func(low string) { w.unit[low] = symbol })
	}
	for date, list := range f.Feasts {
		t, err := time.Parse("01-02", date)
		if err != nil {
			return nil, fmt.Errorf("figures: feast: %w", err)
		}
		each(list, func(low string) { w.feast[low] = [2]int{int(t.Month()), t.Day()} })
	}
	return w, nil
}

func each(list string, do func(low string)) {
	for _, w := range strings.Fields(list) {
		do(Fold(w))
	}
}

// piece is a run of digits, a run of letters, or one sign.
type piece struct {
	low      string
	from, to int
	digits   bool
	glued    bool // nothing stands before it
	joined   bool // a hyphen does
}

// pieces takes a text apart. A run that mixes letters and digits as no figure does
// ("0x80", "orion-7") is one piece of letters.
func pieces(text string) []piece {
	var out []piece
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		digit, letter := unicode.IsDigit(r), unicode.IsLetter(r)
		if !digit && !letter && !strings.ContainsRune("€$£%°²", r) {
			i += n
			continue
		}
		j := i + n
		if digit || letter {
			j = endOfPiece(text, i, digit)
		}
		p := piece{low: Fold(text[i:j]), from: i, to: j, digits: digit}
		if k := len(out); k > 0 {
			p.glued = out[k-1].to == i
			p.joined = out[k-1].to == i-1 && (text[i-1] == '-' || text[i-1] == '_')
		}
		if k := len(out); digit && k > 0 && !out[k-1].digits && (p.glued || p.joined) && unicode.IsLetter(lastRune(out[k-1].low)) && !(k > 1 && out[k-1].glued && out[k-2].digits) {
			p.digits = false
		}
		if k := len(out); digit && k > 1 && p.glued && out[k-1].glued && out[k-2].digits && !out[k-1].digits && len(out[k-1].low) == 1 && out[k-1].low != "h" {
			p.digits, out[k-2].digits = false, false // "0x80"
		}
		out = append(out, p)
		i = j
	}
	return out
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func endOfPiece(text string, i int, digits bool) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+n:])
		switch {
		case digits && unicode.IsDigit(r), !digits && (unicode.IsLetter(r) || unicode.IsMark(r)):
		case digits && strings.ContainsRune(".,:'’", r) && unicode.IsDigit(next):
		case !digits && strings.ContainsRune("'’.", r) && unicode.IsLetter(next):
		default:
			return i
		}
		i += n
	}
	return i
}

// Figures reads the figures of a text that was said on a local day.
func Figures(text string, l Lang, day time.Time) []Figure {
	r := figureReader{w: l.lexicon().figures, x: l.lexicon(), lang: l, text: text, day: dayOnly(day), ps: pieces(text)}
	r.dates()
	for i := 0; i < len(r.ps); {
		if r.taken(i) {
			i += r.span(i)
			continue
		}
		i += max(1, r.next(i))
	}
	r.combine()
	return r.out
}

type figureReader struct {
	w    *figureWords
	x    *lexicon
	lang Lang
	text string
	day  time.Time
	ps   []piece
	out  []Figure
	told int // how many of out are times that Times read
}

func (r *figureReader) at(i int) piece {
	if i < 0 || i >= len(r.ps) {
		return piece{}
	}
	return r.ps[i]
}

// beside reports whether nothing but white space and hyphens parts two pieces.
func (r *figureReader) beside(i int) bool {
	if i <= 0 || i >= len(r.ps) {
		return false
	}
	return strings.Trim(r.text[r.ps[i-1].to:r.ps[i].from], " \t\u00a0-’'") == ""
}

func (r *figureReader) taken(i int) bool {
	for _, f := range r.out[:r.told] {
		if r.ps[i].from < f.To && r.ps[i].to > f.From {
			return true
		}
	}
	return false
}

// span reads the length of time that a date was told by: "three years ago".
func (r *figureReader) span(i int) int {
	v, n := r.cardinal(i)
	unit, taken := r.unit(i + n)
	if n == 0 || taken == 0 || v == 1 || r.at(i+n+taken-1).to > r.end(i) {
		return 1
	}
	return r.add(Figure{Kind: Amount, Value: v, Unit: unit}, i, n+taken)
}

// end is where the date that piece i stands in ends.
func (r *figureReader) end(i int) int {
	for _, f := range r.out[:r.told] {
		if r.ps[i].from < f.To && r.ps[i].to > f.From {
			return f.To
		}
	}
	return 0
}

func (r *figureReader) add(f Figure, i, n int) int {
	f.From, f.To, f.Said = r.ps[i].from, r.ps[i+n-1].to, r.day
	r.out = append(r.out, f)
	return n
}

// next reads what begins at piece i and returns how many pieces it takes.
func (r *figureReader) next(i int) int {
	if n := r.date(i); n > 0 {
		return n
	}
	if h, ok := r.w.noon[r.at(i).low]; ok {
		return r.add(Figure{Kind: Hour, Value: float64(60 * h), Sure: true}, i, 1)
	}
	if n := r.clock(i); n > 0 {
		return n
	}
	return r.amount(i)
}

// clock reads "19:40" and "7pm", "7 in the evening".
func (r *figureReader) clock(i int) int {
	p := r.at(i)
	h, m, ok := strings.Cut(p.low, ":")
	if p.digits && ok {
		hour, e1 := strconv.Atoi(h)
		minute, e2 := strconv.Atoi(m)
		if e1 != nil || e2 != nil || hour > 24 || minute > 59 || len(m) != 2 {
			return 0
		}
		return r.hour(i, 1, hour, minute)
	}
	v, n := r.cardinal(i)
	if n == 0 || v != math.Trunc(v) || v < 1 || v > 12 || !r.halfBehind(i+n) {
		return 0
	}
	return r.hour(i, n, int(v), 0)
}

// reachOfHalf is how many words behind an hour tell its half of the day.
const reachOfHalf = 3

func (r *figureReader) halfBehind(i int) bool {
	for k := i; k < i+reachOfHalf && r.beside(k) || k == i && r.at(k).glued; k++ {
		if _, ok := r.w.half[r.at(k).low]; ok {
			return true
		}
		if r.at(k).digits {
			return false
		}
	}
	return false
}

func (r *figureReader) hour(i, n, hour, minute int) int {
	f := Figure{Kind: Hour, Value: float64(60*hour + minute), Sure: hour == 0 || hour > 12 || strings.HasPrefix(r.at(i).low, "0")}
	for k := i + n; k < i+n+reachOfHalf && (r.beside(k) || r.at(k).glued); k++ {
		if after, ok := r.w.half[r.at(k).low]; ok {
			if after && hour < 12 {
				f.Value += 12 * 60
			}
			f.Sure = true
			return r.add(f, i, k-i+1)
		}
		if r.at(k).digits {
			break
		}
	}
	return r.add(f, i, n)
}

// cardinal reads a number in digits or words at piece i; n is how many pieces.
func (r *figureReader) cardinal(i int) (v float64, n int) {
	if p := r.at(i); p.digits {
		v, ok := plainNumber(p.low)
		if !ok {
			return 0, 0
		}
		n = 1
		if s, ok := r.w.scale[r.at(i+1).low]; ok && s >= 100 && (r.at(i+1).glued || r.beside(i+1)) {
			return v * s, 2
		}
		if k := r.halfMore(i + 1); k > 0 {
			return v + .5, 1 + k
		}
		return v, 1
	}
	last := 100.0
	for k := i; k < len(r.ps) && !r.ps[k].digits && (k == i || r.beside(k)); k++ {
		low := r.ps[k].low
		one, isOne := r.w.value[low]
		s, isScale := r.w.scale[low]
		switch {
		case isOne && (last >= 100 || last >= 20 && one < 10):
			v, last = v+one, one
		case isScale && s < 2 && k > i:
			return v, n
		case isScale && s >= 10:
			v, last = max(v, 1)*s, s
		case isScale:
			return s, 1
		case low == r.w.joint && n > 0 && last >= 20 && r.follows(k+1, last):
			continue
		default:
			if h := r.halfMore(k); h > 0 && n > 0 {
				return v + .5, n + h
			}
			return v, n
		}
		n = k - i + 1
	}
	return v, n
}

// follows reports whether a smaller number stands at piece i.
func (r *figureReader) follows(i int, last float64) bool {
	v, ok := r.w.value[r.at(i).low]
	return ok && v > 0 && v < min(last, 100) && r.beside(i)
}

// halfMore reads "and a half" at piece i.
func (r *figureReader) halfMore(i int) int {
	if r.at(i).low != r.w.joint {
		return 0
	}
	for k := i + 1; k < i+3 && r.beside(k); k++ {
		if s, ok := r.w.scale[r.at(k).low]; ok && s == .5 {
			return k - i + 1
		}
	}
	return 0
}

// amount reads a number and its unit, or an ordinal.
func (r *figureReader) amount(i int) int {
	p := r.at(i)
	if n, ok := r.w.ordinal[p.low]; ok && n > 1 && !r.unitHere(i) {
		return r.add(Figure{Kind: Ordinal, Value: float64(n)}, i, 1)
	}
	v, n := r.cardinal(i)
	if n == 0 || v == 1 && !p.digits {
		return n
	}
	if p.digits && n == 1 && r.at(i+1).glued && r.x.ordinalEnd(r.at(i+1).low) {
		return r.add(Figure{Kind: Ordinal, Value: v}, i, 2)
	}
	f := Figure{Kind: Amount, Value: v}
	if prev := r.at(i - 1).low; p.digits && p.glued && r.w.unit[prev] != "" {
		f.Unit = r.w.unit[prev]
	}
	k := i + n
	if article := r.at(k).low; v < 1 && (r.x.number[article] == 1 || r.x.lists[article].Has(Light)) {
		k++ // "half a tonne"
	}
	unit, taken := r.unit(k)
	if f.Unit == "" && taken > 0 {
		f.Unit, n = unit, k+taken-i
	}
	next := r.at(i + n)
	f.Counts = f.Unit == "" && (v < 1 || r.beside(i+n) && !next.digits && len(next.low) > 1 && !r.x.cueless(next.low) && !Common(r.lang, next.low) && !r.lang.Is(When, next.low))
	return r.add(f, i, n)
}

// unitHere reports whether an ordinal is a unit where it stands: "per second,".
func (r *figureReader) unitHere(i int) bool {
	next := r.at(i + 1)
	return r.w.unit[r.at(i).low] != "" && (next.low == "" || !r.beside(i+1) || r.x.cueless(next.low))
}

// cueless reports whether a word is one of the small words that no ordinal counts.
func (x *lexicon) cueless(low string) bool { return x.lists[low].Has(Light) }

// ordinalEnd reports whether letters behind digits make them an ordinal.
func (x *lexicon) ordinalEnd(low string) bool { return slices.Contains(x.time().ordinals, low) }

// unit reads a unit of one or two words at piece i.
func (r *figureReader) unit(i int) (symbol string, n int) {
	if !r.beside(i) && !r.at(i).glued {
		return "", 0
	}
	low := r.at(i).low
	if r.at(i+1).glued || r.beside(i+1) {
		sep := "-"
		if r.at(i + 1).glued {
			sep = ""
		}
		if u := r.w.unit[low+sep+r.at(i+1).low]; u != "" {
			return u, 2
		}
	}
	u := r.w.unit[low]
	if u == "" {
		u = r.w.unit[strings.TrimSuffix(strings.TrimSuffix(low, "'s"), "'")]
	}
	if u == "" {
		return "", 0
	}
	return u, 1
}

// plainNumber reads digits with groups and a decimal mark of either kind.
func plainNumber(digits string) (float64, bool) {
	digits = strings.NewReplacer("'", "", "’", "").Replace(digits)
	dot, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ',')
	switch {
	case dot >= 0 && comma > dot: // 1.200,5
		digits = strings.ReplaceAll(strings.ReplaceAll(digits, ".", ""), ",", ".")
	case comma >= 0 && dot > comma: // 1,200.5
		digits = strings.ReplaceAll(digits, ",", "")
	case grouped(digits):
		digits = strings.NewReplacer(".", "", ",", "").Replace(digits)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", "."), 64)
	return v, err == nil
}

// grouped reports whether marks part a number in groups of three.
func grouped(digits string) bool {
	groups := strings.FieldsFunc(digits, func(r rune) bool { return r == '.' || r == ',' })
	for _, g := range groups[1:] {
		if len(g) != 3 || len(groups[0]) > 3 || groups[0] == "0" {
			return false
		}
	}
	return len(groups) > 1
}

// NumberWord is the number below a hundred that a word in lower case is for.
func (l Lang) NumberWord(low string) (int, bool) {
	v, ok := l.lexicon().figures.value[Fold(low)]
	return int(v), ok
}
