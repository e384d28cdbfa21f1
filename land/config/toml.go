package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// leaf is one value of a file and where it stands. Of the head of a table, and
// of an inline one, value is nil.
type leaf struct {
	path  []string
	line  int // from 1
	value any

	// start and end are the bytes of `key = value`, or of the last key of a head;
	// from is where the value begins. All count from behind a BOM.
	start, from, end int
	table            []string // that of the head above it
	head             bool     // [this]
	inline           int      // how many inline tables it stands in
}

// parse lists a file's values in the order of its lines. The library decodes the
// whole file first, which finds all that is wrong with it as TOML; its parser
// then tells where each value stands.
func parse(text []byte) ([]leaf, *Error) {
	w := walk{text: bytes.TrimPrefix(text, []byte(bom))}
	if err := toml.Unmarshal(w.text, &w.all); err != nil {
		return nil, notTOML(err)
	}
	w.parser.Reset(w.text)
	for w.parser.NextExpression() {
		w.expression(w.parser.Expression())
	}
	if err := w.parser.Error(); err != nil {
		return nil, notTOML(err)
	}
	return w.leaves, nil
}

const bom = "\xEF\xBB\xBF"

func notTOML(err error) *Error {
	e := &Error{File: "config"}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		e.Line, _ = at.Position()
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "toml: "), "\n")
	e.Text = "not TOML: " + text
	return e
}

type walk struct {
	parser unstable.Parser
	text   []byte
	all    map[string]any
	table  []string // the one that the last head opened
	leaves []leaf
}

func (w *walk) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		l := leaf{head: true}
		w.key(n, nil, &l)
		w.table, l.table = l.path, l.path
		if n.Kind == unstable.ArrayTable {
			l.value = []any{}
		}
		w.leaves = append(w.leaves, l)
	case unstable.KeyValue:
		w.keyValue(n, w.table, 0)
	}
}

func (w *walk) keyValue(n *unstable.Node, table []string, inline int) {
	l := leaf{table: w.table, inline: inline}
	w.key(n, table, &l)
	for l.from = l.end; w.text[l.from] == ' ' || w.text[l.from] == '\t' || w.text[l.from] == '='; {
		l.from++
	}
	l.start = int(n.Raw.Offset)
	l.end = l.start + len(bytes.TrimRight(w.parser.Raw(n.Raw), " \t\r\n"))
	value := n.Value()
	if value.Kind != unstable.InlineTable {
		l.value = decoded(w.all, l.path)
		w.leaves = append(w.leaves, l)
		return
	}
	w.leaves = append(w.leaves, l)
	for it := value.Children(); it.Next(); {
		if it.Node().Kind == unstable.KeyValue {
			w.keyValue(it.Node(), l.path, inline+1)
		}
	}
}

// key reads a node's key below table, and where it stands: its last part ends at
// l.end.
func (w *walk) key(n *unstable.Node, table []string, l *leaf) {
	l.path, l.line = append([]string(nil), table...), 1
	for it := n.Key(); it.Next(); {
		part := it.Node()
		l.path = append(l.path, string(part.Data))
		if at := int(part.Raw.Offset); at <= len(w.text) {
			l.line = 1 + bytes.Count(w.text[:at], []byte{'\n'})
			l.start, l.end = at, at+int(part.Raw.Length)
		}
	}
}

// decoded is the decoded value of a path. Within [[arrays of tables]] there is
// none; their head is refused.
func decoded(all map[string]any, path []string) any {
	var at any = all
	for _, part := range path {
		m, ok := at.(map[string]any)
		if !ok {
			return []any{}
		}
		at = m[part]
	}
	return at
}

// joinPath writes a path as in a file: parts that are no bare key in quotes.
func joinPath(path []string) string {
	parts := make([]string, len(path))
	for i, p := range path {
		parts[i] = p
		if p == "" || strings.Trim(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			parts[i] = quote(p)
		}
	}
	return strings.Join(parts, ".")
}

// quote writes a text as a basic string of TOML.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// splitName is the path of a name as joinPath, or a person, wrote it.
func splitName(name string) []string {
	all, ok := map[string]any{}, false
	if strings.ContainsAny(name, `"'`) {
		ok = toml.Unmarshal([]byte(name+" = 0"), &all) == nil && !strings.ContainsAny(name, "\n=#")
	}
	if !ok {
		return strings.Split(name, ".")
	}
	var path []string
	for len(all) == 1 {
		for part, below := range all {
			path = append(path, part)
			all, _ = below.(map[string]any)
		}
	}
	return path
}

// unknown is the text for a key that is not in the table.
func unknown(name string) string {
	if strings.ContainsAny(name, `"`) {
		return "unknown key " + name
	}
	return fmt.Sprintf("unknown key %q", name)
}
