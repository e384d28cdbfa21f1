package transcript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Context is what a request is built from.
type Context struct {
	// Summary stands for all that nights took out; "" before the first one.
	Summary string
	// Wake is the frozen memory in use; nil before the first one.
	Wake *Wake
	// Messages are what is sent, oldest first. Every tool result follows the
	// reply that asked for it. Where a text was replaced (see Pointer and
	// Unanswered) Tokens is 0: it has to be counted again.
	Messages []Message
	// Cursor is the last message whose memories are saved, or are another
	// session's to save; "" when there is none.
	Cursor string
	// Nights are those in effect, in the order of the file.
	Nights []Night
	// Heads are the nights whose summaries Summary is made of: more than one where
	// two machines slept over the session apart from each other.
	Heads []string
	// TakenBack is set while the last word about nights is that one was taken back.
	TakenBack bool

	saved map[string]bool
}

// Saved tells whether the memories of a message are saved, or are another session's
// to save.
func (c Context) Saved(message string) bool { return c.saved[message] }

// Unanswered is the text of a tool result that a crash or Esc prevented.
const Unanswered = "interrupted: no result was recorded"

// Pointer is the text that stands for a tool result which a night took out of
// the context: "[result of 12,345 characters left out: sessions/<id>.jsonl
// message <id>]". Characters are Unicode code points.
func Pointer(session string, m Message) string {
	n := len([]rune(m.Content))
	return fmt.Sprintf("[result of %s characters left out: %s message %s]", grouped(n), File(session), m.ID)
}

// grouped writes 12345 as 12,345.
func grouped(n int) string {
	s := strconv.Itoa(n)
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Replay derives the context from a session's records. It is a pure function:
// the same records give the same context, however often the session was left
// and resumed in between.
//
// Nights are applied in the order of the file, except those that a later undo
// names. A night takes its messages From…To out of the context but for the Kept
// and the pinned ones, and its Summary replaces the earlier one. Messages that
// no night in effect names stay, and so do those that it could not know of: where
// two machines slept over one session apart, each night took what was its own, and
// both summaries stand. What is pinned is as the last pin of each
// message says, also for the nights before it. A night with From and To empty changes the
// cursor and the pruned results only; so does one whose To is not in the file.
// Undoing the night that came last also brings back the memory that was frozen
// when it fell; undoing an earlier one leaves the present memory.
//
// Calls and results stay together: a result that is kept keeps its call, a call
// that is kept shows its other results as pointers, a call without any result is
// answered with Unanswered, a result without a call is left out. So is a reply
// without text and calls, which no provider takes.
func Replay(records []Record) Context {
	t := tally(records)
	c := Context{Wake: t.wake, Cursor: sessionOf(records).Read, TakenBack: t.takenBack}
	if len(t.nights) > 0 { // nil when there are none, also after an undo
		c.Nights = t.nights
	}
	c.saved = map[string]bool{}
	t.upTo(c.Cursor, c.saved)
	p := pair(t.messages)
	hidden := make([]bool, len(t.messages))
	pruned, notes := map[string]bool{}, map[string]string{}
	for _, n := range t.nights {
		if n.Cursor != "" {
			c.Cursor = n.Cursor
		}
		t.save(n, c.saved)
		for _, id := range n.Pruned {
			pruned[id] = true
		}
		if t.hide(n, hidden, c.saved) {
			c.Heads = append(t.unfollowed(c.Heads, n), n.ID)
			notes[n.ID] = n.Summary
		}
	}
	c.Summary = summaryOf(c.Heads, notes)
	p.hold(t.messages, hidden)
	s := sender{session: sessionOf(records).ID, messages: t.messages, hidden: hidden, pruned: pruned, pairs: p}
	c.Messages = s.all()
	return c
}

// upTo counts the messages up to and including one as saved; none when it is not
// there.
func (t *tallied) upTo(id string, saved map[string]bool) {
	last, known := t.index[id]
	if !known {
		return
	}
	for _, m := range t.messages[:last+1] {
		saved[m.ID] = true
	}
}

// save counts what a night saved.
func (t *tallied) save(n Night, saved map[string]bool) {
	if n.Saved == nil {
		t.upTo(n.Cursor, saved)
	}
	for _, id := range n.Saved {
		saved[id] = true
	}
}

// unfollowed are the heads that a night does not take up.
func (t *tallied) unfollowed(heads []string, n Night) []string {
	if n.Saved == nil { // of an older version: it knew them all
		return nil
	}
	gone := map[string]bool{}
	for rest := n.Follows; len(rest) > 0; rest = rest[1:] {
		if id := rest[0]; !gone[id] {
			gone[id] = true
			rest = append(rest[:len(rest):len(rest)], t.undone[id]...) // through what was taken back
		}
	}
	var left []string
	for _, id := range heads {
		if !gone[id] {
			left = append(left, id)
		}
	}
	return left
}

// summaryOf is the summary of several nights that did not know of each other.
func summaryOf(heads []string, notes map[string]string) string {
	var parts []string
	for _, id := range heads {
		if notes[id] != "" && !slices.Contains(parts, notes[id]) {
			parts = append(parts, notes[id])
		}
	}
	return strings.Join(parts, "\n\n")
}

// tallied is what the records come to.
type tallied struct {
	messages []Message
	index    map[string]int      // of a message, by id
	nights   []Night             // in effect
	before   []*Wake             // for each of nights, the wake it fell in
	undone   map[string][]string // nights taken back: what they followed
	wake     *Wake

	takenBack bool // a night was, and none has fallen since
}

func tally(records []Record) *tallied {
	t := &tallied{index: map[string]int{}, undone: map[string][]string{}}
	for _, r := range records {
		switch {
		case r.Message != nil:
			if _, twice := t.index[r.Message.ID]; !twice {
				t.index[r.Message.ID] = len(t.messages)
				t.messages = append(t.messages, *r.Message)
			}
		case r.Night != nil:
			if !slices.ContainsFunc(t.nights, func(n Night) bool { return n.ID == r.Night.ID }) {
				t.nights = append(t.nights, *r.Night)
				t.before = append(t.before, t.wake)
				t.takenBack = false
			}
		case r.Undo != nil:
			t.undo(r.Undo.Night)
			t.takenBack = true
		case r.Wake != nil:
			t.wake = r.Wake
		}
	}
	t.messages = WithPins(t.messages, records)
	return t
}

// undo takes a night out. The memory before it becomes that of the night after
// it, so that undoing both leads back to the beginning in either order.
func (t *tallied) undo(id string) {
	i := slices.IndexFunc(t.nights, func(n Night) bool { return n.ID == id })
	if i < 0 {
		return
	}
	t.undone[id] = t.nights[i].Follows
	if i+1 < len(t.nights) {
		t.before[i+1] = t.before[i]
	} else if t.before[i] != nil {
		t.wake = t.before[i]
	}
	t.nights = slices.Delete(t.nights, i, i+1)
	t.before = slices.Delete(t.before, i, i+1)
}

// hide marks what a night replaced and says whether it replaced anything. From
// lost means from the beginning; To lost means that nothing can be told.
func (t *tallied) hide(n Night, hidden []bool, saved map[string]bool) bool {
	to, known := t.index[n.To]
	if !known {
		return false
	}
	from := t.index[n.From]
	for i := from; i <= to; i++ {
		m := t.messages[i]
		knew := n.Saved == nil || saved[m.ID] || slices.Contains(n.Took, m.ID)
		hidden[i] = hidden[i] || knew && !m.Pinned && !slices.Contains(n.Kept, m.ID)
	}
	return true
}

// doubts are the nights and undos that name what is not in the file.
func doubts(file string, records []Record) []Notice {
	t := tally(records)
	var out []Notice
	say := func(format string, args ...any) {
		if len(out) < maxNotices {
			out = append(out, Notice{File: file, Text: fmt.Sprintf(format, args...)})
		}
	}
	for _, n := range t.nights {
		if _, known := t.index[n.To]; !known && n.To != "" {
			say("night %s replaced messages up to %q, which is not here; what it replaced is shown again", n.ID, n.To)
		} else if _, known := t.index[n.From]; !known && n.From != "" {
			say("night %s replaced messages from %q, which is not here; from the beginning is taken", n.ID, n.From)
		}
	}
	return out
}
