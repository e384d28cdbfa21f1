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
func listen(in summarize.Input, own ...string) *claims.Talk {
	var said []claims.Passage
	var speakers []string
	seen := map[string]bool{}
	n := 0
	for _, m := range slices.Concat(in.Old, in.New) {
		if m.ID != "" && seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		l, day, foreign := language.Guess(m.Content), extract.DayOf(m.Time, in.Location), foreignIn(m)
		for _, s := range extract.Sentences(m.Content) {
			said = append(said, claims.Passage{Text: s.Text, Lang: l, Message: n, ID: m.ID, Role: m.Role, Origin: originOf(s.Text, m, foreign), Day: day})
		}
		speakers = append(speakers, voices.Speaker(in.Names, m))
		n++
	}
	known := func(text string) {
		said = append(said, claims.Passage{Text: text, Lang: language.Guess(text), Message: -1, Origin: transcript.LabelOf(text)})
	}
	for _, e := range in.Known {
		known(e.Text)
	}
	for line := range strings.Lines(in.Earlier) {
		known(strings.TrimLeft(strings.TrimSpace(line), "-*# "))
	}
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

// foreignIn are the sentences of a message that came in another way than the rest of it.
func foreignIn(m transcript.Message) map[string]transcript.Origin {
	out := map[string]transcript.Origin{}
	for _, p := range m.Parts() {
		if p.Origin == m.Own() {
			continue
		}
		for _, s := range extract.Sentences(p.Text) {
			out[s.Text] = p.Origin
		}
	}
	return out
}

// originOf is how a sentence of a message came into it: as most of it did.
func originOf(sentence string, m transcript.Message, foreign map[string]transcript.Origin) transcript.Origin {
	for of, origin := range foreign {
		if strings.Contains(of, sentence) || 2*len(of) >= len(sentence) && strings.Contains(sentence, of) {
			return origin
		}
	}
	return m.Own()
}

// calledFrom is the part of all entries that must name the person by a word for it to be
// their name.
const calledFrom = 4

// called are the names by which a model calls the person, of those that they may have given
// in small letters: "tove here".
func (n *night) called(entries []foundEntry) (names []string) {
	for _, m := range slices.Concat(n.in.Old, n.in.New) {
		if m.Role != transcript.User {
			continue
		}
		for _, low := range language.Guess(m.Content).MayOwnNames(m.Words()) {
			count := 0
			for _, e := range entries {
				l := language.Guess(e.Text)
				if slices.ContainsFunc(language.Words(e.Text), func(w language.Word) bool {
					stem, says := claims.Stem(w, l)
					return says && w.Upper() && stem == l.Stem(low)
				}) {
					count++
				}
			}
			if count*calledFrom >= len(entries) && count > 1 && !slices.Contains(names, low) {
				names = append(names, low)
			}
		}
	}
	return names
}
