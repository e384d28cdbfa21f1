package corpus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormouse/memory/language"
)

// Land is the memory of an invented person: what they said over months.
type Land struct {
	Lang   language.Lang
	Writer string
	Name   string
	Lines  []Told
}

// Told is a line of a land.
type Told struct {
	Day  time.Time
	Text string
	Ends []int // which lines before it no longer hold
}

// Lands are the memories in the corpus.
func Lands() (out []Land, err error) {
	err = eachRow("lands", func(l language.Lang, writer, _, row string) error {
		switch heading, ok := strings.CutPrefix(row, "## "); {
		case ok:
			out = append(out, Land{Lang: l, Writer: writer, Name: heading})
		case row == "":
		case len(out) == 0:
			return errors.New("a line without a heading")
		default:
			return out[len(out)-1].tell(row)
		}
		return nil
	})
	return out, err
}

// tell adds a line: DAY | text, or DAY > NUMBERS | text.
func (l *Land) tell(row string) (err error) {
	head, text, ok := strings.Cut(row, " | ")
	day, ends, _ := strings.Cut(head, ">")
	t := Told{Text: strings.TrimSpace(text)}
	if t.Day, err = time.Parse(time.DateOnly, strings.TrimSpace(day)); err != nil || !ok || t.Text == "" {
		return fmt.Errorf("want DAY | text, have %q", row)
	}
	for _, number := range strings.FieldsFunc(ends, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(l.Lines) {
			return fmt.Errorf("line %q does not stand before %q", number, row)
		}
		t.Ends = append(t.Ends, n-1)
	}
	l.Lines = append(l.Lines, t)
	return nil
}
