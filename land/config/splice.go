package config

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Set gives a file's text with a key set. Only the value's bytes change where
// the key stands already; else one line is added beside its likes, or a table at
// the end. A key of the keyboard may have several values.
func Set(text []byte, name string, values ...string) ([]byte, error) {
	k, path, err := find(name)
	if err != nil {
		return nil, err
	}
	if k.Gone != "" {
		return nil, k.gone(joinPath(path))
	}
	literal, err := k.literal(values)
	if err != nil {
		return nil, &Error{File: "config", Text: joinPath(path) + " " + err.Error()}
	}
	leaves, wrong := parse(text)
	if wrong != nil {
		return nil, wrong
	}
	mark, text := cutBOM(text)
	after := append(mark, assign(text, leaves, path, literal)...)
	return after, agrees(leaves, after, path, true)
}

// Unset gives a file's text without a key, known or not; found is false where it
// has none. The line goes with the comment that stands on it.
func Unset(text []byte, name string) (after []byte, found bool, err error) {
	leaves, wrong := parse(text)
	if wrong != nil {
		return nil, false, wrong
	}
	path := splitName(name)
	if _, p, err := find(name); err == nil {
		path = p
	}
	at := slices.IndexFunc(leaves, func(l leaf) bool { return slices.Equal(l.path, path) })
	if at < 0 {
		return text, false, nil
	}
	l := leaves[at]
	if l.value == nil || l.head {
		return nil, true, &Error{File: "config", Line: l.line, Text: joinPath(path) + " is a table", Hint: "name one of its keys"}
	}
	mark, text := cutBOM(text)
	after = append(mark, cut(text, l)...)
	return after, true, agrees(leaves, after, path, false)
}

// cutBOM parts the byte order mark from a text that begins with one.
func cutBOM(text []byte) (mark, rest []byte) {
	rest = bytes.TrimPrefix(text, []byte(bom))
	return bytes.Clone(text[:len(text)-len(rest)]), rest
}

// literal writes values of a key as TOML, after the same checks as in a file.
func (k Key) literal(values []string) (string, error) {
	if k.Kind == Chord {
		var list []string
		for _, v := range values {
			if _, err := chord(v); err != nil {
				return "", err
			}
			list = append(list, quote(strings.TrimSpace(v)))
		}
		if len(list) == 1 {
			return list[0], nil
		}
		return "[" + strings.Join(list, ", ") + "]", nil
	}
	if len(values) != 1 {
		return "", fmt.Errorf("takes one value, not %d", len(values))
	}
	value, err := k.fromText(values[0])
	if err != nil {
		return "", err
	}
	switch value := value.(type) {
	case string:
		return quote(value), nil
	case int:
		if _, err := strconv.Atoi(values[0]); err != nil {
			return quote(strings.TrimSpace(values[0])), nil // 200k stays 200k
		}
	}
	if k.Kind == Span {
		return quote(strings.TrimSpace(values[0])), nil
	}
	return show(value), nil
}

// assign writes a value where it belongs.
func assign(text []byte, leaves []leaf, path []string, literal string) []byte {
	parent, name := path[:len(path)-1], path[len(path)-1:]
	beside := -1 // the last key of the same table
	for i, l := range leaves {
		switch {
		case slices.Equal(l.path, path) && !l.head && l.value != nil:
			return splice(text, l.from, l.end, literal)
		case slices.Equal(l.path, parent) && l.value == nil && !l.head && (i+1 == len(leaves) || leaves[i+1].inline <= l.inline):
			return splice(text, l.from, l.end, "{ "+joinPath(name)+" = "+literal+" }") // it was empty
		case within(l.path, parent) && len(l.table) <= len(parent) && (!l.head || len(l.path) == len(parent)):
			if l.inline == 0 || len(l.path) == len(path) {
				beside = i
			}
		}
	}
	if beside < 0 {
		return newTable(text, leaves, parent, joinPath(name)+" = "+literal)
	}
	l := leaves[beside]
	if l.inline > 0 {
		return splice(text, l.end, l.end, ", "+joinPath(name)+" = "+literal)
	}
	at := lineEnd(text, l.end)
	line := joinPath(path[len(l.table):]) + " = " + literal
	if !l.head {
		line = string(text[lineStart(text, l.start):l.start]) + line
	}
	return addLine(text, at, line)
}

// newTable adds a line whose table the file does not have: at the end under a
// head of its own, or at the top, where keys without a table stand.
func newTable(text []byte, leaves []leaf, table []string, line string) []byte {
	if len(table) > 0 {
		at, gap := len(text), ""
		if len(bytes.TrimSpace(text)) > 0 {
			gap = newline(text)
		}
		if at > 0 && text[at-1] != '\n' {
			gap += newline(text)
		}
		return splice(text, at, at, gap+"["+joinPath(table)+"]"+newline(text)+line+newline(text))
	}
	at := preamble(text)
	if len(leaves) > 0 {
		line += newline(text)
	}
	return splice(text, at, at, line+newline(text))
}

// preamble ends the comment that speaks of the whole file: one that a blank line
// follows, or that names the schema.
func preamble(text []byte) int {
	schema := 0
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := bytes.TrimSpace(text[at:end])
		at = end
		switch {
		case bytes.HasPrefix(line, []byte("#:")):
			schema = end
		case len(line) == 0:
			return at
		case line[0] != '#':
			return schema
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return schema // only a comment, which no line ends
	}
	return len(text)
}

// cut takes a key out: its lines, or its part of an inline table.
func cut(text []byte, l leaf) []byte {
	if l.inline == 0 {
		return splice(text, lineStart(text, l.start), lineEnd(text, l.end), "")
	}
	start, end := l.start, l.end
	if after := blank(text, end); after < len(text) && text[after] == ',' {
		between := text[end:after]
		if !bytes.Contains(between, []byte("#")) {
			between = nil // a comment stays
		}
		return splice(text, start, len(text)-len(bytes.TrimLeft(text[after+1:], " \t")), string(between))
	}
	before := bytes.TrimRight(text[:start], " \t\r\n")
	if len(before) > 0 && before[len(before)-1] == ',' {
		start = len(before) - 1
	}
	return splice(text, start, end, "")
}

// blank is where what begins at at, white space and comments, ends.
func blank(text []byte, at int) int {
	for {
		rest := bytes.TrimLeft(text[at:], " \t\r\n")
		if at = len(text) - len(rest); len(rest) == 0 || rest[0] != '#' {
			return at
		}
		at = lineEnd(text, at)
	}
}

// agrees reads a changed file again: all but the one key must be as it was.
func agrees(before []leaf, text []byte, path []string, set bool) error {
	after, wrong := parse(text)
	was, _ := valuesOf(before, path)
	is, there := valuesOf(after, path)
	if wrong != nil || there != set || !reflect.DeepEqual(was, is) {
		return &Error{File: "config", Text: joinPath(path) + " cannot be changed without touching other lines", Hint: "change it by hand with `dormouse config edit`"}
	}
	return nil
}

// valuesOf are the values of a file but that of one path, and whether it has it.
func valuesOf(leaves []leaf, but []string) (values map[string]any, has bool) {
	values = map[string]any{}
	for _, l := range leaves {
		if slices.Equal(l.path, but) {
			has = true
		} else if l.value != nil {
			values[joinPath(l.path)] = l.value
		}
	}
	return values, has
}

// Line is where a key stands in a file, from 1; 0 where it does not.
func Line(text []byte, name string) int {
	leaves, _ := parse(text)
	path := splitName(name)
	if _, p, err := find(name); err == nil {
		path = p
	}
	for _, l := range leaves {
		if slices.Equal(l.path, path) {
			return l.line
		}
	}
	return 0
}

// Names are the keys that stand in a file.
func Names(text []byte) []string {
	leaves, _ := parse(text)
	var names []string
	for _, l := range leaves {
		if l.value != nil {
			names = append(names, joinPath(l.path))
		}
	}
	return names
}

// within says whether a path is a table's own key, or the table's head.
func within(path, table []string) bool {
	return len(path) >= len(table) && slices.Equal(path[:len(table)], table)
}

func splice(text []byte, from, to int, with string) []byte {
	return slices.Concat(text[:from], []byte(with), text[to:])
}

// addLine puts a line in after the one that ends at at.
func addLine(text []byte, at int, line string) []byte {
	if at > 0 && text[at-1] != '\n' {
		return splice(text, at, at, newline(text)+line)
	}
	return splice(text, at, at, line+newline(text))
}

func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd is the end of the line at at, with its newline.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// newline is how the file ends its lines.
func newline(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
