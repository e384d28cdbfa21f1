package offline

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"dormouse/memory/language"
)

// verbs are what stands for the arguments of a phrase, without their order.
func verbs(s string) []string {
	out := regexp.MustCompile(`%(?:\[\d\])?[sd]`).FindAllString(s, -1)
	for i := range out {
		out[i] = out[i][len(out[i])-1:]
	}
	slices.Sort(out)
	return out
}

func TestEveryLanguageHasEveryPhrase(t *testing.T) {
	source, err := os.ReadFile("phrases.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)^\tsay\w+ +phrase = "(\w+)"`).FindAllSubmatch(source, -1)
	english := books()[language.English]
	for _, l := range language.Langs() {
		b := books()[l]
		for _, p := range named {
			if len(b.Say[phrase(p[1])]) == 0 {
				t.Errorf("%s: %s is missing", l, p[1])
			}
		}
		if len(b.Say) != len(named) || len(b.Weekdays) != 7 || len(b.Months) != 12 || len(b.Help) != len(english.Help) {
			t.Fatalf("%s has a phrase that is unknown, or too few days or topics", l)
		}
		for i, h := range b.Help {
			if h.Name != english.Help[i].Name || h.Asks == "" || h.Says == "" {
				t.Errorf("%s: help %q is out of order or empty", l, h.Name)
			}
		}
		for p, wordings := range b.Say {
			for _, w := range wordings {
				if want := verbs(english.Say[p][0]); !slices.Equal(verbs(w), want) {
					t.Errorf("%s %s %q takes %v, want %v", l, p, w, verbs(w), want)
				}
				if got := language.Guess(w); got != l && p != sayConnect && len([]rune(w)) > 60 {
					t.Errorf("%s %s %q reads as %s", l, p, w, got)
				}
			}
		}
		if !slices.Equal(verbs(b.Day), verbs(english.Day)) {
			t.Errorf("%s: the day %q", l, b.Day)
		}
	}
}

// A question in the words of a person finds the topic that answers it.
func TestHelpFindsItsTopic(t *testing.T) {
	for question, want := range map[string]string{
		"how do i hook up gpt?":                       "OPENAI_API_KEY",
		"can i roll back last night's sleep":          "dormouse sleep undo",
		"which folder holds my notes":                 "dormouse path",
		"how do i leave this program":                 "/quit",
		"is anything i write uploaded to the cloud":   "--offline",
		"wie kann ich die letzte nacht zurücknehmen":  "dormouse sleep undo",
		"in welchem ordner liegen die notizen":        "dormouse path",
		"combien ça coûte ?":                          "dormouse models",
		"¿cómo borro un recuerdo?":                    "/forget",
		"モデルをつなぐには?":                                  "/model",
		"怎么退出":                                        "/quit",
		"как отменить последнюю ночь":                 "dormouse sleep undo",
		"hoe koppel ik een taalmodel":                 "OPENAI_API_KEY",
		"onde ficam as minhas notas":                  "dormouse path",
		"come cambio il colore":                       "/theme",
		"how can i take my notes to another computer": "dormouse import",
	} {
		turn := turn{lang: language.Guess(question)}
		if got := turn.help(question); !regexp.MustCompile(regexp.QuoteMeta(want)).MatchString(got) {
			t.Errorf("%s (%s)\n%s", question, turn.lang, got)
		}
	}
}
