package corpus

import (
	"fmt"
	"io/fs"
	"path"
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
	err = fs.WalkDir(files, "lands", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".txt" {
			return err
		}
		b, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		code, writer, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".txt"), "-")
		lang, ok := language.ParseLang(code)
		if !ok {
			return fmt.Errorf("%s: language %q is unknown", name, code)
		}
		n := 0
		for row := range strings.Lines(string(b)) {
			n++
			row = strings.TrimSpace(row)
			if heading, ok := strings.CutPrefix(row, "## "); ok {
				out = append(out, Land{Lang: lang, Writer: writer, Name: heading})
			} else if row != "" {
				if len(out) == 0 {
					return fmt.Errorf("%s:%d: a line without a heading", name, n)
				}
				if err := out[len(out)-1].tell(row); err != nil {
					return fmt.Errorf("%s:%d: %w", name, n, err)
				}
			}
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
