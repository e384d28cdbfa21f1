package provider

import "strings"

// What some servers leave in the text of a reply: a model of theirs thinks between
// these marks before it answers.
const (
	thoughtBegins = "<think>"
	thoughtEnds   = "</think>"
)

// inlineThought parts what a model thinks from what it says where both come as text.
// Marks may be torn between two pieces; only a reply that begins with one thinks so.
type inlineThought struct {
	held  string // of a mark that may follow
	place int
}

// Where in a reply: before its first word, in its thought, before the first word behind
// that, in what it says.
const (
	atBegin = iota
	inThought
	behindThought
	inSpeech
)

// part takes a piece and gives what of it is said, and what is thought.
func (t *inlineThought) part(piece string) (said, thought string) {
	s := t.held + piece
	t.held = ""
	if t.place == atBegin {
		word := strings.TrimLeft(s, " \t\r\n")
		rest, thinks := strings.CutPrefix(word, thoughtBegins)
		switch {
		case thinks:
			t.place, s = inThought, rest
		case strings.HasPrefix(thoughtBegins, word):
			t.held = s
			return "", ""
		default:
			t.place = inSpeech
		}
	}
	if t.place == inThought {
		before, behind, over := strings.Cut(s, thoughtEnds)
		if !over {
			n := len(s) - torn(s)
			t.held = s[n:]
			return "", s[:n]
		}
		t.place, thought, s = behindThought, before, behind
	}
	if t.place == behindThought {
		if s = strings.TrimLeft(s, " \t\r\n"); s != "" {
			t.place = inSpeech
		}
	}
	return s, thought
}

// torn is how many bytes at the end of a text may begin the mark that ends a thought.
func torn(s string) int {
	for n := min(len(s), len(thoughtEnds)-1); n > 0; n-- {
		if strings.HasSuffix(s, thoughtEnds[:n]) {
			return n
		}
	}
	return 0
}

// rest is what is still held when the reply is over: it was no mark.
func (t *inlineThought) rest() (said, thought string) {
	if t.place == inThought {
		return "", t.held
	}
	return t.held, ""
}
