package corpus

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"dormouse/memory/language"
)

// Talk is a talk with true and false lines about it.
type Talk struct {
	Name     string
	Round    string // talks of one round were written together
	Lang     language.Lang
	Known    []string
	Messages []Message
	Claims   []Claim
}

// Message is one of a talk, sentence by sentence; the first has the id "m1".
type Message struct {
	ID        string
	Person    bool
	Time      time.Time
	Sentences []string
}

// Claim is a line about a talk. Wrong is the false clause of a false one where the rest
// is true. Told are the sentences that a true one is made of, where that is noted.
type Claim struct {
	True        bool
	Kind        string
	From        []string
	Text, Wrong string
	Told        []string
}

// Talks are all talks.
func Talks() ([]Talk, error) {
	var out []Talk
	err := fs.WalkDir(&files, "claims", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".txt" {
			return err
		}
		b, err := fs.ReadFile(&files, name)
		if err != nil {
			return err
		}
		title := strings.TrimSuffix(path.Base(name), ".txt")
		code, _, _ := strings.Cut(title, "-")
		t := Talk{Name: title}
		if l, ok := language.ParseLang(code); ok {
			t.Lang = l
		} else {
			return fmt.Errorf("%s: language %q is unknown", name, code)
		}
		n := 0
		for row := range strings.Lines(string(b)) {
			if n++; strings.TrimSpace(row) == "" {
				continue
			}
			if err := t.read(strings.TrimRight(row, "\n")); err != nil {
				return fmt.Errorf("%s:%d: %w", name, n, err)
			}
		}
		if t.Round == "" {
			return fmt.Errorf("%s: which round it is of is missing", name)
		}
		out = append(out, t)
		return nil
	})
	return out, err
}

// read adds a row: the round, a known line, a message, one more sentence of it, or a claim.
func (t *Talk) read(row string) error {
	mark, rest, _ := strings.Cut(row, " ")
	switch mark {
	case "r":
		t.Round = rest
	case "=":
		t.Known = append(t.Known, rest)
	case "p", "a":
		at, text, _ := strings.Cut(rest, " | ")
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			return fmt.Errorf("message: %w", err)
		}
		t.Messages = append(t.Messages, Message{fmt.Sprintf("m%d", len(t.Messages)+1), mark == "p", when, []string{text}})
	case "":
		m := &t.Messages[len(t.Messages)-1]
		m.Sentences = append(m.Sentences, strings.TrimSpace(rest))
	case "+", "-":
		f := strings.Split(rest, " | ")
		kind, from, ok := strings.Cut(f[0], " ")
		if !ok || len(f) < 2 {
			return fmt.Errorf("%q is no claim", row)
		}
		c := Claim{True: mark == "+", Kind: kind, From: strings.Split(from, ","), Text: f[1]}
		switch {
		case len(f) > 2 && c.True:
			told, err := t.sentences(f[2])
			if err != nil {
				return err
			}
			c.Told = told
		case len(f) > 2:
			c.Wrong = f[2]
		}
		t.Claims = append(t.Claims, c)
	default:
		return fmt.Errorf("%q is no row of a talk", row)
	}
	return nil
}

// sentences are those at places such as "3.1,3.2": of the third message the first and
// the second.
func (t *Talk) sentences(places string) (out []string, err error) {
	for _, place := range strings.Split(places, ",") {
		var m, n int
		if _, err := fmt.Sscanf(place, "%d.%d", &m, &n); err != nil || m < 1 || m > len(t.Messages) || n < 1 || n > len(t.Messages[m-1].Sentences) {
			return nil, fmt.Errorf("no sentence stands at %q", place)
		}
		out = append(out, t.Messages[m-1].Sentences[n-1])
	}
	return out, nil
}
