package mcp

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
