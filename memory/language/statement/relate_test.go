package statement

import (
	"strings"
	"testing"
	"time"

	"dormouse/memory/language"
)

// Two statements do not meet in a word that says nothing of what they are about.
func TestMeetNeedsMatter(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"morgen um halb neun kommt der Schornsteinfeger", "die Physio ist ab jetzt donnerstags um fünf", false},
		{"die Physio ist dienstags", "die Physio ist ab jetzt donnerstags um fünf", true},
	} {
		if got := Meet(Read(c.older), Read(c.newer)); got != c.want {
			t.Errorf("%q and %q: %v", c.older, c.newer, got)
		}
	}
}

func TestRelate(t *testing.T) {
	for _, c := range []struct {
		old, new string
		ends     bool
	}{
		{"my rent is 700", "my rent is 745 now", true},
		{"I play squash on thursdays", "I gave up squash", true},
		{"Rasmus lives in Svendborg", "Rasmus moved to Odense", true},
		{"Rasmus lives in Svendborg", "Pernille moved to Odense", false},
		{"Rasmus lives in Svendborg", "Rasmus has a dog", false},
		{"we have a cat", "we have a cat and a garden", false},
		{"we pay the cleaner 15 an hour", "we pay the cleaner 17 an hour now", true},
		{"I paid the plumber 240", "I paid the electrician 310", false},
		{"spent on paint 85", "spent on tiles 230 today", false},
		{"ich schulde Britta 40", "ich schulde dem Wirt 22", false},
		{"chapter 3 is about tides", "chapter 4 is about tides", false},
	} {
		if v := Relate(Read(c.old), Read(c.new)); (v.Ends() >= .6) != c.ends {
			t.Errorf("%q, then %q: ends %.2f, want %v", c.old, c.new, v.Ends(), c.ends)
		}
	}
}

func FuzzReading(f *testing.F) {
	f.Add("I moved to Oslo on 3 May, didn't I?", "私は大阪に住んでいます。")
	f.Add("\xff\xfe '", "’’ʼ")
	f.Add("call Ann and also, plus order bolts", "from May to 2027-06-13")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 4000 {
			return
		}
		v := Relate(Read(a), Read(b))
		sum := 0.0
		for _, p := range v {
			if p < 0 || p > 1.001 {
				t.Fatalf("a probability of %f", p)
			}
			sum += p
		}
		if sum < .99 || sum > 1.01 {
			t.Fatalf("the probabilities add up to %f", sum)
		}
		language.Judge(a, language.Guess(a), language.Person)
		for _, w := range language.Words(a) {
			if !strings.Contains(a, w.Text) {
				t.Fatalf("%q is not in %q", w.Text, a)
			}
		}
		l := language.Guess(a)
		Clauses(a, l)
		Things(a, l)
		ToDos(a, l)
		Settled(a, l)
		Unanswered(a, l)
		Requested(a, l)
		Renewed(ReadIn(b, l), ReadIn(a, l), time.Time{})
	})
}

// TestMeet holds that statements meet by an attribute where they share no word, in
// every language.
func TestMeet(t *testing.T) {
	for _, c := range []struct {
		a, b string
		l    language.Lang
		want bool
	}{
		{"I live in Perth", "we moved last week", language.English, true},
		{"ich wohne in Gera", "wir sind umgezogen", language.German, true},
		{"j'habite Pau", "on a déménagé", language.French, true},
		{"vivo en Soria", "nos hemos mudado", language.Spanish, true},
		{"abito a Lecco", "ci siamo trasferiti", language.Italian, true},
		{"moro em Olinda", "a gente se mudou", language.Portuguese, true},
		{"ik woon in Goes", "we zijn verhuisd", language.Dutch, true},
		{"живу в Курске", "мы переехали", language.Russian, true},
		{"仙台に住んでいます", "引っ越しました", language.Japanese, true},
		{"我住在无锡", "搬家了", language.Chinese, true},
		{"I live in Perth", "the soup was cold", language.English, false},
		{"ich wohne in Gera", "der Hund bellt", language.German, false},
	} {
		if got := Meet(ReadIn(c.a, c.l), ReadIn(c.b, c.l)); got != c.want {
			t.Errorf("%q and %q meet: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestWholeDays holds that a date written in full is one word, and no other figures
// are.
func TestWholeDays(t *testing.T) {
	s := ReadIn("until 2026-05-10, 2026-5-1 or 1-2-3", language.English)
	var days []string
	for _, v := range s.Values {
		if v.Kind == language.Day {
			days = append(days, v.Key)
		}
	}
	if len(days) != 1 || days[0] != "2026-05-10" {
		t.Errorf("days %q", days)
	}
}

// What tells of one more, or of a thing of somebody else, ends nothing; what denies most of
// the words of a line ends it.
func TestOneMoreAndSomebodyElses(t *testing.T) {
	for _, c := range []struct {
		lang         language.Lang
		older, newer string
		ends         bool
	}{
		{language.English, "the van is insured with Broadmoor", "I have also insured the trailer with Kelso", false},
		{language.German, "ich habe ein Abo fürs Theater", "ich habe ausserdem ein Abo für die Oper", false},
		{language.French, "je joue du basson", "je joue aussi de la vielle", false},
		{language.English, "my accountant is called Perrin", "my cousin's accountant is called Dabrowski now", false},
		{language.French, "mon médecin s'appelle Roche", "le médecin de ma tante s'appelle maintenant Vidal", false},
		{language.German, "mein Zahnarzt heißt Dorn", "der Zahnarzt meiner Schwester heißt jetzt Kunz", false},
		{language.English, "the subscription is 20", "my uncle's subscription is 40 now", false},
		{language.French, "le garage est à 700", "le garage de ma sœur est à 800 maintenant", false},
		{language.English, "our goat Juniper sleeps in the barn", "the vet says Juniper doesn't sleep in the barn any more", true},
		{language.English, "I take a sleeping tablet before bed", "I don't take the sleeping tablet before bed these days", true},
	} {
		older, newer := ReadIn(c.older, c.lang), ReadIn(c.newer, c.lang)
		if p := Ends(older, newer); c.ends && p < .6 || !c.ends && p > .1 {
			t.Errorf("%q ends %q: %.2f", c.newer, c.older, p)
		}
		if Corrects(older, newer, true) && !c.ends {
			t.Errorf("%q corrects %q", c.newer, c.older)
		}
	}
	whole, old := ReadIn("unsere Chefin ist umgezogen, wohnt nicht mehr in Trier", language.German), ReadIn("mein Onkel wohnt in Trier", language.German)
	if piece := ReadIn("wohnt nicht mehr in Trier", language.German); !OfOthers(old, piece, old, whole) {
		t.Error("a piece without a subject is not told of whom the whole begins with")
	}
}

// What a sentence tells of the speaker first ends nothing of somebody whom it speaks of
// behind that.
func TestAnotherClauseEndsNothing(t *testing.T) {
	for _, c := range []struct {
		old, new string
		l        language.Lang
	}{
		{"I'm Edda, I keep an orchard near Hoorn with my uncle Wim", "we're closed on Sundays, and Wim only does the cider", language.English},
		{"Wim's neighbour Joke is coeliac", "we're closed on Sundays, and Wim only does the cider", language.English},
	} {
		if p := Ends(ReadIn(c.old, c.l), ReadIn(c.new, c.l)); p >= .5 {
			t.Errorf("%q ends %q: %.2f", c.new, c.old, p)
		}
	}
	if p := Ends(ReadIn("Wim lives in Hoorn", language.English), ReadIn("we talked it over, and Wim has moved to Enkhuizen", language.English)); p < .5 {
		t.Errorf("what a later clause ends: %.2f", p)
	}
}
