package extract

import (
	"strings"
	"testing"
	"time"

	"dormouse/memory/language"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Dr. Meyer came at 3.5 p.m. today. He left.", "Dr. Meyer came at 3.5 p.m. today.|He left."},
		{"See https://example.org/a.b?c=1. It works!", "See https://example.org/a.b?c=1.|It works!"},
		{"Well... maybe not. \"Really?\" she said.", "Well... maybe not.|\"Really?\" she said."},
		{"今天很好。我去了上海！你呢？", "今天很好。|我去了上海！|你呢？"},
		{"Edit main.go and run it.", "Edit main.go and run it."},
		{"- one\n- two. Three", "one|two.|Three"},
		{"```\nx := 1. + y\n```\nDone.", "x := 1. + y|Done."},
		{"Look! [image: a red car]", "Look!|image: a red car"},
		{"J. R. Hartley wrote it. Good.", "J. R. Hartley wrote it.|Good."},
		{"Oma feiert ihren 80. Geburtstag. Wir fahren hin.", "Oma feiert ihren 80. Geburtstag.|Wir fahren hin."},
		{"", ""},
	} {
		var got []string
		for _, s := range Sentences(c.text) {
			got = append(got, s.Text)
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}

// TestPlaces: each item of a list begins something, and stands under the line above the
// list where that is a heading.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Boiler\n- a Vaillant\n- 1.5 bar", "*Boiler|+Boiler: a Vaillant|+Boiler: 1.5 bar"},
		{"## Boiler\n\n- a Vaillant\n- 1.5 bar. Not more", "*Boiler|+Boiler: a Vaillant|+Boiler: 1.5 bar.|Boiler: Not more"},
		{"- a Vaillant,\n  from 2018\n- 1.5 bar", "a Vaillant,|from 2018|+1.5 bar"},
		{"Staff\n- Jonas,\n  not on Mondays\n- Mira\n\nThat is all", "*Staff|+Staff: Jonas,|Staff: not on Mondays|+Staff: Mira|+That is all"},
		{"I went to the shop today and bought these\n- milk\n- eggs", "I went to the shop today and bought these|+milk|+eggs"},
		{"It is warm.\n- milk", "It is warm.|+milk"},
		{"Please sum this up\n- milk", "Please sum this up|+milk"},
		{"One. Two\nThree", "One.|Two|Three"},
	} {
		list := Sentences(c.text)
		var got []string
		for i, p := range Places(list, language.English) {
			text := list[i].Text
			if p.Under != "" {
				text = p.Under + ": " + text
			}
			if p.Begins {
				text = "+" + text
			}
			if p.Heads {
				text = "*" + text
			}
			got = append(got, text)
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}

func TestRelativeDates(t *testing.T) {
	day := time.Date(2023, 6, 9, 0, 0, 0, 0, time.UTC) // a Friday
	for text, want := range map[string]string{
		"I went there yesterday.":       "I went there on 2023-06-08.",
		"last week I ran":               "in the week of 2023-05-29 I ran",
		"We met last Friday, and left.": "We met on 2023-06-02, and left.",
		"see you next month":            "see you in July 2023",
		"I moved 4 years ago":           "I moved in 2019",
		"it feels like yesterday":       "it feels like yesterday",
		"Yesterday was wild":            "2023-06-08 was wild",
		"the day after tomorrow we fly": "on 2023-06-11 we fly",
		"We went there on Tuesday":      "We went there on 2023-06-06",
		"We will go there on Tuesday":   "We will go there on 2023-06-13",
		"Wir waren am Dienstag dort":    "Wir waren am 2023-06-06 dort",
		"last weekend":                  "on the weekend of 2023-06-03",
		"three days ago (late)":         "on 2023-06-06 (late)",
		"I run every Sunday":            "I run every Sunday",
		"tomorrow's meeting":            "the 2023-06-10 meeting",
		"on Thursday, 8 June":           "on 2023-06-08",
	} {
		got := Join(Dated(text, day))
		if got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}
