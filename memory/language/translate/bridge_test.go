package translate

import (
	"slices"
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// The bridge counts words of the vectors; it must be made anew with them.
func TestBridge(t *testing.T) {
	if openBridge().n == 0 {
		t.Fatal("the bridge was made for other vectors: make train")
	}
	for _, c := range []struct {
		l         language.Lang
		low, want string
	}{
		{language.German, "hunden", "dog"}, {language.German, "telefonnummer", "phone"}, {language.French, "chien", "dog"}, {language.Spanish, "perros", "dog"}, {language.Italian, "cane", "dog"},
		{language.Portuguese, "cachorro", "dog"}, {language.Dutch, "honden", "dog"}, {language.Russian, "собака", "dog"},
	} {
		if !slices.ContainsFunc(InEnglish(c.l, c.low), func(n vectors.Near) bool { return n.Word == c.want }) {
			t.Errorf("%s %s: %v", c.l, c.low, InEnglish(c.l, c.low))
		}
	}
	for _, c := range []struct {
		l    language.Lang
		text string
	}{{language.Japanese, "私の犬は大きい"}, {language.Chinese, "我的狗很大"}} {
		found := false
		for _, near := range Translated(c.l, c.text) {
			found = found || slices.ContainsFunc(near, func(n vectors.Near) bool { return n.Word == "dog" })
		}
		if !found {
			t.Errorf("%s %s: %v", c.l, c.text, Translated(c.l, c.text))
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		l               language.Lang
		low, head, tail string
	}{
		{language.German, "arbeitszimmer", "arbeits", "zimmer"},
		{language.German, "ladenschlussel", "laden", "schlussel"},
		{language.German, "schlussel", "", ""},
		{language.German, "weisheitszahn", "", "zahn"},
		{language.German, "sonnenkollektoren", "sonnen", ""},
		{language.English, "workroom", "work", "room"},
		{language.English, "breakfast", "", ""},
		{language.English, "wobbling", "", ""},
	} {
		if head, tail := CompoundParts(c.l, c.low); head != c.head || tail != c.tail {
			t.Errorf("%s %s: %q %q", c.l, c.low, head, tail)
		}
	}
}

func TestAkin(t *testing.T) {
	for _, c := range []struct {
		l         language.Lang
		low, want string
	}{
		{language.German, "fruhjahr", "fruhling"}, {language.German, "klausur", "prufung"}, {language.Spanish, "renta", "alquiler"}, {language.French, "boulot", "travail"},
	} {
		near := Akin(c.l, InEnglish(c.l, c.low), c.l.Root(c.low), true)
		if near[c.l.Root(c.want)] == 0 || near[c.l.Root(c.low)] != 0 {
			t.Errorf("%s %s: %v", c.l, c.low, near)
		}
	}
	for _, c := range []struct {
		l             language.Lang
		english, want string
	}{
		{language.Dutch, "foundry", "gieterij"}, {language.Dutch, "closed", "sluiten"}, {language.Italian, "chickens", "galline"},
		{language.Portuguese, "landlord", "senhorio"}, {language.Russian, "exams", "экзамен"},
	} {
		if near := Akin(c.l, []vectors.Near{{Word: c.english, Weight: 1}}, "", false); near[c.l.Root(language.Fold(c.want))] < 0.5 {
			t.Errorf("%s %s: %v", c.l, c.english, near)
		}
	}
	if near := Akin(language.English, []vectors.Near{{Word: "spring", Weight: 1}}, "", true); near != nil {
		t.Errorf("English leads to itself by its vectors: %v", near)
	}
}
