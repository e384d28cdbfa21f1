package temporal

import (
	"dormouse/memory/language"
	"os"
	"regexp"
	"testing"
)

// TestEveryLanguageHasAGrammarOfTimes reads those of all languages.
func TestEveryLanguageHasAGrammarOfTimes(t *testing.T) {
	for _, l := range language.Langs() {
		g, err := newTimeGrammar(l.File())
		if err != nil {
			t.Fatal(err)
		}
		if len(g.starts) < 12 || len(g.verbs) < 2 || len(g.fillers[unitSlot]) == 0 {
			t.Errorf("%s: %d beginnings of a time, %d ways of verbs, %d units", l, len(g.starts), len(g.verbs), len(g.fillers[unitSlot]))
		}
	}
}

// TestAGrammarThatLacksSomethingIsRefused takes one thing after another out of a file.
func TestAGrammarThatLacksSomethingIsRefused(t *testing.T) {
	whole, err := os.ReadFile("../data/en.toml")
	if err != nil {
		t.Fatal(err)
	}
	read := func(file []byte) error {
		f, err := language.DecodeFile(file)
		if err != nil {
			return err
		}
		_, err = newTimeGrammar(f)
		return err
	}
	if err := read(whole); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"units", "day", "week", "\"said month\""} {
		without := regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(name)+` = .*\n`).ReplaceAll(whole, nil)
		if len(without) == len(whole) {
			t.Fatalf("%s is not in the file", name)
		}
		if read(without) == nil {
			t.Errorf("a file without %s is read", name)
		}
	}
}
