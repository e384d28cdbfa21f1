package offline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
)

// memoryDouble answers the engine's calls from a few lines of memory.
type memoryDouble struct {
	hits  string            // what memory_search gives
	files map[string]string // what memory_get gives, by path
	calls []transcript.Call
}

func (l *memoryDouble) run(c transcript.Call) string {
	l.calls = append(l.calls, c)
	var a struct{ Path, Text, Query string }
	if err := json.Unmarshal([]byte(c.Arguments), &a); err != nil {
		return toolbox.Error(err.Error())
	}
	switch c.Name {
	case toolbox.Search:
		if l.hits != "" {
			return l.hits
		}
		return "no_match: no line of memory holds the words"
	case toolbox.Get:
		if text, ok := l.files[a.Path]; ok {
			return text
		}
		return toolbox.Error("read " + a.Path + ": no such file")
	case toolbox.Update:
		return "appended: MEMORY.md:5 " + a.Text
	}
	return "Forgotten: " + a.Query
}

// ask gives the reply to the last of some messages of a person, each of which is answered.
func (l *memoryDouble) ask(t *testing.T, said ...string) string {
	t.Helper()
	var messages []transcript.Message
	for i, text := range said {
		messages = append(messages, user(fmt.Sprintf("m%d", i), text))
		messages = append(messages, l.answer(t, "", messages...))
	}
	return messages[len(messages)-1].Content
}

func step(t *testing.T, messages []transcript.Message) (text string, calls []transcript.Call) {
	t.Helper()
	stopped := false
	for chunk, err := range (Model{}).Stream(t.Context(), llm.Request{Messages: messages}) {
		if err != nil {
			t.Fatal(err)
		}
		text += chunk.Text
		if chunk.Call != nil {
			calls = append(calls, *chunk.Call)
		}
		stopped = stopped || chunk.Stop != ""
	}
	if !stopped {
		t.Error("the reply has no end mark")
	}
	return text, calls
}

func user(id, text string) transcript.Message {
	return transcript.Message{ID: id, Role: transcript.User, Content: text, Time: time.Date(2026, 11, 21, 14, 3, 0, 0, time.UTC)}
}

func TestAQuestionIsAnsweredWithItsSource(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:7 [2026-03-02 · Facts] User: Ana moved to Oslo. ^k7f3a2"}
	if got := l.ask(t, "where does Ana live?"); got != "- Ana moved to Oslo. — `MEMORY.md:7` (2026-03-02)" {
		t.Errorf("answered %q", got)
	}
}

func TestWhatWasSaidInThisConversationIsFoundToo(t *testing.T) {
	got := (&memoryDouble{}).ask(t, "My bicycle is locked behind the library.", "where is my bicycle?")
	if !strings.Contains(got, "behind the library") || !strings.Contains(got, "14:03") {
		t.Errorf("answered %q", got)
	}
}

func TestKnowingNothingIsSaidPlainly(t *testing.T) {
	for question, hits := range map[string]string{
		"what is my dog's name?":         "MEMORY.md:5 [Facts] My cat is Pip ^k7f3a2",
		"what does my brother play?":     "MEMORY.md:5 [Facts] My sister plays chess ^k7f3a2",
		"who won the chess game?":        "",
		"wann hat meine tante namenstag": "MEMORY.md:5 [Facts] Mein Onkel hat am 3. Mai Namenstag ^k7f3a2",
	} {
		got := (&memoryDouble{hits: hits}).ask(t, question)
		if strings.HasPrefix(got, "- ") || !strings.Contains(got, "“") && !strings.Contains(got, "„") {
			t.Errorf("%s: %q", question, got)
		}
	}
}

// GUARANTEES 5.
// What is not known is told in the words of the question, without those of the one before.
func TestWhatIsNotKnownIsWhatWasAsked(t *testing.T) {
	l := &memoryDouble{}
	if got := l.ask(t, "boathouse padlock", "Where does Wenke work?"); strings.Contains(got, "padlock") || !strings.Contains(got, "Wenke") {
		t.Errorf("got %q", got)
	}
}

func TestAFailedWriteIsNotCalledRemembered(t *testing.T) {
	q := user("m1", "remember that the key is under the mat")
	_, calls := step(t, []transcript.Message{q})
	for result, want := range map[string]string{
		"error: the land cannot be written":                   "That was not written: the land cannot be written",
		"appended: MEMORY.md:5 The key is under the mat":      "Remembered: The key is under the mat — `MEMORY.md:5`",
		"known already: MEMORY.md:5 The key is under the mat": "I knew that already: The key is under the mat — `MEMORY.md:5`",
	} {
		got, _ := step(t, []transcript.Message{q, {Role: transcript.Assistant, ToolCalls: calls}, {Role: transcript.Tool, ToolCallID: calls[0].ID, Content: result}})
		if got != want {
			t.Errorf("after %q it says %q", result, got)
		}
	}
}

// What is cut off before the content is lost: only the request goes.
func TestWhereTheContentOfARequestBegins(t *testing.T) {
	for said, want := range map[string]string{
		"remember that my sister Ana lives in Oslo":         "my sister Ana lives in Oslo",
		"please remember i prefer green tea":                "i prefer green tea",
		"can you make a note that the key is under the mat": "the key is under the mat",
		"remember: bins go out on mondays":                  "bins go out on mondays",
		"Merk dir, dass Oma am 3. Mai Geburtstag hat":       "Oma am 3. Mai Geburtstag hat",
		"retiens que ma voisine part en mars":               "ma voisine part en mars",
		"recuerda que el gato toma media pastilla":          "el gato toma media pastilla",
	} {
		if got := statement.Requested(said, language.Guess(said)); got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// What is known of the person is MEMORY.md, without what no longer holds.
func TestAboutMe(t *testing.T) {
	l := &memoryDouble{files: map[string]string{"MEMORY.md": "MEMORY.md:1 # Memory\nMEMORY.md:2 \nMEMORY.md:3 ## Facts\nMEMORY.md:4 \nMEMORY.md:5 - ~~User: I live in Leipzig~~ (until 2026-03-08 → ^mu7aut) ^oyfvyw\n" +
		"MEMORY.md:6 - User: I live in Hamburg ^mu7aut\nMEMORY.md:9 - by hand: I sing"}}
	got := l.ask(t, "What do you know about me?")
	if !strings.Contains(got, "- I live in Hamburg — `MEMORY.md:6`") || !strings.Contains(got, "by hand: I sing") || strings.Contains(got, "Leipzig") || strings.Contains(got, "^") {
		t.Errorf("the reply is\n%s", got)
	}
	if got := (&memoryDouble{}).ask(t, "What do you know about me?"); strings.HasPrefix(got, "- ") || strings.Contains(got, "error") {
		t.Errorf("of an empty memory: %s", got)
	}
}

var week = []string{
	"I am Lena, I live in Leipzig and work as a nurse at the university hospital.",
	"My brother Tom has a dog called Biscuit.",
	"Ana works at the harbour library in Bergen.",
	"remember that I am allergic to hazelnuts",
	"Actually, I moved to Dresden last Friday.",
	"I have a dentist appointment next Tuesday at 9:30 with Dr. Kowalski.",
	"Ich trinke keinen Kaffee, nur Tee.",
	"We decided to take the train to Gdansk in December, because flights are too expensive.",
}

func TestAnAnswerHoldsOnlyLinesThatAnswer(t *testing.T) {
	nearest := 0 // of nine one line may be no sure answer
	for question, want := range map[string]string{
		"Where does Ana work?":                        "harbour library",
		"When is my dentist appointment?":             "Kowalski",
		"what do you know about Tom":                  "Biscuit",
		"Who is Biscuit?":                             "Biscuit",
		"What am I allergic to?":                      "hazelnuts",
		"Was trinke ich?":                             "nur Tee",
		"How do we travel to Gdansk?":                 "train",
		"What is my brother's dog called?":            "Biscuit",
		"Do I have an appointment with Dr. Kowalski?": "9:30",
	} {
		got := (&memoryDouble{}).ask(t, append(week[:len(week):len(week)], question)...)
		if nearest == 0 && strings.Contains(got, ":\n- ") && strings.Contains(got, want) && strings.Count(got, "\n") == 1 {
			nearest++
			continue
		}
		if !strings.HasPrefix(got, "- ") || !strings.Contains(got, want) || strings.Count(got, "\n") > 0 {
			t.Errorf("%s\n%s", question, got)
		}
	}
}

// What a later line corrects is told as past, or not at all.
func TestACorrectionInTheSameTalkWins(t *testing.T) {
	for _, c := range []struct{ old, news, question, want, gone string }{
		{"the boiler man comes at 7:15", "sorry, 8:45", "when does the boiler man come?", "8:45", "7:15"},
		{"our vet is Dr Hill", "no actually it's Dr Hillier", "who is our vet?", "Hillier", "Dr Hill\n"},
		{"das treffen ist am montag", "nein, am mittwoch", "wann ist das treffen?", "mittwoch", "montag"},
		{"la réunion est à 9h", "pardon, 11h", "à quelle heure est la réunion ?", "11h", "9h"},
	} {
		got := (&memoryDouble{}).ask(t, c.old, c.news, c.question)
		for row := range strings.Lines(got) {
			if strings.Contains(row, c.gone) && !strings.Contains(row, "~~") {
				t.Errorf("%s is told as if it held:\n%s", c.gone, got)
			}
		}
		if first, _, _ := strings.Cut(got, "\n"); !strings.Contains(first, c.want) {
			t.Errorf("%s\n%s", c.question, got)
		}
	}
}

// What the search takes for an answer is told as what comes nearest, and not where it is
// about somebody else.
func TestWhatComesNearest(t *testing.T) {
	l := &memoryDouble{hits: "memory/2026-05-03.md:7 [2026-05-03 · Facts · near in meaning] Visits are from 3 to 5 ^k7f3a2"}
	if got := l.ask(t, "what did my uncle say of visits?"); strings.HasPrefix(got, "- ") || !strings.Contains(got, "What comes nearest:\n- Visits are from 3 to 5") {
		t.Errorf("answered %q", got)
	}
	l = &memoryDouble{hits: "memory/2026-05-03.md:7 [2026-05-03 · Facts · near in meaning] My sister plays chess ^k7f3a2"}
	if got := l.ask(t, "what does my brother play?"); strings.Contains(got, "chess") {
		t.Errorf("answered %q", got)
	}
}

// A correction that gives but another value is told in the words of the line it corrects.
func TestACorrectionIsToldWithItsSubject(t *testing.T) {
	for _, c := range []struct{ old, news, question, want string }{
		{"the hazer is 120 a day from Lumen Rentals", "no sorry, 160", "how much is the hazer?", "- the hazer is 160 a day from Lumen Rentals"},
		{"my vet is Dr Hartley on Elm Road", "hm no, Hartman", "who's my vet?", "- my vet is Dr Hartman on Elm Road"},
		{"mein Zug geht um 6:12 von Gleis 4", "ach nee, Gleis 9", "von welchem Gleis geht mein Zug?", "- mein Zug geht um 6:12 von Gleis 9"},
		{"la réunion avec Paul est à 9h", "pardon, 11h", "à quelle heure est la réunion ?", "- la réunion avec Paul est à 11h"},
		{"der Kurs fängt um sieben am Hafen an", "sorry doch erst um acht", "wann fängt der Kurs an?", "- der Kurs fängt um acht am Hafen an"},
		{"the sweep comes tuesday at 7", "oh wait, she just messaged, friday at 9 instead", "when does the sweep come?", "- the sweep comes friday at 9"},
	} {
		got := (&memoryDouble{}).ask(t, c.old, c.news, c.question)
		if first, _, _ := strings.Cut(got, " — "); first != c.want {
			t.Errorf("%s\n%s", c.question, got)
		}
	}
}

// Figures of another matter correct nothing of what was told before them.
func TestFiguresOfAnotherMatterCorrectNothing(t *testing.T) {
	got := (&memoryDouble{}).ask(t, "mum arrives saturday at 4", "we pay 1200, not 1100", "when does mum arrive?")
	if !strings.HasPrefix(got, "- mum arrives saturday at 4") {
		t.Errorf("answered\n%s", got)
	}
}

func TestALineThatMemoryReplacedIsStruck(t *testing.T) {
	l := &memoryDouble{hits: "memory/2026-01-03.md:9 [2026-01-03 · Facts · no longer true, see ^m2p9x1] The rent is 900 ^k7f3a2\nMEMORY.md:5 [2026-05-02 · Facts] The rent is 1020 ^m2p9x1"}
	got := l.ask(t, "how much is the rent?")
	rows := strings.Split(got, "\n")
	if len(rows) != 2 || !strings.Contains(rows[0], "1020") || !strings.Contains(rows[1], "~~The rent is 900~~ (until 2026-05-02)") {
		t.Errorf("answered\n%s", got)
	}
}

func TestWhatWasForgottenIsNotQuoted(t *testing.T) {
	said := append(week[:len(week):len(week)], "forget the hazelnuts", "What am I allergic to?")
	l := &memoryDouble{hits: "sessions/s1.jsonl:3 [2026-05-02] i am allergic to hazelnuts"}
	if got := l.ask(t, said...); strings.Contains(got, "hazelnuts") {
		t.Errorf("answered\n%s", got)
	}
}

// The message itself is forgotten, and the reply does not say again what was.
func TestForgettingWhatWasJustTold(t *testing.T) {
	l := &memoryDouble{}
	got := l.ask(t, "the safe opens with 7731", "forget that")
	if got != "Forgotten: you, 14:03." {
		t.Errorf("answered %q", got)
	}
	if last := l.calls[len(l.calls)-1]; last.Name != toolbox.Forget || last.Arguments != `{"message":"m0"}` {
		t.Errorf("called %+v", last)
	}
}

func TestForgettingAsksWhichIsMeant(t *testing.T) {
	hits := "MEMORY.md:5 [Facts] The boat key hangs in the hall ^k7f3a2\nMEMORY.md:6 [Facts] The bike key lies in the drawer ^k7f3a3"
	l := &memoryDouble{hits: hits}
	if got := l.ask(t, "forget the key"); !strings.Contains(got, "boat key") || !strings.Contains(got, "bike key") || len(l.calls) != 1 {
		t.Errorf("answered %q, calling %v", got, l.calls)
	}
	l = &memoryDouble{hits: hits}
	if got := l.ask(t, "forget the boat key"); got != "Forgotten: boat key." {
		t.Errorf("answered %q", got)
	}
}

func TestForgettingNeedsALineThatSaysIt(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:5 [Facts] I like plums ^k7f3a2"}
	got := l.ask(t, "forget my pin")
	for _, c := range l.calls {
		if c.Name == toolbox.Forget {
			t.Errorf("forgot %s", c.Arguments)
		}
	}
	if !strings.Contains(got, "pin") {
		t.Errorf("answered %q", got)
	}
}

func TestSmallTalkIsNotLookedUp(t *testing.T) {
	for _, said := range []string{"thanks!", "ok", "Danke schön!", "haha", "good night", "спасибо"} {
		l := &memoryDouble{}
		if got := l.ask(t, week[0], said); got == "" || len(l.calls) > 0 || strings.Contains(got, "Leipzig") {
			t.Errorf("%q is answered %q, calling %v", said, got, l.calls)
		}
	}
}

func TestStatementsAreAcknowledgedByWhatTheySay(t *testing.T) {
	seen := map[string]bool{}
	for i := range week {
		got := (&memoryDouble{}).ask(t, week[:i+1]...)
		if strings.HasPrefix(got, "- ") {
			t.Errorf("%s\n%s", week[i], got)
		}
		seen[got] = true
	}
	if len(seen) < 6 {
		t.Errorf("%d acknowledgements of %d statements: %v", len(seen), len(week), seen)
	}
	if got := (&memoryDouble{}).ask(t, "our vet is Dr Hill", "no actually it's Dr Hillier"); !strings.Contains(got, "~~our vet is Dr Hill~~") {
		t.Errorf("a correction is answered %q", got)
	}
}

func TestTodosAreListedWithoutWhatIsDone(t *testing.T) {
	l := &memoryDouble{files: map[string]string{"memory/2026-11-20.md": "memory/2026-11-20.md:1 # 2026-11-20\nmemory/2026-11-20.md:5 ### Open\nmemory/2026-11-20.md:6 - Send the slides to Uwe ^aaa111"}}
	got := l.ask(t, "i love cheese", "i need to renew the parking permit", "i have to call the notary", "i called the notary", "what do i have to do?")
	if !strings.Contains(got, "permit") || !strings.Contains(got, "slides") || strings.Contains(got, "cheese") {
		t.Errorf("answered\n%s", got)
	}
}

// TestWhatIsLeftOfATaskIsToBeDone: of several things to be done one is done; the others are
// no statement of what the person does.
// A list below a heading that says what it is of is one of tasks, each of its own.
func TestAListOfTasksIsTakenApart(t *testing.T) {
	for said, want := range map[string][]string{
		"To do: fetch the chain oil from Brandt, write to the notary about Liv's papers, pay the chimney sweep, book the boat for ten": {"chain oil", "notary", "boat"},
		"Noch offen: Kettenöl holen, dem Notar schreiben, den Schornsteinfeger bezahlen, das Boot buchen":                              {"Kettenöl", "Notar", "Boot"},
	} {
		done, ask, gone := "paid the chimney sweep", "what is left to do?", "sweep"
		if strings.HasPrefix(said, "Noch") {
			done, ask, gone = "Schornsteinfeger ist bezahlt", "was ist noch zu tun?", "Schornsteinfeger"
		}
		got := (&memoryDouble{}).ask(t, said, done, ask)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q lacks %s: %q", said, w, got)
			}
		}
		if strings.Contains(got, gone) {
			t.Errorf("%q still has %s: %q", said, gone, got)
		}
	}
}

func TestWhatIsLeftOfATaskIsToBeDone(t *testing.T) {
	got := (&memoryDouble{}).ask(t, "i need to phone the notary, book the hall and renew the permit", "phoned the notary", "what is to do?")
	if !strings.Contains(got, "- book the hall") || !strings.Contains(got, "- renew the permit") || strings.Contains(got, "notary") {
		t.Errorf("answered\n%s", got)
	}
}

// TestAListIsFoundByItsHeading: what stands on a list under a heading is told where the
// list is asked for, is to be done where its heading says so, and can be done; what asks
// for something to be done with it is no heading.
func TestAListIsFoundByItsHeading(t *testing.T) {
	groceries, weekend := "Groceries:\n- oat milk\n- rye bread", "Stuff for the weekend:\n- party at Jo's Sat\n- collect dresser Sat 3 pm"
	for _, c := range []struct {
		said      []string
		want, not string
	}{
		{[]string{groceries}, "On your list.", ""},
		{[]string{weekend}, "On your list.", "timer"},
		{[]string{groceries, weekend, "What's on my shopping list?"}, "- Groceries: rye bread", "dresser"},
		{[]string{groceries + "\n\n" + weekend, "What's on my shopping list?"}, "- Groceries: rye bread", "dresser"},
		{[]string{groceries, weekend, "what is to do?"}, "collect dresser Sat 3 pm", ""},
		{[]string{groceries, "bought the oat milk", "What's on my shopping list?"}, "rye bread", "oat milk"},
		{[]string{"Einkaufsliste:\n- Hafermilch\n- Roggenbrot", "Was steht auf meiner Einkaufsliste?"}, "Roggenbrot", ""},
		{[]string{"Translate this:\n- oat milk\n- rye bread"}, "needs a language model", ""},
		{[]string{"Translate this:\n- oat milk\n- rye bread", "What's on my shopping list?"}, "", "oat milk"},
	} {
		got := (&memoryDouble{}).ask(t, c.said...)
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("after %q it says %q", c.said, got)
		}
	}
}

func TestAPipedTextIsSearchedOrSummedUp(t *testing.T) {
	text := "\n\nThe ferry company cancelled all sailings from Oban until June because of an engine fault.\nRefunds are offered at the office.\nThe café stays open."
	if got := (&memoryDouble{}).ask(t, "my hamster ran off", "summarize this:"+text); !strings.Contains(got, "sailings") || strings.Contains(got, "hamster") {
		t.Errorf("summed up as %q", got)
	}
	if got := (&memoryDouble{}).ask(t, "where are refunds offered?"+text); !strings.Contains(got, "at the office") || strings.Contains(got, "café") {
		t.Errorf("answered %q", got)
	}
}

// letter is a text with a greeting, rows that break for their length, a list and a head.
const letter = `From: Vera
Subject: the allotment

Dear all,

the water is turned off from 3 November, because the pipes would freeze, and it
comes back in April. The compost bins move behind the shed.

Still open:
- who has the key of the gate? Milan lost his
- the fee rises to 85 euros, to be paid by 10 January

See you,
Vera
`

// The requests stand in no file of the corpus.
func TestALetterIsAskedAboutAndSummedUp(t *testing.T) {
	for _, c := range []struct{ asked, want, not string }{
		{"when does the water come back?", "comes back in April", "compost"},
		{"how high is the fee?", "85 euros", "key"},
		{"who lost the key?", "Milan", "fee"},
		{"what is this about?", "the pipes would freeze, and it comes back in April", "Dear all"},
		{"sag mir in einem satz was drinsteht", "85 euros", "From:"},
		{"归纳一下", "85 euros", "Still open"},
		{"qué dice en resumen", "turned off", "See you"},
	} {
		got := (&memoryDouble{}).ask(t, c.asked+"\n\n"+letter)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) || strings.Contains(got, "- - ") {
			t.Errorf("%s\n%s", c.asked, got)
		}
	}
}

// TestTheHeadsOfALogAreNoSummary: names and dates stand in every one of them.
func TestTheHeadsOfALogAreNoSummary(t *testing.T) {
	log := ""
	for _, said := range []string{"parser: dates without a year are read backwards", "index: the lock is held for one page only", "cli: the exit code of a broken pipe"} {
		log += "commit 55d0c1e2\nAuthor: Ulla <ulla@example.org>\nDate:   Wed Nov 25 21:40:00 2026\n\n    " + said + "\n\n"
	}
	got := (&memoryDouble{}).ask(t, "summarize this:\n\n"+log)
	if !strings.Contains(got, "one page") || !strings.Contains(got, "backwards") || strings.Contains(got, "Ulla") || strings.Contains(got, "commit") {
		t.Errorf("summed up as\n%s", got)
	}
}

// TestAPrivateTalkPromisesNothing: no tool that writes is offered there.
func TestAPrivateTalkPromisesNothing(t *testing.T) {
	ask := func(said ...transcript.Message) string {
		text := ""
		for chunk, err := range (Model{}).Stream(t.Context(), llm.Request{Messages: said, Tools: toolbox.Reading()}) {
			if err != nil {
				t.Fatal(err)
			}
			text += chunk.Text
		}
		return text
	}
	first := ask(user("m1", "I am moving to Aarhus in March."))
	if !strings.Contains(first, "private") || strings.Contains(first, "sleep") {
		t.Errorf("answered %q", first)
	}
	if again := ask(user("m1", "I am moving to Aarhus in March."), transcript.Message{Role: transcript.Assistant, Content: first}, user("m2", "Always answer in French.")); strings.Contains(again, "private") || strings.Contains(again, "noted") {
		t.Errorf("answered %q", again)
	}
}

func TestAFilesFencesAreNoAnswer(t *testing.T) {
	file := "look at `trip.md`\n\n`trip.md`:\n\n```md\n# Trip plan\n\nHotel Orla, code 8841XK.\n```"
	if got := (&memoryDouble{}).ask(t, file, "What is the hotel code?"); !strings.Contains(got, "8841XK") || strings.Contains(got, "```") {
		t.Errorf("answered\n%s", got)
	}
}

// TestWhatAPersonSaysEndsNothingInAFile: the survey is as it was when it was made.
func TestWhatAPersonSaysEndsNothingInAFile(t *testing.T) {
	survey := "How old is the hull? See `survey.md`\n\n`survey.md`:\n\n```md\n# Survey\n\nThe impeller was changed in August; the exhaust elbow is thin and will not last another season.\nHenrik lends the raft and wants it back by 10 August.\n```"
	for _, said := range []string{"We decided to fit the new exhaust elbow before the spring.", "Emil turns nine on 3 March and wants a kite."} {
		if got := (&memoryDouble{}).ask(t, survey, said); strings.Contains(got, "~~") {
			t.Errorf("%s\n%s", said, got)
		}
	}
}

func TestWhatADayWasAboutIsNoAnswerBesideALine(t *testing.T) {
	about := "memory/2026-06-01.md:5 [2026-06-01 · 10:00 · night 1 · context 2%] About the rent."
	row := "memory/2026-06-01.md:9 [2026-06-01 · Facts] User: The rent is 1020 euros ^k7f3a2"
	for hits, want := range map[string]string{row + "\n" + about: "1020", about: "About the rent"} {
		if got := (&memoryDouble{hits: hits}).ask(t, "How much is the rent?"); strings.Count(got, "\n") != 0 || !strings.Contains(got, want) {
			t.Errorf("answered\n%s", got)
		}
	}
}

func TestTheDayAndTheDaysUntilSomething(t *testing.T) {
	if got := (&memoryDouble{}).ask(t, "what day is it?"); got != "It is Saturday, 21 November 2026, 14:03." {
		t.Errorf("today: %q", got)
	}
	l := &memoryDouble{hits: "MEMORY.md:5 [2026-11-02 · Events] The regatta is on 2026-12-01 ^k7f3a2"}
	if got := l.ask(t, "how many days until the regatta?"); !strings.Contains(got, "10 days") {
		t.Errorf("until: %q", got)
	}
}

// What went into MEMORY.md in a night is part of its day.
func TestARecapKnowsWhatANightPromoted(t *testing.T) {
	l := &memoryDouble{files: map[string]string{
		"memory/2026-11-21.md": "memory/2026-11-21.md:1 # 2026-11-21\nmemory/2026-11-21.md:2 \nmemory/2026-11-21.md:3 ## 14:03 · night 1 · context 2%\nmemory/2026-11-21.md:4 \nmemory/2026-11-21.md:5 One lasting thing went into MEMORY.md (^k7f3a2).",
		"MEMORY.md":            "MEMORY.md:1 # Memory\nMEMORY.md:3 ## Facts\nMEMORY.md:5 - The council refused the skip permit ^k7f3a2\nMEMORY.md:6 - Osric builds the shed ^m2n3p4",
	}}
	got := l.ask(t, "what were we on about today")
	if !strings.Contains(got, "skip permit") || strings.Contains(got, "lasting thing") || strings.Contains(got, "Osric") {
		t.Errorf("got %q", got)
	}
}

// Words that only ask, such as "know" and "talk", choose no lines by what they are near
// to in meaning.
func TestWordsThatAskChooseNoLines(t *testing.T) {
	const (
		first  = "I'm Runa, I repair old radios in Bergen"
		second = "Jonas is my apprentice, he can't lift anything heavy"
	)
	for _, question := range []string{"what do you know about me", "what did we talk about today"} {
		if got := (&memoryDouble{}).ask(t, first, second, question); !strings.Contains(got, "Runa") || !strings.Contains(got, "Jonas") {
			t.Errorf("%s\n%s", question, got)
		}
	}
}

// A line that a night wrote with the day behind it is the one that was told.
func TestALineIsToldOnce(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:5 [2026-11-21 · Facts] My dentist moved to the Korenmarkt (2026-11-21) ^k7f3a2"}
	if got := l.ask(t, "My dentist moved to the Korenmarkt", "where is my dentist?"); strings.Count(got, "Korenmarkt") != 1 {
		t.Errorf("got %q", got)
	}
}

// What was said later of the same stands beside the line that covers most of the
// question, and before it.
func TestTheNewerWordStandsFirst(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:6 [2026-03-02 · Facts] Jonas is my apprentice, he can't lift anything heavy since his operation ^k7f3a2"}
	got := l.ask(t, "Jonas is cleared to lift again, doctor said so on Friday", "can Jonas lift heavy things?")
	first, rest, _ := strings.Cut(got, "\n")
	if !strings.Contains(first, "cleared") || !strings.Contains(rest, "can't lift") {
		t.Errorf("got %q", got)
	}
}

// Of one day the line that stands below another was said later.
func TestTheLaterWordOfADayStandsFirst(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:5 [Facts] I'm on 40 mg atorvastatin every night now, doc raised it from 20 (2026-11-20) ^k7f3a2\n" +
		"MEMORY.md:7 [Facts] The atorvastatin is 20 again, the 40 gave me cramps (2026-11-20) ^m4d8q2"}
	got := l.ask(t, "what dose of atorvastatin do I take?")
	if first, rest, _ := strings.Cut(got, "\n"); !strings.Contains(first, "cramps") || !strings.Contains(rest, "raised") || strings.Count(got, "(2026-11-20)") != 2 {
		t.Errorf("got %q", got)
	}
}

// A statement that names a period is told, not asked for.
func TestATellingOfAPeriodIsNoQuestion(t *testing.T) {
	for _, said := range []string{"letzte woche war ich krank", "on monday I signed the lease", "bin letzte Woche nach Marburg gezogen", "Axel hat sich gestern das Handgelenk gebrochen"} {
		if got := (&memoryDouble{}).ask(t, said); strings.Contains(got, "nichts notiert") || strings.Contains(got, "weiß ich nichts") || strings.Contains(got, "no notes") {
			t.Errorf("%s: %q", said, got)
		}
	}
	for _, asked := range []string{"worum ging es am mittwoch nochmal", "wer war nochmal beim zahnarzt"} {
		if got := (&memoryDouble{}).ask(t, asked); strings.Contains(got, "otiert für") || strings.HasPrefix(got, "Notiert") {
			t.Errorf("%s: %q", asked, got)
		}
	}
	if got := (&memoryDouble{}).ask(t, "was war letzte woche"); !strings.Contains(got, "nichts notiert") {
		t.Errorf("a question: %q", got)
	}
}

func TestWhatItCannotDoIsSaidInThePersonsLanguage(t *testing.T) {
	for said, want := range map[string]string{
		"translate this into Finnish: the boat is late": "needs a language model",
		"schreib mir ein gedicht über den mond":         "Sprachmodell",
		"remind me in 40 minutes to check the bread":    "cannot",
		"despiértame mañana a las siete":                "No puedo",
		"tell me what memory_search said":               "",
		"quem é você?":                                  "motor",
	} {
		got := (&memoryDouble{}).ask(t, said)
		if !strings.Contains(got, want) || strings.Contains(got, "no_match") || strings.Contains(got, "error:") {
			t.Errorf("%s: %q", said, got)
		}
	}
}

// Where a line speaks of whom a question names, nobody says that nothing is known of them; what
// others do to the speaker is told of the speaker.
func TestWhomAQuestionNames(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:7 [2026-05-03 · Facts] My cousin Perpetua is in Carlisle ^k7f3a2"}
	if got := l.ask(t, "what does Perpetua drive?"); strings.Contains(got, "I know nothing") || !strings.Contains(got, "- My cousin Perpetua is in Carlisle") {
		t.Errorf("answered %q", got)
	}
	l = &memoryDouble{hits: "MEMORY.md:7 [2026-05-03 · Facts] Dr Gupta has me on 5 mg of ramipril every morning ^k7f3a2"}
	if got := l.ask(t, "how much ramipril do I take?"); !strings.HasPrefix(got, "- Dr Gupta has me") {
		t.Errorf("answered %q", got)
	}
}

// A line is found by the thing that it tells of.
func TestTheThingAskedFor(t *testing.T) {
	l := &memoryDouble{hits: "memory/2026-05-03.md:7 [2026-05-03 · Facts] The marquee for the fête is striped ^k7f3a2"}
	if got := l.ask(t, "what's the marquee for the fête like?"); !strings.Contains(got, "striped") || strings.HasPrefix(got, "I know nothing") {
		t.Errorf("answered %q", got)
	}
}

// A line that tells of one more is told beside the one that it is one more to.
func TestOneMoreIsToldBeside(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:4 [Facts] My niece Odile plays the bassoon ^k7f3a2\nmemory/2026-05-03.md:7 [2026-05-03 · Events] Odile's started on the harp as well ^k7f3a3"}
	if got := l.ask(t, "what does Odile play?"); !strings.Contains(got, "bassoon") || !strings.Contains(got, "harp") {
		t.Errorf("answered %q", got)
	}
}

// What is asked of the speaker is not answered by what holds of somebody else: of such
// questions one may be taken wrongly.
func TestNobodyElsesMatterIsTheSpeakers(t *testing.T) {
	wrong := 0
	for _, c := range []struct{ told, question string }{
		{"My cousin Bram works nights at the dairy", "what's my job?"},
		{"Meine Nachbarin Ilse ist 91 und braucht Hilfe", "wie alt bin ich?"},
		{"mi tía Berta habla seis idiomas", "¿qué idiomas hablo?"},
		{"my husband eats anything with chilli", "what do i like to eat?"},
	} {
		if got := (&memoryDouble{}).ask(t, c.told, c.question); strings.HasPrefix(got, "- ") {
			if wrong++; wrong > 1 {
				t.Errorf("%s, %s: %q", c.told, c.question, got)
			}
		}
	}
	if got := (&memoryDouble{}).ask(t, "my wife Ines and i live in Urk", "where do i live?"); !strings.Contains(got, "Urk") {
		t.Error(got)
	}
}

// A line that names nobody is told of whom the line before it spoke.
func TestALineTakesOverWhomItIsOf(t *testing.T) {
	talk := []string{"my aunt moved to Birch House, room 9", "she hates the soup but likes the choir", "visits are from 3 to 5"}
	for question, want := range map[string]string{
		"does my aunt like the choir?":     "- she hates the soup but likes the choir",
		"when can i visit my aunt?":        "- visits are from 3 to 5",
		"which room is my aunt in?":        "- my aunt moved to Birch House",
		"does my brother like the choir?":  "I ",
		"what did my uncle say of visits?": "I ",
	} {
		if got := (&memoryDouble{}).ask(t, append(talk[:3:3], question)...); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", question, got)
		}
	}
}

// One word of a line is no answer to two words of a question.
func TestOneWordAnswersForOne(t *testing.T) {
	if got := (&memoryDouble{}).ask(t, "the spare key is under the pot", "what's the alarm code?"); strings.HasPrefix(got, "- ") {
		t.Error(got)
	}
}

// What is done is not listed as a day to come.
func TestWhatIsDoneIsNotAhead(t *testing.T) {
	if got := (&memoryDouble{}).ask(t, "have to hand in the lease papers by friday", "handed in the lease papers", "what's still to do?"); strings.Contains(got, "lease") {
		t.Error(got)
	}
}

// Where the next days bring nothing, the first appointment after them is told.
func TestWhatComesLater(t *testing.T) {
	if got := (&memoryDouble{}).ask(t, "the opening night is on 15 January", "what's coming up?"); !strings.Contains(got, "15 January") {
		t.Error(got)
	}
	if got := (&memoryDouble{}).ask(t, "the opening night is on 15 January", "what's on this week?"); strings.HasPrefix(got, "- ") {
		t.Error(got)
	}
}

// Of lines that answer alike, the one stands first that has what is asked for.
func TestATimeStandsFirstWhereItIsAskedFor(t *testing.T) {
	got := (&memoryDouble{}).ask(t, "the gig bag is with Ren", "the gig is on 5 december", "when is the gig?")
	if !strings.HasPrefix(got, "- the gig is on 5 december") {
		t.Error(got)
	}
	got = (&memoryDouble{}).ask(t, "the gig is on 5 december", "we like the gig", "when is the gig?")
	if !strings.HasPrefix(got, "- the gig is on 5 december") {
		t.Error(got)
	}
}

// "Everything about" means each line; and so does who says "all" where it was asked which.
func TestForgettingEverything(t *testing.T) {
	told := []string{"Ilaria Conti is my monday patient", "Ilaria Conti plays volleyball and has a bad knee"}
	for _, said := range [][]string{{"forget everything about Ilaria Conti"}, {"forget Ilaria Conti", "all of them"}} {
		l := &memoryDouble{}
		l.ask(t, append(slices.Clone(told), said...)...)
		forgotten := map[string]bool{}
		for _, c := range l.calls {
			if c.Name == toolbox.Forget {
				forgotten[c.Arguments] = true
			}
		}
		if len(forgotten) != 2 {
			t.Errorf("%q: %v", said, l.calls)
		}
	}
}
