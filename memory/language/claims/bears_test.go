package claims

import (
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// heard are sentences of one message of the person.
func heard(l language.Lang, name string, said ...string) *Talk {
	var list []Passage
	for _, s := range said {
		list = append(list, Passage{Text: s, Lang: l, ID: "m", Role: transcript.User, Day: time.Date(2026, 11, 4, 0, 0, 0, 0, time.UTC)})
	}
	return Listen(list, "User", name)
}

// TestWhatStandsWithAnother: people or figures that exchange what was said of them, figures
// one of which holds instead of the other, and what is forbidden and was allowed are seen;
// one that has what was said of another is asked about; the same in other words is not.
func TestWhatStandsWithAnother(t *testing.T) {
	for _, c := range []struct {
		l    language.Lang
		said []string
		text string
		want turning
	}{
		{language.English, []string{"Physio is twice a week, tues and fri.", "I drive her on fridays, my sister Karin does tuesdays."}, "Karin drives her mother to physiotherapy on Fridays, Nora drives her on Tuesdays.", exchanged},
		{language.English, []string{"Physio is twice a week, tues and fri.", "I drive her on fridays, my sister Karin does tuesdays."}, "Karin drives her mother to physiotherapy on Tuesdays, Nora drives her on Fridays.", straight},
		{language.English, []string{"single ticket stays 95 kr, monthly pass 1,150 kr"}, "A single ticket costs 1,150 kr and the monthly pass 95 kr.", exchanged},
		{language.English, []string{"single ticket stays 95 kr, monthly pass 1,150 kr"}, "The monthly pass costs 1,150 kr and a single ticket 95 kr.", straight},
		{language.English, []string{"Alba's capacity is 175 btw not 180."}, "Alba's capacity is 180 and not 175.", exchanged},
		{language.English, []string{"Alba's capacity is 175 btw not 180."}, "Alba's capacity is not 180 but 175.", straight},
		{language.English, []string{"dr Wallin says 3 weeks no running.", "swimming's allowed"}, "Dr Wallin has forbidden Nora running and swimming for three weeks.", exchanged},
		{language.English, []string{"board said no to the price rise in 2027, Håkan wanted 4%"}, "Håkan decided that prices will not rise in 2027, although the board had wanted 4%.", half},
		{language.Spanish, []string{"la llevo yo los martes, Unai los viernes"}, "Unai lleva a Nerea a natación los martes y Nora los viernes.", exchanged},
		{language.Spanish, []string{"la llevo yo los martes, Unai los viernes"}, "Nora lleva a Nerea a natación los martes y Unai los viernes.", straight},
		{language.German, []string{"Femke ist krankgeschrieben bis ende nov, ich mach jetzt auch den zinnguss"}, "Nora ist bis Ende November krankgeschrieben und Femke macht den Zinnguss.", exchanged},
		{language.German, []string{"Femke ist krankgeschrieben bis ende nov, ich mach jetzt auch den zinnguss"}, "Femke ist bis Ende November krankgeschrieben und Nora macht auch den Zinnguss.", straight},
	} {
		h := heard(c.l, "Nora", c.said...)
		of, bad := h.claim(c.text, []string{"m"})
		if bad != "" {
			t.Fatal(bad)
		}
		if got := h.turned(of); got != c.want {
			t.Errorf("%q of %q is turned %d, want %d", c.text, c.said, got, c.want)
		}
		if v := h.Check(c.text, "m"); c.want == exchanged && v.Holds != "" || v.Ask != (c.want == half) {
			t.Errorf("%q holds %q, asked about %v", c.text, v.Holds, v.Ask)
		}
	}
}

// TestQuotedWordsBear: words that deny or doubt all that they share with a plain line do not
// bear it out.
func TestQuotedWordsBear(t *testing.T) {
	h := heard(language.English, "Nora", "The oak isn't ordered yet, Wiard has to sign first.", "She is allergic to hazelnuts and cashews, not to peanuts.", "We might rent the cottage in week 8.")
	for _, c := range []struct {
		words, text string
		want        bool
	}{
		{"The oak isn't ordered yet", "The workshop has ordered the oak.", false},
		{"We might rent the cottage", "They rented the cottage in week 8.", false},
		{"We might rent the cottage", "They are not sure about the cottage.", true},
		{"allergic to hazelnuts and cashews, not to peanuts", "She is allergic to hazelnuts and cashews and tolerates peanuts.", true},
		{"Wiard has to sign first", "The workshop has not ordered the oak, for Wiard must sign.", true},
	} {
		if got := h.Bears(c.words, c.text, "m"); got != c.want {
			t.Errorf("%q bears %q: %v", c.words, c.text, got)
		}
	}
}

// TestWhatIsElsewhere: what a line takes from older messages and from memory is found, and
// nothing of what its own message says.
func TestWhatIsElsewhere(t *testing.T) {
	day := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	h := Listen([]Passage{
		{Text: "The quote for Runa's drydock is 412,000 kr.", ID: "m1", Role: transcript.User, Day: day},
		{Text: "I suggest to take 412,000 kr from the savings.", Message: 1, ID: "m2", Role: transcript.Assistant, Origin: transcript.Modelled, Day: day},
		{Text: "The drydock isn't Oskarshamn, it's Öregrund, 11 days, same price.", Message: 2, ID: "m3", Role: transcript.User, Day: day},
	}, "User")
	got := h.Elsewhere("Runa goes to drydock at Öregrund for 11 days; the quote stays at 412,000 kr.", func(p Passage) bool { return p.ID == "m3" }, "m3")
	if len(got) != 1 || got[0].ID != "m1" {
		t.Errorf("found %+v", got)
	}
}

// TestADenialIsNotCutOff: what is left of a line without the clause that denies or refuses
// it would say the contrary.
func TestADenialIsNotCutOff(t *testing.T) {
	var said []Passage
	for i, texts := range [][]string{{"tove here, traffic planner", "joakim (my partner) says i should just quit."}, {"thinking about getting a second dog.", "Pim is 9 and lonely."}, {"nah forget the second dog, joakim said no"}} {
		for _, text := range texts {
			said = append(said, Passage{Text: text, Message: 2 * i, ID: string(rune('a' + i)), Role: transcript.User})
		}
	}
	h := Listen(said, "User")
	if v := h.Check("Tove considered a second dog but dropped the idea because her partner Joakim is against it.", "b", "c"); v.Holds != "" {
		t.Errorf("of it holds %q (%v)", v.Holds, v.Why)
	}
}
