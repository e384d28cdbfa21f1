package corpus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dormouse/memory/language"
)

// Chain is what somebody asks of a talk in a row: of what follows the first question, most is
// understood only with it.
type Chain struct {
	Talk  *Notebook
	Asked []Asked
}

// Chains are those in the corpus.
func Chains() (out []Chain, err error) {
	chats, err := Chats()
	if err != nil {
		return nil, err
	}
	type file struct {
		lang   language.Lang
		writer string
	}
	talks := map[file][]*Notebook{}
	for i := range chats {
		of := file{chats[i].Lang, chats[i].Writer}
		talks[of] = append(talks[of], &chats[i])
	}
	var talk *Notebook
	err = eachRow("follows", func(l language.Lang, writer, _, row string) error {
		if number, ok := strings.CutPrefix(row, "## "); ok {
			of := talks[file{l, writer}]
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > len(of) {
				return fmt.Errorf("no talk %q", number)
			}
			talk = of[n-1]
			return nil
		}
		if row == "" {
			return nil
		}
		mark, rest, _ := strings.Cut(row, " ")
		follows := mark == "??"
		if talk == nil || mark != "?" && !follows || follows && (len(out) == 0 || out[len(out)-1].Talk != talk) {
			return errors.New("want ? QUESTION | NUMBERS, then ?? QUESTION | NUMBERS, under the number of a talk")
		}
		a, err := talk.asked(rest)
		if !follows {
			out = append(out, Chain{Talk: talk})
		}
		last := &out[len(out)-1]
		last.Asked = append(last.Asked, a)
		return err
	})
	return out, err
}
