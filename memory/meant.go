package memory

import (
	"fmt"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
)

// Meant is something that a person may mean by a few words.
type Meant struct {
	Text string
	Ref  string // "^id" or "path:line" of an entry; "" for words of a transcript
	Day  string
}

// Meant finds what a person may mean by words such as "my pin": the living entries
// that hold all content words, and, where there are none, what the person said so
// in a conversation. One find is what they mean; of several they should be asked.
func (s *Store) Meant(words string) ([]Meant, error) {
	want := knowledge.Asked(words)
	if want.Len() == 0 {
		return nil, nil
	}
	entries, err := s.Entries()
	if err != nil {
		return nil, err
	}
	var list []Meant
	for _, e := range slices.Backward(entries) {
		if !e.Struck && want.Within(knowledge.PrintOf(e.Text)) == 1 {
			list = append(list, Meant{Text: e.Text, Ref: e.Ref(), Day: document.DayName(e.Since)})
		}
	}
	if len(list) == 0 {
		if list, err = s.saidSo(want); err != nil {
			return nil, err
		}
	}
	return apart(list), nil
}

// saidSo are the sentences of the person that hold all words, and more than them;
// questions are none. The newest session comes first.
func (s *Store) saidSo(want knowledge.Print) ([]Meant, error) {
	heads, err := transcript.List(s.land.FS())
	if err != nil && len(heads) == 0 {
		return nil, err
	}
	var list []Meant
	for _, h := range heads {
		log, _, err := transcript.Open(s.land.FS(), h.ID)
		if err != nil {
			return list, err
		}
		for _, m := range log.Messages() {
			if m.Role != transcript.User {
				continue
			}
			for _, at := range document.Sentences(m.Content) {
				text := m.Content[at[0]:at[1]]
				if has := knowledge.PrintOf(text); !strings.HasSuffix(text, "?") && want.Within(has) == 1 && has.Len() > want.Len()+1 {
					list = append(list, Meant{Text: text, Day: document.DayName(m.Time.In(s.loc))})
				}
			}
		}
	}
	return list, nil
}

// apart drops what says the same as one before it.
func apart(list []Meant) []Meant {
	var out []Meant
	var known []knowledge.Telling
	for _, m := range list {
		if !slices.ContainsFunc(known, func(t knowledge.Telling) bool { return t.Told(m.Text, false) }) {
			out, known = append(out, m), append(known, knowledge.NewTelling(m.Text))
		}
	}
	return out
}

// SaidIn is the text of a message, for forgetting it; ErrNoEntry where there is none.
func (s *Store) SaidIn(session, message string) (string, error) {
	log, _, err := transcript.Open(s.land.FS(), session)
	if err != nil {
		return "", err
	}
	for _, m := range log.Messages() {
		if m.ID == message && m.Content != "" {
			return m.Content, nil
		}
	}
	return "", fmt.Errorf("message %s of %s/%s: %w", message, land.SessionsDir, session, document.ErrNoEntry)
}
