package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// What another program writes to `mcp` comes through as whole JSON messages, or
// is answered with an error that is one.
func FuzzRequests(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"))
	f.Add([]byte("{}\n[]\n\x00\n{\"jsonrpc\":\"2.0\"}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var out bytes.Buffer
		over := make(chan struct{})
		close(over) // nobody answers here
		turn := make(chan struct{}, 1)
		r := &requests{lines: bufio.NewReader(bytes.NewReader(b)), out: &answers{w: &out, turn: turn}, turn: turn, over: over}
		passed, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(passed), out.String()} {
			for line := range strings.Lines(text) {
				if !json.Valid([]byte(line)) {
					t.Errorf("not JSON: %q", line)
				}
			}
		}
	})
}

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
