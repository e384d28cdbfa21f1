package offline

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/land/transcript"
)

// talk is a conversation in which these were told, one message each.
func talk(told ...string) []transcript.Message {
	var out []transcript.Message
	for i, t := range told {
		out = append(out, user(fmt.Sprintf("m%d", 2*i+1), t), transcript.Message{ID: fmt.Sprintf("m%d", 2*i+2), Role: transcript.Assistant, Model: Ref, Content: heard})
	}
	return out
}

var week = []string{
	"Hi, I am Lena. I live in Leipzig and work as a nurse at the university hospital.",
	"My brother Tom has a dog called Biscuit.",
	"Ana works at the harbour library in Bergen.",
	"remember that I am allergic to hazelnuts",
	"Actually, I moved to Dresden last Friday.",
	"I have a dentist appointment next Tuesday at 9:30 with Dr. Kowalski.",
	"Ich trinke keinen Kaffee, nur Tee.",
	"Merk dir, dass meine Mutter am 3. Mai Geburtstag hat.",
	"We decided to take the train to Gdansk in December, because flights are too expensive.",
	"Ana moved to Oslo in May.",
}

func TestAnAnswerHoldsOnlyLinesThatAnswer(t *testing.T) {
	nothing := transcript.Message{Role: transcript.Tool, Content: "no_match: no line of memory holds the words"}
	for question, want := range map[string][]string{
		"Where does Ana work?":              {"harbour library"},
		"Where do I live now?":              {"live in Leipzig", "moved to Dresden"},
		"Where do I work?":                  {"nurse"},
		"Where does Ana live?":              {"moved to Oslo"},
		"When is my dentist appointment":    {"Kowalski"},
		"what do you know about Tom":        {"Biscuit"},
		"What is my brother's name?":        {"Biscuit"},
		"Who is Biscuit?":                   {"Biscuit"},
		"What am I allergic to?":            {"hazelnuts"},
		"Was trinke ich?":                   {"nur Tee"},
		"Wann hat meine Mutter Geburtstag?": {"3. Mai"},
		"How do we travel to Gdansk?":       {"train"},
		"What did I say about Ana?":         {"harbour library", "moved to Oslo"},
		"What is the capital of France?":    nil,
	} {
		text, _ := ask(t, append(talk(week...), user("q", question), nothing)...)
		var lines []string
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, "- ") {
				lines = append(lines, l)
			}
		}
		if len(lines) != len(want) {
			t.Errorf("%s %d lines, want %d:\n%s", question, len(lines), len(want), text)
			continue
		}
		for i := range want {
			if !strings.Contains(lines[i], want[i]) {
				t.Errorf("%s line %d is %q, want %q in it", question, i, lines[i], want[i])
			}
		}
	}
}

func TestWhatMemoryHoldsIsQuotedOnce(t *testing.T) {
	found := transcript.Message{Role: transcript.Tool, Content: "MEMORY.md:5 [Preferences] I am allergic to hazelnuts ^k7f3a2\nMEMORY.md:6 [Facts] User: Ana works at the harbour library in Bergen ^k7f3a3"}
	text, _ := ask(t, append(talk(week...), user("q", "What am I allergic to?"), found)...)
	if strings.Count(text, "hazelnuts") != 1 || strings.Contains(text, "Ana") {
		t.Errorf("answered\n%s", text)
	}
}

func TestWhatWasForgottenIsNotQuoted(t *testing.T) {
	talked := talk(week...)
	for i := range talked {
		talked[i].Content = strings.ReplaceAll(talked[i].Content, "I am allergic to hazelnuts", transcript.Forgotten)
	}
	talked = append(talked, user("q", "What am I allergic to?"), transcript.Message{Role: transcript.Tool, Content: "no_match: nothing"})
	if text, _ := ask(t, talked...); !strings.HasPrefix(text, "I know nothing about that") {
		t.Errorf("answered\n%s", text)
	}
}

func TestForgettingIsUnderstood(t *testing.T) {
	for said, want := range map[string]struct {
		what        string
		sure, asked bool
	}{
		"forget my pin": {"my pin", true, true}, "Please forget that.": {"", true, true}, "forget that Ana lives in Oslo": {"Ana lives in Oslo", true, true},
		"forget it": {"", true, true}, "Forget what I just said!": {"", true, true}, "vergiss das": {"", true, true}, "forget ^k7f3a2": {"^k7f3a2", true, true},
		"forget everything about Ana": {"Ana", false, true}, "forget everything": {"", false, true},
		"don't forget my pin": {}, "did you forget my pin?": {}, "I forget names": {}, "forgetful people": {},
	} {
		what, sure, asked := forgetting(said)
		if what != want.what || asked != want.asked || asked && sure != want.sure {
			t.Errorf("%q: %q, sure %v, asked %v", said, what, sure, asked)
		}
	}
}

func TestHitsWithoutAWordInCommonAreShown(t *testing.T) {
	found := transcript.Message{Role: transcript.Tool, Content: "MEMORY.md:5 [Facts] The cat sleeps all day ^k7f3a2"}
	if text, _ := ask(t, user("q", "Which pets are lazy?"), found); !strings.Contains(text, "The cat sleeps") {
		t.Errorf("a line found by its meaning is not shown:\n%s", text)
	}
}

func TestSmallTalkIsNotLookedUp(t *testing.T) {
	for said, want := range map[string]string{"thanks!": "You are welcome.", "ok": "All right.", "Danke schön!": "You are welcome.", "ok, thank you": "You are welcome."} {
		if text, call := ask(t, user("m1", said)); call != nil || text != want {
			t.Errorf("%q is answered %q, calling %v", said, text, call)
		}
	}
	if _, call := ask(t, user("m1", "Oslo")); call == nil {
		t.Error("a bare word is not looked up")
	}
}

func TestTheExplanationIsGivenOnce(t *testing.T) {
	if text, _ := ask(t, user("m1", week[0])); text != heard {
		t.Errorf("the first statement is answered %q", text)
	}
	if text, _ := ask(t, append(talk(week[0]), user("m3", week[1]))...); text != "Heard." {
		t.Errorf("the second statement is answered %q", text)
	}
}

func TestAFilesFencesAreNoAnswer(t *testing.T) {
	file := "look at `trip.md`\n\n`trip.md`:\n\n```md\n# Trip plan\n\nHotel Orla, code 8841XK.\n```"
	nothing := transcript.Message{Role: transcript.Tool, Content: "no_match: nothing"}
	text, _ := ask(t, append(talk(file), user("q", "What is the hotel code of the md?"), nothing)...)
	if !strings.Contains(text, "8841XK") || strings.Contains(text, "```") {
		t.Errorf("answered\n%s", text)
	}
}

func TestWhatADayWasAboutIsNoAnswer(t *testing.T) {
	about := "memory/2026-06-01.md:5 [2026-06-01 · 10:00 · night 1 · context 2%] About the rent."
	line := "memory/2026-06-01.md:9 [2026-06-01 · Facts] User: The rent is 1020 euros ^k7f3a2"
	for result, want := range map[string]string{line + "\n" + about: "1020", about: "About the rent"} {
		text, _ := ask(t, user("q", "How much is the rent?"), transcript.Message{Role: transcript.Tool, Content: result})
		if strings.Count(text, "\n") != 0 || !strings.Contains(text, want) {
			t.Errorf("answered\n%s", text)
		}
	}
}
