package corpus

import (
	"errors"
	"fmt"
	"strings"

	"dormouse/memory/language"
)

// Parting is a note that tells several things, with news after which a part of it is no longer so.
type Parting struct {
	Lang   language.Lang
	Writer string
	Place  string
	Note   string
	Over   [][2]int // where in the note what is over stands, from and to
	News   string
}

// Partings are those in the corpus.
func Partings() (out []Parting, err error) {
	err = eachRow("parts", func(l language.Lang, writer, place, row string) error {
		if row == "" {
			return nil
		}
		note, news, ok := strings.Cut(row, " | ")
		p := Parting{Lang: l, Writer: writer, Place: place, News: news}
		var b strings.Builder
		for note != "" {
			before, rest, opens := strings.Cut(note, "[")
			b.WriteString(before)
			if note = rest; !opens {
				break
			}
			over, rest, closes := strings.Cut(note, "]")
			if !closes {
				return errors.New("what is over has no end")
			}
			p.Over = append(p.Over, [2]int{b.Len(), b.Len() + len(over)})
			b.WriteString(over)
			note = rest
		}
		if p.Note = b.String(); !ok || news == "" || len(p.Over) == 0 {
			return fmt.Errorf("want NOTE with [what is over] | NEWS, have %q", row)
		}
		out = append(out, p)
		return nil
	})
	return out, err
}
