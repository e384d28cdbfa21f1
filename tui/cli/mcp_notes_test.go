package cli

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
)

// client connects the protocol's own Go client to the program.
func client(t *testing.T, b *bench) *mcp.ClientSession {
	t.Helper()
	toServer, clientOut := io.Pipe()
	fromServer, serverOut := io.Pipe()
	done := make(chan int, 1)
	env := map[string]string{"HOME": filepath.Join(b.dir, "home"), "TZ": "UTC"}
	go func() { // ends when the client closes its side
		done <- Run(context.Background(), program.World{Args: []string{"--land", b.land, "--offline", "mcp"}, Getenv: func(k string) string { return env[k] }, In: toServer, Out: serverOut, Err: io.Discard})
		serverOut.Close()
	}()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: clientOut}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		clientOut.Close()
		if code := <-done; code != fault.ExitDone {
			t.Errorf("the server ended with %d", code)
		}
	})
	return s
}

func TestMCPByTheOfficialClient(t *testing.T) {
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	b.run(0, "--now", "2026-03-02T08:00:00Z", "-p", "My sister Ana works as a nurse in Ghent.")
	b.run(0, "--now", "2026-03-02T09:00:00Z", "sleep")
	b.run(0, "--now", "2026-03-02T10:00:00Z", "memory", "save", "The code of the alarm is 4711.")
	b.run(0, "--now", "2026-03-02T10:00:00Z", "memory", "save", "The cello stands in Turin.")
	s, ctx := client(t, b), t.Context()

	resources, err := s.ListResources(ctx, nil)
	if err != nil || len(resources.Resources) < 2 || resources.Resources[0].URI != "dormouse:///MEMORY.md" {
		t.Fatalf("%+v %v", resources, err)
	}
	read := func(uri string) string {
		r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil || len(r.Contents) != 1 || r.Contents[0].MIMEType != "text/markdown" {
			t.Fatalf("%s: %+v %v", uri, r, err)
		}
		return r.Contents[0].Text
	}
	text, err := os.ReadFile(filepath.Join(b.land, "MEMORY.md"))
	if err != nil {
		t.Fatal(err)
	}
	if got := read("dormouse:///MEMORY.md"); got != string(text) {
		t.Errorf("MEMORY.md is read as %q", got)
	}
	day := read("dormouse:///memory/2026-03-02.md")
	if !strings.Contains(day, "cello") || strings.Contains(day, "4711") || !strings.Contains(day, "[private]") {
		t.Errorf("the log is read as\n%s", day)
	}
	for _, uri := range []string{"dormouse:///memory/1999-01-01.md", "dormouse:///config.toml", "dormouse:///memory/../config.toml", "dormouse:///.dormouse/lock", "file:///etc/passwd"} {
		if r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s is read: %+v", uri, r.Contents[0])
		}
	}

	call := func(tool string, arguments any) *mcp.CallToolResult {
		r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	values := func(r *mcp.CallToolResult) (v struct {
		Verdict string
		Results []struct {
			Path, Text string
			Line       int
		}
		Written []struct{ Path, ID string }
		Lines   int
	}) {
		b, err := json.Marshal(r.StructuredContent)
		if err == nil {
			err = json.Unmarshal(b, &v)
		}
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := values(call("memory_search", map[string]any{"query": "cello"})); v.Verdict != "hits" || len(v.Results) == 0 || v.Results[0].Path != "memory/2026-03-02.md" {
		t.Errorf("%+v", v)
	}
	if v := values(call("memory_search", map[string]any{"query": "code of the alarm"})); len(v.Results) > 0 && strings.Contains(v.Results[0].Text, "4711") {
		t.Errorf("%+v", v)
	}
	if v := values(call("session_search", map[string]any{"query": "nurse"})); len(v.Results) == 0 || !strings.HasPrefix(v.Results[0].Path, "sessions/") {
		t.Errorf("%+v", v)
	}
	if r := call("session_search", map[string]any{"query": " "}); !r.IsError {
		t.Errorf("%+v", r)
	}
	if v := values(call("memory_save", map[string]any{"text": "The loom is from Porto."})); len(v.Written) != 1 || v.Written[0].ID == "" {
		t.Errorf("%+v", v)
	}
	if v := values(call("memory_get", map[string]any{"path": "MEMORY.md"})); v.Lines == 0 {
		t.Errorf("%+v", v)
	}

	prompts, err := s.ListPrompts(ctx, nil)
	if err != nil || len(prompts.Prompts) != 2 {
		t.Fatalf("%+v %v", prompts, err)
	}
	for name, arguments := range map[string]map[string]string{"recall": {"about": "cello"}, "day": {"date": "2026-03-02"}} {
		p, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: arguments})
		if err != nil || len(p.Messages) != 1 {
			t.Fatalf("%s: %+v %v", name, p, err)
		}
		text := p.Messages[0].Content.(*mcp.TextContent).Text
		if !strings.Contains(text, "<data>") || !strings.Contains(text, "Turin") || strings.Contains(text, "4711") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
