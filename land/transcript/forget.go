package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Forget hides parts of a session from here on: from the context, from nights,
// from search and from export. The text stays in the file, so that a line with the
// same ID and Off brings it back; see land.Redaction for what does not come back.
// It holds no word of what it hides.
type Forget struct {
	ID    string    `json:"id"` // of the act: one may hide parts of several sessions
	Off   bool      `json:"off,omitempty"`
	Parts []Piece   `json:"parts,omitempty"`
	Time  time.Time `json:"time"`
}

// Piece is a piece of one line's text: bytes From to To of a field.
type Piece struct {
	Of string `json:"of"` // id of a message or night; WakeID of a waking
	In string `json:"in"` // one of the fields below
	// Call is the index of the tool call where In is InCall.
	Call int `json:"call,omitempty"`
	From int `json:"from"`
	To   int `json:"to"`
	// Hash is that of the text that is hidden: a piece that is another one is shown.
	Hash string `json:"hash"`
}

// The fields that a Piece can be in.
const (
	InContent = "content"
	InNote    = "note"
	InCall    = "call" // the arguments of a tool call, as a whole
	InThought = "thinking"
	InSummary = "summary"
	InMemory  = "memory"
)

// Forgotten stands for what is hidden.
const Forgotten = "[forgotten]"

// WakeID names a waking, which has no id of its own.
func WakeID(w Wake) string { return "wake " + stamp(w.Time).Format(time.RFC3339Nano) }

// PieceHash is the hash of a hidden text.
func PieceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// Text is one piece of text in a record, and how a Piece names it.
type Text struct {
	Of, In string
	Call   int
	Text   string
}

// Texts are the pieces of text that a record holds and a Piece can hide.
func Texts(r Record) []Text {
	var out []Text
	each(r, func(t Text) string {
		if t.Text != "" {
			out = append(out, t)
		}
		return t.Text
	})
	return out
}

// each passes every text of a record through change, in a copy of the record.
func each(r Record, change func(Text) string) Record {
	switch {
	case r.Message != nil:
		m := *r.Message
		was := m
		m = m.Rewritten(func(s string) string { return change(Text{m.ID, InContent, 0, s}) })
		m.Note = change(Text{m.ID, InNote, 0, m.Note})
		if len(m.Thinking) > 0 && change(Text{m.ID, InThought, 0, string(m.Thinking)}) != string(m.Thinking) {
			m.Thinking = nil // a part of it is of no use to its provider
		}
		if m.Content != was.Content || m.Note != was.Note {
			m.Tokens = 0 // it has to be counted again
		}
		m.ToolCalls = slices.Clone(m.ToolCalls)
		for i := range m.ToolCalls {
			m.ToolCalls[i].Arguments = change(Text{m.ID, InCall, i, m.ToolCalls[i].Arguments})
		}
		return Record{Message: &m}
	case r.Night != nil:
		n := *r.Night
		n.Summary = change(Text{n.ID, InSummary, 0, n.Summary})
		return Record{Night: &n}
	case r.Wake != nil:
		w := *r.Wake
		w.Memory = change(Text{WakeID(w), InMemory, 0, w.Memory})
		return Record{Wake: &w}
	}
	return r
}

// hidden are the parts in effect, by what they are of.
type hidden map[string][]Piece

// hiddenIn takes what the last line of each act says.
func hiddenIn(records []Record) hidden {
	last := map[string]Forget{}
	for _, r := range records {
		if f := r.Forget; f != nil {
			if f.Off && len(f.Parts) == 0 {
				f = &Forget{ID: f.ID, Off: true}
			}
			last[f.ID] = *f
		}
	}
	h := hidden{}
	for _, f := range last {
		if f.Off {
			continue
		}
		for _, p := range f.Parts {
			h[p.Of] = append(h[p.Of], p)
		}
	}
	for _, parts := range h {
		slices.SortFunc(parts, func(a, b Piece) int { return b.From - a.From }) // the last first, so that places hold
	}
	return h
}

// veil is a record with what is hidden left out; touched says that there may be
// something.
func (h hidden) veil(r Record) (veiled Record, touched bool) {
	of := ""
	switch {
	case r.Message != nil:
		of = r.Message.ID
	case r.Night != nil:
		of = r.Night.ID
	case r.Wake != nil:
		of = WakeID(*r.Wake)
	}
	parts := h[of]
	if len(parts) == 0 {
		return r, false
	}
	return each(r, func(t Text) string {
		for _, p := range parts {
			if p.In == t.In && p.Call == t.Call && 0 <= p.From && p.From <= p.To && p.To <= len(t.Text) && PieceHash(t.Text[p.From:p.To]) == p.Hash {
				mark := Forgotten
				if p.In == InCall {
					mark = "{}"
				}
				t.Text = t.Text[:p.From] + mark + t.Text[p.To:]
			}
		}
		return t.Text
	}), true
}

// Veil leaves out of records what later lines among them hide. Their number and
// order stay.
func Veil(records []Record) []Record {
	h := hiddenIn(records)
	if len(h) == 0 {
		return records
	}
	out := make([]Record, len(records))
	for i, r := range records {
		out[i], _ = h.veil(r)
	}
	return out
}

var forgetMark = []byte(`{"type":"` + typeForget + `"`)

// VeilFile is the text of a session file with what is hidden left out, line for
// line. A file that hides nothing is returned as it is.
func VeilFile(text []byte) []byte {
	if !bytes.Contains(text, forgetMark) {
		return text
	}
	var acts []Record
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, forgetMark) {
			if r, err := Read(line); err == nil && r.Forget != nil {
				acts = append(acts, r)
			}
		}
	}
	h := hiddenIn(acts)
	if len(h) == 0 {
		return text
	}
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		if r, err := Read(line); err == nil {
			if v, touched := h.veil(r); touched {
				line = Line(v)
			}
		}
		b.Write(line)
	}
	return b.Bytes()
}

// Hide makes the line that hides parts and the one that takes it back.
func Hide(id string, parts []Piece, now time.Time) (line, back []byte) {
	return Line(Record{Forget: &Forget{ID: id, Parts: parts, Time: now}}), Line(Record{Forget: &Forget{ID: id, Off: true, Time: now}})
}

// Hiding finds what a text says in the records of a session: find gives the spans
// of a text that are to be hidden. What is hidden already is not found again.
func Hiding(records []Record, find func(Text) [][2]int) []Piece {
	var out []Piece
	h := hiddenIn(records)
	for _, r := range records {
		for _, t := range Texts(r) {
			for _, s := range find(t) {
				p := Piece{Of: t.Of, In: t.In, Call: t.Call, From: s[0], To: s[1], Hash: PieceHash(t.Text[s[0]:s[1]])}
				if !slices.Contains(h[t.Of], p) && !strings.Contains(t.Text[s[0]:s[1]], Forgotten) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// Whole are all records as they are in the file, also what is hidden.
func (l *Log) Whole() []Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.records)
}

// String says what an act hid, for people.
func (f Forget) String() string {
	if f.Off {
		return "brought back what was forgotten"
	}
	return fmt.Sprintf("forgot %d pieces of text", len(f.Parts))
}
