package offline

import (
	"strings"
	"testing"
)

// What somebody wants to be reminded of is on their list, and that nothing will ring is
// said; a timer is no task.
func TestAReminderIsATask(t *testing.T) {
	for said, want := range map[string]string{
		"remind me to return the ladder to Piotr":         "no timer. Ask me",
		"erinner mich bitte daran den Müll rauszubringen": "keinen Wecker",
		"rappelle moi de rendre la perceuse":              "pas d'alarme",
		"herinner me eraan dat ik de planten water geef":  "geen wekker",
		"remind me to renew my fishing licence":           "no timer. Ask me",
		"can you remind me to cancel the gym":             "no timer. Ask me",
		"recuérdame renovar el carné":                     "alarma. Pregúntame",
		"set a timer for 12 min":                          "cannot do that",
	} {
		l := &memoryDouble{}
		if got := l.ask(t, said); !strings.Contains(got, want) {
			t.Errorf("%s: %q", said, got)
		}
		if listed := l.ask(t, said, "what is to do?"); strings.Contains(listed, said) != (want != "cannot do that") {
			t.Errorf("%s: the list is %q", said, listed)
		}
	}
}

// What is said to be done is off the list; what only speaks of the same is not.
func TestWhatIsDoneIsOffTheList(t *testing.T) {
	for _, c := range []struct {
		task, news string
		done       bool
	}{
		{"i have to return the ladder to Piotr", "returned the ladder", true},
		{"remind me to call the plumber", "ok I called the plumber", true},
		{"ich muss noch die Steuererklärung abgeben", "steuererklärung ist abgegeben", true},
		{"devo prenotare il traghetto", "ho prenotato il traghetto", true},
		{"devo comprare le candele", "candele comprate", true},
		{"remind me to call the plumber", "the plumber has a new van", false},
		{"i have to return the ladder to Piotr", "did i return the ladder?", false},
		{"i have to walk the dog", "i love the dog", false},
	} {
		l := &memoryDouble{}
		got := l.ask(t, c.task, c.news)
		if strings.Contains(got, "~~"+c.task) != c.done {
			t.Errorf("%s, %s: %q", c.task, c.news, got)
		}
		if listed := l.ask(t, c.task, c.news, "what is to do?"); strings.Contains(listed, c.task) == c.done {
			t.Errorf("%s, %s: the list is %q", c.task, c.news, listed)
		}
	}
}

// A heading with what stands under it is told, whatever the heading reads like.
func TestAListIsTold(t *testing.T) {
	l := &memoryDouble{}
	for _, list := range []string{"packing list", "shopping list"} {
		if got := l.ask(t, list+": tent, gas, two torches", "what's on my "+list+"?"); !strings.Contains(got, "two torches") {
			t.Errorf("%s: %q", list, got)
		}
	}
}

// A question how the program is to behave finds the orders.
func TestAQuestionOfOrders(t *testing.T) {
	l := &memoryDouble{files: map[string]string{"MEMORY.md": "MEMORY.md:1 ## Preferences\nMEMORY.md:2 - Always show me diffs side by side ^k7f3a2\nMEMORY.md:3 - I live in Turin ^m4d8q2"}}
	for _, asked := range []string{"how should you show me changes?", "what must you do when you show code?"} {
		if got := l.ask(t, asked); !strings.Contains(got, "side by side") || strings.Contains(got, "Turin") {
			t.Errorf("%s: %q", asked, got)
		}
	}
}

// Forgetting has no new value beside it, may stand behind other sentences, and takes all
// that tells of the one thing.
func TestWhatIsForgotten(t *testing.T) {
	for _, c := range []struct {
		said []string
		want string
	}{
		{[]string{"she pays 15200 for the van", "scratch that, she'll pay 15500"}, "~~she pays 15200 for the van~~"},
		{[]string{"mijn oom heet Wiebe", "vergeet dat van mijn oom maar"}, "Vergeten"},
		{[]string{"Mr Adeyemi has room 7", "oh dear, that is not for here. forget what I said about Mr Adeyemi"}, "Forgotten"},
		{[]string{"the garage costs us 90 a month", "no, 95", "forget that about the garage"}, "Forgotten"},
		{[]string{"Petra from sales books the rooms", "wait no, it's Paula not Petra"}, "~~Petra from sales books the rooms~~"},
		{[]string{"meu tio chega na segunda", "mentira, é terça"}, "~~meu tio chega na segunda~~"},
		{[]string{"l'abbonamento costa 40 euro", "dimentica l'abbonamento"}, "Dimenticato: "},
		{[]string{"my locker is 31", "my gym locker has a blue door and smells", "forget the locker"}, "Which"},
	} {
		l := &memoryDouble{}
		if got := l.ask(t, c.said...); !strings.Contains(got, c.want) {
			t.Errorf("%q: %q", c.said, got)
		}
	}
}

// What only ends a talk corrects nothing that was told in it.
func TestAFarewellCorrectsNothing(t *testing.T) {
	for _, said := range [][]string{{"ho prenotato il traghetto", "grazie mille, a domani"}, {"the hall is cancelled, she wants to celebrate at home", "ta mate, bye"}, {"Wir feiern doch lieber zuhause", "Auf Wiedersehen"}} {
		if got := (&memoryDouble{}).ask(t, said...); strings.Contains(got, "~~") {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// A statement is not called a question for a model.
func TestAMoodNeedsNoModel(t *testing.T) {
	for _, said := range []string{"ugh this printer again", "что-то сил нет", "otra vez sin internet", "meine Knie sind hin", "alweer die regen"} {
		if got := (&memoryDouble{}).ask(t, said); strings.Contains(got, "/model") || strings.Contains(got, "cannot") {
			t.Errorf("%s: %q", said, got)
		}
	}
}

// Who asks what is to be done is told the appointments of the next days, too, and of no
// other ones.
func TestWhatTheNextDaysBring(t *testing.T) {
	for _, c := range []struct {
		told, asked string
		listed      bool
	}{
		{"the boiler man comes tomorrow at 8", "what's coming up?", true},
		{"am donnerstag um neun kommt der schornsteinfeger", "was liegt an?", true},
		{"réunion des parents vendredi à 18h", "qu'est-ce qui est prévu ?", true},
		{"we saw Ruth yesterday", "what's coming up?", false},
		{"we moved here on 4 March 2019", "what's coming up?", false},
	} {
		l := &memoryDouble{}
		if got := l.ask(t, c.told, c.asked); strings.Contains(got, c.told) != c.listed {
			t.Errorf("%s, %s: %q", c.told, c.asked, got)
		}
	}
}

// An answer may stand in another language than the question.
func TestAnswersInAnotherLanguage(t *testing.T) {
	for _, c := range [][2]string{
		{"meine Tante wohnt in Husum", "where does my aunt live?"},
		{"the boat is moored in Falmouth", "wo liegt das boot?"},
		{"el dentista cobra 60 euros", "what does the dentist cost?"},
	} {
		l := &memoryDouble{}
		if got := l.ask(t, c[0], c[1]); !strings.Contains(got, c[0]) {
			t.Errorf("%s, %s: %q", c[0], c[1], got)
		}
	}
}

// What is not known is named without the verb of the question.
func TestUnknownIsNamed(t *testing.T) {
	for question, name := range map[string]string{
		"wo liegt das Boot?":       "„Boot“",
		"cuánto cuesta la cabaña?": "«cabaña»",
	} {
		l := &memoryDouble{}
		if got := l.ask(t, question); !strings.Contains(got, name) {
			t.Errorf("%s: %q", question, got)
		}
	}
}

// A name in small letters behind a word that belongs to it is that of a line.
func TestSmallLettersOfAName(t *testing.T) {
	l := &memoryDouble{}
	if got := l.ask(t, "Uncle Fitz lives in Truro", "where does uncle fitz live"); !strings.Contains(got, "Truro") {
		t.Error(got)
	}
}

// What is plainly asked for as the list is answered by it, and not by a line that has a word of
// the question.
func TestTheListIsNoLine(t *testing.T) {
	l := &memoryDouble{hits: "MEMORY.md:7 [2026-05-03 · Facts] Ich mache 75 Prozent ^k7f3a2"}
	if got := l.ask(t, "ich muss noch Schuhe holen", "was muss ich noch machen"); !strings.Contains(got, "Schuhe holen") || strings.Contains(got, "Prozent") {
		t.Error(got)
	}
}

// Of several things that are to be done the one goes that is done.
func TestATaskIsDoneInPart(t *testing.T) {
	for _, c := range []struct{ task, news, struck, left string }{
		{"I have to order the jam jars and get the van through its MOT by the 20th", "the jam jars are ordered", "~~I have to order the jam jars~~", "- get the van through its MOT by the 20th"},
		{"muss noch Leim kaufen, die Sense schärfen und Oma anrufen", "hab die Sense geschärft", "~~die Sense schärfen~~", "Oma anrufen"},
		{"i need to post the parcel, ring the vet and water the ferns", "posted the parcel and rang the vet", "~~i need to post the parcel~~; ~~ring the vet~~", "- water the ferns"},
		{"i have to fetch the parcel, water the beans, call Edda", "i called Edda", "~~call Edda~~", "- water the beans"},
	} {
		l := &memoryDouble{}
		if got := l.ask(t, c.task, c.news); !strings.Contains(got, c.struck) {
			t.Errorf("%s, %s: %q", c.task, c.news, got)
		}
		if listed := l.ask(t, c.task, c.news, "what is to do?"); !strings.Contains(strings.ToLower(listed), strings.ToLower(c.left)) || strings.Contains(listed, strings.Trim(c.struck, "~")) {
			t.Errorf("%s, %s: the list is %q", c.task, c.news, listed)
		}
	}
}
