package sleep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormouse/land/transcript"
)

func TestEntities(t *testing.T) {
	for text, want := range map[string]string{
		"Yesterday I met Maria Lopez in Lisbon, then fixed src/parse.go. Also #gardening! We go on Monday.": "person:Maria Lopez place:Lisbon project:src/parse.go topic:gardening",
		"The error E4012 came back, and ticket PL-88 is about ISO-9001.":                                    "topic:E4012 topic:PL-88 topic:ISO-9001",
		// A word that begins a sentence is no name, unless it is seen again.
		"Gardening is fun. Pottery too.":                                             "",
		"Nora called. I like Nora.":                                                  "person:Nora",
		"Bergen is wet. She moved to Bergen in May.":                                 "place:Bergen",
		"My sister Vera keeps bees; her friend Tom helps.":                           "person:Vera person:Tom",
		"Dr. Berg said it heals.":                                                    "",
		"I saw Dr Berg and Professor Lund about it.":                                 "person:Dr Berg person:Professor Lund",
		"I borrowed Anna's bike.":                                                    "person:Anna",
		"We flew to Oslo and stayed near Hyde Park.":                                 "place:Oslo place:Hyde Park",
		"I got a letter from Ines and wrote back.":                                   "topic:Ines",
		"A conference called Mend & Make, and a friend named Ruth.":                  "project:Mend & Make person:Ruth",
		"We watched Inception at home.":                                              "topic:Inception",
		"Hey Joe! Thanks Ida, that was kind.":                                        "person:Joe person:Ida",
		"I'd say yes, Karl.":                                                         "person:Karl",
		"Ich habe mit Jens über das Haus und die Heizung in Quedlinburg gesprochen.": "person:Jens place:Quedlinburg",
		"Mein Bruder Volker und die Nachbarin sagen, das Dach ist nicht dicht.":      "person:Volker",
		"Yes and/or no, I’ll see cmd/parceld and b/db/x.sql.":                        "project:cmd/parceld project:b/db/x.sql",
		"我们去了北京":                                                                     "",
	} {
		var got []string
		for _, e := range Entities([]transcript.Message{{Role: transcript.User, Content: text}}, nil) {
			got = append(got, string(e.Kind)+":"+e.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

func TestEntitiesAreNotWhoSpeaks(t *testing.T) {
	found := Entities([]transcript.Message{
		{ID: "1", Role: transcript.User, Name: "Caroline", Content: "I told Melanie's brother that Mel and Bruno said yes."},
		{ID: "2", Role: transcript.Assistant, Name: "Melanie", Content: "Thanks, Caroline! I like that Bruno."},
		{ID: "3", Role: transcript.Tool, Content: "I met Mallory in Paris."},
	}, nil)
	if fmt.Sprint(found) != "[{person Bruno}]" {
		t.Errorf("%v", found)
	}
}

// What was named before counts as a sighting.
func TestKnownNamesMayBeginASentence(t *testing.T) {
	turn := []transcript.Message{{Role: transcript.User, Content: "Petra lives in Graz now. Honestly."}}
	if got := Entities(turn, nil); fmt.Sprint(got) != "[{place Graz}]" {
		t.Errorf("unknown: %v", got)
	}
	got := Entities(turn, func(name string) bool { return name == "Petra" })
	if fmt.Sprint(got) != "[{person Petra} {place Graz}]" {
		t.Errorf("known: %v", got)
	}
}

func TestEntitiesAreBounded(t *testing.T) {
	text := "We saw Alien, Brazil, Casablanca, Dune, Elephant, Fargo, Gravity, Heat and I met Nora in Bergen."
	got := Entities([]transcript.Message{{Role: transcript.User, Content: text}}, nil)
	if len(got) != mostEntities || !slices.Contains(got, Entity{Person, "Nora"}) || !slices.Contains(got, Entity{Place, "Bergen"}) {
		t.Errorf("%v", got)
	}
}
