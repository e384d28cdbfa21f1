package offline

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language/statement"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
)

// choir is what a prompt shows of a memory.
const choir = "<memory file=\"MEMORY.md\">\n## Facts\n\n- I sing alto in the St Hilda's choir, Tuesdays half seven ^wkerdv6x\n</memory>\n"

// talk says some lines to the engine with that memory, and gives its replies.
func (l *memoryDouble) talk(t *testing.T, said ...string) (replies []transcript.Message) {
	t.Helper()
	var messages []transcript.Message
	for i, text := range said {
		m := user(fmt.Sprintf("m%d", i), text)
		m.Time = m.Time.Add(time.Duration(i) * time.Minute)
		messages = append(messages, m)
		reply := l.answer(t, choir, messages...)
		replies = append(replies, reply)
		messages = append(messages, reply)
	}
	return replies
}

// answer is what the engine says in the end to a talk, with some prompt.
func (l *memoryDouble) answer(t *testing.T, system string, messages ...transcript.Message) transcript.Message {
	t.Helper()
	for {
		reply := transcript.Message{Role: transcript.Assistant, Model: Ref}
		for chunk, err := range (Model{}).Stream(t.Context(), llm.Request{Messages: messages, System: []llm.Block{{Text: system}}, Tools: []llm.Tool{{Name: toolbox.Update}}}) {
			if err != nil {
				t.Fatal(err)
			}
			reply.Content += chunk.Text
			reply.Over, reply.Holds, reply.Asks = append(reply.Over, chunk.Over...), append(reply.Holds, chunk.Holds...), append(reply.Asks, chunk.Asks...)
			if chunk.Call != nil {
				reply.ToolCalls = append(reply.ToolCalls, *chunk.Call)
			}
		}
		if len(reply.ToolCalls) == 0 {
			return reply
		}
		messages = append(slices.Clone(messages), reply)
		for _, c := range reply.ToolCalls {
			messages = append(messages, transcript.Message{Role: transcript.Tool, ToolCallID: c.ID, Content: l.run(c)})
		}
	}
}

// A reply that tells that a line goes names it, for the night to do so.
func TestAReplyNamesTheLinesThatItSaysGo(t *testing.T) {
	l := &memoryDouble{}
	of := l.talk(t, "choir practice is on Wednesdays now, the vicar needs the hall")[0]
	if !strings.Contains(of.Content, "I sing alto in the St Hilda's choir, ~~Tuesdays half seven~~") || !slices.Equal(of.Over, []string{"wkerdv6x"}) {
		t.Errorf("%q names %q", of.Content, of.Over)
	}
	of = l.talk(t, "My dentist is on 4 December at 9.", "the dentist moved it to 11 December at 10")[1]
	if !strings.Contains(of.Content, "~~My dentist") || !slices.Equal(of.Over, []string{"m0"}) {
		t.Errorf("%q names %q", of.Content, of.Over)
	}
	for i, of := range l.talk(t, "My bicycle is locked behind the library.", "when is choir?") {
		if len(of.Over) > 0 || strings.Contains(of.Content, "~~") {
			t.Errorf("reply %d, %q, names %q", i, of.Content, of.Over)
		}
	}
}

// A task that is done is named like a line that is over; one of a day long ago is still
// listed, and one that another line replaces is not.
func TestTasksOfOldDays(t *testing.T) {
	system := `<memory file="memory/2026-10-02.md">
## 10:00 · night 1
### Open
- I need to ring the chimney sweep ^aaaa2222
- I have to sign the lease ^bbbb2222
</memory>
<memory file="memory/2026-10-09.md">
### Facts
- The lease is signed (replaces ^bbbb2222) ^cccc2222
</memory>
`
	for text, want := range map[string]string{"rang the chimney sweep": "~~I need to ring", "what is to do?": "- I need to ring the chimney sweep"} {
		l := &memoryDouble{}
		m := l.answer(t, system, user("m0", text))
		if !strings.Contains(m.Content, want) || strings.Contains(m.Content, "lease") || strings.HasPrefix(want, "~~") != slices.Equal(m.Over, []string{"aaaa2222"}) {
			t.Errorf("%q: %q, over %q", text, m.Content, m.Over)
		}
	}
}

// Who says again what was told to go keeps it.
func TestWhatIsSaidAgainStays(t *testing.T) {
	l := &memoryDouble{files: map[string]string{"MEMORY.md": "MEMORY.md:5 - I sing alto in the St Hilda's choir, Tuesdays half seven ^wkerdv6x\n"}}
	for _, again := range []string{"", "no, I sing alto in the St Hilda's choir on Tuesdays, half seven"} {
		said := []string{"choir practice is on Wednesdays now, the vicar needs the hall", "when do I sing alto?"}
		if again != "" {
			said = slices.Insert(said, 1, again)
		}
		of := l.talk(t, said...)
		holds := strings.Contains(of[len(of)-1].Content, "- I sing alto in the St Hilda's choir, Tuesdays half seven —")
		if holds == (again == "") {
			t.Errorf("after %q: %q", again, of[len(of)-1].Content)
		}
		if again != "" && !slices.Equal(of[1].Holds, []string{"wkerdv6x"}) {
			t.Errorf("%q names %q", of[1].Content, of[1].Holds)
		}
	}
}

func TestWhatSaysALineAgain(t *testing.T) {
	for _, c := range []struct {
		was, news string
		want      bool
	}{
		{"My partner Leila works nights at the BRI, she's a nurse", "Leila still works nights at the BRI", true},
		{"My partner Leila works nights at the BRI, she's a nurse", "no, my partner Leila does work nights at the BRI", true},
		{"My partner Leila works nights at the BRI", "Leila no longer works nights at the BRI", false},
		{"My partner Leila works nights at the BRI", "Leila works days at the BRI now", false},
		{"I take 5 mg of amlodipine every morning for my blood pressure", "no, it is still 5 mg of amlodipine", true},
		{"I take 5 mg of amlodipine every morning for my blood pressure", "now it is 10 mg of amlodipine", false},
		{"ich nehme Metformin 850", "ich nehme Metformin 1000", false},
		{"je vis avec Yann, il est marin-pêcheur au Guilvinec", "je vis toujours avec Yann", true},
		{"je vis avec Yann, il est marin-pêcheur au Guilvinec", "je ne vis plus avec Yann", false},
	} {
		l := line{text: c.news}
		if got := l.saysAgain(statement.Read(c.was).Text); got != c.want {
			t.Errorf("%q says again %q: %v", c.news, c.was, got)
		}
	}
}

// A line is shown struck where the file says so. Where a newer one but reads as if it ended
// it, both are shown, the newer one first.
func TestTheFileSaysWhatHolds(t *testing.T) {
	for name, c := range map[string]struct{ question, hits, want string }{
		"both hold": {"Wann bin ich beim Orthopäden?", "MEMORY.md:5 [2026-11-26 · Facts] Am 10. Dezember um 9 hab ich Termin beim Orthopäden Dr. Seidl wegen der Schulter ^lnyxydmo\n" +
			"MEMORY.md:6 [2026-11-26 · Facts] Seidl hat abgesagt, der Termin ist jetzt am 10. Dezember um 9 Uhr ^zm7v72dg", "- Am 10. Dezember um 9 hab ich Termin"},
		"it reads so": {"how much amlodipine do I take?", "MEMORY.md:5 [Facts] I take 5 mg of amlodipine every morning for my blood pressure ^oju6ypfg\n" +
			"memory/2026-11-26.md:7 [2026-11-26 · Facts] Dr Khan put the amlodipine up to 10 mg on the morning of 2026-11-26 ^ux75dqeo", "- Dr Khan put the amlodipine up to 10 mg"},
		"the file says so": {"how much amlodipine do I take?", "MEMORY.md:5 [2026-11-26 · Facts · no longer true, see ^ux75dqeo] I take 5 mg of amlodipine every morning for my blood pressure ^oju6ypfg\n" +
			"MEMORY.md:7 [2026-11-27 · Facts] Dr Khan put it up to 10 mg ^ux75dqeo", "- Dr Khan put it up to 10 mg"},
	} {
		got := (&memoryDouble{hits: c.hits}).ask(t, c.question)
		if !strings.HasPrefix(got, c.want) || strings.Contains(got, "~~") != (name == "the file says so") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Who objects to what the reply says goes keeps it, and nobody else does.
func TestWhoObjectsKeepsALine(t *testing.T) {
	l := &memoryDouble{}
	kept := 0
	for _, c := range []struct {
		says string
		want bool
	}{
		{"no, keep that line", true},
		{"don't strike that please", true},
		{"no no, leave the old one where it is", true},
		{"that's still true!", true},
		{"hey, put that back", true},
		{"nein, lass die Zeile stehen", true},
		{"non, garde cette ligne", true},
		{"no, déjala como estaba", true},
		{"the waiting room is warm", false},
		{"thanks", false},
		{"forget the dentist", false},
		{"we kept the old towels", false},
		{"my boss is called Anton", false},
		{"when is the dentist?", false},
	} {
		of := l.talk(t, "My dentist is on 4 December at 9.", "the dentist moved it to 11 December at 10", c.says, "when is the dentist?")
		if !slices.Equal(of[1].Over, []string{"m0"}) {
			t.Fatalf("%q names %q", of[1].Content, of[1].Over)
		}
		holds := slices.Equal(of[2].Holds, []string{"m0"})
		switch struck := strings.Contains(of[3].Content, "~~My dentist"); {
		case holds && !c.want:
			t.Errorf("after %q: %q names %q", c.says, of[2].Content, of[2].Holds)
		case holds && struck:
			t.Errorf("after %q: %q", c.says, of[3].Content)
		case holds:
			kept++
		case c.want:
			t.Logf("after %q: %q", c.says, of[2].Content)
		}
	}
	if kept < 6 { // the model has not seen them
		t.Errorf("%d of 8 objections are understood", kept)
	}
	if of := l.talk(t, "no, keep that line"); len(of[0].Holds) > 0 {
		t.Errorf("nothing was said to go, and %q names %q", of[0].Content, of[0].Holds)
	}
}

// Of a line that goes on with another figure only that is struck in the reply.
func TestAReplyStrikesTheFigureThatIsOver(t *testing.T) {
	for _, c := range []struct{ was, is, want string }{
		{"I'm moored at Debdale for 210 a month, near the lock", "I'm moored at Debdale for 235 a month, near the lock", "I'm moored at Debdale for ~~210~~ a month, near the lock"},
		{"Piano is on Tuesdays", "Piano is on Thursdays", "Piano is on ~~Tuesdays~~"},
		{"one", "one", "~~one~~"},
	} {
		if got := struckFrom(c.was, c.is); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A line that was not in the prompt when a change of it was told is told as over once it is found.
func TestWhatIsFoundLaterIsOverToo(t *testing.T) {
	for told, over := range map[string]bool{"the autumn concert is put off to 23 October": true, "the autumn programme has come": false} {
		l := &memoryDouble{hits: "memory/2026-08-05.md:7 [2026-08-05 · Events] The autumn concert is on 16 October ^m2p9x1"}
		of := l.talk(t, told, "when is the autumn concert?")
		if struck := strings.Contains(of[1].Content, "~~The autumn concert is on 16 October~~"); struck != over {
			t.Errorf("after %q: %q", told, of[1].Content)
		}
	}
}
