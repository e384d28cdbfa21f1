package offline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
	"dormouse/runtime/toolbox"
)

// forgetsFrom is how much of what is to be forgotten a line must speak of.
const forgetsFrom = .5

// besidesFrom is how much each of several lines must speak of it, of what the one that speaks most does.
const besidesFrom = .9

// mayForget is the least probability of asking that at which something is forgotten: to
// keep too much costs less.
const mayForget = .6

// forgetting is what a message asks to forget, in all of it or in one sentence: some topic,
// or what was told last.
func forgetting(message string) (query, bool) {
	text := document.OneLine(message)
	l := language.Guess(text)
	for _, at := range document.Sentences(text) {
		of := text[at[0]:at[1]]
		if wish, p := language.WishOf(of, l); wish == language.Forget && p >= statement.SureWish {
			return queryOf(of, l, language.Forget), true
		}
	}
	if statement.Wish(text, l) == language.Forget && language.WishesOf(text, l).Of(language.Forget) >= mayForget {
		return queryOf(text, l, language.Forget), true
	}
	return query{}, false
}

// last reports whether it is what was told last that is to be forgotten.
func (q query) last() bool { return q.Weight() < answers.LightWeight }

// forgets reports whether a line of a conversation is to be forgotten.
func (q query) forgets(l line, talk []line) bool {
	if q.last() {
		return len(talk) > 0 && talk[len(talk)-1].text == l.text
	}
	return q.Covers(l.matched()) >= forgetsFrom
}

// gone reports whether this conversation asked to forget what a line says.
func (t *turn) gone(l line) bool {
	for i, m := range t.before {
		if m.Role != transcript.User || t.askedWhich(i+1) {
			continue
		}
		if q, ok := forgetting(contentsOf(m).request); ok && !q.last() && q.Covers(l.text) >= forgetsFrom {
			return true
		}
	}
	return false
}

// forgetsAll does what was asked before, where the last reply asked which line is meant and
// the message says that all are.
func (t *turn) forgetsAll(text string) (reply string, all bool) {
	n := len(t.before)
	if n < 2 || len(language.Words(text)) > mostAll || t.lang.Tally(text).Of(language.Entire) == 0 || !t.askedWhich(n-1) {
		return "", false
	}
	for _, m := range slices.Backward(t.before) {
		if m.Role == transcript.User {
			return t.forget(contentsOf(m).request, true), true
		}
	}
	return "", false
}

// askedWhich reports whether a message of the talk asks which of several lines is to be
// forgotten.
func (t *turn) askedWhich(i int) bool {
	return i < len(t.before) && strings.HasPrefix(t.before[i].Content, t.say(sayWhich))
}

// mostAll is of how many words a message has at most that says that all lines are meant.
const mostAll = 4

// forget takes lines out of memory, and messages of this conversation: where not all that
// fits is meant, those of one matter.
func (t *turn) forget(request string, all bool) string {
	q, _ := forgetting(request)
	all = all || t.lang.Tally(request).Of(language.Entire) > 0
	talk := t.told()
	var targets []line
	if q.last() {
		if len(talk) == 0 {
			return t.say(sayWhat)
		}
		q = queryOf(talk[len(talk)-1].text, t.lang, language.Recall)
		q.Text = talk[len(talk)-1].text
	}
	for _, l := range talk {
		if q.forgets(l, talk) {
			targets = append(targets, l)
		}
	}
	found, failed, ok := t.search(q.Text)
	if !ok {
		return ""
	}
	if failed {
		return t.say(saySearchFails)
	}
	for _, l := range found {
		if !strings.HasPrefix(l.path, transcript.Folder+"/") && q.forgets(l, nil) {
			targets = slices.DeleteFunc(targets, func(o line) bool { return alike(o.text, l.text) })
			targets = append(targets, l)
		}
	}
	if len(targets) == 0 {
		return t.say(sayNotFound, strings.Trim(q.Text, " ?.!"))
	}
	if all {
		return t.forgetAll(targets)
	}
	best := 0.0
	for _, l := range targets {
		best = max(best, q.Covers(l.matched()))
	}
	targets = slices.DeleteFunc(targets, func(l line) bool { return q.Covers(l.matched()) < besidesFrom*best })
	if slices.ContainsFunc(targets, func(l line) bool { return !l.tellsAs(targets[0]) }) { // which of them is meant, only the person knows
		return t.say(sayWhich) + "\n" + t.list(targets, mostList)
	}
	return t.forgetAll(targets)
}

// tellsAs reports whether two lines tell of one matter: neither speaks of anything but
// what the other does, whatever its values; a correction speaks of what it corrects.
func (l line) tellsAs(other line) bool {
	a, b := statement.Read(document.Unsaid(l.matched())), statement.Read(document.Unsaid(other.matched()))
	return statement.Besides(a, b) == 0 && statement.Besides(b, a) == 0 || l.context != "" && strings.Contains(l.context, other.text) || other.context != "" && strings.Contains(other.context, l.text)
}

// forgetAll calls for each line to be forgotten.
func (t *turn) forgetAll(targets []line) string {
	for _, l := range targets {
		args := map[string]any{"query": fmt.Sprintf("%s:%d", l.path, l.at)}
		switch {
		case l.id != "":
			args = map[string]any{"query": "^" + l.id}
		case l.path == "":
			args = map[string]any{"message": l.message}
		}
		t.call(toolbox.Forget, args)
	}
	return ""
}

// forgot tells what was forgotten in this turn in the words of the request, and where
// those say nothing, or are hidden by now, where it stood; not what it said: the reply
// would keep it.
func (t *turn) forgot() string {
	var places []string
	for _, c := range t.made {
		if c.Name != toolbox.Forget {
			continue
		}
		if result := t.results[c.ID]; toolbox.Failed(result) {
			return t.say(sayNotWritten, reason(result))
		}
		var a struct{ Query, Message string }
		if err := json.Unmarshal([]byte(c.Arguments), &a); err != nil {
			continue // the engine's own arguments always decode
		}
		places = append(places, t.placeOf(a.Query, a.Message))
	}
	if len(places) == 0 {
		return ""
	}
	if q, ok := forgetting(t.request()); ok && !q.last() && q.Text != "" {
		places = []string{strings.Trim(q.Text, " ?.!")}
	}
	return t.say(sayForgotten) + " " + strings.Join(places, ", ") + "."
}

// placeOf is where something stood: a line of memory, or a message of this talk.
func (t *turn) placeOf(ref, message string) string {
	for _, m := range append(t.before[:len(t.before):len(t.before)], t.asked) {
		if m.ID == message {
			return t.say(sayYou, m.Time.Format("15:04"))
		}
	}
	return "`" + ref + "`"
}

// reason is what a failed call says of itself.
func reason(result string) string {
	_, why, _ := strings.Cut(result, ": ")
	return why
}
