package memory

import (
	"strings"
	"testing"
)

// A reference to lines names at least one line, from 1, or is refused.
func FuzzSpan(f *testing.F) {
	for _, s := range []string{"MEMORY.md", "MEMORY.md:3", "a:3-9", "a:0", "a:9-3", ":", "a:-1--2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, ref string) {
		path, from, lines, err := span(ref)
		if err == nil && (from < 1 || lines < 1 || !strings.HasPrefix(ref, path)) {
			t.Errorf("%q: %q from %d, %d lines", ref, path, from, lines)
		}
	})
}
