package sleep

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"dormouse/land/transcript"
)

// mostHeard is the most bytes of one message that a night reads: a book that was
// pasted, or a log that a tool printed, shall not outweigh all else. The
// transcript has the whole of it.
const mostHeard = 256 << 10

// heardOf is a message as a night reads it: of one that is larger than mostHeard
// the beginning and the end. Its spans go with their text.
func heardOf(m transcript.Message) transcript.Message { return m.Rewritten(ends) }

// ends are the beginning and the end of a text that is larger than mostHeard.
func ends(text string) string {
	if len(text) <= mostHeard {
		return text
	}
	head, tail := mostHeard*3/4, len(text)-mostHeard/4
	for range utf8.UTFMax {
		if !utf8.RuneStart(text[head]) {
			head--
		}
		if !utf8.RuneStart(text[tail]) {
			tail++
		}
	}
	if i := strings.LastIndexByte(text[:head], '\n'); i > head/2 {
		head = i
	}
	if i := strings.IndexByte(text[tail:], '\n'); i >= 0 && i < mostHeard/8 {
		tail += i
	}
	return text[:head] + "\n\n" + text[tail:]
}

// overheard are messages as a night reads them; notices name those that it reads
// in part.
func overheard(list []transcript.Message) (heard []transcript.Message, notices []string) {
	heard = make([]transcript.Message, len(list))
	for i, m := range list {
		heard[i] = heardOf(m)
		if len(m.Content) > mostHeard {
			notices = append(notices, fmt.Sprintf("message %s has %d kB: the night reads its beginning and its end", m.ID, len(m.Content)>>10))
		}
	}
	return heard, notices
}
