package foreign

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land/pattern"
	"dormouse/land/transcript"
)

// body is a message's text while it is put together, with where its parts come
// from.
type body struct {
	text  []byte
	spans []transcript.Span
}

// mostForeign is how much of a text that nobody typed is kept, in bytes: what a
// night reads of one message.
const mostForeign = 256 << 10

// own adds what the speaker said.
func (b *body) typed(text string) { b.add(transcript.Typed, "", text) }

// add adds text of any origin on a line of its own.
func (b *body) add(o transcript.Origin, name, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if len(b.text) > 0 {
		b.text = append(b.text, '\n')
	}
	from := len(b.text)
	b.text = append(b.text, text...)
	if o.Foreign() {
		b.spans = append(b.spans, transcript.Span{From: from, To: len(b.text), Origin: o, Name: name})
	}
}

// foreign is add for a text of any length, whose end is lost where it is too long.
func (r *Reading) foreign(b *body, o transcript.Origin, name, text string) {
	b.add(o, name, r.cut(text))
}

// cut shortens a text that nobody typed, and says so in its place.
func (r *Reading) cut(text string) string {
	if len(text) <= mostForeign {
		return text
	}
	r.tally.Lost[endings]++
	return cutAt(text, mostForeign)
}

// cutAt is the beginning of a text, with a line that says how long it was.
func cutAt(text string, most int) string {
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + fmt.Sprintf("\n[cut here: the text has %d bytes]", len(text))
}

// lose leaves a mark where something was that cannot come along.
func (r *Reading) lose(b *body, what, mark, name string) {
	r.tally.Lost[what]++
	if name != "" {
		mark += ": " + name
	}
	b.add(transcript.Attached, name, "["+mark+"]")
}

// message is the text as a message of a role. In a model's or a tool's message
// only what is attached needs a span.
func (b *body) message(role transcript.Role) transcript.Message {
	return transcript.Message{Role: role, Content: string(b.text), Spans: b.spans}
}

// wrapped is an element by which a program marks what it says to its model in a
// person's message: a name of several words, as none of HTML's.
var wrapped = pattern.Of(`(?m)^[ \t]*<([a-z]+(?:[-_][a-z]+)+)(?: [^<>\n]*)?>`)

// person adds what stands in a person's message of a program that wraps what it adds
// into elements: outside of them are the person's words. typed are the elements
// that hold words of the person.
func (r *Reading) person(b *body, text string, typed ...string) {
	for {
		m := wrapped().FindStringSubmatchIndex(text)
		if m == nil {
			b.typed(strings.Trim(text, "\n"))
			return
		}
		b.typed(strings.Trim(text[:m[0]], "\n"))
		name := text[m[2]:m[3]]
		end := strings.Index(text[m[1]:], "</"+name+">")
		inside, rest := text[m[1]:], ""
		if end >= 0 {
			inside, rest = text[m[1]:m[1]+end], text[m[1]+end+len(name)+3:]
		}
		if slices.Contains(typed, name) {
			b.typed(inside)
		} else {
			r.foreign(b, transcript.Guest, name, strings.TrimSpace(text[m[0]:len(text)-len(rest)]))
		}
		text = rest
	}
}
