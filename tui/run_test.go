package tui

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"dormouse/runtime"
	"dormouse/tui/backend"
)

// The whole program on a terminal that is none: it quits on ctrl+d, keeps the
// draft, and says how to go on.
func TestRunQuits(t *testing.T) {
	kept := &shelf{}
	source := &parrot{events: make(chan runtime.Event, 8), answers: func(runtime.Command) []runtime.Event { return nil }}
	source.events <- opened(user("1", "before"))
	var out bytes.Buffer
	err := Run(context.Background(), backend.Options{
		Source: source, In: strings.NewReader("\x04"), Out: &out, Environ: []string{"TERM=xterm-256color"}, Theme: "dark", Drafts: kept,
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "resume with: dormouse --session 20261121-093000-abcd\n") {
		t.Errorf("the last words are %q", out.String()[max(0, out.Len()-200):])
	}
}

// The end of ctx, as a signal brings it, loses nothing that was typed.
func TestRunEndsWithItsContext(t *testing.T) {
	kept := &shelf{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in, typing := io.Pipe()
	defer typing.Close()
	source := &parrot{events: make(chan runtime.Event, 8)}
	source.events <- opened()
	count := func(s string) int { // is called for what is typed: a sign that it has arrived
		if s == "unsent" {
			cancel()
		}
		return 1
	}
	go io.WriteString(typing, "unsent") // ends when it is read
	err := Run(ctx, backend.Options{Source: source, In: in, Out: io.Discard, Environ: []string{"TERM=xterm"}, Theme: "dark", Drafts: kept, Count: count})
	if err != nil {
		t.Fatal(err)
	}
	if draft, _ := kept.Load("draft"); !strings.Contains(string(draft), "unsent") {
		t.Errorf("the draft is %q", draft)
	}
}
