package offline

import (
	"cmp"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
)

// How likely a line must answer a question to be told as an answer, and of how likely the
// likeliest does.
const (
	answersFrom = .27
	besideFrom  = .6
	sinceFrom   = .35  // the same, for what was said of it since
	ahead       = .001 // by which that stands before it
	alsoFrom    = .1   // the same, for what is told to come beside it
	onFrom      = .2   // the same, for what leans on it
)

// Lines of an answer.
const (
	mostLines = 5
	mostList  = 15
)

// recall answers from memory and from this conversation. done is false where nothing
// covers at least so much of the question; the answer is "" while a search is awaited.
func (t *turn) recall(q query, from float64, most int) (answer string, done bool) {
	return t.recallBy(t.request(), q, from, most)
}

// recallBy is recall, with what memory is searched for.
func (t *turn) recallBy(text string, q query, from float64, most int) (answer string, done bool) {
	found, failed, ok := t.search(text)
	if !ok {
		return "", true
	}
	return t.recallIn(found, failed, q, from, most)
}

// recallIn is recall, with what a search of memory found.
func (t *turn) recallIn(found []line, failed bool, q query, from float64, most int) (answer string, done bool) {
	t.near = t.pool(slices.Concat(found, t.fromPrompt()))
	chosen := q.choose(t.near, from)
	if !slices.ContainsFunc(chosen, func(l line) bool { return !l.past }) { // what the search missed may stand in the file
		lines, ok := t.file(land.MemoryFile)
		if !ok {
			return "", true
		}
		if more := q.choose(t.pool(slices.Concat(found, lines)), from); len(more) > 0 {
			chosen = more
		}
	}
	switch {
	case len(chosen) == 0 && failed:
		return t.say(saySearchFails), true
	case len(chosen) == 0:
		return "", false
	case !t.place(chosen):
		return "", true
	}
	return t.list(chosen, most) + t.counted(chosen), true
}

// recallOr is recall, or that nothing is known.
func (t *turn) recallOr(q query, most int) string {
	if answer, done := t.recall(q, answersFrom, most); done {
		return answer
	}
	return t.unknown(q)
}

// place finds the numbers of lines that were read in the prompt. It is false while a file
// is awaited.
func (t *turn) place(lines []line) bool {
	for i := range lines {
		l := &lines[i]
		if !l.shown {
			continue
		}
		of, ok := t.file(l.path)
		if !ok {
			return false
		}
		if n := slices.IndexFunc(of, func(o line) bool { return alike(o.text, l.text) }); n >= 0 {
			l.at = of[n].at
		}
	}
	return true
}

// pool joins what memory and this conversation say: each thing once, what was
// forgotten in neither, what a later line ends marked as past.
func (t *turn) pool(found []line) []line {
	talk := t.told()
	found = t.withTurned(found)
	found = slices.DeleteFunc(found, func(f line) bool {
		if f.pointer() {
			return true
		}
		if strings.HasPrefix(f.path, transcript.Folder+"/") && t.gone(f) {
			return true
		}
		return slices.ContainsFunc(talk, func(l line) bool { return l.past && (alike(l.text, f.text) || f.wrote(&l)) })
	})
	talk = slices.DeleteFunc(talk, func(l line) bool {
		return slices.ContainsFunc(found, func(f line) bool { return alike(l.text, f.text) || f.keeps(&l) })
	})
	all := append(distinct(found), talk...)
	judged := t.held()
	var rests []line
	for i := range all {
		rests = append(rests, follow(all, &all[i], judged)...)
	}
	all = append(all, rests...)
	tie(all, t.fromPrompt())
	return all
}

// tie lets a line be found by the name of whom it speaks of, where another line or one of
// the prompt tells it, and by the word for somebody whom it names: after "my dad Colin"
// what is told of Colin is found for dad.
func tie(lines, prompt []line) {
	named, called := map[string][]string{}, map[string][]string{}
	put := func(to map[string][]string, from, word string) {
		if !slices.Contains(to[from], word) {
			to[from] = append(to[from], word)
		}
	}
	for _, l := range slices.Concat(lines, prompt) {
		if s := l.statement(); !l.past {
			for _, tie := range s.Ties() {
				put(named, tie.Of, tie.Name)
				put(called, tie.Name, tie.Of)
			}
		}
	}
	if len(named) == 0 {
		return
	}
	for i := range lines {
		l := &lines[i]
		var ties []string
		for _, w := range language.Words(l.text) {
			low := answers.Possessed(w.Low)
			ties = append(ties, called[low]...)
			if names := named[low]; len(names) == 1 { // which of several is meant, nobody knows
				ties = append(ties, names...)
			}
		}
		l.ties = strings.Join(ties, " ")
	}
}

// keeps reports whether a line of memory is what a night wrote of one told here that holds.
func (l *line) keeps(told *line) bool { return !l.past && !told.past && l.wrote(told) }

// wrote reports whether a line of memory is what a night wrote of one told here: both speak of
// the same, with the same values but for days, which it writes out.
func (l *line) wrote(told *line) bool {
	a, b := l.statement(), told.statement()
	undated := func(values []language.Value) []language.Value {
		return slices.DeleteFunc(slices.Clone(values), func(v language.Value) bool { return v.Kind == language.Day })
	}
	x, y := undated(a.Values), undated(b.Values)
	return told.source == "" && dayOf(l.day).Equal(dayOf(told.day)) && statement.Besides(a, b) == 0 && statement.Besides(b, a) == 0 &&
		a.Denied == b.Denied && len(x) == len(y) && !slices.ContainsFunc(x, func(v language.Value) bool { return !slices.Contains(y, v) })
}

// follow lets a line end older ones of memory, because memory says so, or, where it was told
// here, as the next night will judge it. When it was told, only some lines were known and judged:
// of those it seems to end it is found with what they say. Rests are what ended lines say beside
// that.
func follow(all []line, news *line, judged []line) (rests []line) {
	var olds, rest []*line
	for i := range all {
		switch old := &all[i]; {
		case old == news:
		case old.next != "" && old.next == news.id && (old.path != "" || news.path != ""):
			old.over(news)
		case old.path != "" && news.path == "" && !old.past && !news.past && !news.digest():
			olds = append(olds, old)
		case !old.past && !old.digest() && !old.day.After(news.day):
			rest = append(rest, old)
		}
	}
	if len(olds) == 0 {
		return nil
	}
	over, _ := endedBy(news, olds, rest)
	for _, old := range over {
		if slices.ContainsFunc(judged, func(l line) bool { return alike(l.text, old.text) }) {
			news.replaces(old)
			continue
		}
		says, parted := old.parted(news)
		if old.over(news); parted && !alike(says.text, news.text) {
			rests = append(rests, says)
		}
	}
	return rests
}

// leads lets a line stand before those that it seems to end.
func (l *line) leads(olds, rest []*line) {
	if len(olds) == 0 {
		return
	}
	over, _ := endedBy(l, olds, rest)
	for _, old := range over {
		l.replaces(old)
	}
}

// after reports whether a line was said after another. What a file tells of one day
// stands in the order in which it was said; where no day is known, a line that speaks
// of change follows one that does not.
func after(news, old *line) bool {
	switch {
	case old.path == "":
		return false
	case news.path == "":
		return true
	case old.day.IsZero() || news.day.IsZero() || old.day.Equal(news.day) && old.path != news.path:
		a, b := old.statement(), news.statement()
		return language.Turns(b.Text, b.Lang) && !language.Turns(a.Text, a.Lang)
	case old.day.Equal(news.day):
		return old.at < news.at
	}
	return old.day.Before(news.day)
}

// scores are how likely each line answers the question, with what was told before it.
func (q query) scores(lines []line) []float64 {
	out := make([]float64, len(lines))
	for _, kind := range [...]func(*line) bool{(*line).holds, (*line).isPast, (*line).sums} {
		var at []int
		var texts []*answers.Told
		for i := range lines {
			if l := &lines[i]; kind(l) {
				at, texts = append(at, i), append(texts, l.told())
			}
		}
		likely := q.By
		if q.chain != nil {
			likely = func(texts []*answers.Told) []float64 { return q.chain.By(texts, q.chain.places(lines, at)) }
		}
		for k, p := range likely(texts) {
			out[at[k]] = p
		}
	}
	return out
}

// ordered are the scores, once each line of memory that may answer leads those that it seems
// to end: whether they hold is for memory to say.
func (q query) ordered(lines []line) []float64 {
	score := q.scores(lines)
	best := slices.Max(append(score, 0))
	var near []*line
	for i := range lines {
		if l := &lines[i]; l.path != "" && !l.past && !l.digest() && score[i] > 0 && score[i] >= alsoFrom*best {
			near = append(near, l)
		}
	}
	for _, news := range near {
		var olds, rest []*line
		for _, old := range near {
			switch {
			case old == news:
			case after(news, old):
				olds = append(olds, old)
			default:
				rest = append(rest, old)
			}
		}
		news.leads(olds, rest)
	}
	return q.scores(lines)
}

func (l *line) holds() bool  { return !l.past && !l.digest() }
func (l *line) isPast() bool { return l.past && !l.digest() }
func (l *line) sums() bool   { return l.digest() }

// choose picks the lines that answer: what holds first, the nearest first, then
// what it took the place of.
func (q query) choose(lines []line, from float64) []line {
	score := q.ordered(lines)
	best, digest, top := 0.0, 0.0, 0
	for i, l := range lines {
		if l.digest() {
			digest = max(digest, score[i])
		} else if score[i] > best {
			best, top = score[i], i
		}
	}
	if best < from { // what a day was about is no answer beside a line of it
		best = digest
	}
	if best < from {
		return nil
	}
	var at []int
	for i := range lines {
		if q.since(&lines[i], &lines[top]) && score[i] >= sinceFrom*best {
			score[i] = best + ahead
		}
		if score[i] >= max(from, besideFrom*best) || lines[i].besides(&lines[top], score[i] >= alsoFrom*best) {
			at = append(at, i)
		}
	}
	for _, k := range at { // what holds instead is told before it, whatever words it has
		for i := range lines {
			if l := &lines[i]; !l.past && slices.Contains(l.instead, lines[k].text) && (lines[k].past || q.Says(l.text)) && score[i] <= score[k] {
				if score[i] = score[k] + ahead; !slices.Contains(at, i) {
					at = append(at, i)
				}
			}
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case lines[a].past && !lines[b].past:
			return 1
		case lines[b].past && !lines[a].past:
			return -1
		}
		return cmp.Or(cmp.Compare(score[b], score[a]), lines[b].day.Compare(lines[a].day))
	})
	var out []line
	for _, i := range at {
		out = append(out, lines[i])
		if i == top {
			out = append(out, q.goesOn(lines, score, top, at)...)
		}
	}
	return withoutDigests(out)
}

// mostOn is how many lines that lean on an answer are told with it.
const mostOn = 2

// goesOn are the lines told right behind an answer that lean on it and may answer, too: it may
// name the matter, and they what is asked of it. What is told anyway is not told twice.
func (q query) goesOn(lines []line, score []float64, top int, told []int) (on []line) {
	for last := top; len(on) < mostOn; {
		next := slices.IndexFunc(lines, func(l line) bool {
			return l.holds() && len(l.before) > 0 && alike(l.before[0], lines[last].text) && l.told().Leans()
		})
		if next < 0 || slices.Contains(told, next) || score[next] < onFrom*score[top] {
			break
		}
		on, last = append(on, lines[next]), next
	}
	return on
}

// since reports whether a line was said after another and speaks of the same, beside whom
// the question names: it may be the newer word on what that one tells.
func (q query) since(l, old *line) bool {
	here := l.path == "" && old.path == "" && l.day.After(old.day)
	if l.digest() || !here && !after(l, old) {
		return false
	}
	if other, _ := q.Other(answers.Tell(l.text)); q.Mine && other {
		return false
	}
	a, b := old.statement(), l.statement()
	return a.SameAttribute(b) || sharesMatter(a, b, q.beings()...)
}

// beings are the stems of the question's words that name somebody.
func (q query) beings() (out []string) {
	for _, w := range q.Words {
		if w.Strict {
			out = append(out, w.Stem)
		}
	}
	return out
}

// besides reports whether one of two lines tells that it is another one beside what the
// other one tells: "I play the oboe" and "I took up the accordion, too". asked reports
// whether the line speaks a little of what was asked.
func (l *line) besides(top *line, asked bool) bool {
	if l.digest() || l.past || top.past {
		return false
	}
	older, newer := top.statement(), l.statement()
	also := func(s *statement.Statement) bool { return s.Lang.Speaks(language.Also, s.Text) }
	if !also(&newer) {
		older, newer = newer, older
	}
	return also(&newer) && (asked || older.SameAttribute(newer) || sharesMatter(older, newer)) && statement.Joins(older, newer)
}

// sharesMatter reports whether two statements have a word in common that names nobody, and
// is none of some: all that is told of somebody has the name in common.
func sharesMatter(a, b statement.Statement, but ...string) bool {
	return slices.ContainsFunc(a.Shares(b), func(stem string) bool {
		return !slices.Contains(but, stem) && !slices.ContainsFunc(a.Values, func(v language.Value) bool { return v.Kind == language.Name && v.Key == stem })
	})
}

// withoutDigests leaves out lines that say what a day was about, where a line of
// the day itself is there.
func withoutDigests(lines []line) []line {
	if !slices.ContainsFunc(lines, func(l line) bool { return !l.digest() }) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), line.digest)
}

// digest reports whether a line stands under the heading of a night: it says what a
// day was about.
func (l line) digest() bool { return strings.Contains(l.heading, "· night ") }

// request is what the message asks, without the text that came with it.
func (t *turn) request() string {
	if c := contentsOf(t.asked); c.request != "" {
		return document.OneLine(c.request)
	}
	return document.OneLine(t.asked.Content)
}
