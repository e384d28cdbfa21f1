package foreign

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"
)

// sampleSize is how much of a file is looked at to tell what it is, in bytes.
const sampleSize = 256 << 10

// Layouts of JSON.
type layout int

const (
	noJSON layout = iota
	lines         // one value a line
	values        // values one after the other, each over several lines or all on one
	list          // one list
)

// Sample is the beginning of a file.
type Sample struct {
	Base    string // name of the file, lower case
	Text    []byte
	layout  layout
	records []keys // of the first values
}

// keys are the fields of an object and of the objects in it: "message.role" →
// "user"; what is no text or number is "".
type keys map[string]string

func (k keys) has(names ...string) bool {
	for _, n := range names {
		if _, ok := k[n]; !ok {
			return false
		}
	}
	return true
}

// any says whether a record of the sample has all these fields.
func (s Sample) any(names ...string) bool {
	for _, k := range s.records {
		if k.has(names...) {
			return true
		}
	}
	return false
}

// is says whether a field of any record has one of these values.
func (s Sample) is(name string, values ...string) bool {
	for _, k := range s.records {
		for _, v := range values {
			if got, ok := k[name]; ok && got == v {
				return true
			}
		}
	}
	return false
}

// look peeks at a file without taking anything from it, but for a byte order mark.
func look(in *bufio.Reader, name string) (Sample, error) {
	if mark, err := in.Peek(3); err == nil && string(mark) == "\xef\xbb\xbf" {
		if _, err := in.Discard(3); err != nil {
			return Sample{}, err
		}
	}
	text, err := in.Peek(sampleSize)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return Sample{}, err
	}
	s := Sample{Base: strings.ToLower(path.Base(strings.ReplaceAll(name, "\\", "/"))), Text: text}
	body := bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(body) == 0:
	case body[0] == '[':
		s.layout = list
		s.values(body[1:])
	default:
		s.lines(text, len(text) < sampleSize)
	}
	return s, nil
}

// mostRecords is how many records are looked at.
const mostRecords = 40

// lines looks at a file line by line; where no line is a value, value by value.
func (s *Sample) lines(text []byte, whole bool) {
	valid, seen := 0, 0
	for line := range bytes.Lines(text) {
		if len(s.records) == mostRecords {
			break
		}
		body := bytes.TrimSpace(line)
		if len(body) == 0 {
			continue
		}
		if seen++; body[0] != '{' {
			continue
		}
		if json.Valid(body) {
			if valid++; seen == 1 {
				valid++ // a value that is spread over lines begins with a part of it
			}
		} else if whole || line[len(line)-1] == '\n' {
			continue // a broken line, or one of several that make a value
		}
		s.records = append(s.records, keysOf(body))
	}
	body := bytes.TrimLeft(text, " \t\r\n")
	switch {
	case valid > 1 && text[0] != ' ':
		s.layout = lines
	case body[0] == '{':
		s.layout, s.records = values, nil
		s.values(body)
	}
}

// values looks at the first of several values.
func (s *Sample) values(text []byte) {
	for range mostRecords {
		text = bytes.TrimLeft(text, ", \t\r\n")
		if len(text) == 0 || text[0] != '{' {
			return
		}
		s.records = append(s.records, keysOf(text))
		end := valueEnd(text)
		if end < 0 {
			return
		}
		text = text[end:]
	}
}

// keysOf reads the fields of an object that may be cut off.
func keysOf(text []byte) keys {
	k := keys{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var open []level
	for {
		t, err := d.Token()
		if err != nil {
			return k
		}
		top := len(open) - 1
		if name, ok := t.(string); ok && top >= 0 && open[top].object && !open[top].named {
			open[top].name, open[top].named = name, true
			continue
		}
		if t == json.Delim('}') || t == json.Delim(']') {
			if open = open[:top]; len(open) == 0 {
				return k
			}
			open[top-1].named = false
			continue
		}
		k.note(open, t)
		if t == json.Delim('{') || t == json.Delim('[') {
			open = append(open, level{object: t == json.Delim('{')})
		} else if top >= 0 {
			open[top].named = false
		}
	}
}

// level is an object or a list that is being read.
type level struct {
	object bool
	named  bool // the name of the next value is read
	name   string
}

// note keeps a field that is not too deep.
func (k keys) note(open []level, value json.Token) {
	var names []string
	for _, l := range open {
		if l.object {
			names = append(names, l.name)
		}
	}
	if len(names) == 0 || len(names) > 2 {
		return
	}
	name := strings.Join(names, ".")
	if _, there := k[name]; there {
		return
	}
	k[name] = ""
	if s, ok := value.(string); ok && len(s) < 200 {
		k[name] = s
	}
}
