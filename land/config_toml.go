package land

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// leaf is one value of a file and where it stands. Of the head of a table, and
// of an empty inline one, value is nil.
type leaf struct {
	path  []string
	line  int // from 1
	value any
}

// readTOML lists a file's values in the order of its lines. The library decodes
// the whole file first, which finds all that is wrong with it as TOML; its
// parser then tells where each value stands.
func readTOML(path string, text []byte) ([]leaf, error) {
	text = bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		return nil, notTOML(path, err)
	}
	w := walk{text: text, all: all}
	w.parser.Reset(text)
	for w.parser.NextExpression() {
		w.expression(w.parser.Expression())
	}
	if err := w.parser.Error(); err != nil {
		return nil, notTOML(path, err)
	}
	return w.leaves, nil
}

func notTOML(path string, err error) error {
	e := &ConfigError{File: path, Text: strings.TrimPrefix(err.Error(), "toml: ")}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		e.Line, _ = at.Position()
	}
	if i := strings.IndexByte(e.Text, '\n'); i >= 0 {
		e.Text = e.Text[:i]
	}
	e.Text = "not TOML: " + e.Text
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
		var line int
		w.table, line = w.key(n, nil)
		l := leaf{path: w.table, line: line}
		if n.Kind == unstable.ArrayTable {
			l.value = []any{}
		}
		w.leaves = append(w.leaves, l)
	case unstable.KeyValue:
		w.keyValue(n, w.table)
	}
}

func (w *walk) keyValue(n *unstable.Node, table []string) {
	path, line := w.key(n, table)
	value := n.Value()
	if value.Kind != unstable.InlineTable {
		w.leaves = append(w.leaves, leaf{path, line, lookup(w.all, path)})
		return
	}
	w.leaves = append(w.leaves, leaf{path: path, line: line})
	for it := value.Children(); it.Next(); {
		w.keyValue(it.Node(), path)
	}
}

// key is a node's key below table, and the line it stands on.
func (w *walk) key(n *unstable.Node, table []string) ([]string, int) {
	path := append([]string(nil), table...)
	line := 1
	for it := n.Key(); it.Next(); {
		part := it.Node()
		path = append(path, string(part.Data))
		if at := int(part.Raw.Offset); at <= len(w.text) {
			line = 1 + bytes.Count(w.text[:at], []byte{'\n'})
		}
	}
	return path, line
}

// lookup is the decoded value of a path. Within [[arrays of tables]] there is
// none; their head has been refused before.
func lookup(all map[string]any, path []string) any {
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

// joinKey writes a path as in a file: parts that are no bare key in quotes.
func joinKey(path []string) string {
	parts := make([]string, len(path))
	for i, p := range path {
		parts[i] = p
		if p == "" || strings.Trim(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			parts[i] = strconv.Quote(p)
		}
	}
	return strings.Join(parts, ".")
}

// splitKey is the inverse for names without quotes.
func splitKey(name string) []string { return strings.Split(name, ".") }

// unknown is the text for a key that is not in the table.
func unknown(name string) string {
	if strings.ContainsAny(name, `"`) {
		return "unknown key " + name
	}
	return fmt.Sprintf("unknown key %q", name)
}
