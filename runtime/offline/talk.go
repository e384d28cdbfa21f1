package offline

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
)

// farBack is with how many lines of the talk a new one is compared.
const farBack = 60

// told are the lines that the person told in this conversation before now, without
// questions and requests, without what was forgotten; what a later one ends is
// past.
func (t *turn) told() []line {
	if t.heard == nil {
		t.heard = t.listen()
	}
	return slices.Clone(t.heard)
}

// listen goes through the conversation.
func (t *turn) listen() []line {
	out := []line{}
	t.known = t.held()
	t.tasks = slices.DeleteFunc(t.fromPrompt(), func(l line) bool { return l.past || !isTask(l) })
	var asked []string // what the last reply asks of
	for i, m := range t.before {
		if m.Role != transcript.User {
			out = append(out, t.agreed(out, asked, m.Over)...)
			if asked = m.Asks; len(m.ToolCalls) > 0 {
				asked = nil
			}
			retold(out, m, i)
			t.stays(out, func(l *line, _ string) bool { return slices.Contains(m.Holds, l.ref()) })
			continue
		}
		if t.objects(m.Content, out, t.before[:i]) {
			continue // it tells nothing else
		}
		c := contentsOf(m)
		again := corrects(m.Content, out)
		if of, ok := forgetting(c.request); ok && !again {
			if t.askedWhich(i + 1) {
				continue // nothing was forgotten yet
			}
			out = slices.DeleteFunc(out, func(l line) bool { return of.forgets(l, out) })
			continue
		}
		texts := c.tellings()
		if len(texts) == 0 && (again || c.matter == "" && t.notedAfterAll(i)) {
			texts = []string{document.OneLine(m.Content)}
		}
		for n, text := range texts {
			if len(asked) > 0 {
				text = statement.Unanswered(text, t.lang)
			}
			if head, things := statement.ToDos(text, language.Guess(text)); len(things) > 1 && len(c.items) == 0 && statement.NamesTasks(text, language.Guess(text)) {
				for _, thing := range things {
					out = append(out, line{text: thing, day: m.Time, message: m.ID, spoken: i, under: head, heading: document.OpenHeading})
					t.tasks = append(t.tasks, out[len(out)-1])
				}
				continue
			}
			if text == "" || strings.Contains(text, transcript.Forgotten) || strings.HasPrefix(c.source, strings.Trim(text, "`:")+" (") {
				continue // the name of a file is no line of it
			}
			l := line{text: text, day: m.Time, source: c.source, message: m.ID, spoken: i}
			if len(c.items) > 0 {
				l.under = c.items[n].Heading
			}
			l.before = toldLast(out)
			tasks := t.finished(l, pointers(t.tasks))
			for _, task := range tasks {
				task.tick(l.text)
			}
			if len(tasks) == 0 { // a task that is done is no line that was wrong
				var rests []line
				if len(texts) > 1 || !endsNothing(t.before[i+1:]) {
					rests = t.correct(out, &l)
				}
				t.again(out, &l)
				out = append(out, rests...)
			}
			out = append(out, l)
			if isTask(l) {
				t.tasks = append(t.tasks, l)
			}
		}
	}
	return out
}

// endsNothing reports whether the built-in engine answered to what was said that it noted
// it, and told of no end: it has judged that then.
func endsNothing(next []transcript.Message) bool {
	if len(next) == 0 {
		return false
	}
	m := next[0]
	return m.Role == transcript.Assistant && m.Model == Ref && len(m.ToolCalls)+len(m.Over)+len(m.Asks) == 0
}

// notedAfterAll reports whether message i reads like a question, and nothing was found to it.
func (t *turn) notedAfterAll(i int) bool {
	text := document.OneLine(t.before[i].Content)
	return statement.Wish(text, t.lang) == language.Recall && t.mayTell(text) && !answered(t.before[i+1:])
}

// answered reports whether the built-in engine answered what was said with lines.
func answered(next []transcript.Message) bool {
	for _, m := range next {
		if m.Role == transcript.User {
			break
		}
		if m.Role == transcript.Assistant && len(m.ToolCalls) == 0 && (m.Model != Ref || strings.HasPrefix(m.Content, "- ")) {
			return true
		}
	}
	return false
}

// toldLast are the texts of the last of some lines, the last one first.
func toldLast(lines []line) []string {
	var out []string
	for _, l := range slices.Backward(lines[max(0, len(lines)-answers.MostBefore):]) {
		out = append(out, l.text)
	}
	return out
}

// held are the lines in the prompt that memory held before this conversation began, and
// that a night can strike: what nights have kept of it since is told in it.
func (t *turn) held() []line {
	begun := t.asked.Time
	if len(t.before) > 0 {
		begun = t.before[0].Time
	}
	return slices.DeleteFunc(t.fromPrompt(), func(l line) bool { return l.past || l.id == "" || !l.day.Before(dayOf(begun)) })
}

// corrects reports whether a message is but another value for what was told last
// ("make that 4"), whatever else it may be read as.
func corrects(message string, talk []line) bool {
	text := document.OneLine(message)
	if len(talk) == 0 || len(text) > shortRequest || marked(text) {
		return false
	}
	news := likeLast(text, talk)
	switch statement.Wish(text, news.Lang) {
	case language.NeedsLLM, language.CannotDo:
		if len(news.Values) == 0 && !news.Lang.Speaks(language.Correct, text) { // what is asked of a model is no other value
			return false
		}
	case language.Forget:
		if len(news.Values) == 0 { // nor is there anything in the stead of what is to be forgotten
			return takesBack(text)
		}
	}
	return takesBack(text) || statement.Revalues(takenUp(pointers(talk), news).statement(), news)
}

// retold notes that an answer of the program was one line of the talk alone: what is
// said next may take that up.
func retold(talk []line, m transcript.Message, at int) {
	text, ok := strings.CutPrefix(m.Content, "- ")
	text, _, one := strings.Cut(text, " — ")
	if !ok || !one || strings.Contains(m.Content, "\n- ") {
		return
	}
	for i := range talk {
		if talk[i].text == text {
			talk[i].spoken = at
		}
	}
}

func pointers(lines []line) []*line {
	out := make([]*line, len(lines))
	for i := range lines {
		out[i] = &lines[i]
	}
	return out
}

// takenUp is which of some lines of a talk a new one takes up: the last that speaks of
// the same matter, else the one that was spoken of last.
func takenUp(talk []*line, news statement.Statement) *line {
	said := make([]statement.Statement, len(talk))
	last := 0
	for i := range talk {
		said[i] = talk[i].statement()
		if talk[i].spoken >= talk[last].spoken {
			last = i
		}
	}
	if n := statement.TakenUp(said, news); n >= 0 {
		last = n
	}
	return talk[last]
}

// takesBack reports whether a text opens by taking back what was told last, and tells
// something in its stead: forgetting has nothing new beside it.
func takesBack(text string) bool {
	l, ws := language.Guess(text), language.Words(text)
	clauses := l.Parts(text, ws)
	if len(clauses) < 2 {
		return false
	}
	rest := ws[clauses[1][0]].Start
	opener := text[:rest]
	return statement.Wish(opener, l) == language.Forget && queryOf(opener, l, language.Forget).Weight() < answers.LightWeight && tells(text[rest:], l)
}

// fewWords is up to how many words a text's language is that of the line before.
const fewWords = 5

// likeLast reads a text in the language of the line before it, if it is too short
// to be sure of another.
func likeLast(text string, talk []line) statement.Statement {
	l, last := language.Guess(text), talk[len(talk)-1].statement().Lang
	if l.Dense() == last.Dense() && len(language.Words(text)) <= fewWords {
		l = last
	}
	return statement.ReadIn(text, l)
}

// turned is a line of memory that was said to be over, and what became of it.
type turned struct {
	was string
	now []line // what is over, and what it says beside that
}

// correct marks what a new line ends of those told before it, and of what memory held
// already, and what it takes up. What those say beside is told on.
func (t *turn) correct(before []line, news *line) (rests []line) {
	olds, _ := ends(before, t.known, news)
	return t.end(olds, news)
}

// end marks lines as ended by a new one.
func (t *turn) end(olds []*line, news *line) (rests []line) {
	var stay []line
	for _, old := range olds {
		was := old.text
		rest, parted := old.parted(news)
		old.over(news)
		parted = parted && !alike(rest.text, news.text)
		if old.path == "" {
			if parted {
				rests = append(rests, rest)
			}
			continue
		}
		now := []line{*old}
		if parted {
			now = append(now, rest)
		}
		t.turned = append(t.turned, turned{was, now})
		if parted {
			stay = append(stay, rest)
		}
	}
	t.known = append(slices.DeleteFunc(t.known, func(l line) bool { return l.past }), stay...)
	return rests
}

// withTurned gives lines of memory as they are after what was told here.
func (t *turn) withTurned(found []line) []line {
	for _, is := range t.turned {
		var after []line
		for _, f := range found {
			if f.past || f.path != is.now[0].path || !alike(is.was, f.text) {
				after = append(after, f)
				continue
			}
			for _, l := range is.now {
				l.at, l.shown, l.heading, l.day = f.at, f.shown, f.heading, f.day
				after = append(after, l)
			}
		}
		found = after
	}
	return found
}

// parted leaves of a line what a newer one ends; rest is what it says beside that, if
// there is any.
func (l *line) parted(news *line) (rest line, ok bool) {
	says, over := knowledge.Parted(l.text, news.text)
	if says == "" {
		return line{}, false
	}
	rest = *l
	rest.text, rest.read = says, nil
	l.context = l.text // by which what is over is found: it may not say of whom it was
	l.text, l.read = over, nil
	return rest, true
}

// replaces notes that a line took the place of another one, by whose words it is found.
func (l *line) replaces(old *line) {
	l.context = old.matched()
	l.instead = append(l.instead, old.text)
}

// over marks a line as ended by another one, which says what the line says with another
// value where it gives but that.
func (l *line) over(news *line) {
	news.replaces(l)
	old, is := l.statement(), news.statement()
	if text := statement.Renewed(old, is, news.day); text != "" {
		news.text, news.read = text, nil
	}
	if l.past = true; l.until.IsZero() {
		l.until = news.day
	}
}

// ends are the lines that a new one ends, of those told before it and of memory; where it
// ends none, the one that it may have ended. What a person says does not change what a file
// says, nor one file another.
func ends(before, held []line, news *line) (over []*line, doubted *line) {
	if news.digest() || news.source != "" {
		return nil, nil
	}
	if len(before) > 0 {
		s := likeLast(news.text, before)
		news.read = &s
	}
	var olds []*line
	for i := max(0, len(before)-farBack); i < len(before); i++ {
		if before[i].source == "" && !before[i].past {
			olds = append(olds, &before[i])
		}
	}
	if len(olds) > 0 {
		if old := revalued(olds, news, takenUp(olds, news.statement())); old != nil {
			return []*line{old}, nil
		}
	}
	for i := range held {
		olds = append(olds, &held[i])
	}
	over, doubted = endedBy(news, olds, nil)
	over = slices.DeleteFunc(over, func(old *line) bool {
		a, b := old.statement(), news.statement()
		return !statement.Meets(a, b) && !(a.Mine && b.Mine) // nobody else's matter is told of without its name
	})
	if len(over) > 0 {
		doubted = nil
	}
	return over, doubted
}

// revalued is the newest of some lines of a talk that a new one plainly corrects; nil if
// none. It takes up the line next, and may be no more than another value for that.
func revalued(olds []*line, news, next *line) *line {
	for _, old := range slices.Backward(olds) {
		if statement.Corrects(old.statement(), news.statement(), old == next) {
			return old
		}
	}
	return nil
}

// endedBy are the lines that a new one, which was said after them, ends: as a night will
// judge it, which asks the same; where it ends none, the one that it may have ended. The
// rest are known, too: the more lines there are, the less likely it is any one.
func endedBy(news *line, olds, rest []*line) (ended []*line, doubted *line) {
	byID := map[string]int{}
	lines := make([]knowledge.Line, 0, len(olds)+len(rest))
	for i, l := range slices.Concat(olds, rest) {
		e := l.entry(strconv.Itoa(i))
		byID[e.ID] = i
		lines = append(lines, knowledge.Line{Entry: &e, Print: knowledge.PrintOf(e.Text)})
	}
	known := knowledge.Gather(lines, nil).Knowledge(byID, func(string) bool { return false })
	e := news.entry("")
	if e.Since.IsZero() {
		for _, old := range olds {
			e.Since = later(e.Since, old.day.AddDate(0, 0, 1))
		}
	}
	j, doubts := known.JudgeSaid(e, "")
	if j.Kind != knowledge.Newer {
		if len(doubts) > 0 && news.context == "" { // it is found with what it probably ends
			news.context = slices.Concat(olds, rest)[byID[doubts[0].ID]].matched()
		}
		if len(doubts) > 0 && byID[doubts[0].ID] < len(olds) {
			doubted = olds[byID[doubts[0].ID]]
		}
		return nil, doubted
	}
	for _, id := range append(j.Also, j.ID) {
		if i := byID[id]; i < len(olds) {
			ended = append(ended, olds[i])
		}
	}
	return ended, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// entry is a line as knowledge takes it.
func (l *line) entry(id string) document.Entry {
	e := document.Entry{ID: id, Text: l.text, Since: l.day, Type: knowledge.TypeOf(language.Judge(l.text, l.statement().Lang, language.Person).Kind)}
	if l.message != "" {
		e.Sources = []string{l.message}
	}
	return e
}

// tellings are the lines of a message that tell something.
func (c content) tellings() []string {
	if len(c.items) > 0 {
		var out []string
		for _, i := range c.items {
			out = append(out, i.String())
		}
		return out
	}
	if c.matter != "" {
		var out []string
		for _, p := range pieces(c.matter) {
			out = append(out, p.text)
		}
		return out
	}
	text := document.OneLine(c.request)
	l := language.Guess(text)
	if statement.Wish(text, l) == language.Remember {
		return []string{statement.Requested(text, l)}
	}
	if !tells(text, l) {
		return nil
	}
	return []string{statement.Settled(text, l)}
}

// tells reports whether a sentence tells something.
func tells(text string, l language.Lang) bool {
	switch statement.Wish(text, l) {
	case language.Tells, language.Task, language.Done:
		return true
	}
	return false
}
