package extract

import (
	"strings"
	"unicode"
)

// Kind says what sort of thing an anchor is.
type Kind string

// The kinds of anchors: what a reader must find again letter by letter.
const (
	ID     Kind = "id"
	Path   Kind = "path"
	URL    Kind = "url"
	Number Kind = "number"
	Date   Kind = "date"
	Code   Kind = "code" // a name as programs have them: maxRetries, KEEP_ALIVE
	Quote  Kind = "quote"
)

// Anchor is an exact string of a message.
type Anchor struct {
	Text string `json:"text"`
	Kind Kind   `json:"kind"`
	// MessageID is the message it stands in first.
	MessageID string `json:"message"`
	// Where is the name of the text that keeps it; "" when it is lost.
	Where string `json:"where,omitempty"`
}

// Anchors finds the exact strings of a text, each once, in order.
func Anchors(text string) []Anchor {
	var out []Anchor
	seen := map[string]bool{}
	add := func(s string, k Kind) {
		if len(s) > 200 || seen[s] {
			return
		}
		seen[s] = true
		out = append(out, Anchor{Text: s, Kind: k})
	}
	for _, q := range quoted(text) {
		switch k := anchorKind(q); {
		case k != "" && !strings.Contains(q, " "):
			add(q, k)
		case strings.Contains(text, "`"+q+"`"):
			add(q, Code)
		default:
			add(q, Quote)
		}
	}
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("`\"“”<>|", r) }) {
		f = strings.TrimRight(strings.TrimLeft(f, "([{*'‘"), ".,;:!?)]}*'’…")
		if k := anchorKind(f); k != "" {
			add(f, k)
		}
	}
	return out
}

// anchorKind classifies one word; "" is an ordinary one.
func anchorKind(f string) Kind {
	if len(f) < 2 && !HasDigit(f) || f == "" {
		return ""
	}
	if i := strings.Index(f, "://"); i > 0 || strings.HasPrefix(f, "www.") {
		return URL
	}
	letters, digits, upper, other := census(f)
	switch {
	case IsDate(f):
		return Date
	case letters == 0 && digits > 0:
		return Number
	case strings.ContainsRune(f, '/') && letters > 2 && pathLike(f):
		return Path
	case IsFile(f):
		return Path
	case digits > 0 && letters > 0 && ordinal(f):
		return Number
	case digits > 0 && letters > 0 && (len(f) >= 5 || strings.HasPrefix(f, "#") || strings.ContainsRune(f, '-') || upper > 0):
		return ID
	case strings.ContainsRune(f, '_') && letters > 2:
		return Code
	case strings.HasPrefix(f, "--") && letters > 1:
		return Code
	case strings.HasSuffix(f, "()") || strings.Contains(f, "::"):
		return Code
	case upper > 0 && letters > 3 && inner(f) && other == 0:
		return Code
	case upper >= 3 && upper == letters && strings.ContainsRune(f, '-'):
		return ID
	}
	return ""
}

func census(f string) (letters, digits, upper, other int) {
	for _, r := range f {
		switch {
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				upper++
			}
		case unicode.IsDigit(r):
			digits++
		default:
			other++
		}
	}
	return
}

// inner reports a capital behind a small letter: camelCase.
func inner(f string) bool {
	small := false
	for _, r := range f {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
	}
	return false
}

func IsDate(f string) bool {
	if len(f) >= 8 && len(f) <= 10 && strings.Count(f, "-") == 2 || strings.Count(f, "/") == 2 && len(f) <= 10 || strings.Count(f, ".") == 2 && len(f) >= 8 && len(f) <= 10 {
		for _, r := range f {
			if !unicode.IsDigit(r) && !strings.ContainsRune("-/.", r) {
				return false
			}
		}
		return true
	}
	return false
}

// IsYear reports a year of four digits.
func IsYear(f string) bool {
	return len(f) == 4 && "1900" <= f && f < "2100" && strings.Trim(f, "0123456789") == ""
}

func ordinal(f string) bool {
	i := strings.IndexFunc(f, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' && r != ':' })
	if i <= 0 {
		return false
	}
	switch strings.ToLower(f[i:]) {
	case "st", "nd", "rd", "th", "k", "m", "s", "ms", "px", "am", "pm", "kb", "mb", "gb", "km", "kg", "cm", "mm", "h", "x", "%", "€", "°c":
		return true
	}
	return false
}

// pathLike tells a path from "and/or".
func pathLike(f string) bool {
	if f[0] == '/' || f[0] == '~' || f[0] == '.' || strings.Count(f, "/") > 1 {
		return true
	}
	i := strings.LastIndexByte(f, '/')
	return IsFile(f[i+1:]) || strings.HasSuffix(f, "/")
}

// IsFile reports whether a word is a file name by its ending.
func IsFile(f string) bool {
	i := strings.LastIndexByte(f, '.')
	if i < 1 || i == len(f)-1 {
		return false
	}
	switch strings.ToLower(f[i+1:]) {
	case "go", "md", "py", "js", "ts", "tsx", "jsx", "rs", "c", "h", "cpp", "hpp", "java", "rb", "sh", "txt", "json", "jsonl", "yaml", "yml", "toml", "sql", "csv",
		"html", "css", "xml", "pdf", "png", "jpg", "svg", "lock", "mod", "sum", "log", "ini", "cfg", "conf", "env", "db", "tf", "proto", "ipynb", "kt", "swift", "php", "vue":
		return true
	}
	return false
}

// quoted are strings in double quotes or backticks, at most 80 bytes long.
func quoted(text string) []string {
	var out []string
	for _, pair := range [][2]string{{"\"", "\""}, {"“", "”"}, {"`", "`"}, {"«", "»"}, {"„", "“"}, {"「", "」"}} {
		rest := text
		for {
			i := strings.Index(rest, pair[0])
			if i < 0 {
				break
			}
			rest = rest[i+len(pair[0]):]
			j := strings.Index(rest, pair[1])
			if j < 0 {
				break
			}
			s := rest[:j]
			if j > 1 && j <= 80 && !strings.ContainsAny(s, "\n") && strings.TrimSpace(s) == s {
				out = append(out, s)
			}
			if j <= 80 {
				rest = rest[j+len(pair[1]):]
			}
		}
	}
	return out
}
