package asking

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/claims"
	"dormouse/summarize"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// listen reads the messages of a night and what memory holds as what a claim may
// rest on.
func listen(in summarize.Input) *claims.Talk {
	var said []claims.Passage
	var speakers []string
	seen := map[string]bool{}
	n := 0
	for _, m := range slices.Concat(in.Old, in.New) {
		if m.ID != "" && seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		l, day := language.Guess(m.Content), extract.DayOf(m.Time, in.Location)
		for _, s := range extract.Sentences(m.Content) {
			said = append(said, claims.Passage{Text: s.Text, Lang: l, Message: n, ID: m.ID, Role: m.Role, Day: day})
		}
		speakers = append(speakers, voices.Speaker(in.Names, m))
		n++
	}
	known := func(text string) {
		said = append(said, claims.Passage{Text: text, Lang: language.Guess(text), Message: -1})
	}
	for _, e := range in.Known {
		known(e.Text)
	}
	for line := range strings.Lines(in.Earlier) {
		known(strings.TrimLeft(strings.TrimSpace(line), "-*# "))
	}
	var own []string
	if name := in.Names[transcript.User]; name != "" {
		own = append(own, name)
	}
	t := claims.Listen(said, voices.Owner, own...)
	for _, name := range append(speakers, in.Names[transcript.Assistant]) {
		t.Name(name)
	}
	return t
}

func ids(messages []transcript.Message) (out []string) {
	for _, m := range messages {
		out = append(out, m.ID)
	}
	return out
}
