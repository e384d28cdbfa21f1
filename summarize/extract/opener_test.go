package extract

import (
	"dormouse/memory/language"
	"testing"
)

// TestDropOpeners: what is said only to say something goes, up to the border of a
// clause; a time, a subject, a condition and what denies stay.
func TestDropOpeners(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Hey good afternoon, I slept through the alarm", "I slept through the alarm"},
		{"en", "Oh and btw the code of the shed is 7719", "the code of the shed is 7719"},
		{"en", "oh and call me Bax, nobody says Sebastian", "oh and call me Bax, nobody says Sebastian"},
		{"en", "To be fair, the kiln was cheap", "the kiln was cheap"},
		{"en", "Yeah I get it from the grocer", "I get it from the grocer"},
		{"en", "On Friday, the kiln arrives", "On Friday, the kiln arrives"},
		{"en", "My sister, who lives in Bath, sails", "My sister, who lives in Bath, sails"},
		{"de", "Ok alles klar, der Ofen kommt am Freitag", "der Ofen kommt am Freitag"},
		{"de", "Am Montag, so der Chef, ist frei", "Am Montag, so der Chef, ist frei"},
		{"es", "Si me voy, riega las plantas", "Si me voy, riega las plantas"},
		{"ja", "こんにちは、田中です", "田中です"},
		{"ja", "昨日は、雨でした", "昨日は、雨でした"},
	} {
		lang, _ := language.ParseLang(c.lang)
		if got := Join(DropOpeners(Split(c.text), lang)); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// What is denied keeps its "no": without it the line says the contrary.
func TestADenialIsNoOpener(t *testing.T) {
	for _, said := range []string{
		"No me gusta el vino", "no nos llames por la tarde", "Non mi piace il vino rosso", "Não me dou bem com leite", "Ne me parle pas de politique",
		"not my turn to cook this week", "never my idea to move there", "Nicht mein Ding, das Tanzen", "niet mijn schuld dat de trein laat was",
	} {
		if got := Join(DropOpeners(Split(said), language.Guess(said))); got != said {
			t.Errorf("of %q is left %q", said, got)
		}
	}
}
