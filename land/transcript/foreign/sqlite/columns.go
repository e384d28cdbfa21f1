package sqlite

import (
	"slices"
	"strings"
)

// columnsOf reads the names of a table's columns from the text that created it,
// in their order, and which of them stands for the rowid (-1 for none).
func columnsOf(sql string) (names []string, alias int) {
	alias = -1
	_, body, ok := strings.Cut(sql, "(")
	if !ok {
		return nil, alias
	}
	for _, part := range parts(body) {
		words := words(part)
		if len(words) == 0 || constraint(words[0]) {
			continue
		}
		for i := 1; i+1 < len(words); i++ {
			whole := strings.EqualFold(words[1].text, "INTEGER")
			if whole && strings.EqualFold(words[i].text, "PRIMARY") && strings.EqualFold(words[i+1].text, "KEY") {
				alias = len(names)
			}
		}
		names = append(names, words[0].text)
	}
	return names, alias
}

// constraint tells a rule of the table from a column.
func constraint(w word) bool {
	rules := []string{"PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "CONSTRAINT"}
	return !w.quoted && slices.Contains(rules, strings.ToUpper(w.text))
}

// parts takes the text between the brackets apart at its commas.
func parts(body string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case closing(c) != 0:
			i = skip(body, i)
		case c == '-' && strings.HasPrefix(body[i:], "--"):
			i += max(strings.IndexByte(body[i:]+"\n", '\n')-1, 1)
		case c == '(':
			depth++
		case c == ')' && depth == 0:
			return append(out, body[from:i])
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			out = append(out, body[from:i])
			from = i + 1
		}
	}
	return append(out, body[from:])
}

type word struct {
	text   string
	quoted bool
}

// words are the names and keywords of one part.
func words(part string) []word {
	var out []word
	for i := 0; i < len(part); {
		c := part[i]
		switch {
		case strings.HasPrefix(part[i:], "--"):
			i += strings.IndexByte(part[i:]+"\n", '\n') + 1
		case closing(c) != 0:
			end := skip(part, i)
			inside := part[i+1 : max(min(end, len(part)), i+1)]
			q := string(closing(c))
			out = append(out, word{strings.ReplaceAll(inside, q+q, q), true})
			i = end + 1
		case strings.IndexByte(" \t\r\n(),", c) >= 0:
			i++
		default:
			n := strings.IndexAny(part[i:]+" ", " \t\r\n(),\"[`'")
			out = append(out, word{part[i : i+n], false})
			i += max(n, 1)
		}
	}
	return out
}

// closing is what ends a name that c begins; 0 where c begins none.
func closing(c byte) byte {
	switch c {
	case '"', '\'', '`':
		return c
	case '[':
		return ']'
	}
	return 0
}

// skip finds the end of the quoted name that begins at i.
func skip(s string, i int) int {
	end := closing(s[i])
	for j := i + 1; j < len(s); j++ {
		if s[j] != end {
			continue
		}
		if j+1 < len(s) && s[j+1] == end && end != ']' {
			j++
			continue
		}
		return j
	}
	return len(s)
}
