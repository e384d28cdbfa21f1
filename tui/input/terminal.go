package input

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// The marks of a bracketed paste, and what stands for bytes in one that would
// begin a control sequence.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	escapeSign  = "\u241b" // ␛
	rawSign     = string(utf8.RuneError)
	// wider is how many bytes one byte of a paste may become.
	wider = len(escapeSign)
)

// terminal is an input that can be made raw and whose reading can be cancelled.
type terminal interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// pasteReader reads a terminal and shows the escapes inside a paste as text. The
// library that reads keys takes what it finds in a paste for sequences: one that
// has no end swallowed the end of the paste and all keys after it, Ctrl-C too.
//
// It is the terminal still, for what asks for its descriptor; what waits on the
// descriptor finds nothing kept back but the beginning of a paste's end or of a
// letter, whose rest always comes.
type pasteReader struct {
	terminal
	inside bool
	begun  int    // how much of pasteBegins was read, outside
	held   []byte // of a paste: what may be the start of its end, or of a letter
	ready  []byte // what was read and did not fit in what was to be filled
	err    error  // what came with that
}

// Terminal is the input that the screen reads: in itself, if it is no terminal.
func Terminal(in io.Reader) io.Reader {
	if t, ok := in.(terminal); ok {
		return &pasteReader{terminal: t}
	}
	return in
}

// Read implements io.Reader. It never returns 0 bytes without an error.
func (p *pasteReader) Read(b []byte) (int, error) {
	if len(b) < wider {
		return 0, io.ErrShortBuffer
	}
	for len(p.ready) == 0 && p.err == nil {
		// What is read mostly has room when it is written wider.
		raw := make([]byte, max(1, len(b)/wider-len(p.held)))
		n, err := p.terminal.Read(raw)
		p.ready, p.err = p.escape(raw[:n]), err
		if err != nil && len(p.held) > 0 { // the end never comes
			p.ready, p.held = append(p.ready, bytes.ReplaceAll(p.held, []byte("\x1b"), []byte(escapeSign))...), nil
		}
	}
	n := copy(b, p.ready)
	if p.ready = p.ready[n:]; len(p.ready) > 0 {
		return n, nil
	}
	err := p.err
	p.ready, p.err = nil, nil
	return n, err
}

// escape is what was read, with the pastes in it made text.
func (p *pasteReader) escape(raw []byte) []byte {
	out := make([]byte, 0, len(raw)*wider)
	for len(raw) > 0 {
		if p.inside {
			raw = append(p.held, raw...)
			p.held = nil
			var rest []byte
			out, rest = p.Paste(out, raw)
			raw = rest
			continue
		}
		c := raw[0]
		out, raw = append(out, c), raw[1:]
		switch {
		case c == pasteBegins[p.begun]:
			p.begun++
		case c == pasteBegins[0]:
			p.begun = 1
		default:
			p.begun = 0
		}
		if p.begun == len(pasteBegins) {
			p.inside, p.begun = true, 0
		}
	}
	return out
}

// Paste adds the text of a paste to out, up to its end, and returns what comes
// behind it. What cannot be judged yet is held.
func (p *pasteReader) Paste(out, raw []byte) ([]byte, []byte) {
	for len(raw) > 0 {
		switch c := raw[0]; {
		case c == '\x1b' && bytes.HasPrefix(raw, []byte(pasteEnds)):
			p.inside = false
			return append(out, pasteEnds...), raw[len(pasteEnds):]
		case c == '\x1b' && bytes.HasPrefix([]byte(pasteEnds), raw):
			p.held = bytes.Clone(raw)
			return out, nil
		case c == '\x1b':
			out, raw = append(out, escapeSign...), raw[1:]
		case c < utf8.RuneSelf:
			out, raw = append(out, c), raw[1:]
		case !utf8.FullRune(raw):
			p.held = bytes.Clone(raw)
			return out, nil
		default:
			r, n := utf8.DecodeRune(raw)
			if r == utf8.RuneError && n == 1 {
				out = append(out, rawSign...)
			} else {
				out = append(out, raw[:n]...)
			}
			raw = raw[n:]
		}
	}
	return out, nil
}
