package quantity

import (
	"slices"
	"testing"

	"dormouse/memory/language"
)

func TestShifts(t *testing.T) {
	for _, c := range []struct {
		lang language.Lang
		text string
		want []Shift
	}{
		{language.English, "the sweep is coming an hour later", []Shift{{20, 33, 1, "h"}}},
		{language.English, "half an hour earlier", []Shift{{0, 20, -.5, "h"}}},
		{language.English, "they raised the rent by 50", []Shift{{21, 26, 50, ""}}},
		{language.English, "the fee goes up by 7", []Shift{{16, 20, 7, ""}}},
		{language.English, "pick up 7 jars", nil},
		{language.English, "they raised the rent to 950", nil},
		{language.English, "more than 20 people came", nil},
		{language.German, "um 25 mg erhöht", []Shift{{3, 16, 25, ""}}},
		{language.French, "deux jours plus tôt", []Shift{{0, 15, 2, "day"}}},
		{language.Spanish, "la cuota subió 5 euros", []Shift{{9, 23, 5, "EUR"}}},
		{language.Italian, "20 euro in più", []Shift{{0, 15, 20, "EUR"}}},
		{language.Portuguese, "uma hora mais tarde", []Shift{{0, 13, 1, "h"}}},
		{language.Dutch, "40 euro duurder", []Shift{{0, 15, 40, "EUR"}}},
		{language.Russian, "больше 420 не даёт", nil},
		{language.Russian, "на неделю позже", []Shift{{5, 28, 1, "week"}}},
		{language.Japanese, "30分早くなった", []Shift{{0, 11, -30, "min"}}},
		{language.Chinese, "推迟了两个小时", []Shift{{0, 21, 2, "h"}}},
	} {
		if got := Shifts(c.text, c.lang); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.text, got, c.want)
		}
	}
}
