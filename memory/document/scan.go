package document

import "strings"

// scanEntries is Parse(b).Entries(path) for the plain files that the program
// writes, ten times as fast: a land of ten years has half a million bullets. ok is
// false for any file with a line of another kind; that one is parsed.
func scanEntries(path, text string) (out []Entry, ok bool) {
	if strings.HasPrefix(text, "---") || strings.HasPrefix(text, "+++") || strings.HasPrefix(text, "\ufeff") {
		return nil, false
	}
	day, _ := LogDay(path)
	var heads []heading
	var above []string
	var under Type
	number, last := 0, byte(0) // what the line before was: '-', 'p' a paragraph, 0 blank or heading
	for len(text) > 0 {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		number++
		line = strings.TrimRight(line, " \t\r")
		last = lineKind(line, last)
		switch last {
		case '?':
			return nil, false
		case '#':
			title := strings.TrimLeft(line, "#")
			h := heading{level: len(line) - len(title), title: strings.TrimSpace(title)}
			h.path = pathUnder(heads, h)
			heads, above, under, last = append(heads, h), h.path, TypeUnder(h.title), 0
		case '-':
			e := ParseLine(line[2:])
			e.Path, e.Line, e.Since, e.Type, e.Heading, e.Hash = path, number, day, under, above, LineHash(line[2:])
			out = append(out, e)
		}
	}
	return out, true
}

// lineKind tells what a line is: '#' heading, '-' bullet, 'p' paragraph, 0 blank,
// '?' anything that only Markdown's own rules tell.
func lineKind(line string, last byte) byte {
	switch {
	case line == "":
		return 0
	case line[0] == '#':
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		if marks > 6 || len(line) < marks+2 || line[marks] != ' ' || line[marks+1] == ' ' || strings.HasSuffix(line, "#") || strings.HasSuffix(line, "}") {
			return '?'
		}
		return '#'
	case strings.HasPrefix(line, "- ") && len(line) > 2 && plainStart(line[2:]):
		return '-'
	case last != '-' && plainStart(line):
		return 'p'
	}
	return '?'
}

// plainStart reports whether a text begins as no block does but a paragraph. What
// might be one (a number, a mark, white space) counts as a block.
func plainStart(s string) bool {
	c := s[0]
	if s[0] == '~' || s[0] == '*' {
		return len(s) > 3 && s[1] == s[0] && s[2] > ' ' && s[2] != s[0] // "~~struck", "**bold"
	}
	return c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '(' || c == '"' || c == '\'' || c == '$' || c == '@' || c == '^'
}

// Scan returns a file's entries in the cheapest way.
func Scan(path, text string) []Entry {
	out, ok := scanEntries(path, text)
	if !ok {
		out = Parse([]byte(text)).Entries(path)
	}
	for i := range out {
		out[i].Nth = int32(i + 1)
	}
	return out
}
