package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"dormouse/land/secret"
)

// The values of "type".
const (
	typeSession = "session"
	typeMessage = "message"
	typeNight   = "night"
	typeUndo    = "undo"
	typeWake    = "wake"
	typePin     = "pin"
	typeForget  = "forget"
	typeWrote   = "memory"
	typeFailure = "error"
)

// Line is the record as it stands in the file, ending in '\n'. It is a pure
// function; strings are cleaned and without credentials, times are printable. A record without a
// field set is an empty line, which readers pass over.
func Line(r Record) []byte {
	if r.Unknown != nil {
		return unknownLine(secret.RedactJSON(r.Unknown))
	}
	v := tagged(redacted(cleanRecord(r)))
	if v == nil {
		return []byte("\n")
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		// Unreachable: the fields are strings, numbers and printable times.
		return []byte("\n")
	}
	return b.Bytes()
}

// unknownLine keeps a foreign object on one line: raw newlines, which JSON
// allows between tokens only, are taken out.
func unknownLine(raw json.RawMessage) []byte {
	if !bytes.ContainsAny(raw, "\r\n") {
		return append(slices.Clone(raw), '\n')
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return []byte("\n")
	}
	return append(b.Bytes(), '\n')
}

// tagged puts "type" in front of the fields.
func tagged(r Record) any {
	switch {
	case r.Session != nil:
		return struct {
			Type string `json:"type"`
			*Session
		}{typeSession, r.Session}
	case r.Message != nil:
		return struct {
			Type string `json:"type"`
			*Message
		}{typeMessage, r.Message}
	case r.Night != nil:
		return struct {
			Type string `json:"type"`
			*Night
		}{typeNight, r.Night}
	case r.Undo != nil:
		return struct {
			Type string `json:"type"`
			*Undo
		}{typeUndo, r.Undo}
	case r.Wake != nil:
		return struct {
			Type string `json:"type"`
			*Wake
		}{typeWake, r.Wake}
	case r.Pin != nil:
		return struct {
			Type string `json:"type"`
			*Pin
		}{typePin, r.Pin}
	case r.Forget != nil:
		return struct {
			Type string `json:"type"`
			*Forget
		}{typeForget, r.Forget}
	case r.Wrote != nil:
		return struct {
			Type string `json:"type"`
			*Wrote
		}{typeWrote, r.Wrote}
	case r.Failure != nil:
		return struct {
			Type string `json:"type"`
			*Failure
		}{typeFailure, r.Failure}
	}
	return nil
}

// cleanRecord copies the record with valid strings and printable times. What
// encoding/json would replace byte by byte is replaced here first.
func cleanRecord(r Record) Record {
	switch {
	case r.Session != nil:
		s := *r.Session
		s.Time = stamp(s.Time)
		cleanAll(&s.ID, &s.Title, &s.Model, &s.Parent, &s.Source, &s.Key, &s.Read)
		return Record{Session: &s}
	case r.Message != nil:
		return Record{Message: cleanMessage(*r.Message)}
	case r.Night != nil:
		n := *r.Night
		n.Time = stamp(n.Time)
		cleanAll(&n.ID, &n.From, &n.To, &n.Summary, &n.Cursor)
		n.Kept, n.Pruned, n.Took, n.Follows = cleanList(n.Kept), cleanList(n.Pruned), cleanSome(n.Took), cleanSome(n.Follows)
		n.Saved = cleanSome(n.Saved)
		return Record{Night: &n}
	case r.Undo != nil:
		return Record{Undo: &Undo{Night: Clean(r.Undo.Night), Time: stamp(r.Undo.Time)}}
	case r.Wake != nil:
		w := Wake{Time: stamp(r.Wake.Time), Memory: Clean(r.Wake.Memory), Voice: Clean(r.Wake.Voice)}
		for name, hash := range r.Wake.Files {
			if w.Files == nil {
				w.Files = make(map[string]string, len(r.Wake.Files))
			}
			w.Files[Clean(name)] = Clean(hash)
		}
		return Record{Wake: &w}
	case r.Pin != nil:
		return Record{Pin: &Pin{Message: Clean(r.Pin.Message), Off: r.Pin.Off, Time: stamp(r.Pin.Time)}}
	case r.Forget != nil:
		f := *r.Forget
		f.Time = stamp(f.Time)
		f.Parts = slices.Clone(f.Parts)
		cleanAll(&f.ID)
		for i := range f.Parts {
			cleanAll(&f.Parts[i].Of, &f.Parts[i].In, &f.Parts[i].Hash)
		}
		return Record{Forget: &f}
	case r.Wrote != nil:
		return Record{Wrote: cleanWrote(*r.Wrote)}
	case r.Failure != nil:
		return Record{Failure: &Failure{Time: stamp(r.Failure.Time), What: Clean(r.Failure.What)}}
	}
	return r
}

// redacted takes credentials out of a record that is a copy already. Whatever
// wrote them, a person, a model, a tool or a server's error, they are not kept.
func redacted(r Record) Record {
	var texts []*string
	switch {
	case r.Session != nil:
		texts = []*string{&r.Session.Title, &r.Session.Source}
	case r.Message != nil:
		*r.Message = r.Message.Rewritten(secret.Redact)
		texts = []*string{&r.Message.Name, &r.Message.Note}
		for i := range r.Message.ToolCalls {
			c := &r.Message.ToolCalls[i]
			c.Arguments = string(secret.RedactJSON([]byte(c.Arguments)))
		}
		r.Message.Thinking = withoutSecrets(r.Message.Thinking)
	case r.Night != nil:
		texts = []*string{&r.Night.Summary}
	case r.Wake != nil:
		texts = []*string{&r.Wake.Memory, &r.Wake.Voice}
	case r.Failure != nil:
		texts = []*string{&r.Failure.What}
	}
	for _, s := range texts {
		*s = secret.Redact(*s)
	}
	return r
}

// withoutSecrets is what a model thought, or nothing of it where it holds a
// credential: a changed thought is of no use to its provider, which signed it.
func withoutSecrets(thinking json.RawMessage) json.RawMessage {
	if len(thinking) == 0 || !json.Valid(thinking) || string(secret.RedactJSON(thinking)) != string(thinking) {
		return nil
	}
	return thinking
}

func cleanMessage(m Message) *Message {
	m.Time = stamp(m.Time)
	role := string(m.Role)
	m = m.Rewritten(Clean)
	m.Spans = cleanSpans(m.Spans, m.Content)
	cleanAll(&m.ID, &m.Fingerprint, &role, &m.Name, &m.Note, &m.ToolCallID, &m.Model)
	m.Role = Role(role)
	if len(m.ToolCalls) == 0 {
		m.ToolCalls = nil
	}
	m.ToolCalls = slices.Clone(m.ToolCalls)
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		cleanAll(&c.ID, &c.Name, &c.Arguments, &c.Signature)
	}
	return &m
}

// cleanSpans keeps what is a part of the text.
func cleanSpans(spans []Span, text string) []Span {
	if len(spans) == 0 {
		return nil
	}
	spans = tidy(spans, text)
	for i := range spans {
		origin := string(spans[i].Origin)
		cleanAll(&origin, &spans[i].Name)
		spans[i].Origin = Origin(origin)
	}
	return spans
}

func cleanAll(fields ...*string) {
	for _, f := range fields {
		*f = Clean(*f)
	}
}

// cleanList never returns nil, so that "kept" is a list in the file.
func cleanList(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Clean(s)
	}
	return out
}

// cleanSome is cleanList for a list that may be nil, which means something else
// than an empty one.
func cleanSome(list []string) []string {
	if list == nil {
		return nil
	}
	return cleanList(list)
}

// stamp makes a time that RFC 3339 can say, and that reads the same on every
// machine: no monotonic part, no zone name, no seconds in the offset (old local
// mean times have them), a year of four digits.
func stamp(t time.Time) time.Time {
	t = t.Round(0)
	if _, offset := t.Zone(); offset == 0 {
		t = t.UTC()
	} else if offset -= offset % 60; offset > -24*3600 && offset < 24*3600 {
		t = t.In(time.FixedZone("", offset))
	} else {
		t = t.UTC()
	}
	if y := t.Year(); y < 0 || y > 9999 {
		return time.Time{}
	}
	return t
}

// Read is the inverse of Line for one line, with or without its end. A line of
// an unknown type, or of a known one with unusable fields, comes back as
// Unknown; the latter also with an error. An error without a record means that
// the line is not a JSON object.
func Read(line []byte) (Record, error) {
	line = bytes.TrimSpace(line)
	if !utf8.Valid(line) {
		line = []byte(Clean(string(line)))
	}
	var head struct {
		Type string `json:"type"`
	}
	if t, ok := quickType(line); ok {
		head.Type = t
	} else if err := json.Unmarshal(line, &head); err != nil {
		if json.Valid(line) && line[0] == '{' {
			return Record{Unknown: slices.Clone(line)}, errors.New(`"type" is not text`)
		}
		return Record{}, wrong(line, err)
	}
	r, target := blank(head.Type)
	if target == nil {
		if !json.Valid(line) {
			return Record{}, errors.New("not JSON")
		}
		if len(line) == 0 || line[0] != '{' {
			return Record{}, errors.New("not a JSON object")
		}
		if head.Type == "" {
			return Record{Unknown: slices.Clone(line)}, errors.New(`no "type"`)
		}
		return Record{Unknown: slices.Clone(line)}, nil
	}
	if err := json.Unmarshal(line, target); err != nil {
		if json.Valid(line) {
			return Record{Unknown: slices.Clone(line)}, fmt.Errorf("a %s with unusable fields: %w", head.Type, err)
		}
		return Record{}, wrong(line, err)
	}
	if err := usable(r); err != nil {
		return Record{Unknown: slices.Clone(line)}, err
	}
	return cleanRecord(r), nil
}

// quickType finds the type of a line of ours without decoding it.
func quickType(line []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"type":"`))
	if !ok {
		return "", false
	}
	n := bytes.IndexByte(rest, '"')
	if n < 0 || bytes.IndexByte(rest[:n], '\\') >= 0 {
		return "", false
	}
	return string(rest[:n]), true
}

// blank is an empty record of a type and where its fields are decoded into.
func blank(kind string) (Record, any) {
	switch kind {
	case typeSession:
		r := Record{Session: &Session{}}
		return r, r.Session
	case typeMessage:
		r := Record{Message: &Message{}}
		return r, r.Message
	case typeNight:
		r := Record{Night: &Night{}}
		return r, r.Night
	case typeUndo:
		r := Record{Undo: &Undo{}}
		return r, r.Undo
	case typeWake:
		r := Record{Wake: &Wake{}}
		return r, r.Wake
	case typePin:
		r := Record{Pin: &Pin{}}
		return r, r.Pin
	case typeForget:
		r := Record{Forget: &Forget{}}
		return r, r.Forget
	case typeWrote:
		r := Record{Wrote: &Wrote{}}
		return r, r.Wrote
	case typeFailure:
		r := Record{Failure: &Failure{}}
		return r, r.Failure
	}
	return Record{}, nil
}

// usable says what a record lacks to be worked with.
func usable(r Record) error {
	switch {
	case r.Session != nil && r.Session.ID == "":
		return errors.New("a session line without an id")
	case r.Message != nil && r.Message.ID == "":
		return errors.New("a message without an id")
	case r.Message != nil && r.Message.Role != User && r.Message.Role != Assistant && r.Message.Role != Tool:
		return fmt.Errorf("a message of the unknown role %q", r.Message.Role)
	case r.Night != nil && r.Night.ID == "":
		return errors.New("a night without an id")
	case r.Undo != nil && r.Undo.Night == "":
		return errors.New("an undo that names no night")
	case r.Forget != nil && r.Forget.ID == "":
		return errors.New("a forgetting without an id")
	case r.Wrote != nil && r.Wrote.ID == "":
		return errors.New("a line about memory without an id")
	case r.Pin != nil && r.Pin.Message == "":
		return errors.New("a pin that names no message")
	}
	return nil
}

// wrong says in words what ails a line that is no JSON.
func wrong(line []byte, err error) error {
	switch text := err.Error(); {
	case len(line) > 0 && line[0] != '{':
		return errors.New("not a JSON object")
	case text == "unexpected end of JSON input":
		return errors.New("cut off")
	default:
		return fmt.Errorf("not JSON: %s", text)
	}
}
