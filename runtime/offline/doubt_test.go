package offline

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/runtime/llm"
)

// asked is a talk in which a reply has just asked whether the choir line is over.
func asked() []transcript.Message {
	at := func(m transcript.Message, minute int) transcript.Message {
		m.Time = m.Time.Add(time.Duration(minute) * time.Minute)
		return m
	}
	return []transcript.Message{
		at(user("m0", "the vicar lends our Tuesdays to the judo club"), 0),
		{Role: transcript.Assistant, Model: Ref, Content: "Noted. Is this over, then?", Asks: []string{"wkerdv6x"}},
	}
}

// Who says yes ends the line that was asked of, who says no keeps it, and who says
// anything else does neither.
func TestAQuestionIsAnswered(t *testing.T) {
	for text, want := range map[string]string{"yes": "over", "Yep, since May": "over", "no": "holds", "no, course not, I still sing there. and we have a new tenor": "holds", "I like cheese": "", "the rain has stopped": ""} {
		next := user("next", text)
		next.Time = next.Time.Add(time.Hour)
		m := (&memoryDouble{}).answer(t, choir, append(asked(), next)...)
		got := ""
		switch {
		case len(m.Over) > 0:
			got = "over"
		case len(m.Holds) > 0:
			got = "holds"
		}
		if got != want || want == "over" && !strings.Contains(m.Content, "the judo club. The older line will go: ~~I sing alto") {
			t.Errorf("%q: %q, over %q, holds %q", text, m.Content, m.Over, m.Holds)
		}
	}
}

// Who begins with a no, and speaks of the line that a reply said goes, keeps it.
func TestANoKeepsALine(t *testing.T) {
	for text, want := range map[string]bool{
		"no no, I sing alto on Tuesdays, that was just the one week": true,
		"no, it is at eight":   false,
		"no idea who told you": false,
	} {
		l := &memoryDouble{}
		of := l.talk(t, "choir practice is on Wednesdays now, the vicar needs the hall", text)
		if got := slices.Equal(of[1].Holds, []string{"wkerdv6x"}); got != want {
			t.Errorf("%q: %q, holds %q", text, of[1].Content, of[1].Holds)
		}
	}
}

// What was agreed to is over in the rest of the talk, for what was said then.
func TestWhatWasAgreedIsOver(t *testing.T) {
	talk := append(asked(), user("m1", "yes"), transcript.Message{Role: transcript.Assistant, Model: Ref, Content: "It will go.", Over: []string{"wkerdv6x"}})
	tn, _ := newTurn(llm.Request{Messages: append(talk, user("m2", "when is choir?")), System: []llm.Block{{Text: choir}}})
	told := tn.told()
	if len(tn.turned) != 1 || !strings.Contains(tn.turned[0].was, "I sing alto") || len(told) != 1 || !slices.Contains(told[0].instead, tn.turned[0].now[0].text) {
		t.Errorf("turned %+v, told %+v", tn.turned, told)
	}
}

// One word says little of its language: it is that of the talk.
func TestOneWordIsOfTheTalk(t *testing.T) {
	tn, _ := newTurn(llm.Request{Messages: []transcript.Message{user("m0", "A Nuria le pago nueve euros la hora"), {Role: transcript.Assistant, Content: "Anotado."}, user("m1", "sí")}})
	if tn.lang != language.Spanish {
		t.Errorf("it is %s", tn.lang)
	}
}

// A line is asked of once in a talk, and not where nothing would be kept.
func TestALineIsAskedOfOnce(t *testing.T) {
	old, news := line{text: "We sing on Tuesdays", id: "wkerdv6x"}, line{text: "the vicar lends our evenings to the judo club"}
	for _, c := range []struct {
		before  []transcript.Message
		private bool
		want    bool
	}{{nil, false, true}, {asked(), false, false}, {nil, true, false}} {
		tn := &turn{before: c.before, private: c.private, lang: language.English}
		q := tn.question(&old, &news)
		if asks := strings.Contains(q, "“We sing on Tuesdays”") && slices.Equal(tn.asks, []string{"wkerdv6x"}); asks != c.want {
			t.Errorf("before %d, private %v: %q", len(c.before), c.private, q)
		}
	}
}

// Of a list the one thing is over that was asked of; who asks whether something still holds
// lets nothing stay.
func TestAYesIsOfOneThing(t *testing.T) {
	for _, of := range []struct{ listed, news, yes string }{
		{"to do: pay the rent, order the cake, ring gran", "cake's sorted at the bakery on Hill Street, 35", "yes"},
		{"te doen: huur betalen, taart bestellen, oma bellen", "taart besteld bij bakker Nijboer", "ja"},
		{"tenho que pagar a luz, comprar pneu e ligar pro banco", "comprei o pneu na loja do Zé, 400 reais", "sim"},
	} {
		l := &memoryDouble{}
		replies := l.talk(t, of.listed, of.news, of.yes)
		if len(replies[1].Asks) > 0 && strings.Count(replies[2].Content, "~~") != 2 {
			t.Errorf("%q: %q", of.news, replies[2].Content)
		}
	}
	l := &memoryDouble{}
	replies := l.talk(t, "todo: ring gas safe about renewal, order tyres", "rang gas safe, renewal is 190", "anything still to do")
	if got := replies[2]; len(got.Holds) > 0 || !strings.Contains(got.Content, "order tyres") {
		t.Errorf("%q, holds %q", got.Content, got.Holds)
	}
}
