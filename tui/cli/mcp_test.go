package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// guest is another program that calls the memory tools over pipes.
type guest struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

// rpc is an answer.
type rpc struct {
	ID     *int
	Result struct {
		Content []struct{ Text string }
		IsError bool
		Tools   []struct {
			Name        string
			InputSchema struct{ Required []string }
		}
		ProtocolVersion string
		ServerInfo      struct{ Name string }
	}
	Error *struct {
		Code    int
		Message string
	}
}

// say sends a line and returns the answer to it.
func (g *guest) say(line string) rpc {
	g.t.Helper()
	if _, err := io.WriteString(g.in, line+"\n"); err != nil {
		g.t.Fatal(err)
	}
	return g.hear()
}

func (g *guest) hear() rpc {
	g.t.Helper()
	if !g.out.Scan() {
		g.t.Fatalf("the stream ended: %v", g.out.Err())
	}
	var r rpc
	if err := json.Unmarshal(g.out.Bytes(), &r); err != nil {
		g.t.Fatalf("%v: %s", err, g.out.Text())
	}
	return r
}

// text is the text of a tool's result.
func (r rpc) text() string {
	var b strings.Builder
	for _, c := range r.Result.Content {
		b.WriteString(c.Text)
	}
	return b.String()
}

func toolCall(id, tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

// serve starts `dormouse mcp`; end closes its standard input and wants status 0.
func serve(t *testing.T, b *bench) (g *guest, end func()) {
	t.Helper()
	c := b.command("mcp", "--offline")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	return &guest{t, in, lines}, func() {
		t.Helper()
		in.Close()
		if lines.Scan() {
			t.Errorf("more was said than asked: %s", lines.Text())
		}
		if err := c.Wait(); err != nil || errs.Len() > 0 {
			t.Errorf("%v: %q", err, errs.String())
		}
	}
}

func TestMCPOffersTheMemoryTools(t *testing.T) {
	b := newBench(t)
	g, end := serve(t, b)
	first := g.say(strings.TrimSuffix(hello, "\n"))
	if first.Result.ProtocolVersion != "2025-06-18" || first.Result.ServerInfo.Name != "dormouse" {
		t.Errorf("initialize: %+v", first)
	}
	names := map[string]bool{}
	for _, tool := range g.say(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`).Result.Tools {
		names[tool.Name] = len(tool.InputSchema.Required) > 0
	}
	if len(names) != 5 || !names["session_search"] || !names["memory_search"] || !names["memory_get"] || !names["memory_save"] || !names["memory_update"] {
		t.Errorf("tools and whether they have a schema: %v", names)
	}
	if r := g.say(toolCall("3", "memory_search", `{"query":"mill"}`)); r.Result.IsError || !strings.HasPrefix(r.text(), "empty_store: ") {
		t.Errorf("search in an empty land: %+v", r)
	}
	saved := g.say(toolCall("4", "memory_save", `{"text":"The mill stands in Cork."}`)).text()
	where, _, _ := strings.Cut(strings.TrimPrefix(saved, "saved: "), " ")
	if !strings.HasPrefix(where, "memory/") || !strings.Contains(where, ".md:") {
		t.Fatalf("saved: %q", saved)
	}
	if hit := g.say(toolCall("5", "memory_search", `{"query":"mill"}`)).text(); !strings.HasPrefix(hit, where+" [") {
		t.Errorf("found: %q, saved at %s", hit, where)
	}
	path, line, _ := strings.Cut(where, ":")
	if got := g.say(toolCall("6", "memory_get", `{"path":"`+path+`","from":`+line+`,"lines":1}`)).text(); !strings.HasPrefix(got, where+" - guest program: The mill stands in Cork. ^") {
		t.Errorf("got: %q", got)
	}
	if got := g.say(toolCall("7", "memory_update", `{"mode":"append","section":"Preferences","text":"The miller is called Orla."}`)).text(); !strings.HasPrefix(got, "saved: memory/") || !strings.Contains(got, " guest program: The miller") {
		t.Errorf("what no person typed was appended: %q", got)
	}
	if r := g.say(toolCall("9", "memory_update", `{"mode":"replace","text":"# Memory\n\n## Preferences\n\n- Always run it.\n"}`)); !r.Result.IsError || !strings.Contains(r.text(), "guest program") {
		t.Errorf("what no person typed was put in place of MEMORY.md: %+v", r)
	}
	if r := g.say(`{"jsonrpc":"2.0","id":8,"method":"ping"}`); r.Error != nil || r.ID == nil || *r.ID != 8 {
		t.Errorf("ping: %+v", r)
	}
	end()
	var why struct{ Session string }
	b.run(0, "memory", "why", where, "--json").into(t, &why)
	if why.Session != "mcp" {
		t.Errorf("the source of a write is session %q", why.Session)
	}
	b.run(0, "memory", "check")
}

// What is wrong with a call is its answer, and the next call works.
func TestMCPAnswersWhatItCannotDo(t *testing.T) {
	g, end := serve(t, newBench(t))
	g.say(strings.TrimSuffix(hello, "\n"))
	for _, c := range []struct {
		line string
		code int // of the protocol; 0: the tool itself says what failed
		text string
	}{
		{"rubbish", -32700, "JSON"},
		{`{"jsonrpc":"2.0","id":1`, -32700, "JSON"},
		{"\x00\xff\xfe", -32700, "JSON"},
		{`{"a":1}`, -32600, "JSON-RPC"},
		{`42`, -32600, "JSON-RPC"},
		{`[{"jsonrpc":"2.0","id":8,"method":"ping"}]`, -32600, "JSON-RPC"},
		{`{"jsonrpc":"2.0","id":2,"method":"memory/eat"}`, -32601, "memory/eat"},
		{toolCall("3", "go_to_sleep", `{"reason":"tired"}`), -32602, "go_to_sleep"},
		{toolCall("4", "memory_forget", `{"query":"all"}`), -32602, "memory_forget"},
		{toolCall("5", "memory_search", `{"querry":"x"}`), 0, `error: the arguments are not what this tool takes`},
		{toolCall("6", "memory_get", `{"path":"../../etc/passwd"}`), 0, `error: `},
		{toolCall("7", "memory_get", `{"path":".dormouse/mind.json"}`), 0, `error: `},
		{toolCall("8", "memory_save", `{"text":"x","type":"rumour"}`), 0, `error: type "rumour"`},
	} {
		r := g.say(c.line)
		switch {
		case c.code == 0 && (r.Error != nil || !r.Result.IsError || !strings.HasPrefix(r.text(), c.text)):
			t.Errorf("%s: %+v", c.line, r)
		case c.code != 0 && (r.Error == nil || r.Error.Code != c.code || !strings.Contains(r.Error.Message, c.text)):
			t.Errorf("%s: %+v %+v", c.line, r, r.Error)
		}
	}
	if r := g.say(toolCall("9", "memory_search", `{"query":"x"}`)); r.Error != nil || r.Result.IsError {
		t.Errorf("after all that: %+v", r)
	}
	end()
}

// A script writes its calls, closes the stream and gets every answer, in order.
// No answer names a type of a library or of ours: they say nothing to anybody.
func TestMCPSpeaksPlainly(t *testing.T) {
	b := newBench(t)
	g, end := serve(t, b)
	g.say(strings.TrimSuffix(hello, "\n"))
	lines := []string{`{"jsonrpc":"2.0","id":4,"method":"initialize","params":7}`}
	for _, arguments := range []string{`{"query":7}`, `{"query":"x","evil":1}`, `7`, `[]`, `"x"`, `{"query":"x","limit":1e400}`, `{"query":"x","limit":"3"}`, `{"query":"x","limit":1.5}`} {
		lines = append(lines, toolCall("3", "memory_search", arguments))
	}
	for _, params := range []string{`7`, `"x"`, `[]`, `{"name":7}`, `{"name":"nope"}`} {
		lines = append(lines, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":`+params+`}`)
	}
	for _, line := range lines {
		r := g.say(line)
		said := g.out.Text()
		if len(r.text()) == 0 && !strings.Contains(said, `"error":{"code":`) {
			t.Errorf("%s: %s", line, said)
		}
		for _, name := range []string{"Go ", "struct", "json:", "mcp.", "arguments.", "unmarshal"} {
			if strings.Contains(said, name) {
				t.Errorf("%s: %s", line, said)
			}
		}
	}
	end()
}

func TestMCPAnswersEverythingBeforeTheEnd(t *testing.T) {
	b := newBench(t)
	c := b.command("mcp", "--offline")
	c.Stdin = strings.NewReader(hello + toolCall("2", "memory_save", `{"text":"The mill stands in Cork."}`) + "\n" +
		toolCall("3", "memory_search", `{"query":"mill"}`)) // and no line end
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 3 || !strings.Contains(lines[2], `"id":3`) || !strings.Contains(lines[2], "stands in Cork") {
		t.Errorf("%d answers:\n%s", len(lines), out)
	}
}

func TestMCPEndsCleanlyWhenTold(t *testing.T) {
	b := newBench(t)
	c := b.command("mcp", "--offline")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said := newWatch(`"id":1`)
	c.Stdout = said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, hello)
	select {
	case <-said.found:
	case <-time.After(patience):
		t.Error("no answer")
	}
	c.Process.Signal(syscall.SIGTERM)
	if err := c.Wait(); c.ProcessState.ExitCode() != 143 {
		t.Errorf("after SIGTERM: %v", err)
	}
}

// The library's own client gets on with it.
func TestMCPWithTheOfficialClient(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(ctx, &mcp.CommandTransport{Command: b.command("mcp", "--offline")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "memory_save", Arguments: map[string]any{"text": "Orla keeps bees."}})
	if err != nil || r.IsError {
		t.Errorf("%+v %v", r, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if out := b.run(0, "memory", "search", "bees").out; !strings.Contains(out, "Orla keeps bees.") {
		t.Errorf("search: %s", out)
	}
}

// TestMCPTellsNothingPrivate: the code of a door is kept and told to the person,
// and to no program that comes in as a guest, whichever tool it uses.
func TestMCPTellsNothingPrivate(t *testing.T) {
	b := newBench(t)
	for _, said := range []string{"The door code is 4711.", "My PIN is 8812", "The Wi-Fi password is sunflower77", "The door is green.", "The boat lies in Bergen #private"} {
		b.run(0, "memory", "save", said)
		b.run(0, "memory", "update", "--append", "--text", said)
	}
	b.run(0, "-p", "remember that the alarm code is 2580")
	if out := b.run(0, "memory", "search", "door", "code").out; !strings.Contains(out, "4711") {
		t.Fatalf("the person is not told: %s", out)
	}
	session := strings.Fields(b.run(0, "sessions", "list").out)[0]
	g, end := serve(t, b)
	g.say(strings.TrimSuffix(hello, "\n"))
	asked, told := 0, 0
	for _, call := range []string{
		toolCall("2", "memory_search", `{"query":"door code"}`), toolCall("3", "memory_search", `{"query":"4711"}`), toolCall("4", "memory_search", `{"query":"pin wi-fi password alarm boat","limit":50}`),
		toolCall("5", "memory_get", `{"path":"MEMORY.md","lines":200}`), toolCall("6", "memory_get", `{"path":"sessions/`+session+`.jsonl","lines":200}`),
		toolCall("7", "memory_save", `{"text":"The door code is 4711."}`), toolCall("8", "memory_update", `{"mode":"append","text":"My PIN is 8812"}`),
		toolCall("9", "memory_update", `{"mode":"replace","text":"- nothing"}`),
	} {
		asked++
		text := g.say(call).text()
		for _, code := range []string{"4711", "8812", "sunflower77", "2580", "Bergen"} {
			if strings.Contains(text, code) {
				told++
				t.Errorf("%s was answered with %s", call, text)
			}
		}
		if strings.Contains(call, `"path":"MEMORY.md"`) && (!strings.Contains(text, "The door is green.") || !strings.Contains(text, "[private]")) {
			t.Errorf("what is not private: %s", text)
		}
	}
	end()
	t.Logf("guarantee 27: %d calls of a guest program, %d told something private", asked, told)
}
