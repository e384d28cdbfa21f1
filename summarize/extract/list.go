package extract

import (
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// Item is what stands on a list, and the heading that it stands under.
type Item struct{ Heading, Text string }

// String is the item as it is understood by itself.
func (i Item) String() string { return i.Heading + ": " + i.Text }

// headWords is how many words the heading of a list has at most.
const headWords = 6

// Place is where a sentence stands in the lists of a text.
type Place struct {
	Begins bool   // an item begins with it, or what stands behind a list
	Heads  bool   // it is the heading of a list: one phrase that no mark ends and that asks for nothing
	Under  string // the heading that its item stands under; "" for none
}

// Places tells of each sentence where it stands.
func Places(list []Sentence, l language.Lang) []Place {
	out := make([]Place, len(list))
	under, inside := "", false // an item, with the lines that it goes on in
	for i, s := range list {
		p := &out[i]
		first := i == 0 || list[i-1].Row < s.Row
		goesOn := inside && s.Form != item && s.Row <= list[i-1].Row+1
		p.Begins = i > 0 && first && !goesOn && (inside || s.Form == item)
		if inside = s.Form == item || goesOn; inside {
			p.Under = under
			continue
		}
		under = ""
		if p.Heads = first && i+1 < len(list) && list[i+1].Form == item && s.heads(list[i+1], l); p.Heads {
			under = strings.TrimRight(s.Text, ":：")
		}
	}
	return out
}

// heads reports whether a line stands over a list that begins with an item.
func (s Sentence) heads(first Sentence, l language.Lang) bool {
	text := strings.TrimRight(s.Text, ":：")
	if len(strings.Fields(text)) > headWords {
		return false
	}
	return s.Form == heading || s.Form == InProse && first.Row == s.Row+1 && Closed(text, l) != text && statement.Heads(text+":", l)
}

// Listed reports whether it is the form of what stands on a list.
func (f Form) Listed() bool { return f == item }

// Items are those of a text that is lists and no more: each under a heading, a line that
// ends in a colon and asks for nothing. nil where the text holds anything else.
func Items(text string) []Item {
	var out []Item
	under, l := "", language.Guess(text)
	for _, s := range Sentences(text) {
		switch {
		case s.Form != item && s.Form != InProse:
			return nil
		case statement.Heads(s.Text, l):
			under = strings.TrimSpace(strings.TrimRight(s.Text, ":："))
		case s.Form != item || under == "":
			return nil
		default:
			out = append(out, Item{under, s.Text})
		}
	}
	return out
}
