package offline

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime/toolbox"
)

// connect is how every reply that meets a limit ends.
const connect = "To connect a language model, set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY, or start Ollama, and run `dormouse` again; or type /model."

const abilities = `I am Dormouse's built-in engine: no key, no network, no invention. I can

- **keep**: “remember that my sister lives in Oslo”
- **find**: ask a question, or “what do you know about Oslo?” — every line comes with its source
- **forget**: “forget the Oslo address”
- **sum up**: “summarize” tells what this conversation was about

What you write stays in this conversation, and when its window is nearly full I sleep and write what matters to your memory files.
` + connect

// compose is the text that ends a turn. result is the last tool result, "" when
// no tool was called.
func compose(ctx context.Context, w wish, messages []transcript.Message, result string) string {
	switch w.act {
	case actRemember, actForget:
		return acknowledged(w, result)
	case actAsk:
		return answer(ctx, w, messages, result)
	case actMe:
		return aboutMe(result)
	case actSummary:
		return summary(ctx, messages)
	case actHelp:
		return abilities
	case actGreet:
		return "Hello. Tell me things, ask me about them, or say “help”."
	case actThanks:
		if thankWord.MatchString(w.text) {
			return "You are welcome."
		}
		return "All right."
	case actMake:
		return "That needs a language model, and I am only the built-in engine: I keep and find what you tell me. " + connect
	}
	if slices.ContainsFunc(messages, func(m transcript.Message) bool { return m.Role == transcript.Assistant && m.Content == heard }) {
		return "Heard."
	}
	return heard
}

// heard answers the first statement of a conversation; the later ones are spared
// the explanation.
const heard = "Heard; it stays in this conversation, and the next sleep keeps what matters of it. To keep it now, say “remember that …”."

// acknowledged repeats what the tool said, so that a failure is never taken for
// a success (EVIDENCE 26).
func acknowledged(w wish, result string) string {
	if reason, failed := strings.CutPrefix(result, "error:"); failed {
		return "That was not written:" + reason
	}
	if question, unsure := strings.CutPrefix(result, "unsure: "); unsure {
		return sentence(question[:1]) + question[1:]
	}
	if m := writtenLine.FindStringSubmatch(result); m != nil {
		return fmt.Sprintf("%s: %s — `%s`", verbs[m[1]], w.text, m[2])
	}
	return result
}

// writtenLine is how the tools say what they wrote: "appended: MEMORY.md:5 …".
var writtenLine = regexp.MustCompile(`^(appended|saved|known already): (\S+:\d+) `)

var verbs = map[string]string{"appended": "Remembered", "saved": "Remembered", "known already": "I knew that already"}

// answer lists what memory and this conversation say, each line with its
// source: only lines that answer, since a reply that holds all that is near
// leaves the reading to the person.
func answer(ctx context.Context, w wish, messages []transcript.Message, result string) string {
	known, told := remembered(result), said(messages)
	told = slices.DeleteFunc(told, func(q quoted) bool {
		return slices.ContainsFunc(known, func(k quoted) bool { return alike(k.text, q.text) })
	})
	now := messages[len(messages)-1].Time
	chosen := precise(ctx, w.text, now, slices.Concat(known, told))
	if slices.ContainsFunc(chosen, func(q quoted) bool { return !q.digest }) {
		chosen = slices.DeleteFunc(chosen, func(q quoted) bool { return q.digest })
	}
	var fromMemory, fromTalk []string
	for _, q := range chosen {
		if slices.Contains(known, q) {
			fromMemory = append(fromMemory, q.shown)
		} else {
			fromTalk = append(fromTalk, q.shown)
		}
	}
	if len(chosen) == 0 {
		// Found by meaning, by date or by an association: no word tells them apart.
		for _, q := range known {
			fromMemory = append(fromMemory, q.shown)
		}
	}
	const most = 5
	text := strings.Join(fromMemory[:min(len(fromMemory), most)], "")
	if len(fromTalk) > 0 {
		if text != "" {
			text += "\nIn this conversation:\n\n"
		}
		text += strings.Join(fromTalk[max(len(fromTalk)-most, 0):], "")
	}
	if text != "" {
		return strings.TrimRight(text, "\n")
	}
	if reason, failed := strings.CutPrefix(result, "error:"); failed {
		return "Memory could not be searched:" + reason
	}
	_, why, _ := strings.Cut(result, ": ")
	if why == "" {
		why = "nothing was found"
	}
	return "I know nothing about that: " + why + ", and nothing in this conversation speaks of it."
}

// aboutMe lists what holds of MEMORY.md, as memory_get gave it, the newest last.
func aboutMe(result string) string {
	var lines []string
	for _, m := range keptLine.FindAllStringSubmatch(result, -1) {
		lines = append(lines, fmt.Sprintf("- %s — `%s`\n", m[2], m[1]))
	}
	const most = 20
	switch n := len(lines); {
	case n == 0:
		return "MEMORY.md holds nothing yet. Tell me about yourself; the next sleep keeps what matters of it."
	case n > most:
		return strings.Join(lines[n-most:], "") + fmt.Sprintf("\nThese are the last %d of %d lines in MEMORY.md; older days stand in the logs: ask for a name or a thing.", most, n)
	}
	return strings.Join(lines, "") + "\nThat is MEMORY.md; single days stand in the logs: ask for a name or a thing."
}

// keptLine is a line of MEMORY.md that holds, with its place; a struck one does not.
var keptLine = regexp.MustCompile(`(?m)^(MEMORY\.md:\d+) [-*+] ([^~\s].*?)(?: \^[A-Za-z0-9-]+)?$`)

// nightHeading is the heading under which a night says what a day was about.
var nightHeading = regexp.MustCompile(`\bnight \d+\b`)

// remembered are the lines that memory_search found, without old questions.
func remembered(result string) []quoted {
	var out []quoted
	for _, h := range toolbox.ParseAnswer(result) {
		if strings.HasPrefix(h.Path, transcript.Folder+"/") && strings.HasSuffix(strings.TrimSpace(h.Text), "?") {
			continue
		}
		out = append(out, quoted{text: h.Text, day: h.Date, digest: nightHeading.MatchString(h.Heading), shown: fmt.Sprintf("- %s — `%s:%d`%s\n", h.Text, h.Path, h.Start, about(h))})
	}
	return out
}

// about says when a hit's line is of, and whether it still holds.
func about(h search.Hit) string {
	switch {
	case h.SupersededBy != "":
		return " (no longer true)"
	case h.Date != "" && !strings.Contains(h.Path, h.Date):
		return " (" + h.Date + ")"
	}
	return ""
}

// said are the lines that the person told or showed in this conversation: what
// came since the last night is in no memory file yet. Questions and requests are no
// answers.
func said(messages []transcript.Message) []quoted {
	var out []quoted
	for i, m := range messages {
		if m.Role != transcript.User || i == len(messages)-1 {
			continue
		}
		for _, p := range m.Parts() {
			p.Text = strings.ReplaceAll(p.Text, transcript.Forgotten, "")
			out = append(out, lines(p, m.Time)...)
		}
	}
	return out
}

// lines are those of one part of a message that may answer, with who said them:
// what a person showed is not their word.
func lines(p transcript.Part, at time.Time) []quoted {
	who, text := "you", p.Text
	if p.Origin.Foreign() {
		who = p.Label()
	} else if asks(text) {
		return nil
	} else if w := understand(text); w.act == actRemember {
		text = w.text
	}
	var out []quoted
	for line := range strings.Lines(text) {
		if line = oneLine(line); word.MatchString(line) && !fence(line) && !strings.HasSuffix(line, "?") {
			out = append(out, quoted{text: line, day: at.Format(time.DateOnly), shown: fmt.Sprintf("- %s — %s, %s\n", line, who, at.Format("15:04"))})
		}
	}
	return out
}

// fence says whether a line opens or closes a block of code or of a file.
func fence(line string) bool { return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") }

// alike says whether two lines differ in nothing but case, white space, the full
// stop and who is said to speak.
func alike(a, b string) bool {
	plain := func(s string) string { return strings.TrimPrefix(bare(secret.Untagged(bare(s))), "User: ") }
	return strings.EqualFold(plain(a), plain(b))
}

// asks says whether a message was itself a request to the engine.
func asks(text string) bool {
	a := understand(text).act
	return a != actTell && a != actRemember
}
