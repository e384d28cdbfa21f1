package asking

import (
	"encoding/json"
	"slices"
	"strings"
)

// salvage reads what is whole of an answer that was cut: the fields that ended, and
// of the one that did not its elements. nil when that is no entry.
func salvage(text string, limit int) *finding {
	if i := strings.IndexByte(text, '{'); i >= 0 && len(text) <= limit {
		text = text[i:]
	} else {
		return nil
	}
	whole := closed(text)
	var has map[string]json.RawMessage
	var f finding
	if whole == "" || json.Unmarshal([]byte(whole), &has) != nil || json.Unmarshal([]byte(whole), &f) != nil || len(f.Entries) == 0 {
		return nil
	}
	_, noted := has["note"]
	f.cut, f.noteless = true, !noted
	return &f
}

// closed is the longest beginning of a JSON object that ends with a whole field, or
// with a whole element of a field that is a list, and the brackets that close it; ""
// where there is none.
func closed(text string) string {
	var open []byte // brackets that wait for their end
	safe, ends := 0, ""
	quoted, escaped := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case c == '}' || c == ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return ""
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				return text[:i+1]
			}
			if len(open) <= 2 && (len(open) == 1 || open[1] == ']') {
				safe = i + 1
				closing := slices.Clone(open)
				slices.Reverse(closing)
				ends = string(closing)
			}
		case c == ',' && len(open) == 1:
			safe, ends = i, "}"
		}
	}
	if safe == 0 {
		return ""
	}
	return text[:safe] + ends
}
