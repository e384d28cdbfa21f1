package language

import (
	"slices"
	"testing"

	"dormouse/memory/language/vectors"
)

// The bridge counts words of the vectors; it must be made anew with them.
func TestInEnglish(t *testing.T) {
	dog := func(words []vectors.Near) bool {
		return slices.ContainsFunc(words, func(n vectors.Near) bool { return n.Word == "dog" })
	}
	for l, low := range map[Lang]string{German: "hunden", French: "chien", Spanish: "perros", Italian: "cane", Portuguese: "cachorro", Dutch: "honden", Russian: "собака"} {
		if got := l.InEnglish(low); !dog(got) {
			t.Errorf("%s %s: %v; was the bridge made for other vectors?", l, low, got)
		}
	}
	for l, text := range map[Lang]string{Japanese: "私の犬は大きい", Chinese: "我的狗很大"} {
		found := false
		l.EachInEnglish(text, func(words []vectors.Near) { found = found || dog(words) })
		if !found {
			t.Errorf("%s %s", l, text)
		}
	}
	for l, c := range map[Lang][2]string{French: {"l'assurance", "insurance"}, Italian: {"l'affitto", "rent"}, Spanish: {"hermana", "sister"}, Russian: {"переехала", "move"}} {
		if got := l.InEnglish(Fold(c[0])); len(got) == 0 || got[0].Word != c[1] {
			t.Errorf("%s %s: %v, want %s first", l, c[0], got, c[1])
		}
	}
	if got := German.InEnglish("telefonnummer"); !slices.ContainsFunc(got, func(n vectors.Near) bool { return n.Word == "phone" }) {
		t.Errorf("parts of a compound: %v", got)
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		l               Lang
		low, head, tail string
	}{
		{German, "arbeitszimmer", "arbeits", "zimmer"},
		{German, "ladenschlussel", "laden", "schlussel"},
		{German, "schlussel", "", ""},
		{German, "weisheitszahn", "weisheits", "zahn"},
		{German, "brimborzahn", "", "zahn"},
		{German, "sonnenkollektoren", "sonnen", ""},
		{English, "workroom", "work", "room"},
		{English, "breakfast", "", ""},
		{English, "wobbling", "", ""},
	} {
		if head, tail := c.l.CompoundParts(c.low); head != c.head || tail != c.tail {
			t.Errorf("%s %s: %q %q", c.l, c.low, head, tail)
		}
	}
}

// TestMeaning: of texts that share no word, in one language or in two, those about one
// thing mean nearly the same.
func TestMeaning(t *testing.T) {
	of := func(l Lang, text string) (m [100]float64) {
		for k, v := range MeaningOf(Meanings(text, Words(text), l)) {
			m[k] = float64(v)
		}
		return m
	}
	like := func(a, b [100]float64) (sum float64) {
		for k := range a {
			sum += a[k] * b[k]
		}
		return sum
	}
	ill := of(English, "my knee hurts, so the physician prescribed pills")
	for name, m := range map[string][100]float64{"English": of(English, "she has asthma and needs an inhaler"), "German": of(German, "der arzt hat mir eine tablette gegen schmerzen gegeben")} {
		if cars := of(English, "we sold the old van to a garage"); like(ill, m) < 2*like(ill, cars) {
			t.Errorf("%s: %.0f, cars %.0f", name, like(ill, m), like(ill, cars))
		}
	}
	if m := of(English, "zzqx 17"); m != [100]float64{} {
		t.Errorf("words that nobody knows mean %v", m)
	}
}

// TestHealthOfWordsThatNoExampleHas: an illness is known by what it is near to.
func TestHealthOfWordsThatNoExampleHas(t *testing.T) {
	for text, ill := range map[string]bool{
		"I've got rsi in the right wrist":      true,
		"Nils has sciatica in his left leg":    true,
		"the ferret has a new hutch":           false,
		"I've got a lathe in the right corner": false,
	} {
		if p := Health(text, Guess(text)); p >= .7 != ill {
			t.Errorf("%q: %.2f", text, p)
		}
	}
}
