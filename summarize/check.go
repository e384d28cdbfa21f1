package summarize

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// checker finds what a model made up: numbers, names and dates of an entry
// that are not in the messages it cites.
type checker struct{ en *lexicon }

func newChecker() *checker { return &checker{en: english().lexicon()} }

// claims are the checkable parts of a text.
type claims struct {
	numbers map[string]bool // in one form: "1200", "3.5"
	days    map[string]bool // YYYY-MM-DD
	months  map[string]bool // YYYY-MM
	years   map[string]bool
	partial map[string]bool // MM-DD, a day without its year
	words   map[string]bool // folded
}

// supports returns "" when the cited messages bear the text out, else what
// they do not say.
func (k *checker) supports(text string, cited []transcript.Message, in Input) string {
	src := newClaims()
	for _, m := range cited {
		day := dayOf(m.Time, in.Location)
		src.read(m.Content)
		src.nearest(day)
		src.relative(m.Content, day)
		src.day(day)
		for _, w := range strings.Fields(fold(speaker(in, m))) {
			src.words[w] = true
		}
	}
	for _, n := range in.Names {
		for _, w := range strings.Fields(fold(n)) {
			src.words[w] = true
		}
	}
	if src.words["second"] {
		src.numbers["2"] = true
	}
	got := newClaims()
	got.read(text)
	for d := range got.days {
		if !src.days[d] && !src.partial[d[5:]] {
			return fmt.Sprintf("date %s is not in the cited messages", d)
		}
	}
	for p := range got.partial {
		if !src.partial[p] && !src.hasDay(p) {
			return fmt.Sprintf("date %s is not in the cited messages", p)
		}
	}
	for m := range got.months {
		if !src.months[m] {
			return fmt.Sprintf("month %s is not in the cited messages", m)
		}
	}
	for y := range got.years {
		if !src.years[y] && !src.numbers[y] {
			return fmt.Sprintf("year %s is not in the cited messages", y)
		}
	}
	for n := range got.numbers {
		if !src.numbers[n] && !got.years[n] {
			return fmt.Sprintf("number %s is not in the cited messages", n)
		}
	}
	places := map[int]bool{}
	for _, m := range cited {
		for n := range ordinals(m.Content) {
			places[n] = true
		}
	}
	for n := range ordinals(text) {
		if s := strconv.Itoa(n); !places[n] && !src.words[s] && !(n == 2 && src.words["second"]) {
			return fmt.Sprintf("number %s is not in the cited messages", s)
		}
	}
	if name := k.strange(text, src); name != "" {
		return fmt.Sprintf("name %q is not in the cited messages", name)
	}
	return ""
}

func newClaims() claims {
	m := func() map[string]bool { return map[string]bool{} }
	return claims{numbers: m(), days: m(), months: m(), years: m(), partial: m(), words: m()}
}

func (c claims) day(d time.Time) {
	c.days[dayName(d)] = true
	c.partial[d.Format("01-02")] = true
	c.months[d.Format("2006-01")] = true
	c.years[d.Format("2006")] = true
}

func (c claims) hasDay(monthDay string) bool {
	for d := range c.days {
		if d[5:] == monthDay {
			return true
		}
	}
	return false
}

// read takes the written claims of a text.
func (c claims) read(text string) {
	ws := split(strings.NewReplacer("–", " ", "—", " ", "/", "/").Replace(text))
	for i := 0; i < len(ws); {
		w := ws[i]
		c.name(w)
		if n := c.written(ws, i); n > 0 {
			for _, x := range ws[i : i+n] {
				c.name(x)
			}
			i += n
			continue
		}
		if v, n := wordNumber(ws, i); n > 0 {
			c.numbers[v] = true
			i += n
			continue
		}
		if hasDigit(w.core) {
			for _, v := range digitNumbers(w.core) {
				c.numbers[v] = true
			}
		}
		i++
	}
}

// name takes a word, and its parts, with and without accents.
func (c claims) name(w word) {
	add := func(s string) { c.words[s], c.words[unaccented(s)] = true, true }
	parts(w.low, add)
	add(w.low)
}

// written reads a date at word i: ISO, 7 May 2023, May 7th, 07.05.2023, May
// 2023.
func (c claims) written(ws []word, i int) int {
	w := ws[i]
	if t, err := time.Parse(time.DateOnly, w.core); err == nil {
		c.day(t)
		return 1
	}
	if t, ok := numericDate(w.core); ok {
		for _, d := range t {
			c.day(d)
		}
		return 1
	}
	at := func(k int) word {
		if i+k < len(ws) {
			return ws[i+k]
		}
		return word{}
	}
	if d, ok := dayNumber(w.low); ok && (w.post == "" || w.post == ".") {
		k := 1
		if at(1).low == "of" || at(1).low == "de" {
			k = 2
		}
		if m, ok := anyMonth(at(k).low); ok {
			return k + 1 + c.monthDay(m, d, at(k+1).low)
		}
	}
	if m, ok := month(w.low); ok {
		if d, ok := dayNumber(at(1).low); ok && len(at(1).low) < 5 {
			return 2 + c.monthDay(m, d, at(2).low)
		}
		if y, ok := year(at(1).low); ok {
			c.months[fmt.Sprintf("%s-%02d", y, m)] = true
			c.years[y] = true
			return 2
		}
	}
	if y, ok := year(w.low); ok {
		c.years[y] = true
		c.numbers[y] = true
		return 1
	}
	return 0
}

func (c claims) monthDay(m time.Month, d int, next string) int {
	if y, ok := year(next); ok {
		n, _ := strconv.Atoi(y)
		c.day(time.Date(n, m, d, 0, 0, 0, 0, time.UTC))
		return 1
	}
	c.partial[fmt.Sprintf("%02d-%02d", m, d)] = true
	return 0
}

// relative adds the days that relative words of a message mean.
func (c claims) relative(text string, day time.Time) {
	for _, s := range sentences(text) {
		for _, wd := range split(s.text) {
			if d, ok := weekday(wd.low); ok {
				for _, sign := range []int{-1, 1} {
					c.day(towards(day, d, sign))
				}
			}
		}
		for _, w := range dated(s.text, day) {
			if w.date {
				c.reach(w.core, day)
			}
		}
	}
}

// reach adds what an absolute date of ours covers: a week its seven days.
func (c claims) reach(text string, day time.Time) {
	if t, err := time.Parse("January 2006", text); err == nil {
		c.months[t.Format("2006-01")] = true
		c.years[t.Format("2006")] = true
		return
	}
	if y, ok := year(text); ok {
		c.years[y] = true
		return
	}
	t, err := time.Parse(time.DateOnly, text[max(0, len(text)-10):])
	if err != nil {
		return
	}
	n := 1
	if strings.HasPrefix(text, "the weekend") {
		n = 2
	} else if strings.HasPrefix(text, "the week") {
		n = 7
	}
	for k := range n {
		c.day(t.AddDate(0, 0, k))
	}
}

func year(low string) (string, bool) {
	if len(low) == 4 && (low[:2] == "19" || low[:2] == "20") && low[2] >= '0' && low[2] <= '9' && low[3] >= '0' && low[3] <= '9' {
		return low, true
	}
	return "", false
}

// month reads the English name of a month, also shortened.
func month(low string) (time.Month, bool) {
	switch low {
	case "january", "jan":
		return time.January, true
	case "february", "feb":
		return time.February, true
	case "march", "mar":
		return time.March, true
	case "april", "apr":
		return time.April, true
	case "may":
		return time.May, true
	case "june", "jun":
		return time.June, true
	case "july", "jul":
		return time.July, true
	case "august", "aug":
		return time.August, true
	case "september", "sep", "sept":
		return time.September, true
	case "october", "oct":
		return time.October, true
	case "november", "nov":
		return time.November, true
	case "december", "dec":
		return time.December, true
	}
	return 0, false
}

func dayNumber(low string) (int, bool) {
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		low = strings.TrimSuffix(low, suffix)
	}
	n, err := strconv.Atoi(low)
	return n, err == nil && n >= 1 && n <= 31
}

// numericDate reads 07.05.2023 and 5/7/2023; the latter both ways round.
func numericDate(s string) ([]time.Time, bool) {
	var out []time.Time
	for _, layout := range []string{"2.1.2006", "1/2/2006", "2/1/2006", "2006/1/2"} {
		if t, err := time.Parse(layout, s); err == nil {
			out = append(out, t)
		}
	}
	return out, len(out) > 0
}

// digitNumbers are the numbers in a word, in one form: 1,200 and 1200 and 1.2k
// are the same.
func digitNumbers(core string) []string {
	var out []string
	for i := 0; i < len(core); {
		if core[i] < '0' || core[i] > '9' {
			i++
			continue
		}
		j := i
		for j < len(core) && (core[j] >= '0' && core[j] <= '9' || (core[j] == ',' || core[j] == '.') && j+1 < len(core) && core[j+1] >= '0' && core[j+1] <= '9') {
			j++
		}
		out = append(out, plainNumber(core[i:j], core[j:]))
		i = j
	}
	return out
}

func plainNumber(digits, suffix string) string {
	if dot, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ','); dot >= 0 && comma > dot {
		digits = strings.ReplaceAll(strings.ReplaceAll(digits, ".", ""), ",", ".") // 1.200,5
	} else if comma >= 0 && dot > comma {
		digits = strings.ReplaceAll(digits, ",", "") // 1,200.5
	}
	if groups := strings.Split(strings.ReplaceAll(digits, ".", ","), ","); len(groups) > 1 {
		thousands := true
		for _, g := range groups[1:] {
			thousands = thousands && len(g) == 3
		}
		if thousands && (strings.Contains(digits, ",") || len(groups) > 2) {
			digits = strings.Join(groups, "")
		}
	}
	digits = strings.ReplaceAll(digits, ",", ".")
	if f, err := strconv.ParseFloat(digits, 64); err == nil {
		switch strings.ToLower(suffix) {
		case "k":
			f *= 1000
		case "m", "mio":
			f *= 1e6
		}
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return digits
}

// wordNumber reads "twelve", "two hundred and five", "third", "a dozen" at
// word i, and how many words it takes. "One" alone is no number.
func wordNumber(ws []word, i int) (string, int) {
	total, n, j := 0, 0, i
	for ; j < len(ws); j++ {
		low := ws[j].low
		if v, ok := number(low); ok {
			total += v
		} else if v, ok := ordinalWord(low); ok {
			total += v
			n = j - i + 1
			j++
			break
		} else if low == "hundred" || low == "thousand" || low == "million" {
			total = max(total, 1) * map[string]int{"hundred": 100, "thousand": 1000, "million": 1000000}[low]
		} else if low == "dozen" {
			total = max(total, 1) * 12
		} else if low == "and" && n > 0 && j+1 < len(ws) && isNumberWord(ws[j+1].low) && (ws[j-1].low == "hundred" || ws[j-1].low == "thousand") {
			continue
		} else {
			break
		}
		n = j - i + 1
		if ws[j].post != "" {
			break
		}
	}
	if n == 0 || n == 1 && (ws[i].low == "one" || ws[i].low == "second") {
		return "", 0
	}
	return strconv.Itoa(total), n
}

func isNumberWord(low string) bool { _, ok := number(low); return ok }

func ordinalWord(low string) (int, bool) {
	for i, w := range [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"} {
		if low == w {
			return i + 1, i > 0
		}
	}
	return 0, false
}
