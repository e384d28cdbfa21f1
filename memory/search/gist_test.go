package search

import "testing"

// A note that has no word of the question, nor one of its words' kinds, is found by what it
// means as a whole; a line that has a word of it by chance does not come before it.
func TestNotesAreFoundByTheirMeaning(t *testing.T) {
	s := newShelf(map[string]string{
		"MEMORY.md": "# Memory\n\n## Facts\n\n- the sprinkler timer is set to 5.30 and 21.00\n- our childminder is Odile, 8 to 5\n" +
			"- the ferry leaves at 7.40 from pier 3\n- Bartek re-tiles the roof in spring\n- the sitter's name for the cat is Smudge\n",
		"memory/2025-04-02.md": "# 2025-04-02\n\n- the vicar wants the hymns by friday\n- Lotte got her braces off\n- gave the surveyor the key to the loft\n" +
			"- the tumble dryer trips the switch\n- quarterly VAT goes through Yusuf\n",
	})
	for ask, want := range map[string]string{
		"when do the plants get watered":        "MEMORY.md:5",
		"who looks after the kids in the day":   "MEMORY.md:6",
		"what songs does the church need":       "2025-04-02.md:3",
		"who does the accounts":                 "2025-04-02.md:7",
		"which machine makes the lights go":     "2025-04-02.md:6",
		"what time does the boat go":            "MEMORY.md:7",
		"wer passt tagsüber auf die Kinder auf": "MEMORY.md:6",
	} {
		a := look(t, s, Query{Text: ask})
		if len(a.Results) == 0 || places(Answer{Results: a.Results[:1]}) != want {
			t.Errorf("%q: %s, want %s first", ask, places(a), want)
		}
	}
}
