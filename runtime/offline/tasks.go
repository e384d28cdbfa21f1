package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// todo lists what the person said is to be done, and has not ended since, and what the
// next days bring.
func (t *turn) todo() string {
	lines, ok := t.recent()
	if !ok {
		return ""
	}
	for _, l := range t.fromPrompt() {
		if l.heading == document.OpenHeading { // of a day long ago
			lines = append(lines, l)
		}
	}
	all := t.pool(distinct(settled(lines)))
	asked := queryOf(t.request(), t.lang, language.Recall)
	told := slices.DeleteFunc(slices.Clone(all), func(l line) bool { return l.passing() })
	open := slices.DeleteFunc(slices.Clone(all), func(l line) bool { return l.past || !isTask(l) && !asked.headed(l) })
	for _, m := range t.before {
		if m.Role == transcript.User {
			all = append(all, line{text: document.OneLine(contentsOf(m).request), day: m.Time})
		}
	}
	ticked := map[string]bool{} // tasks of which a part is done, or all, and what says so
	for _, l := range all {
		if ticked[l.text] {
			continue
		}
		for _, task := range t.finished(l, slices.DeleteFunc(pointers(open), func(o *line) bool { return !follows(l, o) })) {
			ticked[task.text], ticked[l.text] = true, true
			task.tick(l.text)
		}
	}
	open = slices.DeleteFunc(open, func(l line) bool { return l.past || ticked[l.text] })
	if list := slices.DeleteFunc(slices.Clone(open), func(l line) bool { return !asked.headed(l) }); len(list) > 0 {
		open, told = list, nil
	}
	for _, l := range t.coming(told) {
		if !ticked[l.text] && !slices.ContainsFunc(open, func(o line) bool { return o.text == l.text }) {
			open = append(open, l)
		}
	}
	if len(open) > 0 {
		return t.list(open, mostList)
	}
	if asked.Solid() > 0 { // "what do I do on saturdays?" may ask for no task
		if answer, done := t.recall(asked, answersFrom, mostLines); done {
			return answer
		}
	}
	return t.say(sayTodoNone)
}

// headed reports whether a question asks for the list on which a line stands.
func (q query) headed(l line) bool {
	return l.onList() != "" && q.Covers(l.onList()) >= coversFrom
}

// onList is the heading of the list on which a line stands: of this conversation, or of what
// a night kept of one; "" for none.
func (l line) onList() string {
	if l.under != "" || !transcript.LabelOf(l.text).Foreign() {
		return l.under
	}
	_, text, _ := strings.Cut(l.text, ": ")
	heading, _, ok := statement.CutColon(text)
	if !ok {
		return ""
	}
	return heading
}

// follows reports whether a line surely was said after another one: of lines of memory
// without a day nothing is known.
func follows(l line, old *line) bool {
	if l.path == "" || l.path == old.path && l.day.Equal(old.day) {
		return l.path == "" || l.at > old.at
	}
	return !old.day.IsZero() && l.day.After(old.day)
}

// finishes is how much of what a message says a task must speak of, to be done by it;
// otherForm how many words of a part of it, and of the task, may be others, where another part is
// done: a verb.
const (
	finishes  = .66
	otherForm = 1
)

// surelyDone is the probability of telling that something is done from which a message
// may say more than that: what came of it. maybeDone is how many times as likely a message
// may be one more task ("phoned the notary").
const (
	surelyDone = .25
	maybeDone  = 2
)

// finished are those of some tasks that a later line says are done: that of which all of it
// speaks, or each of which a part does ("posted the parcel and rang the vet").
func (t *turn) finished(news line, tasks []*line) (list []*line) {
	least := finishes
	if language.WishesOf(news.text, t.lang).Of(language.Done) >= surelyDone {
		least = coversFrom
		parts := statement.Things(news.text, t.lang)
		for _, part := range parts {
			if task := t.finishedBy(line{text: part.Text, day: news.day}, tasks, least); task != nil && len(parts) > 1 && !slices.Contains(list, task) {
				list = append(list, task)
			}
		}
		for _, task := range tasks { // "卵とパン買ってきた"
			if thing := task.text; t.lang.Dense() && !task.past && (task.under != "" || task.heading == document.OpenHeading) && strings.Contains(news.text, thing) && !slices.Contains(list, task) && !statement.ReadIn(news.text, t.lang).Denied {
				list = append(list, task)
			}
		}
		for _, task := range tasks { // with one of several the others are done, too: "and rang the vet"
			if len(list) > 0 && !task.past && !slices.Contains(list, task) && slices.ContainsFunc(parts, func(p statement.Clause) bool {
				part := statement.ReadIn(p.Text, t.lang)
				of := task.statement()
				return statement.Meets(of, part) && max(statement.Besides(part, of), statement.Besides(of, part)) <= otherForm
			}) {
				list = append(list, task)
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	if task := t.finishedBy(news, tasks, least); task != nil {
		return []*line{task}
	}
	return nil
}

// finishedBy is the one of some tasks that a later line says is done, that of which it speaks
// most, and least at least: it states something, speaks of hardly anything but the task, and
// names no day or number that is new; nil if none.
func (t *turn) finishedBy(news line, tasks []*line, least float64) *line {
	text, l := news.text, t.lang
	if len(tasks) == 0 {
		return nil
	}
	w := language.WishesOf(text, l)
	done := w.Of(language.Done)
	if statement.Wish(text, l) == language.Task && w.Of(language.Task) > maybeDone*done || opensAsking(text, l) || marked(text) {
		return nil
	}
	j, s := language.Judge(text, l, language.Person), statement.ReadIn(text, l)
	q := queryOf(text, l, language.Recall)
	if j.Act != language.States || s.Denied || q.Solid() == 0 {
		return nil
	}
	var best *line
	for _, task := range slices.Backward(tasks) {
		of, much := task.statement(), q.Covers(task.text)
		if !task.past && (task.source == "" || task.under != "") && !alike(task.text, text) && much >= least &&
			!slices.ContainsFunc(s.Values, func(v language.Value) bool { return !slices.Contains(of.Values, v) }) {
			best, least = task, much+ahead
		}
	}
	return best
}

// tick takes off a task what a later line says is done: the part of which that speaks, or all.
func (l *line) tick(news string) {
	if rest, _ := knowledge.Parted(l.text, news); rest != "" {
		l.text, l.read = rest, nil
		return
	}
	l.past = true
}

// taskFrom is the probability from which what was told is listed as to be done: one
// too many costs less than one forgotten. What a night takes for a task stands under Open.
const taskFrom = .25

func isTask(l line) bool {
	of := l.statement().Lang
	return l.heading == document.OpenHeading || statement.Wish(l.text, of) == language.Task || l.path == "" && language.WishesOf(l.text, of).Of(language.Task) >= taskFrom
}
