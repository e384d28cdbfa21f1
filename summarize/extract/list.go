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
