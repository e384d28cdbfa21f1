package summarize_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// What memory still tells of a talk, judged without a model. The rules are
// crude and the same for all: read differences, not the figures themselves. Of
// 61 lines that were taken for an answer, five were none when read by hand; the
// four questions that had let them pass were made stricter.

const (
	windowWords = 40        // a line is read in stretches of so many words
	enough      = 2.0 / 3.0 // share of an answer's words that must stand there

	// What a stretch must have in common with the question or its evidence,
	// beyond the answer, in nats of rarity: a word of one message in 200 has
	// about five. A single word or a day proves less than several words do.
	aboutMany = 4.0
	aboutOne  = 7.0
)

// question is one thing somebody may want to know later.
type question struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"` // fact, preference, decision, correction, identifier, date, open
	Question string   `json:"question"`
	Answer   string   `json:"answer"`   // words, or a day as 2026-03-16
	Evidence []string `json:"evidence"` // ids of messages that tell it
	Stale    string   `json:"stale"`    // what was said first and taken back
}

// unit is a stretch of memory that a reader takes in at once.
type unit struct {
	text  string
	words map[string]bool
	day   time.Time
	kind  document.Type
}

// units cuts one line of memory into stretches of at most windowWords words.
func units(text string, day time.Time) []unit {
	ws := strings.Fields(text)
	var out []unit
	for from := 0; ; from += windowWords / 4 {
		to := min(from+windowWords, len(ws))
		part := strings.Join(ws[from:to], " ")
		out = append(out, unit{text: fold(part), words: wordSet(content(part)), day: day})
		if to == len(ws) {
			return out
		}
	}
}

// judge reads the memory of one talk.
type judge struct {
	by     map[string]transcript.Message
	rarity map[string]float64 // nats, by word
	rarest float64            // of a word that no message has
}

func newJudge(ms []transcript.Message) *judge {
	j := &judge{by: map[string]transcript.Message{}, rarity: map[string]float64{}, rarest: math.Log(2 * float64(1+len(ms)))}
	in := map[string]int{}
	for _, m := range ms {
		j.by[m.ID] = m
		for w := range wordSet(content(m.Content)) {
			in[w]++
		}
	}
	for w, n := range in {
		j.rarity[w] = math.Log(float64(1+len(ms)) / (float64(n) + .5))
	}
	return j
}

// need is what a unit must hold for a question to survive.
type need struct {
	answer, stale sought
	about         map[string]float64 // words of the question and of its evidence, with their rarity
}

// sought is a value: a day, or words.
type sought struct {
	day   time.Time
	words []string
}

func seek(s string) sought {
	if d, err := time.Parse(time.DateOnly, s); err == nil {
		return sought{day: d}
	}
	ws := content(s)
	slices.Sort(ws)
	return sought{words: slices.Compact(ws)}
}

func (j *judge) need(q question) need {
	n := need{answer: seek(q.Answer), stale: seek(q.Stale), about: map[string]float64{}}
	add := func(text string) {
		for _, w := range content(text) {
			n.about[w] = j.rarest
			if r, ok := j.rarity[w]; ok {
				n.about[w] = r
			}
		}
	}
	add(q.Question)
	for _, id := range q.Evidence {
		add(j.by[id].Content)
	}
	for _, id := range q.Evidence {
		delete(n.about, normal(fold(j.by[id].Name)))
	}
	return n
}

// given reports whether u tells v and is about the question besides.
func (n need) given(v sought, u unit, share float64) bool {
	if v.day.IsZero() && len(v.words) == 0 {
		return false
	}
	got := 0
	for _, w := range v.words {
		if u.words[w] {
			got++
		}
	}
	if v.day.IsZero() && float64(got) < share*float64(len(v.words)) || !v.day.IsZero() && !tellsDay(u, v.day) {
		return false
	}
	common := 0.0
	for w, r := range n.about {
		if u.words[w] && !slices.Contains(v.words, w) {
			common += r
		}
	}
	if len(v.words) < 2 {
		return common >= aboutOne
	}
	return common >= aboutMany
}

// judged is what memory says to one question.
type judged struct {
	survived bool
	stale    bool // a stretch gives what was taken back, and not what is right
	line     string
	old      string
	kind     document.Type // of the entry that tells it
}

func (j *judge) ask(q question, memory []unit) judged {
	n := j.need(q)
	var out judged
	for _, u := range memory {
		right := n.given(n.answer, u, enough)
		if right && !out.survived {
			out.survived, out.line, out.kind = true, u.text, u.kind
		}
		if !right && !out.stale && n.given(n.stale, u, 1) {
			out.stale, out.old = true, u.text
		}
	}
	return out
}

// kept counts the identifiers that stand in a text letter by letter.
func kept(ids []string, text string) int {
	text, n := fold(text), 0
	for _, id := range ids {
		if strings.Contains(text, fold(id)) {
			n++
		}
	}
	return n
}

// Words.

var (
	grouped  = regexp.MustCompile(`^[1-9]\d{0,2}([.,'’]\d{3})+$`)
	decimal  = regexp.MustCompile(`^\d+[.,:]\d+$`)
	thousand = regexp.MustCompile(`^\d+k$`)
)

// content are the words of a text that say what it is about: folded, without
// function words and endings, numbers in one form.
func content(text string) []string {
	var out []string
	for _, f := range strings.Fields(strings.ReplaceAll(strings.ReplaceAll(fold(text), "%", " percent "), "€", " euro ")) {
		f = strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		digit := f != "" && f[0] >= '0' && f[0] <= '9'
		switch {
		case !digit:
			out = append(out, plain(f)...)
		case len(f) == len(time.DateOnly) && isoDay.MatchString(f):
			out = append(out, f)
		case grouped.MatchString(f):
			out = append(out, strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) {
					return r
				}
				return -1
			}, f))
		case decimal.MatchString(f):
			out = append(out, strings.ReplaceAll(f, ",", "."))
		case thousand.MatchString(f):
			out = append(out, strings.TrimSuffix(f, "k")+"000")
		default:
			out = append(out, plain(f)...)
		}
	}
	return out
}

// plain are the words within a field: "internal/expiry" has two.
func plain(f string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if w = normal(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

func normal(w string) string {
	if n, ok := numerals[w]; ok {
		return n
	}
	if w == "" || functionWords[w] || len(w) < 2 && !unicode.IsDigit(rune(w[0])) {
		return ""
	}
	if strings.ContainsFunc(w, unicode.IsDigit) {
		return w
	}
	for _, end := range []string{"ing", "ed", "es", "en", "er", "em", "e", "s", "n"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 4 {
			return s
		}
	}
	return w
}

var straight = strings.NewReplacer("’", "'", "–", "-", "\u00a0", " ")

func fold(s string) string { return straight.Replace(strings.ToLower(s)) }

func wordSet(ws []string) map[string]bool {
	m := map[string]bool{}
	for _, w := range ws {
		m[w] = true
	}
	return m
}

var numerals = map[string]string{
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
	"zwei": "2", "drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "sieben": "7", "acht": "8", "neun": "9", "zehn": "10", "elf": "11", "zwölf": "12",
	"prozent": "percent", "euros": "euro", "percentage": "percent",
}

var functionWords = wordSet(strings.Fields(`user assistant the an and or but of in on at to for from with by as is are was were be been has have had do does did it its
this that these those there here he she they we you me my our your his her their them us who whom which what when where why how not no so if then than
too very can could will would should may might must about into over after before again only just also all any some more most other such own same
ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen mein meine dein deine sein seine ihre unser unsere der die das den dem des ein eine einer
einem einen eines und oder aber doch denn weil wenn als wie wo was wer wen wem ist sind war waren bin hat habe haben hatte wird werden wurde kann können
muss soll sollen will wollen nicht kein keine keinen nein ja auch nur noch schon sehr so dann da im an am auf aus bei beim mit nach von vom zu zum zur für
über unter vor durch gegen ohne um bis seit dass ob welche welcher welches`))

// Days.

var months = func() map[string]time.Month {
	m := map[string]time.Month{}
	for i, names := range []string{"january januar", "february februar", "march märz", "april", "may mai", "june juni", "july juli",
		"august", "september", "october oktober", "november", "december dezember"} {
		for _, n := range strings.Fields(names) {
			m[n] = time.Month(i + 1)
		}
	}
	return m
}()

var (
	isoDay   = regexp.MustCompile(`\b(\d{4})-(\d\d)-(\d\d)\b`)
	dayMonth = regexp.MustCompile(`\b(\d{1,2})\.?(?:st|nd|rd|th)?(?:\s*(?:and|und|to|bis|-)\s*(\d{1,2})\.?)?\s+(?:of\s+)?(\p{L}{3,9})(?:\s+(\d{4}))?`)
	monthDay = regexp.MustCompile(`\b(\p{L}{3,9})\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4}))?`)
	weekdays = map[string]time.Weekday{"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
		"montag": 1, "dienstag": 2, "mittwoch": 3, "donnerstag": 4, "freitag": 5, "samstag": 6, "sonntag": 0}
	relative = map[string]int{"today": 0, "yesterday": -1, "tomorrow": 1, "heute": 0, "gestern": -1, "morgen": 1}
)

// tellsDay reports whether the day want can be read from u: written out in any
// common form, or told from the day the line was said on.
func tellsDay(u unit, want time.Time) bool {
	fits := func(year, month, day string) bool {
		d, _ := strconv.Atoi(day)
		y := want.Year()
		if year != "" {
			y, _ = strconv.Atoi(year)
		}
		return months[month] == want.Month() && d == want.Day() && y == want.Year()
	}
	for _, m := range isoDay.FindAllString(u.text, -1) {
		if m == want.Format(time.DateOnly) {
			return true
		}
	}
	for _, m := range dayMonth.FindAllStringSubmatch(u.text, -1) {
		if fits(m[4], m[3], m[1]) || m[2] != "" && fits(m[4], m[3], m[2]) {
			return true
		}
	}
	for _, m := range monthDay.FindAllStringSubmatch(u.text, -1) {
		if fits(m[3], m[1], m[2]) {
			return true
		}
	}
	return !u.day.IsZero() && tellsFrom(u, want)
}

// tellsFrom reads words such as tomorrow or Friday from the day they were said.
func tellsFrom(u unit, want time.Time) bool {
	said := time.Date(u.day.Year(), u.day.Month(), u.day.Day(), 0, 0, 0, 0, time.UTC)
	apart := int(want.Sub(said).Hours() / 24)
	for _, w := range strings.FieldsFunc(u.text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n, ok := relative[w]; ok && n == apart {
			return true
		}
		if d, ok := weekdays[w]; ok && d == want.Weekday() && apart >= -7 && apart <= 7 {
			return true
		}
	}
	return false
}
