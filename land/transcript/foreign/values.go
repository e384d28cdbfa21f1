package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// mostRecord is the longest record that is read, in bytes; it bounds the memory
// that a file of any size takes.
const mostRecord = 128 << 20

// broken is returned for a record that could not be read. What follows it can.
type broken string

func (b broken) Error() string { return string(b) }

// stream takes a JSON text apart into its records without decoding them: the
// items of a list, values one after the other, or one value a line. A record that
// is broken costs itself alone.
type stream struct {
	in     io.Reader
	layout layout
	buf    []byte
	at     int // where the next record begins
	eof    bool
	begun  bool
	tries  int    // how often another record was looked for within a broken one
	opener []byte // `{"title"`: how the first object begins, to find the next one after a broken one
}

func newStream(in io.Reader, l layout) *stream {
	return &stream{in: in, layout: l, buf: make([]byte, 0, sampleSize)}
}

// next returns a record, valid until the next call, or io.EOF.
func (s *stream) next() ([]byte, error) {
	if s.layout == lines {
		return s.line()
	}
	if err := s.space(); err != nil {
		return nil, err
	}
	for {
		end := valueEnd(s.buf[s.at:])
		if end > 0 {
			return s.take(end), nil
		}
		if s.eof || len(s.buf)-s.at > mostRecord {
			return nil, s.resync()
		}
		if err := s.fill(2 * (len(s.buf) - s.at)); err != nil { // twice, so that looking again stays linear
			return nil, err
		}
	}
}

// take is the next n bytes as a record.
func (s *stream) take(n int) []byte {
	record := s.buf[s.at : s.at+n]
	s.at += n
	if s.opener == nil {
		s.opener = openerOf(record)
	}
	return record
}

// space passes over what stands between records.
func (s *stream) space() error {
	for {
		for s.at < len(s.buf) {
			switch c := s.buf[s.at]; {
			case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' && s.begun:
			case c == '[' && !s.begun && s.layout == list:
				s.begun = true
			case c == ']' && s.layout == list:
				return io.EOF // what follows the list is nobody's
			default:
				s.begun = true
				return nil
			}
			s.at++
		}
		if s.eof {
			return io.EOF
		}
		if err := s.fill(sampleSize); err != nil {
			return err
		}
	}
}

// fill moves what is left to the front and reads at least one byte, so that want
// bytes are there in the end.
func (s *stream) fill(want int) error {
	left := len(s.buf) - s.at
	if want = max(want, left+sampleSize); want > cap(s.buf) {
		s.buf = append(make([]byte, 0, want), s.buf[s.at:]...)
	} else {
		s.buf = append(s.buf[:0], s.buf[s.at:]...)
	}
	s.at = 0
	for len(s.buf) < want && !s.eof {
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if errors.Is(err, io.EOF) {
			s.eof = true
		} else if err != nil {
			return err
		}
	}
	return nil
}

// resync gives up the record that begins here, for it does not end, and looks for
// the beginning of another one within it.
func (s *stream) resync() error {
	why := broken("it does not end")
	if s.tries++; s.tries > mostTries {
		s.at, s.eof = len(s.buf), true
		return broken("it does not end, as many before it; the rest of the file is left")
	}
	if len(s.buf)-s.at > mostRecord {
		why = broken(fmt.Sprintf("it is longer than %d MB", mostRecord>>20))
	}
	for {
		if next := s.nextOpener(s.buf[s.at:]); next > 0 {
			s.at += next
			return why
		}
		s.at = max(len(s.buf)-len(s.opener), s.at+1)
		if s.eof {
			s.at = len(s.buf)
			return why
		}
		if err := s.fill(sampleSize); err != nil {
			return err
		}
	}
}

// mostTries bounds how often a file is read again from within a broken record.
const mostTries = 200

// again goes back into a record that was read whole and cannot be decoded, to where
// another one seems to begin: a bracket that is missing makes one of two.
func (s *stream) again(n int) {
	if s.layout == lines || s.tries >= mostTries {
		return
	}
	if next := s.nextOpener(s.buf[s.at-n:]); next > 0 && next < n {
		s.tries++
		s.at -= n - next
	}
}

// nextOpener finds where another record begins, after the first byte; 0 for
// nowhere.
func (s *stream) nextOpener(b []byte) int {
	if s.opener == nil {
		return 0
	}
	for from := 1; ; {
		i := bytes.Index(b[min(from, len(b)):], s.opener)
		if i < 0 {
			return 0
		}
		i += from
		before := bytes.TrimRight(b[:i], " \t\r")
		if n := len(before); n > 0 && (before[n-1] == ',' || before[n-1] == '\n') {
			return i
		}
		from = i + 1
	}
}

// openerOf is an object's brace and first name.
func openerOf(record []byte) []byte {
	if len(record) == 0 || record[0] != '{' {
		return nil
	}
	open := bytes.IndexByte(record, '"')
	if open < 0 {
		return nil
	}
	end := bytes.IndexByte(record[open+1:], '"')
	if end < 0 {
		return nil
	}
	return bytes.Clone(record[:open+1+end+1])
}

// line is the next line that is not empty.
func (s *stream) line() ([]byte, error) {
	for {
		end := bytes.IndexByte(s.buf[s.at:], '\n')
		switch {
		case end >= 0:
			line := bytes.TrimSpace(s.buf[s.at : s.at+end])
			s.at += end + 1
			return line, nil
		case s.eof && s.at < len(s.buf):
			line := bytes.TrimSpace(s.buf[s.at:])
			s.at = len(s.buf)
			return line, nil
		case s.eof:
			return nil, io.EOF
		case len(s.buf)-s.at > mostRecord:
			return nil, s.longLine()
		}
		if err := s.fill(2 * (len(s.buf) - s.at)); err != nil {
			return nil, err
		}
	}
}

// longLine passes over a line in bounded memory.
func (s *stream) longLine() error {
	for {
		if end := bytes.IndexByte(s.buf[s.at:], '\n'); end >= 0 {
			s.at += end + 1
			break
		}
		if s.at = len(s.buf); s.eof {
			break
		}
		if err := s.fill(sampleSize); err != nil {
			return err
		}
	}
	return broken(fmt.Sprintf("it is longer than %d MB", mostRecord>>20))
}

// valueEnd is how long the JSON value at the beginning of b is, by its brackets
// and quotes alone; -1 when it goes on after b.
func valueEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n := stringEnd(b[i+1:])
			if n < 0 {
				return -1
			}
			i += n
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 && i > 0 {
				return i
			}
		}
	}
	return -1
}

// stringEnd is the length of the rest of a string with its quote; -1 when it goes
// on after b.
func stringEnd(b []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		slashes := 0
		for j := i - 1; j >= 0 && b[j] == '\\'; j-- {
			slashes++
		}
		if i++; slashes%2 == 0 {
			return i
		}
	}
}

// each hands on the records of a file, decoded. What cannot be decoded is said
// and passed over; unit is what a record is called.
func each[T any](r *Reading, unit string, do func(n int, v *T) error) error {
	s := newStream(r.in, r.layout)
	for n := 1; ; n++ {
		raw, err := s.next()
		var bad broken
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			r.skip(n, unit, string(bad))
			continue
		case err != nil:
			return err
		case len(raw) == 0:
			continue // an empty line
		}
		v := new(T)
		if why := decode(raw, v); why != "" {
			r.skip(n, unit, why)
			s.again(len(raw))
			continue
		}
		if err := do(n, v); err != nil {
			return err
		}
	}
}

// decode reads JSON and says in plain words what ails it. A field that holds
// another kind of thing than expected is left out; it is no reason to lose the
// rest.
func decode(raw []byte, v any) string {
	err := json.Unmarshal(raw, v)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &kind) && kind.Field == "":
		return "it is no object (" + kind.Value + ")"
	case errors.As(err, &kind):
		return ""
	case errors.As(err, &syntax):
		return fmt.Sprintf("it is not valid JSON at byte %d", syntax.Offset)
	}
	return "it is not valid JSON"
}
