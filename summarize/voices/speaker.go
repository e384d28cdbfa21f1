package voices

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/summarize/extract"
)

// Owner is how the person whose memory it is is called where no name is known.
const Owner = "User"

// Speaker is how a message's author is called in an entry.
func Speaker(names map[transcript.Role]string, m transcript.Message) string {
	if m.Name != "" {
		return m.Name
	}
	if n := names[m.Role]; n != "" {
		return n
	}
	switch m.Role {
	case transcript.Assistant:
		return "Assistant"
	case transcript.Tool:
		return "Tool"
	}
	return Owner
}

// Speakers are the names by which the people of a conversation call each
// other, short forms too: they are no topic.
func Speakers(roles map[transcript.Role]string, msgs []transcript.Message) map[string]bool {
	names := map[string]bool{}
	add := func(n string) {
		for _, part := range strings.Fields(extract.Fold(n)) {
			names[part] = true
			for k := 2; k < len(part) && k < 5; k++ {
				if utf8.RuneStart(part[k]) {
					names[part[:k]] = true
				}
			}
		}
	}
	for _, m := range msgs {
		if m.Name != "" && !names[extract.Fold(m.Name)] {
			add(m.Name)
		}
	}
	for _, n := range roles {
		add(n)
	}
	return names
}

// Introduced reports whether a text begins as if somebody's name stood in front:
// "Boiler: 1.4 bar", and not "Bad news from the kirk: …".
func Introduced(text string) bool {
	i := strings.Index(text, ": ")
	if i <= 0 || strings.Count(text[:i], " ") >= nameWords {
		return false
	}
	return !slices.ContainsFunc(strings.Fields(text[:i]), func(w string) bool { return !extract.Capital(w) })
}

// nameWords is how many words of a name stand in front of an entry at most.
const nameWords = 3
