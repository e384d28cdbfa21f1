package summarize

import (
	"strings"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/summarize/extract"
)

// owner is how the person whose memory it is is called where no name is known.
const owner = "User"

// speaker is how a message's author is called in an entry.
func speaker(in Input, m transcript.Message) string {
	if m.Name != "" {
		return m.Name
	}
	if n := in.Names[m.Role]; n != "" {
		return n
	}
	switch m.Role {
	case transcript.Assistant:
		return "Assistant"
	case transcript.Tool:
		return "Tool"
	}
	return owner
}

// speakers are the names by which the people of a conversation call each
// other, short forms too: they are no topic.
func speakers(in Input, msgs []transcript.Message) map[string]bool {
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
	for _, n := range in.Names {
		add(n)
	}
	return names
}
