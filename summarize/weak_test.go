package summarize_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// said digests a few messages: each begins with u, a or t and a blank.
func said(t testing.TB, keep int, turns ...string) summarize.Digest {
	t.Helper()
	at := time.Date(2026, 3, 9, 10, 0, 0, 0, time.UTC)
	var ms []transcript.Message
	for i, s := range turns {
		role := map[byte]transcript.Role{'u': transcript.User, 'a': transcript.Assistant, 't': transcript.Tool}[s[0]]
		m := transcript.Message{ID: string(rune('a' + i)), Role: role, Content: s[2:], Time: at.Add(time.Duration(i) * time.Minute)}
		if role == transcript.Tool {
			ms[len(ms)-1].ToolCalls = []transcript.Call{{ID: m.ID, Name: "read_file", Arguments: `{"path":"README.md"}`}}
			m.ToolCallID = m.ID
		}
		ms = append(ms, m)
	}
	d, err := hybrid(t).Summarize(context.Background(),
		summarize.Input{New: ms, Old: ms, Count: count, Location: time.UTC}, summarize.Budget{Memory: keep, Summary: 400})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func texts(d summarize.Digest) string {
	var out []string
	for _, c := range d.Candidates {
		out = append(out, string(c.Type)+" | "+c.Text)
	}
	return strings.Join(out, "\n")
}

func TestWeak(t *testing.T) {
	tests := []struct {
		name  string
		turns []string
		want  []string // in the entries
		never []string
		typed map[string]document.Type // entry that holds the text → type
	}{
		{name: "a German day keeps its number", turns: []string{"u Die Energieberaterin kommt am 26. Februar um 14 Uhr ins Haus.", "a Gut.", "u Am 29. Mai machen wir ein kleines Fest für die Handwerker und Nachbarn.", "a Schön.", "u Nein, Ribbeck bleibt beim 27. April, dann kann gelüftet werden."},
			want: []string{"26. Februar", "29. Mai", "27. April"}, never: []string{": Februar", ": Mai machen", "kommt am 26\n", "kommt am 26. A", "beim 27\n", "beim 27. D"}},
		{name: "a figure keeps what it is of", turns: []string{"u The rent went up, it is 1020 euros now. I don't like it.", "a Hm.", "u Die Miete ist gestiegen, sie beträgt jetzt 930 Euro."}, want: []string{"The rent went up, it is 1020 euros now", "Miete ist gestiegen, sie beträgt jetzt 930"}},
		{name: "what is worth little carries what is worth much", turns: []string{"u It was so nice there, watching the seal pups of Norderney in the surf."}, want: []string{"watching the seal pups of Norderney"}},
		{name: "an opener with a dash", turns: []string{"u I just wanted to let you know that I moved to Tromsø. Guess what - I bought a sledge in Bergen."}, want: []string{"I moved to Tromsø", "I bought a sledge in Bergen"}, never: []string{"wanted to", "- I", "Guess"}},
		{name: "actually is not always a correction", turns: []string{"u On 2026-02-01 I joined an online chess tournament.", "a Nice.", "u On 2026-03-02 I actually won an online chess tournament."}, want: []string{"2026-02-01", "2026-03-02"}},
		{name: "a choice is a decision", turns: []string{"u Let's go with the blue logo, not the green one.", "a Fine.", "u We'll use Postgres for the ledger.", "a Fine.", "u I can't stand cilantro or coriander."},
			want: []string{"blue logo, not the green one", "use Postgres"}, typed: map[string]document.Type{"blue logo": document.Decision, "Postgres": document.Decision, "cilantro": document.Preference}},
		{name: "a colon makes no speaker", turns: []string{"u Latest on the barge: the keel is cracked and a new one costs 900 euros."}, want: []string{"Latest on the barge: the keel is cracked"}, never: []string{"User"}},
		{name: "even when stays", turns: []string{"u I always ride my bike to the workshop, even when it snows."}, want: []string{"even when it snows"}},
		{name: "a standing order of dull words", turns: []string{"u We deploy tollgate from Buildkite.", "a Fine.", "u Never force-push to main, please.", "a Fine.", "u The dashboards of tollgate belong to Tom and Priya."}, want: []string{"preference | Never force-push to main"}},
		{name: "one figure of two is corrected", turns: []string{"u The p99 latency target is 40 ms and right now we're at 85 ms.", "a Hm.", "u Correction: the p99 target is 50 ms, not 40."}, want: []string{"latency target is 50 ms and right now we're at 85 ms"}, never: []string{"40 ms"}},
		{name: "just yesterday is no day", turns: []string{"u It feels like just yesterday that I wore my wedding dress in Prague."}, want: []string{"wedding dress in Prague"}, never: []string{"2026-03-08"}},
		{name: "a path keeps its case", turns: []string{"u The bug is in the sender.", "a Let me look.", "t internal/hook/send.go:41: req.Header.Set(\"X-Nordpost-Signature\", sign(body))"}, want: []string{"internal/hook"}, never: []string{"Internal/hook"}},
		{name: "who one is", turns: []string{"u Hi, I am Lena. I work as a nurse in Leipzig."}, want: []string{"I am Lena", "I work as a nurse"}, never: []string{"User: Work as"}},
		{name: "what one is", turns: []string{"u I'm a midwife now.", "a Good.", "u I'm a bit late."}, want: []string{"I'm a midwife now"}, never: []string{"late"}},
		{name: "wer man ist", turns: []string{"u Hallo! Ich bin Jonas."}, want: []string{"Ich bin Jonas"}},
		{name: "work that is asked for is no fact", turns: []string{"u Please write a poem about the harbour of Leipzig.", "u Fass bitte die Lage in Halle zusammen.", "u Please never write more than ten lines about Halle."},
			want: []string{"never write more than ten lines"}, never: []string{"poem", "die Lage in Halle"}},
		{name: "a day that stays relative is not the day it was said", turns: []string{"u I was born in Husum and moved to Dresden in the last days of Lent, with Farida and her brother."}, never: []string{"brother (2026"}},
		{name: "an acknowledgement is no memory", turns: []string{"u The boat of Henrik leaks.", "a Noted."}, never: []string{"Noted"}},
		{name: "a file that is shown says nothing of the person", turns: []string{"u Look at the sweeper of our locker service.\n\n`src/sweep.go`:\n````\npackage sweep\n```\nfunc Sweeper() { lockers.Bergen() }\n````"}, never: []string{"package", "Bergen"}},
		{name: "a file name and a version keep their case", turns: []string{"u The pickup deadline is formatted in eta.ts for couriers in Oslo.", "a Good.", "u v2.8.0 moves to Monday, 16 March, since Jonas is ill."}, want: []string{"eta.ts", "v2.8.0"}, never: []string{"Eta.ts", "V2.8.0"}},
		{name: "a commit hash keeps its case", turns: []string{"u Which commits were last?", "a I look.", "t acbcb9b Jonas hook: log the status\nbf02582 Jonas reserve: fewer queries"}, want: []string{"acbcb9b"}, never: []string{"Acbcb9b"}},
		{name: "a date is not written twice", turns: []string{"u Let's release version 2.8.0 on Thursday, 12 March, with flag slot_guard."}, want: []string{"2026-03-12"}, never: []string{"2026-03-12, 12 March"}},
		{name: "a tool's I is not the person", turns: []string{"u What does the README of the lock driver say?", "a Reading.", "t I prefer npm for the demo app. We decided to use Redis for all state."}, never: []string{"| Prefer npm", "| We decided to use Redis"}},
		{name: "a condition keeps its end", turns: []string{"u We agreed on 15 May: if fewer than 90 tickets are sold by then, we stop."}, want: []string{"we stop"}, never: []string{"sold by. ", "sold by\n"}},
		{name: "a list keeps no bare numbers", turns: []string{"u Six questions please.", "a 1. Where do the 83 grams come from? 2. Would you trust any single number? 3. Does it matter whose carbon it is? Interview with Maja Lindqvist on 2 April in Kiel."}, never: []string{" 2.", " 3."}},
		{name: "percent stays", turns: []string{"u I propose a deposit of 20 %, that is 1,120 euros, in the contract with De Vlasloods.", "a A clear proposal: 20 %, 1,120 euros, due on 20 May."}, want: []string{"20 %"}},
		{name: "what is said to be preferred is a preference", turns: []string{"u No, we use pnpm, not npm! I prefer short commit messages in the imperative and I hate emoji in them."}, typed: map[string]document.Type{"commit messages": document.Preference}},
		{name: "what was decided is a decision", turns: []string{"u Decision: conditional UPDATE plus the partial unique index, and when no row was changed we return ErrSlotTaken."}, typed: map[string]document.Type{"ErrSlotTaken": document.Decision}},
		{name: "eine Entscheidung ist eine", turns: []string{"u Und nett ist er auch. Entscheidung: Wir nehmen den Dachdecker Hoppe aus Halberstadt, nicht Lemke."}, typed: map[string]document.Type{"Hoppe": document.Decision}},
		{name: "an allergy is a fact and comes first", turns: []string{"u Food is all vegetarian, that's not up for debate. And I'm allergic to hazelnuts myself, so please no hazelnuts anywhere, I don't want to spend my own conference in hospital.", "a All vegetarian and no hazelnuts."},
			want: []string{"llergic to hazelnuts"}, never: []string{"decision | User: I.m allergic"}},
		{name: "a model has no preferences", turns: []string{"u Did you see Glimt in the ninetieth minute?", "a I can't watch football, but a goal in the ninetieth minute always makes a good story! I prefer stories with goals."}, never: []string{"preference | Assistant"}},
		{name: "what is taken back is not told", turns: []string{"u 600 kroner voucher, paid by us. No wait, finance says 800 kroner, they rounded up."}, want: []string{"800"}},
		{name: "was zurückgenommen wird, steht nicht allein", turns: []string{"u Die Asbestentsorgung macht die Firma Ribbeck, 3.850 Euro mit Entsorgung.", "a Ribbeck, 3.850 Euro.", "u Ich muss mich korrigieren, es sind 2.850 Euro. Die 3.850 waren mit dem Schuppen, und der Schuppen bleibt stehen."}, want: []string{"2.850"}},
		{name: "what a sentence takes back itself is not told", turns: []string{"u My locker at the harbour of Enkhuizen is 114, sorry, I meant 141."}, want: []string{"Enkhuizen is 141"}, never: []string{"114", "sorry"}},
		{name: "an article is nobody", turns: []string{"u Marta e Paolo si sono lasciati, niente matrimonio.", "a Mi dispiace.", "u La dottoressa mi ha tolto l'Eutirox."}, want: []string{"La dottoressa"}, never: []string{"(Marta"}},
		{name: "a weekday that stays says when it was said", turns: []string{"u The funeral of my uncle Osric is on Friday at 11 in Tromsø.", "a I am sorry.", "u Choir is on Thursdays at seven in the school at Bergen."}, want: []string{"Tromsø (said 2026-03-09)", "in the school at Bergen\n"}},
		{name: "a name spelled anew", turns: []string{"u Die Energieberaterin heißt Jana Wiesner und will 1.750 Euro.", "a Gut.", "u Sie heißt übrigens Wiesener, mit e, ich habe es falsch geschrieben. Jana Wiesener."}, want: []string{"Wiesener"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, keep := range []int{18, 25, 35, 60, 200} {
				d := said(t, keep, tt.turns...)
				got := texts(d)
				if keep == 200 {
					for _, w := range tt.want {
						if !strings.Contains(got+"\n", w) {
							t.Errorf("%q is missing in\n%s", w, got)
						}
					}
				}
				for _, w := range tt.never {
					if strings.Contains(got+"\n", w) {
						t.Errorf("%q is in\n%s", w, got)
					}
				}
				for w, kind := range tt.typed {
					if i := slices.IndexFunc(d.Candidates, func(c summarize.Candidate) bool { return strings.Contains(c.Text, w) }); i >= 0 && d.Candidates[i].Type != kind {
						t.Errorf("a %s, want %s: %s", d.Candidates[i].Type, kind, d.Candidates[i].Text)
					}
				}
			}
		})
	}
}

// TestCorrectionsKeepTheirSubject: a correction that gives but a new value is told
// by the line it corrects, and rests on both messages.
func TestCorrectionsKeepTheirSubject(t *testing.T) {
	for _, c := range []struct {
		said, corrected, want string
		both                  bool // one line tells it
	}{
		{"We decided to buy the blue boat from Henrik for 42,000 crowns; the yellow one leaks.", "Actually it was 45,000 crowns, I misremembered.", "blue boat from Henrik for 45,000 crowns; the yellow", true},
		{"Der Dachdecker Hoppe aus Halberstadt fängt am 4. Mai an.", "Nein, der Dachdecker Hoppe am 11. Mai.", "aus Halberstadt fängt am 11. Mai an", true},
		{"The deposit for the hall in Utrecht is 20%, due in May.", "Sorry, the deposit for the hall is 25%.", "hall in Utrecht is 25%, due", true},
		// It says more: both are told, the first without its number.
		{"The hall in Utrecht holds 250 people, says Farida.", "Actually the hall holds 180 people, since the fire brigade closed the balcony.", "180 people", false},
		{"The blue boat has 2 cabins and 6 berths.", "Actually the blue boat has 4 cabins, I misremembered.", "4 cabins and 6 berths", true},
		// Of two numbers it is the one that is nearer in size.
		{"The mooring licence at Devizes has number 48812 and costs 1340.", "Hm no, 1430.", "number 48812 and costs 1430", true},
		// A day of a month, and a name.
		{"The fire inspection of the hostel is on 4 December at 10.", "Wrong, it's the 11th.", "hostel is on 11 December at 10", true},
		{"Our accountant is called Wendeline.", "Hm no, Wendelmoet it is.", "called Wendelmoet", true},
		{"I owe Pete in Kiel thirty quid for the gig tickets.", "actually it was forty", "I owe Pete in Kiel forty for the gig tickets", true},
		{"Unsere Katze Minka ist 9.", "*11", "Minka ist 11", true},
		// What cannot be written in is told behind it.
		{"The hall in Utrecht has room for 70 or 80 chairs, says Farida.", "Wrong, 95.", "says Farida – Wrong, 95", true},
	} {
		d := said(t, 300, "u "+c.said, "a I see.", "u "+c.corrected)
		got := texts(d)
		i := slices.IndexFunc(d.Candidates, func(x summarize.Candidate) bool { return strings.Contains(x.Text, c.want) })
		if i < 0 {
			t.Errorf("%q is missing in\n%s", c.want, got)
			continue
		}
		if one := slices.Equal(d.Candidates[i].From, []string{"a", "c"}) && len(d.Candidates) == 1; one != c.both {
			t.Errorf("one line tells it: %v, want %v: %+v", one, c.both, d.Candidates)
		}
	}
}

// TestAMessageGoesOn: of two sentences of one message the second corrects the first only
// where it says so.
func TestAMessageGoesOn(t *testing.T) {
	for _, text := range []string{"Shattered tonight. Speak tomorrow.", "My sister Runa flies home tonight. We talk tomorrow."} {
		got := texts(said(t, 300, "u "+text, "a Sleep well."))
		if strings.Contains(got, "evening of 2026-03-10") {
			t.Errorf("%q is kept as\n%s", text, got)
		}
	}
}

// TestWeakKnown: a new number is no repetition of the old one.
func TestWeakKnown(t *testing.T) {
	at := time.Date(2026, 3, 9, 10, 0, 0, 0, time.UTC)
	for _, c := range [][3]string{
		{"The municipality promised 15,000 euros for the conference.", "The municipality gives 12,000 euros, not 15,000, for the conference.", "12,000"},
		{"The ticket price for volunteers of repair cafés is 45 euros.", "The ticket price for volunteers of repair cafés is 35 euros.", "35"},
		{"Das Dach des Hauses in Quedlinburg hat 180 Quadratmeter.", "Das Dach des Hauses in Quedlinburg hat 160 Quadratmeter.", "160"},
	} {
		d, err := hybrid(t).Summarize(context.Background(), summarize.Input{
			New:   []transcript.Message{{ID: "a", Role: transcript.User, Content: c[1], Time: at}},
			Known: []*document.Entry{{ID: "k1", Type: document.Fact, Text: "User: " + c[0], Since: at.AddDate(0, 0, -4), Sources: []string{"z"}}}, Count: count, Location: time.UTC},
			summarize.Budget{Memory: 200})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(texts(d), c[2]) {
			t.Errorf("known %q: nothing is kept of %q: %q", c[0], c[1], texts(d))
		}
	}
}

// TestOpenIsMarked: what is still to be done stands under Open.
func TestOpenIsMarked(t *testing.T) {
	for _, s := range []string{
		"u I still need to ask Farida for the keys of the hall in Utrecht.",
		"u TODO: rotate the signing keys of the webhook before Easter.",
		"u Wir müssen noch den Elektriker Brandt wegen der Steckdosen anrufen.",
		"u I need to return the ladder to Piotr and pick up the putty.",
		"u Devo ritirare le tende in lavanderia.",
		"u I need to rotate the keys",
	} {
		d := said(t, 200, s)
		if len(d.Candidates) != 1 || !d.Candidates[0].Open {
			t.Errorf("%q is not open: %+v", s, d.Candidates)
		}
	}
	if d := said(t, 200, "u Farida brought the keys of the hall in Utrecht on Monday."); len(d.Candidates) != 1 || d.Candidates[0].Open {
		t.Errorf("what is done is open: %+v", d.Candidates)
	}
}

// TestToolsHumOnce: of the lines of a log one is told, that with the error.
func TestToolsHumOnce(t *testing.T) {
	log := `10.0.0.7 - - [09/Mar/2026:10:00:01] "GET /lockers/oslo-17 HTTP/1.1" 200
10.0.0.8 - - [09/Mar/2026:10:00:02] "GET /lockers/bergen-3 HTTP/1.1" 200
10.0.0.9 - - [09/Mar/2026:10:00:03] "POST /parcels/reserve HTTP/1.1" 500 error: slot taken
10.0.0.7 - - [09/Mar/2026:10:00:04] "GET /lockers/tromso-2 HTTP/1.1" 200`
	got := texts(said(t, 46, "u What do the logs of the locker service say?", "a Reading.", "t "+log))
	if strings.Count(got, "10.0.0.") != 1 || !strings.Contains(got, "slot taken") {
		t.Errorf("of a log is told:\n%s", got)
	}
}

// TestWhatPasses: a mood and what is done in ten minutes do not reach long-term
// memory; a decision does, and so does an event that changes a life.
func TestWhatPasses(t *testing.T) {
	for text, want := range map[string]bool{
		"I'm so tired, the ferry was late again.":              false,
		"The train leaves in ten minutes.":                     false,
		"We decided to go with larch for the deck, no oak.":    true,
		"My daughter Farida was born in Utrecht in 2019.":      true,
		"Our dentist appointment is next Tuesday at nine.":     false,
		"I moved to Enkhuizen for good, I sold the old house.": true,
	} {
		got := false
		for _, c := range said(t, 400, "u "+text, "a Noted.").Candidates {
			got = got || c.Importance > .7 && c.Lasts
		}
		if got != want {
			t.Errorf("%q lasts: %v, want %v", text, got, want)
		}
	}
}

// TestNoNameForTheOwner: what the person themselves says stands without a name, but
// where its first words would be taken for one.
func TestNoNameForTheOwner(t *testing.T) {
	got := texts(said(t, 46, "u My sister Farida works at the harbour of Enkhuizen.", "a Noted.", "u Boiler: 1.4 bar when cold, says Henrik.", "a Noted."))
	if !strings.Contains(got, "| My sister Farida works") || !strings.Contains(got, "| User: Boiler: 1.4 bar") {
		t.Errorf("it stands as\n%s", got)
	}
}

// TestNoListOfNouns: a day has no paragraph rather than a list of what it was about.
func TestNoListOfNouns(t *testing.T) {
	d := said(t, 900, "u We painted the boat shed with Farida, and the old ferry brought new planks from Utrecht.", "a Good planks.",
		"u The boat shed needs a second coat before the regatta in Enkhuizen.")
	if len(d.Days) != 0 || !strings.Contains(texts(d), "Farida") {
		t.Errorf("the days are %q, beside\n%s", d.Days, texts(d))
	}
}

// TestCorrectionStandsAlone: a correction of memory in the midst of other news is an entry
// of its own, and takes nothing else along.
func TestCorrectionStandsAlone(t *testing.T) {
	ms := []transcript.Message{{ID: "b", Role: transcript.User, Time: time.Date(2026, 3, 10, 10, 0, 0, 0, time.UTC),
		Content: "My sister Farida visits Utrecht. It was actually 45,000 crowns for the blue boat. I painted the shed of the harbour."}}
	known := document.Entry{ID: "k7f3a2", Type: document.Decision, Text: "User: We decided to buy the blue boat for 42,000 crowns; it was Henrik who found it"}
	d, err := hybrid(t).Summarize(context.Background(),
		summarize.Input{New: ms, Old: ms, Known: []*document.Entry{&known}, Count: count, Location: time.UTC}, summarize.Budget{Memory: 400, Summary: 200})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(d.Candidates, func(c summarize.Candidate) bool { return c.Text == "It was 45,000 crowns for the blue boat" }) || !strings.Contains(texts(d), "Farida") || !strings.Contains(texts(d), "shed") {
		t.Error(texts(d))
	}
}

// TestWhatTellsItAllStandsForIt: news that tells the whole of what it corrects needs none of its
// words in front, though no figure takes another one's place.
func TestWhatTellsItAllStandsForIt(t *testing.T) {
	for _, c := range [][2]string{
		{"Fencing is on Mondays and Wednesdays.", "Fencing is on Saturdays now."},
	} {
		if got := texts(said(t, 400, "u "+c[0], "u "+c[1])); got != "fact | "+strings.TrimSuffix(c[1], ".") {
			t.Errorf("%q: %q", c, got)
		}
	}
}

// TestNotesStandAlone: of notes in one message each line is an entry of its own; a
// text that was only wrapped is none the more.
func TestNotesStandAlone(t *testing.T) {
	notes := said(t, 400, "u My account at the harbour bank ends in 4471.\nThe router of the workshop is called oficina-5g.\nMarta is my sister in Braga.")
	wrapped := said(t, 400, "u My account at the harbour bank ends in 4471 and the\nrouter of the workshop is called oficina-5g since\nMarta from Braga set it up.")
	if n := len(notes.Candidates); n != 3 {
		t.Errorf("three notes make %d entries:\n%s", n, texts(notes))
	}
	if n := len(wrapped.Candidates); n != 1 {
		t.Errorf("a wrapped sentence makes %d entries:\n%s", n, texts(wrapped))
	}
}

// TestWishesLast: what a person tells a program that they like, or that it must
// never do, is a preference beyond its day; what they ask or did is not.
func TestWishesLast(t *testing.T) {
	for text, want := range map[string]bool{
		"I prefer tea in the morning.":                  true,
		"Ich trinke lieber Tee als Kaffee.":             true,
		"Please never commit to the main branch.":       true,
		"Do you prefer tea in the morning?":             false,
		"I'm a bit tired of the harbour":                false,
		"We walked around the harbour for tea and cake": false,
	} {
		got := false
		for _, c := range said(t, 400, "u "+text, "a Noted.").Candidates {
			got = got || c.Importance > .7 && c.Type == document.Preference
		}
		if got != want {
			t.Errorf("%q is a lasting preference: %v, want %v", text, got, want)
		}
	}
}

// TestWakeNoteOfWork: what is in hand is named once, the wish comes before small
// talk, and what a model asks in passing is nothing left open.
func TestWakeNoteOfWork(t *testing.T) {
	note := said(t, 200, "u Please fix the sender in internal/hook/send.go.",
		"a --- a/internal/hook/send.go\n+++ b/internal/hook/send.go\nI changed send.go as you wished. The events stay pending. Anything else?",
		"u Did you see the match?", "a I can't.\nOpen: asking Priya about max_connections. Shall I go on with the docs?").Summary
	for _, want := range []string{"- Please fix the sender in internal/hook/send.go", "- `internal/hook/send.go`", "Open: asking Priya about max_connections"} {
		if strings.Count(note, want) != 1 {
			t.Errorf("%q is there %d times", want, strings.Count(note, want))
		}
	}
	for _, never := range []string{"`send.go`", "`a/", "`b/", "match?", "Anything else", "Shall I", "stay pending\n"} {
		if i := strings.Index(note, "## Said"); strings.Contains(note[:max(i, 0)], never) {
			t.Errorf("%q is there", never)
		}
	}
	if t.Failed() {
		t.Log("\n" + note)
	}
}

// TestWakeNoteForgetsAnsweredQuestions: a question that an earlier night left open
// is gone once the talk went on; a thing to do is not.
func TestWakeNoteForgetsAnsweredQuestions(t *testing.T) {
	at := time.Date(2026, 3, 9, 10, 0, 0, 0, time.UTC)
	ms := []transcript.Message{{ID: "a", Role: transcript.User, Content: "The new berth costs 12,400 crowns, says the harbour office.", Time: at}}
	d, err := hybrid(t).Summarize(context.Background(), summarize.Input{New: ms, Old: ms, Count: count, Location: time.UTC,
		Earlier: "## Open\n\n- User: What does the berth cost?\n- User: Still need to call the sailmaker\n"}, summarize.Budget{Memory: 200, Summary: 200})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(d.Summary, "cost?") || !strings.Contains(d.Summary, "call the sailmaker") {
		t.Errorf("the note is\n%s", d.Summary)
	}
}

// TestChangeInKnownWords: what changes something is said in the words of what it
// changes, and is worth a line all the same.
func TestChangeInKnownWords(t *testing.T) {
	got := texts(said(t, 46,
		"u My brother Declan sends 300 a month towards the carer of our mother.", "a Kind of him.",
		"u Declan my brother now sends 450 a month towards the carer.", "a Even better.",
		"u Mrs Kowalski lends us the big ladder for the gutters."))
	if !strings.Contains(got, "450 a month") {
		t.Errorf("the new sum is not there:\n%s", got)
	}
}

// TestWhatLeansIsReadWithWhatItLeansOn: an entry of a sentence that is not understood
// alone is compared with memory by all that was said.
func TestWhatLeansIsReadWithWhatItLeansOn(t *testing.T) {
	d := said(t, 200, "u The eye clinic in Aalborg rang, the surgeon has broken his wrist. On the 22nd of March at ten instead.", "a I see.")
	for _, c := range d.Candidates {
		if strings.HasPrefix(c.Text, "On the 22nd") {
			if !strings.HasPrefix(c.Said, "The eye clinic in Aalborg rang") {
				t.Errorf("%q was said as %q", c.Text, c.Said)
			}
			return
		}
	}
	t.Fatalf("it is not kept: %s", texts(d))
}

// TestAScenePasses: what is told of a moment passes, though what lasts is told of the same
// people in the same words. Of either a few are read wrong.
func TestAScenePasses(t *testing.T) {
	lasts := func(text string) bool {
		return slices.ContainsFunc(said(t, 400, "u "+text, "a Noted.").Candidates, func(c summarize.Candidate) bool { return c.Importance > .7 })
	}
	pairs := []struct{ passes, lasts string }{
		{"nils is hogging the big monitor all morning", "nils is running the night shift from now on"},
		{"the van's making that rattling noise on the hill again", "the van's gone electric, we got a used kangoo"},
		{"grandma's telling the postman about her hip", "grandma's got a pacemaker since the spring"},
		{"sitting in the stairwell waiting for the locksmith", "sitting on the parish council as of tonight"},
		{"the twins are building a fort out of my good cushions", "the twins are both left-handed, turns out"},
		{"just burnt my tongue on the soup at Halim's", "just signed with Halim's as their bookkeeper"},
		{"der Drucker frisst schon wieder das Papier", "der Drucker steht jetzt im Keller neben dem Server"},
		{"Oma schnarcht auf dem Balkon, Katze auf dem Schoß", "Oma wohnt jetzt in der Anliegerwohnung unter uns"},
		{"le bus est bloqué derrière un camion de déménagement", "le bus, j'ai pris l'abonnement à l'année"},
		{"la vecina está regando y me ha mojado la ropa", "la vecina tiene las llaves de casa por si acaso"},
		{"il cane del bar dorme davanti alla porta e nessuno passa", "il cane l'abbiamo preso al canile, si chiama Brigo"},
		{"de kinderen gooien sneeuwballen tegen het raam", "de kinderen zitten allebei op waterpolo in Heerenveen"},
	}
	var pass, last int
	for _, p := range pairs {
		if lasts(p.passes) {
			t.Logf("lasts: %s", p.passes)
		} else {
			pass++
		}
		if lasts(p.lasts) {
			last++
		} else {
			t.Logf("passes: %s", p.lasts)
		}
	}
	if pass < 10 || last < 9 {
		t.Errorf("%d of %d scenes pass, %d look-alikes last", pass, len(pairs), last)
	}
}

// TestAFactWithNeverIsAFact: what is never so is told of the world as well as learned. Of four one
// may be read wrong.
func TestAFactWithNeverIsAFact(t *testing.T) {
	facts := 0
	for _, text := range []string{"Tram 9 stops at the old mill twice a day, never on sundays.", "The ferry to Skye runs hourly, never after nine.", "The library opens at ten and never on Mondays.", "The clinic never takes calls before eight."} {
		for _, c := range said(t, 200, "u "+text).Candidates {
			if c.Type == document.Fact {
				facts++
			} else {
				t.Logf("a %s: %s", c.Type, c.Text)
			}
		}
	}
	if facts < 3 {
		t.Errorf("%d of 4 are facts", facts)
	}
}
