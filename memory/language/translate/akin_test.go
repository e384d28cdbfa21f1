package translate

import (
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

func TestAkin(t *testing.T) {
	for _, c := range []struct {
		l         language.Lang
		low, want string
	}{
		{language.German, "fruhjahr", "fruhling"}, {language.German, "klausur", "prufung"}, {language.Spanish, "renta", "alquiler"}, {language.French, "boulot", "travail"},
	} {
		near := Akin(c.l, c.l.InEnglish(c.low), c.l.Root(c.low), true)
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
	if near := Akin(language.English, []vectors.Near{{Word: "van", Weight: 1}}, "", false); near["berlingo"] == 0 || near["minibus"] != 0 {
		t.Errorf("names for vans: %v", near)
	}
}
