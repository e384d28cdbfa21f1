package cli

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

// visible is how every untrusted word reaches standard output or error.
func visible(s string) string { return safe.Line(s) }

// mostEchoed is the most characters of a query or an error that is echoed.
const mostEchoed = 400

// cutLine is a text of any size as one line that can be read.
func cutLine(s string) string {
	const wide = 4 * mostEchoed // bytes that surely hold so many characters
	whole := len(s)
	if whole > wide {
		s = strings.ToValidUTF8(s[:wide], "")
	}
	line := []rune(visible(s))
	if whole > wide || len(line) > mostEchoed {
		return string(line[:min(len(line), mostEchoed)]) + fmt.Sprintf("… (%d bytes)", whole)
	}
	return string(line)
}

// checked remembers the first error of a writer: an answer that nobody got is none.
type checked struct {
	w   io.Writer
	err error
}

func (c *checked) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// isTerminal says whether a stream is a terminal: only then are colours and
// cursor codes written to it, or questions asked on it.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// writeJSON prints one JSON value on one line, without escaping < and >.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	if _, err := w.Write(printable(b.Bytes())); err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	return nil
}

// printable escapes in a JSON text what a terminal might act on, and what the
// encoder leaves as it is: DEL, C1 controls, invisible formats and selectors. The
// value stays the same.
func printable(text []byte) []byte {
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
