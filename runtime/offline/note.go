package offline

import (
	"slices"
	"strings"

	"dormouse/land/pattern"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
	"dormouse/runtime/toolbox"
	"dormouse/summarize/extract"
)

// note acknowledges a statement by what was understood of it.
func (t *turn) note() string {
	c := contentsOf(t.asked)
	if c.matter != "" && c.request == "" {
		return t.say(sayPasted)
	}
	text := document.OneLine(c.request)
	if tasks := t.done(text); len(tasks) > 0 {
		var shown []string
		for _, task := range tasks {
			_, over := knowledge.Parted(task.text, text)
			t.over = append(t.over, task.ref())
			shown = append(shown, struck(strings.TrimRight(task.text, "."), over))
		}
		return t.say(sayDone, strings.Join(shown, "; "))
	}
	news := line{text: text, day: t.now(), message: t.asked.ID}
	over, doubted := ends(t.told(), t.known, &news)
	holds, old, in := t.ended(over, &news)
	t.holds = t.again(t.told(), &line{text: text})
	if in != "" && !(t.private && in == sayWillGo) { // no night follows that would do it
		return t.say(in, strings.TrimRight(holds, ".!"), old)
	}
	if len(t.holds) > 0 && !t.private {
		return t.say(sayKnown, strings.TrimRight(text, ".!"))
	}
	return t.kept(t.noted(text)) + t.question(doubted, &news)
}

// listNoted acknowledges a list.
func (t *turn) listNoted(items []string) string {
	if slices.ContainsFunc(items, func(text string) bool { return isTask(line{text: text}) }) {
		return t.kept(t.say(sayTask))
	}
	return t.kept(t.say(sayNoted))
}

// kept is how something was noted, and for the first of it how it is kept.
func (t *turn) kept(out string) string {
	if t.private {
		return t.unkept()
	}
	if out != t.say(sayPassing) && len(t.fromPrompt()) == 0 && len(t.told()) == 0 {
		out += " " + t.say(sayFirst)
	}
	return out
}

// unkept says, of what is told in a private talk, once that nothing of it is kept.
func (t *turn) unkept() string {
	if t.saidBefore(sayPrivate) {
		return t.say(sayPassing)
	}
	return t.say(sayPrivate)
}

// ended tells what a statement ends: lines of this conversation, or of memory; and what
// holds instead; of an old line what is over is struck. The night does what is told here: the
// reply names the lines. It strikes no line that the person wrote by hand: of that nothing is told.
func (t *turn) ended(lines []*line, news *line) (holds, old string, in phrase) {
	var olds []string
	for _, l := range lines {
		if id := l.ref(); !slices.Contains(t.over, id) {
			t.over = append(t.over, id)
		}
		was, told := l.text, news.text
		rest, parted := l.parted(news)
		shown := struck(was, l.text)
		l.over(news)
		if parted && l.text == was && news.text == told { // it goes on with another figure
			shown = struckFrom(was, rest.text)
		}
		olds = append(olds, shown)
		if in != sayCorrected {
			in = sayWillGo
		}
		if l.path == "" {
			in = sayCorrected
		}
	}
	return news.text, strings.Join(olds, "; "), in
}

// struck is a line with that part of it struck which is over.
func struck(line, over string) string {
	over = strings.TrimRight(over, ".")
	before, after, found := strings.Cut(line, over)
	if !found { // it was given its subject
		before, after = "", ""
	}
	return before + "~~" + over + "~~" + strings.TrimRight(after, ".")
}

// struckFrom is a line with those words struck in whose stead what is left of it has others.
func struckFrom(line, rest string) string {
	was, is := strings.Fields(line), strings.Fields(rest)
	n := min(len(was), len(is))
	head, tail := 0, 0
	for head < n && was[head] == is[head] {
		head++
	}
	for tail < n-head && was[len(was)-1-tail] == is[len(is)-1-tail] {
		tail++
	}
	over := was[head : len(was)-tail]
	if len(over) == 0 {
		return struck(line, line)
	}
	return strings.Join(slices.Concat(was[:head], []string{"~~" + strings.Join(over, " ") + "~~"}, was[len(was)-tail:]), " ")
}

// done are the tasks that a message says are done, of those in the prompt and those told
// here.
func (t *turn) done(text string) []*line {
	t.told()
	return t.finished(line{text: text, day: t.now()}, pointers(t.tasks))
}

// noted words what kind of thing a statement is.
func (t *turn) noted(text string) string {
	if statement.Wish(text, t.lang) == language.Task {
		if t.lang.Unfinished(strings.ToLower(text)) {
			return t.say(sayTask) + " " + t.say(sayNoAlarm)
		}
		return t.say(sayTask)
	}
	j := language.Judge(text, t.lang, language.Person)
	switch {
	case j.Act == language.Order:
		return t.say(sayOrder)
	case passes(j):
		return t.say(sayPassing)
	}
	switch j.Kind {
	case language.Preference:
		if j.Me >= answers.SurelyMine {
			return t.say(sayPreference)
		}
	case language.Decision:
		return t.say(sayDecision)
	case language.Learning:
		return t.say(sayLearning)
	case language.Event:
		if d, ok := dayIn(text, t.now()); ok && !d.Before(dayOf(t.now())) { // of a day gone by the year may be another
			return t.say(sayEventOn, t.day(d))
		}
	}
	return t.say(sayNoted)
}

// writtenLine is how the tools say what they wrote: "appended: MEMORY.md:5 …", and
// replacedLine whose place it took.
var (
	writtenLine  = pattern.Of(`(?m)^(appended|saved|known already): (\S+:\d+) `)
	replacedLine = pattern.Of(`(?m)^replaced: \S+ (.+) \^\S+$`)
)

// remember writes what the message asks to keep into MEMORY.md at once.
func (t *turn) remember() string {
	c := contentsOf(t.asked)
	request, text := document.OneLine(c.request), document.OneLine(c.matter)
	if c.matter == "" {
		text = toKeep(request, t.lang)
	}
	if text == "" || !hasLetter(text) {
		return t.say(sayWhat)
	}
	text = extract.UpperFirst(text)
	section := knowledge.TypeOf(language.Judge(text, t.lang, language.Person).Kind).Heading()
	result, ok := t.call(toolbox.Update, map[string]any{"mode": string(memory.Append), "text": text, "section": section})
	if !ok {
		return ""
	}
	m := writtenLine().FindStringSubmatch(result)
	switch {
	case m == nil && !toolbox.Failed(result): // a question of the tool
		return result
	case m == nil: // a failure must never be taken for a success
		return t.say(sayNotWritten, reason(result))
	case m[1] == "known already":
		return t.say(sayKnown, text) + " — `" + m[2] + "`"
	}
	if old := replacedLine().FindStringSubmatch(result); old != nil {
		return t.say(sayCorrected, text, old[1]) + " — `" + m[2] + "`"
	}
	return t.say(sayRemembered, text) + " — `" + m[2] + "`"
}

// toKeep is what a message asks to remember; "" where it does not say what.
func toKeep(request string, l language.Lang) string {
	thing, asks := statement.ToKeep(request, l)
	if asks && thing == request {
		return ""
	}
	return thing
}
