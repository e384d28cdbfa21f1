package llm

import "dormouse/land/transcript"

// Text is what a message contributes to a request: its Note, an empty line,
// its Content with marks around what no person typed. Counting tokens and building requests both use it, so that what
// is counted is what is sent.
func Text(m transcript.Message) string {
	switch {
	case m.Note == "":
		return m.Marked()
	case m.Content == "":
		return m.Note
	}
	return m.Note + "\n\n" + m.Marked()
}
