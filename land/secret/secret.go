// Package secret knows credentials when it sees them: keys, tokens and passwords
// that must not lie on a disk in the clear, and the codes of a home that a person
// wants to be remembered and nobody else to read.
//
// It is text in, spans out. Whoever writes to the disk passes what it writes
// through Redact, or through a Stream where the text comes in pieces: transcripts,
// partial replies, drafts, memory, debug logs. Redact(Redact(s)) == Redact(s).
//
// A credential is told by its shape (shapes.tsv), or by a word before it that says
// what it is (words.txt) together with how the value looks: "DB_PASSWORD=…",
// "my password is …", "Authorization: Bearer …". The code of a door, an alarm or a
// Wi-Fi, and a PIN, are no credentials: see Private.
//
// # Why rules of our own
//
// gitleaks/v8 was tried as a library. It costs 10 MB of program, 25 ms at every
// start and 23 to 34 µs for a text of forty bytes, takes 172 packages of other
// hands into the one that sees everything a person types, and is made for lines
// of code: it has no notion of a sentence that says a password, of a code to be
// kept, of a stream, and does not promise that what it has redacted once stays as
// it is. What is needed of it is a table, and the table is data.
package secret

import (
	"cmp"
	"slices"
	"strings"
)

// Span is a credential in a text: bytes From to To, and what it is in words.
type Span struct {
	From, To int
	What     string
}

// Find returns the credentials of a text, in order; they do not overlap.
func Find(s string) []Span {
	if len(s) < shortest {
		return nil
	}
	list := append(shaped(s), named(s)...)
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To))
	})
	out := list[:1]
	for _, x := range list[1:] {
		last := &out[len(out)-1]
		if x.From >= last.To {
			out = append(out, x)
		} else {
			last.To = max(last.To, x.To)
		}
	}
	return slices.DeleteFunc(out, func(x Span) bool { return isMark(s[x.From:x.To]) })
}

// shortest is the length of the shortest text that can say a credential, in bytes:
// "pwd=abc".
const shortest = 7

// markBegin begins every mark. A value that begins so is redacted already.
const markBegin = "[redacted"

// isMark reports whether a value is redacted already. An entry made of a marked line
// may have lost the bracket and begin with a capital.
func isMark(v string) bool {
	word := markBegin[1:]
	v = strings.TrimPrefix(v, "[")
	return len(v) >= len(word) && strings.EqualFold(v[:len(word)], word)
}

// Mark is what stands for a credential: "[redacted: api key]".
func Mark(what string) string { return markBegin + ": " + what + "]" }

// Unmarked is a text without the sentences that a credential was taken out of: what is left
// of them tells nothing.
func Unmarked(s string) string {
	for {
		at := strings.Index(s, markBegin)
		if at < 0 {
			return s
		}
		from := strings.LastIndexAny(s[:at], ".!?\n") + 1
		to := at + len(markBegin)
		if end := strings.IndexByte(s[to:], ']'); end >= 0 {
			to += end + 1
		}
		s = s[:from] + s[to+sentenceEnd(s[to:]):]
	}
}

// MarkOf is a mark of exactly n bytes, for what is overwritten in place: padded
// with asterisks, or asterisks alone where there is no room for words.
func MarkOf(what string, n int) string {
	for _, m := range []string{Mark(what), markBegin + "]"} {
		if len(m) <= n {
			return m[:len(m)-1] + strings.Repeat("*", n-len(m)) + "]"
		}
	}
	return strings.Repeat("*", n)
}

// Redact replaces the credentials of a text by marks that say what was there.
func Redact(s string) string { return Replace(s, Find(s)) }

// Replace puts marks in the place of spans, which are in order.
func Replace(s string, list []Span) string {
	if len(list) == 0 {
		return s
	}
	var b strings.Builder
	at := 0
	for _, x := range list {
		b.WriteString(s[at:x.From] + Mark(x.What))
		at = x.To
	}
	return b.String() + s[at:]
}
