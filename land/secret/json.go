package secret

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// InJSON finds in JSON text, such as a line of a session, what find finds in its
// strings and what the name of a field says of its value; nothing goes over from
// field to field. Spans are bytes of the raw text, never a part of an escape, so
// that what is overwritten by plain letters stays JSON. In what is no JSON it finds
// what find does, too.
func InJSON(raw []byte, find func(string) []Span) []Span {
	var out []Span
	name, whole := "", true
	for at := 0; at < len(raw); {
		open := bytes.IndexByte(raw[at:], '"')
		if open < 0 {
			open = len(raw) - at
		}
		gap := string(raw[at : at+open])
		whole = whole && betweenStrings(gap)
		from := at + open + 1
		if from > len(raw) {
			break
		}
		to := stringEnd(raw, from)
		text, place := decoded(raw[from:to])
		list := find(text)
		if inner := []byte(text); json.Valid(inner) && bytes.IndexByte(inner, '"') >= 0 { // a tool's arguments
			list = InJSON(inner, find)
		} else if strings.TrimSpace(gap) == ":" {
			list = append(list, inField(name, text, find)...)
		}
		for _, x := range list {
			out = append(out, Span{from + place(x.From), from + place(x.To), x.What})
		}
		name, at = text, to+1
	}
	if !whole {
		for _, x := range find(string(raw)) {
			if !bytes.ContainsAny(raw[x.From:x.To], "\"\n\\") {
				out = append(out, x)
			}
		}
	}
	slices.SortFunc(out, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	return disjoint(out)
}

// betweenStrings reports whether a text may stand between two strings of JSON.
func betweenStrings(gap string) bool {
	for _, word := range strings.FieldsFunc(gap, func(r rune) bool { return strings.ContainsRune("{}[],: \t\r\n", r) }) {
		if !json.Valid([]byte(word)) {
			return false
		}
	}
	return true
}

// inField finds what find does in a value with its name before it.
func inField(name, value string, find func(string) []Span) []Span {
	if len(name) > longestName {
		return nil
	}
	other := strings.NewReplacer(`"`, "'") // as long, and it ends nothing
	head := `"` + other.Replace(name) + `": "`
	var out []Span
	for _, x := range find(head + other.Replace(value) + `"`) {
		x.From, x.To = x.From-len(head), x.To-len(head)
		if x.From >= 0 && x.To <= len(value) {
			out = append(out, x)
		}
	}
	return out
}

// RedactJSON replaces the credentials in the strings of JSON text by marks; it
// stays JSON.
func RedactJSON(raw []byte) []byte {
	list := InJSON(raw, Find)
	if len(list) == 0 {
		return raw
	}
	return []byte(Replace(string(raw), list))
}

// disjoint drops what lies within what came before; what overlaps begins later.
func disjoint(list []Span) []Span {
	out, at := list[:0], 0
	for _, x := range list {
		if x.From = max(x.From, at); x.From < x.To {
			out = append(out, x)
			at = x.To
		}
	}
	return out
}

// stringEnd is where the quote stands that ends a string.
func stringEnd(raw []byte, at int) int {
	for at < len(raw) && raw[at] != '"' {
		if raw[at] == '\\' {
			at++
		}
		at++
	}
	return min(at, len(raw))
}

// decoded is the text of a JSON string, and a function from its bytes to those of
// the raw one.
func decoded(raw []byte) (string, func(int) int) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw), func(i int) int { return i }
	}
	var text []byte
	var places []int
	for at := 0; at < len(raw); {
		n := 1
		if raw[at] == '\\' {
			n = min(escape(raw[at:]), len(raw)-at)
		}
		piece := raw[at : at+n]
		if n > 1 {
			var s string
			if json.Unmarshal(slices.Concat([]byte{'"'}, piece, []byte{'"'}), &s) != nil {
				s = string(utf8.RuneError)
			}
			piece = []byte(s)
		}
		for range piece {
			places = append(places, at)
		}
		text = append(text, piece...)
		at += n
	}
	places = append(places, len(raw))
	return string(text), func(i int) int { return places[i] }
}

// escape is the length of the escape that raw begins with; both halves of a
// surrogate pair are one.
func escape(raw []byte) int {
	if len(raw) < 2 || raw[1] != 'u' {
		return 2
	}
	if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' && raw[2]|0x20 == 'd' && raw[3]|0x20 >= '8' && raw[3]|0x20 <= 'b' {
		return 12
	}
	return 6
}
