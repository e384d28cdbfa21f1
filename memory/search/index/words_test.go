package index

import (
	"strings"
	"testing"

	"dormouse/memory/language"
)

func TestStemFamilies(t *testing.T) {
	for _, c := range []struct {
		l     language.Lang
		words string
	}{
		{language.English, "wrote writing written"}, {language.English, "bought buys buying"}, {language.English, "children child kids"}, {language.English, "mom mother"},
		{language.German, "häuser haus"}, {language.German, "wohnung wohnungen"}, {language.German, "gekaufte gekauften gekauft"}, {language.German, "kinder kindern kind"},
		{language.French, "acheter acheté"}, {language.French, "chaussure chaussures"}, {language.Spanish, "compramos"}, {language.Spanish, "entrada entradas"},
		{language.Russian, "книга книги книгу книгой"}, {language.Russian, "новая новые новую"},
	} {
		var first string
		for i, w := range strings.Fields(c.words) {
			got := Stem(foldText(w), c.l)
			if i == 0 {
				first = got
			} else if got != first {
				t.Errorf("%s: %s, but %s", w, got, first)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Don't stop: Café-Bar 42!", "don t stop cafe bar 42"},
		{"straße ÅNGSTRÖM œuvre", "strasse angstrom oeuvre"},
		{"小船x", "小船 船 x"},
		{"a\x00b\xffc", "a b c"},
		{"e\u0301te\u0301", "ete"},
		{"", ""},
	} {
		var got []string
		for _, w := range Words(c.text, nil) {
			got = append(got, w.Text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.text, s, c.want)
		}
	}
}

func TestLanguageGuess(t *testing.T) {
	x := Lexica()
	for _, c := range []struct {
		text string
		want language.Lang
	}{
		{"where did you go when it was raining", language.English}, {"wo ist der Schlüssel und wer hat ihn", language.German},
		{"il a acheté une maison dans la ville", language.French}, {"no sé dónde está el libro de la casa", language.Spanish}, {"я не знаю где он был", language.Russian},
	} {
		if got, sure := x.Guess(Words(c.text, nil), language.English); got != c.want || !sure {
			t.Errorf("%q: %s %v", c.text, got, sure)
		}
	}
}

func TestSpans(t *testing.T) {
	x := Lexica()
	now := dayNumber(2024, 6, 20) // a Thursday
	for _, c := range []struct{ ask, want string }{
		{"on 7 May 2023", "2023-05-07…2023-05-07"}, {"May 7, 2023", "2023-05-07…2023-05-07"}, {"in June 2023", "2023-06-01…2023-06-30"},
		{"last June", "2023-06-01…2023-06-30"}, {"last March", "2024-03-01…2024-03-31"}, {"in 2022", "2022-01-01…2022-12-31"},
		{"2023-02-28?", "2023-02-28…2023-02-28"}, {"what may it be", ""}, {"yesterday", "2024-06-19…2024-06-19"}, {"last week", "2024-06-10…2024-06-16"},
		{"last month", "2024-05-01…2024-05-31"}, {"two years ago", "2022-01-01…2022-12-31"}, {"im August 2023", "2023-08-01…2023-08-31"},
		{"on 31 February 2024", "2024-02-01…2024-02-29"}, {"9999-99-99", ""},
	} {
		var got []string
		for _, s := range x.Spans(c.ask, Words(c.ask, nil), language.Guess(c.ask), dayNumber(2023, 1, 1), now) {
			got = append(got, DayString(s.From)+"…"+DayString(s.To))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.ask, s, c.want)
		}
	}
}
