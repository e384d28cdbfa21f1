package search

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

// TestQuestionsInOtherWords asks what a writer asked who saw nothing of what the vectors are
// learned from, of all notes of the language: 300 in English, 25 in each other.
func TestQuestionsInOtherWords(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	lines, err := corpus.Answers()
	if err != nil {
		t.Fatal(err)
	}
	of := map[language.Lang][]corpus.Line{}
	for _, l := range lines {
		if l.Writer == "z" {
			of[l.Lang] = append(of[l.Lang], l)
		}
	}
	asked, first, five := 0, 0, 0
	for _, l := range language.Langs() {
		files := map[string]string{}
		for i, q := range of[l] {
			day := fmt.Sprintf("2025-%02d-%02d", 1+i/8/28, 1+i/8%28)
			if files["memory/"+day+".md"] == "" {
				files["memory/"+day+".md"] = "# " + day + "\n\n"
			}
			files["memory/"+day+".md"] += "- " + q.Newer + "\n"
		}
		s := newShelf(files)
		n := 0
		for _, q := range of[l] {
			for i, h := range look(t, s, Query{Text: q.Text, Limit: 5}).Results {
				if strings.Contains(h.Text, q.Newer) {
					n++
					if i == 0 {
						first++
					}
					break
				}
			}
		}
		t.Logf("%s: of %d questions %d find their note among the first five", l, len(of[l]), n)
		asked, five = asked+len(of[l]), five+n
	}
	t.Logf("of %d questions %d find their note first, %d among the first five", asked, first, five)
	// What is reached today, less what one learning of the vectors moves.
	if asked < 500 || first*100 < 32*asked || five*100 < 52*asked {
		t.Errorf("of %d questions %d find their note first, %d among the first five", asked, first, five)
	}
}
