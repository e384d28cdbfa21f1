package corpus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dormouse/memory/language"
)

// Notebook is what an invented person told over months, and what they ask then.
type Notebook struct {
	Lang   language.Lang
	Writer string
	Name   string
	Notes  []string
	Asked  []Asked
	Talk   bool // the notes are what was told one after another, and lean on each other
}

// Asked is a question, and which notes answer it, none of them or some.
type Asked struct {
	Text string
	By   []int
}

// Notebooks are those in the corpus.
func Notebooks() ([]Notebook, error) { return notebooks("notebooks", false) }

// Chats are the talks in the corpus with what is asked of them later.
func Chats() ([]Notebook, error) { return notebooks("chats", true) }

func notebooks(folder string, talk bool) (out []Notebook, err error) {
	err = eachRow(folder, func(l language.Lang, writer, place, row string) error {
		switch {
		case strings.HasPrefix(row, "##"):
			out = append(out, Notebook{Lang: l, Writer: writer, Name: place, Talk: talk})
		case row == "":
		case len(out) == 0:
			return errors.New("a line without a heading")
		default:
			return out[len(out)-1].put(row)
		}
		return nil
	})
	return out, err
}

// put adds a line: - NOTE, or ? QUESTION | NUMBERS, or ? QUESTION | -.
func (n *Notebook) put(row string) error {
	if note, ok := strings.CutPrefix(row, "- "); ok {
		n.Notes = append(n.Notes, note)
		return nil
	}
	text, asks := strings.CutPrefix(row, "? ")
	if !asks {
		return fmt.Errorf("want - NOTE or ? QUESTION | NUMBERS, have %q", row)
	}
	a, err := n.asked(text)
	n.Asked = append(n.Asked, a)
	return err
}

// asked reads QUESTION | NUMBERS, or QUESTION | -.
func (n *Notebook) asked(row string) (a Asked, err error) {
	text, by, ok := strings.Cut(row, " | ")
	if !ok {
		return a, fmt.Errorf("want QUESTION | NUMBERS, have %q", row)
	}
	a.Text = text
	for _, number := range strings.Fields(by) {
		if number == "-" {
			continue
		}
		k, err := strconv.Atoi(number)
		if err != nil || k < 1 || k > len(n.Notes) {
			return a, fmt.Errorf("note %q does not stand before %q", number, row)
		}
		a.By = append(a.By, k-1)
	}
	return a, nil
}
