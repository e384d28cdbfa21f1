package offline

import (
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
)

func TestUnderstand(t *testing.T) {
	for text, want := range map[string]wish{
		"remember that my sister Ana lives in Oslo":                                   {act: actRemember, text: "My sister Ana lives in Oslo", section: "Facts"},
		"Please remember: I prefer green tea":                                         {act: actRemember, text: "I prefer green tea", section: "Preferences"},
		"Don't forget that we decided on PostgreSQL":                                  {act: actRemember, text: "We decided on PostgreSQL", section: "Decisions"},
		"note down dentist appointment on 2026-12-01":                                 {act: actRemember, text: "Dentist appointment on 2026-12-01", section: "Events"},
		"Merk dir, dass Oma am 3. Mai Geburtstag hat":                                 {act: actRemember, text: "Oma hat am 3. Mai Geburtstag", section: "Facts"},
		"Merk dir, dass ich montags um 18 Uhr singe":                                  {act: actRemember, text: "Ich singe montags um 18 Uhr", section: "Facts"},
		"Merk dir, dass ich montags um 6 aufstehe":                                    {act: actRemember, text: "Ich montags um 6 aufstehe", section: "Facts"},
		"Merk dir, dass meine Tochter Frieda am Donnerstag gegen Grippe geimpft wird": {act: actRemember, text: "Meine Tochter Frieda wird am Donnerstag gegen Grippe geimpft", section: "Facts"},
		"forget the Oslo address.":                                                    {act: actForget, text: "the Oslo address"},
		"what do you know about Oslo?":                                                {act: actAsk, text: "Oslo"},
		"where does she work?":                                                        {act: actAsk, text: "where does she work?"},
		"Can you remember what I said about the boat?":                                {act: actAsk, text: "Can you remember what I said about the boat?"},
		"oslo address":                                 {act: actAsk, text: "oslo address"},
		"Actually it was 45,000":                       {act: actTell, text: "Actually it was 45,000"},
		"Anna likes green tea.":                        {act: actTell, text: "Anna likes green tea."},
		"summarize our talk":                           {act: actSummary},
		"What do you know about me?":                   {act: actMe},
		"Was weißt du über mich?":                      {act: actMe},
		"what do you know about my boat?":              {act: actAsk, text: "my boat"},
		"help":                                         {act: actHelp},
		"hello there!":                                 {act: actGreet},
		"write a poem about snow":                      {act: actMake, text: "write a poem about snow"},
		"I walked the dog and then it rained all day.": {act: actTell, text: "I walked the dog and then it rained all day."},
	} {
		if got := understand(text); got != want {
			t.Errorf("understand(%q) = %+v, want %+v", text, got, want)
		}
	}
}

// ask gives the engine's next step in a conversation.
func ask(t *testing.T, messages ...transcript.Message) (text string, call *transcript.Call) {
	t.Helper()
	stopped := false
	for chunk, err := range (Model{}).Stream(t.Context(), llm.Request{Messages: messages}) {
		if err != nil {
			t.Fatal(err)
		}
		text += chunk.Text
		if chunk.Call != nil {
			call = chunk.Call
		}
		stopped = stopped || chunk.Stop != ""
	}
	if !stopped {
		t.Error("the reply has no end mark")
	}
	return text, call
}

func user(id, text string) transcript.Message {
	return transcript.Message{ID: id, Role: transcript.User, Content: text, Time: time.Date(2026, 11, 21, 14, 3, 0, 0, time.UTC)}
}

func TestAQuestionIsSearchedAndAnsweredWithItsSource(t *testing.T) {
	q := user("m1", "where does Ana live?")
	_, call := ask(t, q)
	if call == nil || call.Name != toolbox.Search || !strings.Contains(call.Arguments, "where does Ana live?") {
		t.Fatalf("called %+v", call)
	}
	result := transcript.Message{Role: transcript.Tool, ToolCallID: call.ID, Content: "MEMORY.md:7 [2026-03-02 · Facts] Ana moved to Oslo. ^k7f3a2"}
	text, again := ask(t, q, transcript.Message{Role: transcript.Assistant, ToolCalls: []transcript.Call{*call}}, result)
	if again != nil || !strings.Contains(text, "Ana moved to Oslo.") || !strings.Contains(text, "`MEMORY.md:7`") {
		t.Errorf("answered %q", text)
	}
}

func TestWhatWasSaidInThisConversationIsFoundToo(t *testing.T) {
	heard := user("m1", "My bicycle is locked behind the library.")
	q := user("m3", "where is my bicycle?")
	nothing := transcript.Message{Role: transcript.Tool, Content: `no_match: no line of memory holds the words of "where is my bicycle?"`}
	text, _ := ask(t, heard, transcript.Message{ID: "m2", Role: transcript.Assistant, Content: "Heard."}, q, nothing)
	if !strings.Contains(text, "behind the library") || !strings.Contains(text, "14:03") {
		t.Errorf("answered %q", text)
	}
}

func TestKnowingNothingIsSaidPlainly(t *testing.T) {
	nothing := transcript.Message{Role: transcript.Tool, Content: "empty_store: there is no memory yet"}
	text, _ := ask(t, user("m1", "who won the chess game?"), nothing)
	if !strings.Contains(text, "I know nothing about that: there is no memory yet") {
		t.Errorf("answered %q", text)
	}
}

// GUARANTEES 5.
func TestAFailedWriteIsNotCalledRemembered(t *testing.T) {
	q := user("m1", "remember that the key is under the mat")
	for result, want := range map[string]string{
		"error: the land cannot be written":                   "That was not written",
		"appended: MEMORY.md:5 The key is under the mat":      "Remembered: The key is under the mat — `MEMORY.md:5`",
		"known already: MEMORY.md:5 The key is under the mat": "I knew that already",
	} {
		text, _ := ask(t, q, transcript.Message{Role: transcript.Tool, Content: result})
		if !strings.HasPrefix(text, want) {
			t.Errorf("after %q it says %q", result, text)
		}
	}
}

// What is known of the person is MEMORY.md, without what no longer holds.
func TestAboutMe(t *testing.T) {
	asked := user("q", "What do you know about me?")
	if _, call := ask(t, asked); call == nil || call.Name != toolbox.Get || !strings.Contains(call.Arguments, "MEMORY.md") {
		t.Fatalf("called %+v", call)
	}
	got, _ := ask(t, asked, transcript.Message{Role: transcript.Tool, Content: "MEMORY.md:1 # Memory\nMEMORY.md:5 - ~~User: I live in Leipzig~~ (until 2026-03-08 → ^mu7aut) ^oyfvyw\n" +
		"MEMORY.md:6 - User: I live in Hamburg ^mu7aut\nMEMORY.md:9 - by hand: I sing"})
	if !strings.Contains(got, "- User: I live in Hamburg — `MEMORY.md:6`") || !strings.Contains(got, "by hand: I sing — `MEMORY.md:9`") || strings.Contains(got, "Leipzig") || strings.Contains(got, "^") {
		t.Errorf("the reply is\n%s", got)
	}
	if got, _ := ask(t, asked, transcript.Message{Role: transcript.Tool, Content: "error: MEMORY.md: no such file"}); !strings.Contains(got, "holds nothing yet") {
		t.Errorf("of an empty memory: %s", got)
	}
}
