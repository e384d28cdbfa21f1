package extract

import (
	"dormouse/memory/language"
	"strings"
	"testing"
)

// TestCut: a clause that only adds is a piece of its own, marked + where it leans
// on the one before; what would change the sense alone is not cut off.
func TestCut(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "We drove out to the island where we saw the seals", "We drove out to the island +where we saw the seals"},
		{"en", "I met a potter at the market who showed me her kiln", "I met a potter at the market +who showed me her kiln"},
		{"en", "I was nervous on the stage when I shared my book", "I was nervous on the stage +when I shared my book"},
		{"en", "On that sunny Friday, for example, I went rope jumping", "On that sunny Friday, for example, I went rope jumping"},
		{"en", "I sold the old boat because the engine was broken", "I sold the old boat +because the engine was broken"},
		{"en", "I always take the early tram when it rains in town", "I always take the early tram when it rains in town"},
		{"en", "I take the early tram to work when it rains", "I take the early tram to work when it rains"},
		{"en", "I did not leave the choir because of the money", "I did not leave the choir because of the money"},
		{"en", "We went camping with the kids two weeks before the wedding", "We went camping with the kids two weeks before the wedding"},
		{"en", "My old allergies make it so I cannot keep a cat", "My old allergies make it so I cannot keep a cat"},
		{"en", "The windows in the old church were so bright", "The windows in the old church were so bright"},
		{"en", "I can never remember where it came from", "I can never remember where it came from"},
		{"de", "Wir fuhren auf die Insel, wobei der Motor ausfiel", "Wir fuhren auf die Insel, +wobei der Motor ausfiel"},
		{"fr", "J'ai vu une potière au marché qui montrait son four", "J'ai vu une potière au marché +qui montrait son four"},
	} {
		lang, _ := language.ParseLang(c.lang)
		var got []string
		for i, p := range cut(Split(c.text), lang) {
			text := Join(p.Words)
			if p.Bound && i > 0 {
				text = "+" + text
			}
			got = append(got, text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, s, c.want)
		}
	}
}

// TestAShortSentenceStaysWhole: it is kept as it was said, or not at all.
func TestAShortSentenceStaysWhole(t *testing.T) {
	for text, want := range map[string]int{
		"We drove out to the island where we saw the seals":                                       1,
		"On our second day we drove out to the island past the lighthouse where we saw the seals": 2,
	} {
		if got := Cut(Split(text), InProse, language.English); len(got) != want {
			t.Errorf("%q: %d pieces", text, len(got))
		}
	}
}
