package foreign

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// completed is a talk as it is kept: without empty messages, every message with a
// time, and with an id that is the same whenever this talk is read. guessed counts
// the messages of the shown branch whose time is not their own.
func completed(t Talk, fallback time.Time) (done Talk, guessed int) {
	branches := t.Branches
	t.Branches = nil
	for i, b := range branches {
		first := len(b.Messages) - b.Own
		var kept []transcript.Message
		own := 0
		for j, m := range b.Messages {
			if empty(m) {
				continue
			}
			kept = append(kept, m)
			if j >= first {
				own++
			}
		}
		if own == 0 {
			continue
		}
		if i == 0 && t.Key == "" {
			t.Key = keyOf(kept)
		}
		identify(kept)
		last := &kept[len(kept)-1]
		last.Ended = last.Role != transcript.Assistant || len(last.ToolCalls) > 0
		name(kept, t.Began, t.Format+":"+t.Key)
		n := date(kept, t.Began, fallback)
		if i == 0 {
			guessed = n
		}
		t.Branches = append(t.Branches, Branch{kept, own})
	}
	if len(t.Branches) == 0 {
		return t, 0
	}
	if t.Title = transcript.TitleOf(t.Title); t.Title == "" {
		t.Title = titleOf(t.Branches[0].Messages)
	}
	return t, guessed
}

// mostMessage is how much of a message is kept, in bytes: a line of a session holds
// it, however much of it has to be escaped.
const mostMessage = 8 << 20

// bounded makes the messages of a talk fit into a session.
func (r *Reading) bounded(t Talk) {
	for _, b := range t.Branches {
		for i := range b.Messages {
			m := &b.Messages[i]
			if len(m.Content) > mostMessage {
				r.tally.Lost[endings]++
				m.Content = cutAt(m.Content, mostMessage)
			}
			for j, c := range m.ToolCalls {
				if len(c.Arguments) > mostForeign {
					r.tally.Lost[endings]++
					m.ToolCalls[j].Arguments = fmt.Sprintf(`{"cut":"the call had %d bytes"}`, len(c.Arguments))
				}
			}
		}
	}
}

// empty tells a message that says nothing and does nothing. A result counts also
// without text: its call wants an answer.
func empty(m transcript.Message) bool {
	return strings.TrimSpace(m.Content) == "" && len(m.ToolCalls) == 0 && m.Role != transcript.Tool
}

// identify keeps the id that a message has of its own; what has none gets a
// fingerprint. What says the same twice, or comes of one record, is numbered.
func identify(messages []transcript.Message) {
	taken := map[string]int{}
	twice := func(id string) string {
		if taken[id]++; taken[id] > 1 {
			id = fmt.Sprintf("%s-%d", id, taken[id])
		}
		return id
	}
	for i := range messages {
		m := &messages[i]
		if transcript.SafeID(m.ID) && len(m.ID) < 90 {
			m.ID = twice(m.ID)
			continue
		}
		m.Fingerprint = twice(fingerprint(string(m.Role), m.ID, m.Time.UTC().Format(time.RFC3339Nano), m.Content))
		m.ID = ""
	}
}

// name gives an id to every message that has none: the same whenever and wherever
// this talk is read, and so made of no time but its own.
func name(messages []transcript.Message, began time.Time, talk string) {
	last := ""
	for i := range messages {
		m := &messages[i]
		if !m.Time.IsZero() {
			began = m.Time
		}
		if m.ID == "" {
			m.ID = transcript.NamedID(transcript.After(last, began), talk, m.Fingerprint)
			last = m.ID
		}
	}
}

// fingerprint is made of texts: 16 letters.
func fingerprint(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return "x" + hex.EncodeToString(h.Sum(nil))[:15]
}

// keyOf stands in for the key of a talk whose program gives none: what it begins
// with.
func keyOf(messages []transcript.Message) string {
	var texts []string
	for _, m := range messages[:min(2, len(messages))] {
		texts = append(texts, m.ID, string(m.Role), m.Time.UTC().Format(time.RFC3339Nano), m.Content)
	}
	return fingerprint(texts...)
}

// date gives every message a time: its own, else that of the one before it, else
// that of the talk, of the first message that has one, or of the file.
func date(messages []transcript.Message, began, fallback time.Time) (guessed int) {
	last := began
	for _, m := range messages {
		if last.IsZero() {
			last = m.Time
		}
	}
	if last.IsZero() {
		last = fallback
	}
	for i := range messages {
		if messages[i].Time.IsZero() {
			messages[i].Time = last
			guessed++
		}
		last = messages[i].Time
	}
	return guessed
}

// titleOf is the first line that the person said themselves, where the list of
// sessions would show another one. Else it is "": a title that is kept would stay
// when the person has that line forgotten.
func titleOf(messages []transcript.Message) string {
	for i, m := range messages {
		if m.Role != transcript.User {
			continue
		}
		if title := transcript.TitleOf(m.Words()); title != "" {
			if i == 0 && title == transcript.TitleOf(m.Content) {
				return ""
			}
			return title
		}
	}
	return ""
}
