package secret

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Stream redacts a text that comes in pieces, such as a reply while it arrives.
// What it gives back may be written to the disk: it holds text back for as long
// as the text may become part of a credential. The zero value is ready.
type Stream struct {
	context string // what was given back last, as it came: it names what follows
	held    string
	looked  int // how much was held when it was last looked at
}

const (
	contextSize = 300
	nameSize    = 250      // how far before its value a credential may be named
	longest     = 4 << 10  // bytes without a space that may be a token
	holdMost    = 96 << 10 // more than any credential: it is given back redacted
)

// Add takes a piece and returns what is fit to be written by now.
func (s *Stream) Add(piece string) string {
	s.held += piece
	if len(s.held) < s.looked+s.looked/8 {
		return "" // so that a long block is not read again with each piece
	}
	s.looked = len(s.held)
	return s.give(s.safe())
}

// End returns what was still held.
func (s *Stream) End() string { return s.give(len(s.held)) }

// give redacts and returns the first n bytes that are held.
func (s *Stream) give(n int) string {
	if n <= 0 {
		return ""
	}
	all, at := s.context+s.held, len(s.context)
	var list []Span
	for _, x := range Find(all) {
		if x.From = max(x.From, at) - at; x.To-at > x.From && x.From < n {
			list = append(list, Span{x.From, min(x.To-at, n), x.What})
		}
	}
	out := Replace(s.held[:n], list)
	all = all[:at+n]
	s.context, s.held, s.looked = all[max(0, len(all)-contextSize):], s.held[n:], 0
	return out
}

// safe is how much of what is held cannot become part of a credential any more.
func (s *Stream) safe() int {
	if len(s.held) > holdMost {
		return len(s.held)
	}
	n := s.wordEnd()
	all, at := s.context+s.held, len(s.context)
	if k := lastName(lower(all)); k >= 0 && len(all)-k < nameSize {
		n = min(n, max(0, k-at))
	}
	for _, x := range Find(all) {
		if x.To == len(all) || x.From < at+n && at+n < x.To {
			n = min(n, x.From-at)
		}
	}
	return n
}

// wordEnd is the end of the last whole word. A long run without a space is no
// token, but its end may be the beginning of one.
func (s *Stream) wordEnd() int {
	if plainEnd(s.context + s.held) {
		return len(s.held)
	}
	for n := len(s.held); n > 0; {
		r, size := utf8.DecodeLastRuneInString(s.held[:n])
		if r == ' ' || r == '\n' || r == '\t' || r >= 0x2e80 {
			return n
		}
		n -= size
	}
	n := max(0, len(s.held)-longest)
	for n > 0 && n < len(s.held) && !utf8.RuneStart(s.held[n]) {
		n--
	}
	return n
}

// plainEnd tells a text that ends in a short word of small letters: nothing that
// a part of is a loss, should a credential begin so.
func plainEnd(s string) bool {
	const short = 12
	for n := 0; n <= short; n++ {
		if n == len(s) {
			return true
		}
		switch c := s[len(s)-1-n]; {
		case c == ' ' || c == '\n':
			return true
		case c < 'a' || c > 'z':
			return false
		}
	}
	return false
}

// lastName is where the last word stands that may name a credential; -1 for none.
func lastName(low string) int {
	last := -1
	for _, words := range [][]string{lists().password, lists().token, {"phrase", "mnemonic", "login", "curl", "begin"}} {
		for _, w := range words {
			last = max(last, strings.LastIndex(low, w))
		}
	}
	return last
}

// Writer redacts what is written to w. A Write holds whole records, as a logger's
// do: a credential that is cut in two by two Writes is not seen.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ w io.Writer }

func (r writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(r.w, Redact(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
