package language

import (
	"slices"
	"strings"
	"testing"

	"dormouse/memory/language/vectors"
)

// TestEveryLanguageIsWhole: each file has all that the others have, and nothing else.
func TestEveryLanguageIsWhole(t *testing.T) {
	for _, l := range Langs() {
		x, d := l.lexicon(), l.File()
		if d.Name == "" || len(x.month) < 12 || len(x.weekday) < 7 || len(x.number) < 10 {
			t.Errorf("%s: %d months, %d weekdays, %d numbers", l, len(x.month), len(x.weekday), len(x.number))
		}
		if got, ok := ParseLang(l.String()); !ok || got != l {
			t.Errorf("%s is not read back", l)
		}
		complete(t, l, classNames[:], d.Class)
		complete(t, l, listNames[:], d.List)
		complete(t, l, aboutNames[:], d.About)
		complete(t, l, append([]string{"self", "opposites"}, modeNames[:]...), d.Mode)
		complete(t, l, askedNames[:], d.Asks)
		if (len(x.determiners) == 0 || len(x.company) == 0) && !x.dense {
			t.Errorf("%s: %d determiners, %d prepositions of company", l, len(x.determiners), len(x.company))
		}
		if len(x.same) == 0 || len(d.Speech.Openers) == 0 || len(d.Speech.Unfinished) == 0 {
			t.Errorf("%s: %d rows of same, %d openers, %d of what is unfinished", l, len(x.same), len(d.Speech.Openers), len(d.Speech.Unfinished))
		}
		for _, pair := range d.Mode["opposites"] {
			if len(strings.Fields(pair)) < 2 {
				t.Errorf("%s: %q has no opposite", l, pair)
			}
		}
		for _, phrase := range d.Mode["self"] {
			if !strings.Contains(phrase, "*") {
				t.Errorf("%s: %q has no star for the name", l, phrase)
			}
		}
	}
}

// complete finds what a table of a language's file lacks, or has and is unknown.
func complete[V string | []string](t *testing.T, l Lang, names []string, table map[string]V) {
	t.Helper()
	for _, name := range names {
		if len(table[name]) == 0 {
			t.Errorf("%s: %q is missing", l, name)
		}
	}
	for name := range table {
		if !slices.Contains(names, name) {
			t.Errorf("%s: %q is unknown", l, name)
		}
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{"Übermorgen": "ubermorgen", "STRASSE Straße": "strasse strasse", "don’t": "don't", "Ёлка й": "елка й", "ガーデン": "ガーデン", "１２３ＡＢ": "123ab", "œuf": "oeuf"} {
		if got := Fold(in); got != want {
			t.Errorf("%q is folded to %q, want %q", in, got, want)
		}
	}
}

// Sentences that stand in no corpus, one of each act and language family: the
// weights that are embedded are those of these models.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		text string
		lang Lang
		act  Act
		keep bool
	}{
		{"my uncle Rasmus runs a ferry out of Svendborg", English, States, true},
		{"how old is Rasmus?", English, Asks, false},
		{"the chimney sweep, whats he charge again", English, Asks, false},
		{"welke dag komt de glazenwasser ook weer", Dutch, Asks, false},
		{"你那个快递柜密码多少来着", Chinese, Asks, false},
		{"Rasmus does our chimney every autumn", English, States, true},
		{"write me a limerick about ferries", English, Request, false},
		{"from now on answer in two sentences at most", English, Order, true},
		{"thanks a lot!", English, Filler, false},
		{"unser Kater Mogli wiegt jetzt 6,2 kg", German, States, true},
		{"wie viel wiegt Mogli?", German, Asks, false},
		{"ma tante habite à Brest depuis 2019", French, States, true},
		{"gracias!", Spanish, Filler, false},
		{"мой брат работает машинистом в Перми", Russian, States, true},
		{"妹は札幌で看護師をしています", Japanese, States, true},
		{"我姐姐在成都当老师", Chinese, States, true},
	} {
		if got := Guess(c.text); got != c.lang {
			t.Errorf("%q is taken for %s", c.text, got)
		}
		j := Judge(c.text, c.lang, Person)
		if j.Act != c.act || (j.Keep >= .5) != c.keep {
			t.Errorf("%q: %s, keep %.2f; want %s, %v", c.text, j.Act, j.Keep, c.act, c.keep)
		}
	}
}

func TestVectors(t *testing.T) {
	boat, ok := vectors.Of("boat")
	ferry, there := vectors.Of("ferry")
	cheese, also := vectors.Of("cheese")
	if !ok || !there || !also {
		t.Fatal("a word has no vector")
	}
	if boat.Cosine(ferry) < boat.Cosine(cheese) {
		t.Error("a boat is nearer to cheese than to a ferry")
	}
	if _, ok := vectors.Of("zzzzqx"); ok {
		t.Error("a word that is none has a vector")
	}
}

// An attribute is found in all forms of a word that is listed, and in no other word that
// begins like it.
func TestAttributesOfForms(t *testing.T) {
	for _, c := range []struct {
		l         Lang
		low, name string
		is        bool
	}{
		{English, "rents", "money", true}, {English, "feet", "money", false}, {English, "business", "ride", false},
		{English, "example", "school", false}, {English, "ladder", "child", false}, {English, "dentists", "doctor", true},
	} {
		found := false
		c.l.Attributes(c.low).Each(func(name string) { found = found || name == c.name })
		if found != c.is {
			t.Errorf("%s speaks of %s: %v", c.low, c.name, found)
		}
	}
}

func TestAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"yes": "yes", "Yeah!": "yes", "yes, since Monday": "yes", "yes it is": "yes", "yes we have no bananas": "yes", "no he pays that til he goes": "no", "yeah thats long done": "yes", "eh? no ive still got it": "no", "it is, yes": "yes", "no": "no", "no no": "no",
		"no, course not, her birthday stays": "no", "eh? no. the lease still runs": "no", "no choir this week for us": "", "": "", "?": "", "the cat": "",
	} {
		answered(t, English, text, want)
	}
	answered(t, German, "sie wohnt jetzt in Dresden, ja", "yes")
	answered(t, German, "ja, seit Mai", "yes")
	answered(t, German, "nö", "no")
	answered(t, Spanish, "sí", "yes")
	answered(t, Spanish, "si llueve no voy", "")
	answered(t, Japanese, "はい、そうです", "yes")
	answered(t, Japanese, "いいえ", "no")
	answered(t, Chinese, "不是", "no")
	answered(t, Russian, "да.", "yes")
}

func answered(t *testing.T, l Lang, text, want string) {
	t.Helper()
	yes, _, end := l.Answers(text)
	if got := map[bool]string{true: map[bool]string{true: "yes", false: "no"}[yes]}[end > 0]; got != want {
		t.Errorf("%s %q: %q, want %q", l, text, got, want)
	}
}

// TestAnAccentMakesAnotherWord: who is "né" denies nothing.
func TestAnAccentMakesAnotherWord(t *testing.T) {
	for text, turns := range map[string]bool{"mon frère est né en juin": false, "mon frère ne fume pas": true, "mon frere est ne en juin": true} {
		if Turns(text, French) != turns {
			t.Errorf("%q: want %t", text, turns)
		}
	}
}
