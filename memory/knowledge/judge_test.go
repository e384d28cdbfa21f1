package knowledge

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// TestLikeness is what merges and what does not: the pairs that must not are
// those in which a number, a name, a date, a verb or a "not" differs.
func TestLikeness(t *testing.T) {
	for _, c := range []struct {
		old, new string
		same     bool
	}{
		{"Clara moved to Oslo.", "clara moved to Oslo", true},
		{"Clara really likes tea", "Clara likes tea!", true},
		{"She likes cats", "She like cat", true},
		{"Ann plays tennis on Monday with Bob", "Ann plays tennis on Monday", true},
		{"Ann's café is open", "Ann's café is open", true},
		{"我住在奥斯陆", "我住在奥斯陆。", true},
		{"I am allergic to hazelnuts", "User: Allergic to hazelnuts", true},
		{"User: Lives in Leipzig", "lives in Leipzig", true},
		{"Ann: lives in Leipzig", "User: Lives in Leipzig", false},
		{"Ann meets Bob on Monday at 9", "Ann meets Bob on Monday at 10", false},
		{"Ann meets Bob on Monday", "Ann meets Bob on Tuesday", false},
		{"Ann meets Bob at the old cafe in town", "Ann meets Tom at the old cafe in town", false},
		{"Ann eats meat every day", "Ann does not eat meat every day", false},
		{"Ann can come to the party", "Ann can't come to the party", false},
		{"Bob owes Ann some money", "Ann owes Bob some money", false},
		{"enjoys hiking in the mountains", "hates hiking in the mountains", false},
		{"Ann's mother likes Bob", "Ann likes Bob", false},
		{"Ann likes tea", "Ann likes tea with milk and honey", false},
		{"has two kids at school", "has three kids at school", false},
		{"was ill in 2023", "is ill in 2023", false},
		{"version 1.2.3 is used", "version 1.2.4 is used", false},
		{"the deadline is 2026-12-01", "the deadline is 2026-12-08", false},
		{"Ich mag keinen Kaffee am Morgen", "Ich mag Kaffee am Morgen", false},
		{"", "anything", false},
	} {
		if got := PrintOf(c.new).Likeness(PrintOf(c.old)) > 0; got != c.same {
			t.Errorf("%q said again as %q: %v, want %v", c.old, c.new, got, c.same)
		}
		p := PrintOf(c.old)
		if back := ParsePrint(p.String()); fmt.Sprint(back) != fmt.Sprint(p) {
			t.Errorf("the print of %q came back as %v", c.old, back)
		}
	}
}

func FuzzPrint(f *testing.F) {
	for _, s := range []string{"Ann's I've don't", "2026-11-20 3.5 a@b.c x_y", "日本 é’s", "THEY'RE's", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var slow Print
		for _, w := range wordsOf(strings.TrimPrefix(s, Speaker)) {
			if in := language.InAny(w.text); in.Negates() {
				slow.nots++
			} else if !in.Has(language.Light) {
				slow.words = append(slow.words, wordHash([]byte(stem(w.text))))
			}
		}
		if fast := PrintOf(s); fmt.Sprint(fast) != fmt.Sprint(slow) {
			t.Fatalf("%q: %v, want %v", s, fast, slow)
		}
	})
}

func TestEnds(t *testing.T) {
	found, wrong := 0, 0
	for _, c := range []struct {
		old, new string
		want     bool
	}{
		{"Clara lives in Berlin", "Clara moved to Oslo", true},
		{"I live in Berlin", "I've just moved to Oslo for good", true},
		{"The user lives in Berlin", "I moved to Oslo", true},
		{"Clara: I live in Berlin", "Clara moved to Oslo", true},
		{"Ann works at Acme", "Ann now works at Initech", true},
		{"Ann works as a nurse", "Ann works as a teacher now", true},
		{"My sister lives in Rome", "My sister moved to Madrid", true},
		{"She lives in Rome", "She no longer lives in Rome", true},
		{"prefers tea", "no longer drinks tea, coffee now", true},
		{"Ann drinks tea every morning", "Ann stopped drinking tea", true},
		{"Ann smokes", "Ann quit smoking", true},
		{"Ann's phone number is 555 1234", "Ann's phone number is 555 9999", true},
		{"The project deadline is 2026-12-01", "The project deadline is now 2026-12-08", true},
		{"My favourite colour is blue", "My favourite colour is green", true},
		{"The rent is 900 euros", "The rent is 950 euros", true},
		{"The server listens on port 80 and is fast", "The server listens on port 81 and is fast", true},
		{"Ann uses vim for everything", "Ann switched from vim to emacs", true},
		{"Ich wohne in Berlin", "Ich bin nach Oslo gezogen", true},
		{"Ich wohne in Berlin", "Ich wäre fast nach Oslo gezogen, wenn es ginge", false},
		{"I live in Berlin", "In the week of 2026-03-23 I moved to Oslo", true},
		{"The shop is open on Monday until 18", "The shop is open on Saturday until 14", false},
		{"Ich wohne in Berlin", "Ich wohne in Oslo", true},

		{"Clara lives in Berlin", "Miriam moved to Oslo", false},
		{"Clara lives in Berlin", "Clara's sister moved to Oslo", false},
		{"Clara lives in Berlin", "Clara lives in Berlin Mitte", false},
		{"Clara lives in Berlin", "Clara wants to move to Oslo", false},
		{"Clara lives in Berlin", "Clara used to live in Oslo", false},
		{"Clara lives in Berlin", "Clara never lived in Oslo", false},
		{"Clara lives in Berlin", "Clara moved to a bigger flat", false},
		{"Clara lives in Berlin", "Clara visited Oslo", false},
		{"Ann lives in fear", "Ann moved to Oslo", false},
		{"Ann works at Acme", "Ann works at night", false},
		{"Ann prefers tea", "Ann prefers window seats", false},
		{"My dog is 5 years old", "My dog is tired", false},
		{"Ann ran 5 km on 2026-11-01", "Ann ran 10 km on 2026-11-08", false},
		{"Ann's birthday is 3 May", "Bob's birthday is 4 May", false},
		{"Ann likes rain", "Ann likes snow", false},
		{"", "", false},
	} {
		got := endsLine(c.old, c.new)
		if got != c.want {
			t.Logf("%q, then %q: %v, want %v", c.old, c.new, got, c.want)
		}
		switch {
		case c.want && got:
			found++
		case got:
			wrong++
		}
	}
	// The model is learned from other pairs: a share of these is right.
	if found < 15 || wrong > 1 {
		t.Errorf("%d of 23 ends are found, want 15; %d of 16 lines that stay are ended, want at most 1", found, wrong)
	}
}

func BenchmarkJudge(b *testing.B) {
	var lines []Line
	for i := range 20000 {
		text := fmt.Sprintf("person%d talked about topic%d with friend%d in town", i%97, i%1013, i%311)
		lines = append(lines, Line{Entry: &document.Entry{ID: fmt.Sprint("x", i), Text: text}, Print: PrintOf(text)})
	}
	k := Gather(lines, nil).Knowledge(nil, func(string) bool { return false })
	for b.Loop() {
		k.Judge(document.Entry{Type: document.Fact, Text: "person5 lives in Oslo and talked about topic77 with friend3"})
	}
}

// endsLine is what clash asks of two lines.
func endsLine(older, newer string) bool {
	who, old := spoken(older)
	now, news := spoken(newer)
	if who != now && who != "" && now != "" {
		return false
	}
	return statement.Relate(statement.Read(old), statement.Read(news)).Ends() >= endsFrom
}

// "Now" and "no longer" end nothing that they do not speak of, even where memory has but
// one line.
func TestAWordOfChangeAloneEndsNothing(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 5, d, 0, 0, 0, 0, time.UTC) }
	for _, c := range [][2]string{
		{"I went to Tromsø for a year after school", "now I fold paper cranes in the evenings"},
		{"I spent the summer of 2016 in Ghent", "these days I collect fountain pens, nine so far"},
		{"Ich war als Kind in Sankt Goar", "inzwischen sammle ich alte Landkarten"},
		{"J'ai passé un an à Bergen", "maintenant je collectionne les vieux timbres"},
	} {
		k := Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		k.Learn(document.Entry{ID: "old", Text: c[0], Since: day(1)})
		if j, doubts := k.JudgeSaid(document.Entry{ID: "new", Text: c[1], Since: day(2)}, ""); j.Kind != New || len(doubts) > 0 {
			t.Errorf("%q after %q: %+v %v", c[1], c[0], j, doubts)
		}
	}
}

// What is said ends the line that shares all of it, and none beside it that shares but a
// name.
func TestALineThatSharesLessIsNotEndedToo(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 5, d, 0, 0, 0, 0, time.UTC) }
	for _, c := range [][3]string{
		{"Tomás trabaja en el puerto, de noche", "Soy Irene, vivo en Cádiz con mi marido Tomás y el perro, Chispa", "Tomás ya no trabaja en el puerto"},
	} {
		k := Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		k.Learn(document.Entry{ID: "old", Text: c[0], Since: day(1)})
		k.Learn(document.Entry{ID: "beside", Text: c[1], Since: day(1)})
		if j, _ := k.JudgeSaid(document.Entry{ID: "new", Text: c[2], Since: day(2)}, ""); j.Kind != Newer || j.ID != "old" || len(j.Also) > 0 {
			t.Errorf("%q after %q and %q: %+v", c[2], c[0], c[1], j)
		}
	}
}

// A mood, or what holds today, ends nothing that lasts, even where memory has but one
// line; what tells that something is over does. Both are learned: most of each is right.
func TestAMoodEndsNothing(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 5, d, 0, 0, 0, 0, time.UTC) }
	right := map[bool]int{}
	for _, c := range []struct {
		old, new string
		ends     bool
	}{
		{"I just switched teams at work, I now report to Hedda Vik and we look after the ferry timetables", "I'm so tired today, the ferry was late again", false},
		{"I work at the ferry office", "what a day at the ferry office, my feet hurt", false},
		{"Ich arbeite bei der Bahn und wohne in Halle", "heute bin ich müde, die Bahn war wieder zu spät", false},
		{"Ich singe im Chor in Halle", "heute keine Lust auf den Chor, mir brummt der Kopf", false},
		{"Je travaille au port, à la capitainerie", "je suis crevé ce matin, il pleut sur le port", false},
		{"Trabajo en el puerto de Vigo", "hoy estoy agotada, un frío en el puerto", false},
		{"I'm learning the cello", "I've given up the cello", true},
		{"We rent the van from Okafor", "we no longer rent the van, Okafor sold it", true},
		{"Ich singe im Chor in Halle", "aus dem Chor in Halle bin ich ausgetreten", true},
	} {
		k := Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		k.Learn(document.Entry{ID: "old", Text: c.old, Since: day(1)})
		j, _ := k.JudgeSaid(document.Entry{ID: "new", Text: c.new, Since: day(2)}, "")
		if (j.Kind == Newer) == c.ends {
			right[c.ends]++
		} else {
			t.Logf("%q after %q: %+v", c.new, c.old, j)
		}
	}
	if right[false] < 5 || right[true] < 2 {
		t.Errorf("of 6 moods %d end nothing, want 5; of 3 ends %d are seen, want 2", right[false], right[true])
	}
}

// TestACorrectionOfALine: what corrects a line of memory ends it, and where it gives but
// another value the line is told with that.
func TestACorrectionOfALine(t *testing.T) {
	at := time.Date(2026, 3, 9, 10, 0, 0, 0, time.UTC)
	for _, c := range [][3]string{
		{"Let's release v2.8.0 on Thursday, 12 March", "The date has changed: v2.8.0 moves from Thursday to Monday, 16 March."},
		{"Der Dachdecker Hoppe kann am 4. Mai anfangen", "Der Dachdecker Hoppe hat den Beginn verschoben, auf den 11. Mai.",
			"Der Dachdecker Hoppe kann am 11. Mai anfangen"},
		{"They sold 2,150 certificates from Hohwacht", "Change one thing: it's 2,510 certificates from Hohwacht, I swapped the digits."},
		{"The municipality promised 15,000 euros for the conference", "The municipality gives 12,000 euros, not 15,000, for the conference."},
		{"User (boat): We buy the blue boat from Henrik for 42,000 crowns; the yellow one leaks", "Correction: Henrik's blue boat is 45,000 crowns.",
			"User (boat): We buy the blue boat from Henrik for 45,000 crowns; the yellow one leaks"},
		{"We decided to buy the blue boat for 42,000 crowns; it was Henrik who found it (2026-03-04)", "It was actually 45,000 crowns for the blue boat",
			"We decided to buy the blue boat for 45,000 crowns; it was Henrik who found it (2026-03-04)"},
		{"The dentist in Almere is on 4 May at 9:00", "the dentist has moved to 7 June", "The dentist in Almere is on 7 June at 9:00"},
		{"The dentist in Almere is on 12 March at 9:00", "the dentist has moved me to the 19th, same time", "The dentist in Almere is on 19 March at 9:00"},
	} {
		old := document.Entry{ID: "k1", Type: document.Fact, Text: c[0], Since: at.AddDate(0, 0, -4), Sources: []string{"z"}}
		k := Gather([]Line{{Entry: &old, Print: PrintOf(old.Text)}}, nil).Knowledge(map[string]int{"k1": 0}, func(string) bool { return false })
		j, _ := k.JudgeSaid(document.Entry{Type: document.Fact, Text: c[1], Since: at}, c[1])
		if j.Kind != Newer || j.ID != "k1" || j.Text != c[2] {
			t.Errorf("%q after %q: %s ^%s %q", c[1], c[0], j.Kind, j.ID, j.Text)
		}
	}
}

// TestAPlainChangeAmongMany: what changes in plain words is seen among two dozen lines of
// other things as it is among few.
func TestAPlainChangeAmongMany(t *testing.T) {
	others := []string{
		"my shoe size is 41", "we heat with pellets", "the bins are collected on Fridays", "I play the trombone", "my aunt keeps geese", "the cat is called Schnurri",
		"I was born in Dundee", "our street is cobbled", "my favourite soup is borscht", "the attic is full of jigsaws", "I can't stand jazz", "we've had the piano tuned",
		"Gregor collects stamps", "my bike is yellow", "I sing in the bath", "the hedge is beech", "I've read all of Dickens", "our neighbour is a beekeeper", "I wear glasses for driving", "my watch loses a minute a day",
	}
	day := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	found := 0
	changes := [][2]string{
		{"I take ramipril 5 in the morning", "the ramipril has gone up to 7.5"}, {"the allotment is 60 a year", "the allotment costs 75 a year from January"},
		{"Ich nehme jeden Abend Torasemid 10", "Torasemid ist jetzt auf 20 erhöht"}, {"Lisbeth arbeitet bei der Sparkasse", "Lisbeth hat bei der Volksbank angefangen"},
		{"je prends du Levothyrox 50 le matin", "le Levothyrox est passé à 75"}, {"pagamos 640 de alquiler", "el alquiler sube a 690"},
		{"il corso di nuoto è il martedì", "il corso di nuoto è spostato al giovedì"}, {"I want to buy the Brompton", "I bought the Tern in the end, not the Brompton"},
	}
	for _, c := range changes {
		k := Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		k.Learn(document.Entry{ID: "old", Text: c[0], Since: day, Type: document.Fact})
		for i, text := range others {
			k.Learn(document.Entry{ID: strconv.Itoa(i), Text: text, Since: day, Type: document.Fact})
		}
		j, _ := k.JudgeSaid(document.Entry{ID: "new", Text: c[1], Since: day.AddDate(0, 0, 20), Type: document.Fact}, "")
		switch {
		case j.Kind == Newer && j.ID == "old":
			found++
		default:
			t.Logf("%q after %q: %+v", c[1], c[0], j)
		}
	}
	if found < 6 {
		t.Errorf("of %d changes %d are found, want 6", len(changes), found)
	}
}

// TestEndsInALife: in a memory of a dozen lines news ends what it is about, without a word
// of change too, and nothing else. It is learned: most of it is found, and hardly a line
// that holds is struck.
func TestEndsInALife(t *testing.T) {
	life := []string{
		"I live in Falmouth with my wife Demelza", "Demelza works nights at the hospital laundry", "my rent is 780 a month",
		"we've a lurcher called Biscay", "I drive a 2012 Berlingo", "choir is on Tuesdays at half seven in the Methodist hall",
		"I take amlodipine 5 in the morning", "my brother Jory runs a boatyard in Looe", "the boiler is broken, no hot water",
		"hip operation is booked for 14 May", "my boss at the chandlery is called Arthur", "I'm allergic to penicillin",
	}
	news := []struct {
		text string
		ends int // -1: nothing
	}{
		{"the doctor put me up to amlodipine 10", 6}, {"choir has moved to Thursdays at half seven", 5}, {"sold the Berlingo on Saturday", 4},
		{"boiler man's been, hot water again", 8}, {"rent goes up to 840 a month from June", 2}, {"the hip operation is now on 2 June", 9},
		{"Arthur retired, my boss at the chandlery is Nessa now", 10}, {"Jory closed the boatyard in Looe", 7},
		{"Jory's wife takes amlodipine too, 2.5", -1}, {"my neighbour sold her Berlingo", -1}, {"no choir this Tuesday, half of us have colds", -1},
		{"the boatyard had a good summer", -1}, {"Demelza's rent at the allotment is 45 a year", -1}, {"we walked Biscay along the cliffs", -1},
	}
	day := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	entry := func(id, text string, at time.Time) document.Entry {
		return document.Entry{ID: id, Text: text, Since: at, Type: TypeOf(language.Judge(text, language.English, language.Person).Kind)}
	}
	found, wrong := 0, 0
	for n, c := range news {
		k := Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		for i, text := range life {
			k.Learn(entry(strconv.Itoa(i), text, day.AddDate(0, 0, i)))
		}
		j, _ := k.JudgeSaid(entry("n"+strconv.Itoa(n), c.text, day.AddDate(0, 2, n)), "")
		switch {
		case j.Kind == Newer && j.ID == strconv.Itoa(c.ends):
			found++
		case j.Kind == Newer:
			wrong++
			t.Logf("%q ends %q", c.text, j.Entry.Text)
		case c.ends >= 0:
			t.Logf("%q ends nothing", c.text)
		}
	}
	if found < 6 || wrong > 1 {
		t.Errorf("of 8 ends %d are found, want 6; %d others", found, wrong)
	}
}

// TestAnExceptionEndsNoHabit: what is otherwise this week is not otherwise from now on.
func TestAnExceptionEndsNoHabit(t *testing.T) {
	day := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	exceptions, changes := 0, 0
	for _, c := range []struct {
		habit, news string
		ends        bool
	}{
		{"choir is tuesdays at 7", "choir is at 8 this tuesday, hall is booked", false},
		{"Yoga ist montags um sechs", "diese Woche ist Yoga am Dienstag", false},
		{"le marché est le samedi", "cette semaine le marché est vendredi", false},
		{"I see the physio on thursdays", "physio's on friday this week, she's got a wedding", false},
		{"band practice wednesdays", "no band practice this wednesday", false},
		{"piano con Marta los lunes", "este lunes no hay piano, Marta está mala", false},
		{"the cleaner comes fridays", "cleaner's coming tomorrow instead, just this once", false},
		{"choir is tuesdays at 7", "choir moves to wednesdays from this week", true},
		{"Yoga ist montags um sechs", "Yoga ist ab dieser Woche dienstags", true},
		{"I see the physio on thursdays", "physio is on mondays now", true},
		{"piano con Marta los lunes", "piano es los martes desde esta semana", true},
		{"the cleaner comes fridays", "the cleaner stopped coming, she moved to York this week", true},
	} {
		k := Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		for i, line := range []string{"I live in Leeds", "my boss is Ana", "dentist is Dr Moll", "we have two cats", "mum lives in Kent", c.habit} {
			k.Learn(document.Entry{ID: fmt.Sprint("a", i), Text: line, Since: day})
		}
		ended := k.Judge(document.Entry{Text: c.news, Since: day.AddDate(0, 0, 8)}).ID == "a5"
		switch {
		case ended && c.ends:
			changes++
		case ended:
			exceptions++
			t.Logf("%q ends %q", c.news, c.habit)
		case c.ends:
			t.Logf("%q does not end %q", c.news, c.habit)
		}
	}
	// Without what the trees see of weeks and habits five of the seven end one.
	if exceptions > 3 || changes < 3 {
		t.Errorf("%d of 7 exceptions end a habit, %d of 5 changes", exceptions, changes)
	}
}
