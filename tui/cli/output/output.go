// Package output is what is printed: text that no terminal acts upon, JSON, words for
// counts and places, progress.
package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/term"

	"dormouse/tui/safe"
)

// mostEchoed is the most characters of a query or an error that is echoed.
const mostEchoed = 400

// Line is a text of any size as one line that can be read.
func Line(s string) string {
	const wide = 4 * mostEchoed // bytes that surely hold so many characters
	whole := len(s)
	if whole > wide {
		s = strings.ToValidUTF8(s[:wide], "")
	}
	line := []rune(safe.Line(s))
	if whole > wide || len(line) > mostEchoed {
		return string(line[:min(len(line), mostEchoed)]) + fmt.Sprintf("… (%d bytes)", whole)
	}
	return string(line)
}

// Checked remembers the first error of a writer: an answer that nobody got is none.
type Checked struct {
	W   io.Writer
	Err error
}

func (c *Checked) Write(b []byte) (int, error) {
	n, err := c.W.Write(b)
	if c.Err == nil {
		c.Err = err
	}
	return n, err
}

// IsTerminal says whether a stream is a terminal: only then are colours and
// cursor codes written to it, or questions asked on it.
func IsTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// JSON prints one JSON value on one line, without escaping < and >.
func JSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	if _, err := w.Write(Printable(b.Bytes())); err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	return nil
}

// Printable escapes in a JSON text what a terminal might act on, and what the
// encoder leaves as it is: DEL, C1 controls, invisible formats and selectors. The
// value stays the same.
func Printable(text []byte) []byte {
	acts := func(r rune) bool {
		return r != '\n' && (r < ' ' || r >= 0x7f && (unicode.Is(unicode.Cf, r) || safe.Text(string(r)) != string(r)))
	}
	if !bytes.ContainsFunc(text, acts) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for _, r := range string(text) {
		switch {
		case !acts(r):
			out = append(out, string(r)...)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}
