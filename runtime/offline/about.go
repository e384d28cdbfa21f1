package offline

import (
	"slices"

	"dormouse/land"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// aboutMe tells what is known about the person: the one thing that the question
// names, else MEMORY.md and what was told here.
func (t *turn) aboutMe() string {
	text := t.request()
	q := queryOf(text, t.lang, language.AboutMe)
	whole := queryOf(text, t.lang, language.Recall)
	sure := language.WishesOf(text, t.lang).Of(language.AboutMe) >= statement.SureWish
	if whole.Solid() > 0 {
		answer, done := t.recall(whole, surelyCovers, mostLines)
		if done && (answer == "" || !sure || whole.Says(answer)) {
			return answer
		}
	}
	if whole.Names() || !sure && q.Weight() >= coversFrom {
		return t.recallOr(whole, mostLines)
	}
	lines, ok := t.recent()
	if !ok {
		return ""
	}
	lines = slices.DeleteFunc(t.pool(lines), func(l line) bool { return l.past || l.passing() })
	lines = slices.DeleteFunc(withoutDigests(lines), func(l line) bool { return l.path != "" && l.path != land.MemoryFile && !l.lasting() })
	if len(lines) == 0 {
		return t.say(sayAboutNone)
	}
	return t.list(lines, mostList)
}

// lasting reports whether a line tells of the person what stays so for some months.
func (l *line) lasting() bool {
	s := l.statement()
	j := language.Judge(s.Text, s.Lang, language.Person)
	return s.Mine && j.Year+j.Month >= .5
}

// passing reports whether a line of this conversation tells a mood or the weather: what is
// over by tomorrow, is not worth keeping, names nobody and nothing, and corrects nothing.
func (l *line) passing() bool {
	s := l.statement()
	return l.path == "" && l.context == "" && len(s.Values) == 0 && passes(language.Judge(l.text, s.Lang, language.Person))
}

func passes(j language.Judgement) bool { return j.Keep < .5 && j.Day > .5 }

// orders lists what the person said the program is to do from now on: what answers a
// question, else all.
func (t *turn) orders(text string) (answer string, ok bool) {
	lines, ok := t.file(land.MemoryFile)
	lines = slices.DeleteFunc(t.pool(lines), func(l line) bool {
		return l.past || language.Judge(l.text, l.statement().Lang, language.Person).Act != language.Order
	})
	if chosen := queryOf(text, t.lang, language.Recall).choose(lines, answersFrom); len(chosen) > 0 {
		lines = chosen
	}
	return t.list(lines, mostLines), ok
}
