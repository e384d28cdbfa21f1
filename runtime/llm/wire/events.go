package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"

	"dormouse/runtime/llm"
)

// Event is one event of a stream.
type Event struct {
	Name string // the event's own name, else its JSON's "type", else ""
	Data []byte // one JSON value; valid until the next event is read. nil when Done
	Done bool   // the mark "[DONE]", with which chat completions end
}

// Events reads a stream of server-sent events in any framing the standard
// allows. Comments, ids and empty events are left out. An event that carries an
// error ends the stream with that error, an event that is no JSON with Garbage. A
// cut event is dropped; whether the reply was complete is for the reader of the
// events to see.
type Events struct {
	c     *Client
	body  *body
	in    *bufio.Reader
	ahead *Event // read and not yet given on
	err   error  // to return after that

	line  []byte
	name  string
	data  []byte
	had   bool // a data line came
	start bool // nothing read yet
	cr    bool // the last line ended with CR: a LF that follows belongs to it
}

func newEvents(c *Client, b *body) *Events {
	return &Events{c: c, body: b, in: bufio.NewReaderSize(b, 16<<10), start: true}
}

// Close ends the request.
func (e *Events) Close() error { return e.body.Close() }

// Next returns the next event, io.EOF after the last one, ctx.Err() or an
// *llm.Error.
func (e *Events) Next() (Event, error) {
	for e.ahead == nil {
		if e.err != nil {
			return Event{}, e.err
		}
		e.step()
	}
	out := *e.ahead
	e.ahead = nil
	return out, nil
}

// step reads one line and acts on it.
func (e *Events) step() {
	err := e.next()
	if err != nil {
		e.err = err
		// A complete event whose empty line never came still counts: some servers
		// leave it out at the end. A cut one is no JSON.
		e.field()
		if whole := bytes.TrimSpace(e.data); e.had && (json.Valid(whole) || isDone(whole)) {
			e.dispatch()
		}
		return
	}
	if len(e.line) == 0 {
		e.dispatch()
		return
	}
	e.field()
}

// next reads a line without its end, which is LF, CR or both.
func (e *Events) next() error {
	e.line = e.line[:0]
	for {
		b, err := e.in.ReadByte()
		if err != nil {
			return err
		}
		if e.start {
			e.start = false
			if b == 0xEF { // a byte order mark may open the stream
				if more, _ := e.in.Peek(2); bytes.Equal(more, []byte{0xBB, 0xBF}) {
					_, _ = e.in.Discard(2)
					continue
				}
			}
			if b == '<' {
				return e.c.fail(llm.Garbage, 0, fmt.Errorf("%s answered with a web page in place of a stream of events; is the base URL right?", e.c.base.Host))
			}
		}
		after := e.cr
		e.cr = b == '\r'
		switch {
		case b == '\n' && after:
		case b == '\n' || b == '\r':
			return nil
		case len(e.line)+len(e.data) >= e.c.o.Limits.Line:
			return e.c.fail(llm.Garbage, 0, fmt.Errorf("%s sent a line of more than %d bytes", e.c.base.Host, e.c.o.Limits.Line))
		default:
			e.line = append(e.line, b)
		}
	}
}

// field takes the line as a field of the event.
func (e *Events) field() {
	name, value, _ := bytes.Cut(e.line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.name = string(value)
	case "data":
		if e.had {
			e.data = append(e.data, '\n')
		}
		e.had = true
		e.data = append(e.data, value...)
	}
	e.line = e.line[:0]
}

// dispatch gives the event on and begins the next.
func (e *Events) dispatch() {
	name, data := e.name, bytes.TrimSpace(e.data)
	e.name, e.data, e.had = "", nil, false
	switch {
	case len(data) == 0:
		return
	case isDone(data):
		e.ahead = &Event{Done: true}
		return
	case !json.Valid(data):
		e.err = e.c.fail(llm.Garbage, 0, fmt.Errorf("%s sent an event that is not JSON", e.c.base.Host))
		return
	}
	if f := eventError(name, data); f != nil {
		f.Text = e.c.Clean(e.c.base.Host + " ended the reply " + f.Text)
		if f.Kind == llm.Auth {
			e.c.forget()
		}
		e.err = f
		return
	}
	if name == "" {
		name = typeOf(data)
	}
	if name != "ping" {
		e.body.watch.said(e.c.o.Limits.Mute)
		e.body.quiet(e.c.o.Limits.Idle)
	}
	e.ahead = &Event{Name: name, Data: data}
}

func isDone(data []byte) bool { return bytes.Equal(data, []byte("[DONE]")) }

// typeOf is the "type" of a JSON object, "" when it has none.
func typeOf(data []byte) string {
	var v struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(data, &v) != nil {
		return ""
	}
	return v.Type
}

// quoted is a JSON string.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return string(b)
}
