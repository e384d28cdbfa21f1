package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"dormouse/tui/cli/fault"
)

// The fake provider is https://www.npmjs.com/package/@copilotkit/aimock: it
// speaks the dialects, streams, and keeps a journal of every request.
const aimock = "@copilotkit/aimock@1.43.0"

// aimockProgram is its script.
var aimockProgram = sync.OnceValues(func() (string, error) { return npmInstalled("@copilotkit/aimock/dist/cli.js", aimock) })

// mock is a running fake provider.
type mock struct {
	t   *testing.T
	url string
}

// fixture is what the fake provider answers, and when.
type fixture struct {
	Match    map[string]any `json:"match"`
	Response map[string]any `json:"response"`
	// TruncateAfter cuts the connection after so many chunks.
	TruncateAfter int `json:"truncateAfterChunks,omitempty"`
	ChunkSize     int `json:"chunkSize,omitempty"`
	Latency       int `json:"latency,omitempty"` // milliseconds before each chunk
}

func newMock(t *testing.T, env []string, fixtures ...fixture) *mock {
	t.Helper()
	script, err := aimockProgram()
	nodeOrSkip(t, "the fake provider "+aimock, err)
	file := filepath.Join(t.TempDir(), "fixtures.json")
	b, err := json.Marshal(map[string]any{"fixtures": fixtures})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return &mock{t: t, url: nodeServer(t, env, script, "--port", "0", "--strict", "--fixtures", file)}
}

// journaled is one request that the fake provider got.
type journaled struct {
	Method, Path string
	Headers      map[string]string
	Body         struct {
		Model    string
		Messages []struct {
			Role      string
			Content   any
			ToolCalls []struct{ ID string } `json:"tool_calls"`
			CallID    string                `json:"tool_call_id"`
		}
		Tools []any
	}
	Response struct{ Status int }
}

// text is all that the request's messages say.
func (j journaled) text() string {
	b, _ := json.Marshal(j.Body.Messages)
	return string(b)
}

func (m *mock) journal() []journaled {
	m.t.Helper()
	r, err := http.Get(m.url + "/__aimock/journal")
	if err != nil {
		m.t.Fatal(err)
	}
	defer r.Body.Close()
	var list, asked []journaled
	if err := json.NewDecoder(r.Body).Decode(&list); err != nil {
		m.t.Fatal(err)
	}
	for _, j := range list {
		if j.Method == http.MethodPost {
			asked = append(asked, j)
		}
	}
	return asked
}

func statuses(list []journaled) string {
	var out []string
	for _, j := range list {
		out = append(out, fmt.Sprint(j.Response.Status))
	}
	return strings.Join(out, " ")
}

const testKey = "sk-test-3f9c27d15e8b46a0b7c1d2e3f4a5"

// dialect is a way to reach a model: the same behaviour is wanted of each.
type apiDialect struct {
	name, model, path, variable string
	// reach tells the program where the mock is: by config or by flags.
	reach func(b *bench, url string) (flags []string)
}

func dialects() []apiDialect {
	return []apiDialect{
		{"chat", "local/test-model", "/v1/chat/completions", "OPENAI_API_KEY", func(b *bench, url string) []string {
			return []string{"--base-url", url + "/v1"}
		}},
		{"responses", "openai/gpt-5", "/v1/responses", "OPENAI_API_KEY", func(b *bench, url string) []string {
			b.config("[providers.openai]\nbase_url = \"" + url + "/v1\"\napi = \"openai-responses\"\n")
			return nil
		}},
		{"messages", "anthropic/claude-sonnet-4-5", "/v1/messages", "ANTHROPIC_API_KEY", func(b *bench, url string) []string {
			b.config("[providers.anthropic]\nbase_url = \"" + url + "\"\n")
			return nil
		}},
	}
}

// eachDialect runs a case in all dialects, against a mock of its own.
func eachDialect(t *testing.T, fixtures []fixture, do func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(code int, args ...string) ran)) {
	t.Helper()
	t.Parallel()
	for _, d := range dialects() {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			m := newMock(t, nil, fixtures...)
			b := newBench(t).with(d.variable + "=" + testKey)
			log := filepath.Join(b.dir, "debug.log")
			flags := append(d.reach(b, m.url), "--model", d.model, "--debug", log)
			do(t, d, b, m, func(code int, args ...string) ran {
				t.Helper()
				r := b.run(code, append(flags[:len(flags):len(flags)], args...)...)
				if strings.Contains(r.out+r.err, testKey) {
					t.Error("the key was printed")
				}
				return r
			})
			noKey(t, b.dir, filepath.Join(b.dir, "config"))
			if _, err := os.Stat(b.land); err == nil {
				b.run(0, "memory", "check")
			}
		})
	}
}

// noKey looks for the key in every file below a folder.
func noKey(t *testing.T, dir string, but ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if bytes.Contains(text, []byte(testKey)) {
			t.Errorf("the key is in %s", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func say(match string, more map[string]any) fixture {
	return fixture{Match: map[string]any{"userMessage": match}, Response: more}
}

// seq makes a fixture answer only the n-th time it matches, from 0.
func (f fixture) seq(n int) fixture {
	m := map[string]any{"sequenceIndex": n}
	for k, v := range f.Match {
		m[k] = v
	}
	f.Match = m
	return f
}

// TestAimockTurnWithTwoToolCalls: both run, both results go back in the next
// request, and what the tool wrote is in the land.
func TestAimockTurnWithTwoToolCalls(t *testing.T) {
	fixtures := []fixture{
		{Match: map[string]any{"userMessage": "the heron", "hasToolResult": false}, Response: map[string]any{
			"content": "Let me see.",
			"toolCalls": []any{
				map[string]any{"id": "call_one", "name": "memory_save", "arguments": map[string]any{"text": "The heron nests in April."}},
				map[string]any{"id": "call_two", "name": "memory_search", "arguments": map[string]any{"query": "boat"}},
			},
			"usage": map[string]any{"prompt_tokens": 1500, "completion_tokens": 40, "input_tokens": 1500, "output_tokens": 40, "total_tokens": 1540},
		}},
		{Match: map[string]any{"userMessage": "the heron", "hasToolResult": true}, Response: map[string]any{
			"content": "Saved, and the boat is in Cork.",
			"usage":   map[string]any{"prompt_tokens": 1700, "completion_tokens": 9, "input_tokens": 1700, "output_tokens": 9, "total_tokens": 1709},
		}},
	}
	eachDialect(t, fixtures, func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
		b.run(0, "--offline", "memory", "save", "The boat lies in Cork.")
		var r struct {
			Session, Reply string
			Usage          struct{ Input, Output int }
			Context        struct {
				Used   int
				Source string `json:"used_source"`
			}
		}
		ask(0, "--json", "-p", "Remember the heron, and where is the boat?").into(t, &r)
		if r.Reply != "Saved, and the boat is in Cork." {
			t.Errorf("reply %q", r.Reply)
		}
		if r.Usage.Input != 3200 || r.Usage.Output != 49 {
			t.Errorf("usage %+v, want 3200 and 49", r.Usage)
		}
		if r.Context.Source != "provider" || r.Context.Used != 1709 {
			t.Errorf("the meter does not take the provider's count: %+v", r.Context)
		}
		list := m.journal()
		if statuses(list) != "200 200" || list[0].Path != d.path || len(list[0].Body.Tools) < 4 {
			t.Fatalf("asked: %+v", list)
		}
		if second := list[1].text(); !strings.Contains(second, "call_one") || !strings.Contains(second, "call_two") || !strings.Contains(second, "The boat lies in Cork") {
			t.Errorf("the results are not in the second request: %s", second)
		}
		logs, err := filepath.Glob(filepath.Join(b.land, "memory", "*.md"))
		if err != nil || len(logs) != 1 {
			t.Fatal(logs, err)
		}
		if text, _ := os.ReadFile(logs[0]); !strings.Contains(string(text), "The heron nests in April.") {
			t.Errorf("nothing was saved: %s", text)
		}
		var s struct {
			Used   int
			Source string `json:"used_source"`
		}
		ask(0, "status", "--json").into(t, &s)
		if s.Source != "provider" || s.Used != 1709 {
			t.Errorf("status: %+v, want 1709 as the provider counted", s)
		}
	})
}

// TestAimockRateLimitThenSuccess: Retry-After is obeyed, and said.
func TestAimockRateLimitThenSuccess(t *testing.T) {
	limited := say("the heron", map[string]any{"error": map[string]any{"message": "slow down", "type": "rate_limit_error"}, "status": 429, "retryAfter": 1}).seq(0)
	fixtures := []fixture{limited, say("the heron", map[string]any{"content": "It nests in April."})}
	eachDialect(t, fixtures, func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
		begun := time.Now()
		r := ask(0, "-p", "What does the heron do?")
		if took := time.Since(begun); took < time.Second {
			t.Errorf("asked again after %v, Retry-After said a second", took)
		}
		if r.out != "It nests in April.\n" || !strings.Contains(r.err, "asked again in 1") {
			t.Errorf("%q %q", r.out, r.err)
		}
		if got := statuses(m.journal()); got != "429 200" {
			t.Errorf("statuses %s", got)
		}
	})
}

// TestAimockCutStream: what arrived is shown and kept, marked; status 3; never
// asked again by itself; the next turn works.
func TestAimockCutStream(t *testing.T) {
	cut := say("the heron", map[string]any{"content": "It nests in April, when the reeds are high and nobody walks along the old canal."})
	cut.ChunkSize, cut.TruncateAfter, cut.Latency = 8, 9, 30
	fixtures := []fixture{cut, say("go on", map[string]any{"content": "Of course."})}
	eachDialect(t, fixtures, func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
		r := ask(fault.ExitProvider, "-p", "What does the heron do?")
		if !strings.HasPrefix(r.out, "It nests") {
			t.Errorf("what arrived is not shown: %q", r.out)
		}
		if !regexp.MustCompile(`(?m)^dormouse: .+\nhint: .+`).MatchString(r.err) {
			t.Errorf("no line and hint: %q", r.err)
		}
		if got := statuses(m.journal()); got != "200" {
			t.Errorf("statuses %s: asked again after visible output", got)
		}
		list := b.messages()
		if len(list) != 2 || list[0].Role != "user" || !list[1].Interrupted || !strings.HasPrefix(list[1].Content, "It nests") {
			t.Errorf("the session holds %+v", list)
		}
		if r := ask(0, "-c", "-p", "Please go on."); r.out != "Of course.\n" {
			t.Errorf("the next turn: %q %q", r.out, r.err)
		}
		if list := b.messages(); len(list) != 4 {
			t.Errorf("the session holds %d messages, want 4", len(list))
		}
	})
}

// TestAimockWrongKey: 401 is said with a hint, not tried again, and the key is
// nowhere to be seen.
func TestAimockWrongKey(t *testing.T) {
	t.Parallel()
	for _, d := range dialects() {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			m := newMock(t, []string{"AIMOCK_API_KEYS=another-key"}, say("x", map[string]any{"content": "x"}))
			b := newBench(t).with(d.variable + "=" + testKey)
			flags := append(d.reach(b, m.url), "--model", d.model, "--debug", filepath.Join(b.dir, "debug.log"))
			r := b.run(fault.ExitProvider, append(flags, "-p", "hello")...)
			if !regexp.MustCompile(`(?m)^dormouse: .+\nhint: .*_API_KEY`).MatchString(r.err) {
				t.Errorf("no line and hint: %q", r.err)
			}
			if strings.Contains(r.out+r.err, testKey) || strings.Contains(r.out+r.err, testKey[:16]) {
				t.Errorf("the key was printed: %q", r.err)
			}
			r = b.run(fault.ExitProvider, append(flags, "--json", "-p", "hello")...)
			var e struct {
				Error struct {
					Code, Message string
					Hints         []string
				}
			}
			if err := json.Unmarshal([]byte(r.err), &e); err != nil || e.Error.Code != "auth" || len(e.Error.Hints) == 0 {
				t.Errorf("%v: %q", err, r.err)
			}
			noKey(t, b.dir)
			if _, err := os.Stat(filepath.Join(b.dir, "debug.log")); err != nil {
				t.Errorf("no debug log: %v", err)
			}
			// the message is kept
			if out := b.run(0, "sessions", "show").out; !strings.Contains(out, "hello") {
				t.Errorf("the message is lost: %s", out)
			}
		})
	}
}

// full brings a conversation to a share of a window, and returns that window.
func full(t *testing.T, b *bench, ask func(int, ...string) ran, percent int) string {
	t.Helper()
	file := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(file, jsonLines(talk(160)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(0, "--offline", "import", file)
	var s struct{ Used int }
	ask(0, "--window", "100k", "status", "--json").into(t, &s)
	return fmt.Sprint(s.Used * 100 / percent)
}

// aNight is the JSON of a night that scripts rely on.
type aNight struct {
	Night, Trigger, Engine, Degraded string
	Window                           int
	TokensBefore                     int `json:"tokens_before"`
	TokensAfter                      int `json:"tokens_after"`
	Calls                            int
	Usage                            struct{ Input, Output int }
	Entries                          []struct{ Text, Path string }
}

type aTurn struct {
	Reply   string
	Night   *aNight
	Context struct {
		Used, Window int
	}
}

func checkNight(t *testing.T, r aTurn, trigger string) {
	t.Helper()
	n := r.Night
	if n == nil {
		t.Fatalf("no night: %+v", r)
	}
	if n.Trigger != trigger || n.TokensBefore < n.Window*8/10 && trigger == "context" {
		t.Errorf("the night began by %s at %d of %d", n.Trigger, n.TokensBefore, n.Window)
	}
	if n.TokensAfter >= n.Window/2 || r.Context.Used > r.Context.Window {
		t.Errorf("the night left %d, the turn %d of %d tokens", n.TokensAfter, r.Context.Used, n.Window)
	}
	if len(n.Entries) == 0 {
		t.Error("the night remembered nothing")
	}
}

const dreamt = `{"note":{"request":["Look after the move."],"decisions":["Ana looks after the lease in Oslo."],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},` +
	`"entries":[{"type":"decision","text":"Ana will look after the lease in Oslo; the bill was 100 euros and is paid","importance":0.9,"from":["m1"],"open":false,"replaces":""},` +
	`{"type":"fact","text":"Ana has seven submarines in Valparaíso worth 98765 euros","importance":0.9,"from":["m1"],"open":false,"replaces":""}],"days":[]}`

// TestAimockNightAtEightyPercent: the night comes before the request, asks the
// model once, keeps what the messages bear out and drops what was made up.
func TestAimockNightAtEightyPercent(t *testing.T) {
	fixtures := []fixture{
		say("falling asleep", map[string]any{"content": dreamt, "usage": map[string]any{"prompt_tokens": 3000, "completion_tokens": 90, "input_tokens": 3000, "output_tokens": 90, "total_tokens": 3090}}),
		say("the heron", map[string]any{"content": "It nests in April."}),
	}
	eachDialect(t, fixtures, func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
		window := full(t, b, ask, 81)
		var r aTurn
		ask(0, "--window", window, "--json", "-c", "-p", "What does the heron do?").into(t, &r)
		checkNight(t, r, "context")
		if r.Reply != "It nests in April." {
			t.Errorf("reply %q", r.Reply)
		}
		n := r.Night
		if n.Engine != "model" || n.Calls != 1 || n.Usage.Input != 3000 || n.Usage.Output != 90 || n.Degraded != "" {
			t.Errorf("engine %s, %d calls, usage %+v, degraded %q; want one call of the model", n.Engine, n.Calls, n.Usage, n.Degraded)
		}
		var texts []string
		for _, e := range n.Entries {
			texts = append(texts, e.Text)
		}
		all := strings.Join(texts, "\n")
		if !strings.Contains(all, "lease in Oslo") || strings.Contains(all, "submarines") {
			t.Errorf("remembered: %s", all)
		}
		list := m.journal()
		if statuses(list) != "200 200" {
			t.Fatalf("statuses %s", statuses(list))
		}
		if strings.Contains(list[1].text(), "falling asleep") {
			t.Error("the night's question is in the conversation")
		}
		if last := list[1].Body.Messages; len(last) == 0 || !strings.Contains(fmt.Sprint(last[len(last)-1].Content), "What does the heron do?") {
			t.Errorf("the newest message is not last: %s", list[1].text())
		}
		// the next turn sleeps no more
		var next aTurn
		ask(0, "--window", window, "--json", "-c", "-p", "And again the heron?").into(t, &next)
		if next.Night != nil {
			t.Errorf("a second night: %+v", next.Night)
		}
	})
}

// TestAimockNightWithARubbishModel is GUARANTEES 10: whatever the model answers,
// the offline engine finishes the night, says so, and the turn goes on.
func TestAimockNightWithARubbishModel(t *testing.T) {
	for name, answer := range map[string]map[string]any{
		"words":   {"content": "I am sorry, I would rather not."},
		"half":    {"content": dreamt[:200]},
		"refused": {"error": map[string]any{"message": "not today", "type": "invalid_request_error"}, "status": 400},
		"down":    {"error": map[string]any{"message": "bad key", "type": "authentication_error"}, "status": 401},
	} {
		t.Run(name, func(t *testing.T) {
			eachDialect(t, []fixture{say("falling asleep", answer), say("the heron", map[string]any{"content": "It nests in April."})},
				func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
					if d.name != "chat" && name != "words" {
						return // one dialect is enough for this answer
					}
					window := full(t, b, ask, 81)
					var r aTurn
					ask(0, "--window", window, "--json", "-c", "-p", "What does the heron do?").into(t, &r)
					checkNight(t, r, "context")
					if r.Reply != "It nests in April." || r.Night.Engine != "offline" || r.Night.Degraded == "" {
						t.Errorf("reply %q, engine %s, degraded %q", r.Reply, r.Night.Engine, r.Night.Degraded)
					}
				})
		})
	}
}

// TestAimockContextTooLong is GUARANTEES 21: one night, one retry; then a clear
// error, never a loop.
func TestAimockContextTooLong(t *testing.T) {
	tooLong := say("the heron", map[string]any{"status": 400, "error": map[string]any{
		"message": "This model's maximum context length is 4096 tokens. However, your messages resulted in 5123 tokens.",
		"type":    "invalid_request_error", "code": "context_length_exceeded",
	}})
	asleep := say("falling asleep", map[string]any{"content": dreamt})
	t.Run("once", func(t *testing.T) {
		eachDialect(t, []fixture{asleep, tooLong.seq(0), say("the heron", map[string]any{"content": "It nests in April."})},
			func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
				window := full(t, b, ask, 60)
				var r aTurn
				ask(0, "--window", window, "--json", "-c", "-p", "What does the heron do?").into(t, &r)
				checkNight(t, r, "overflow")
				if r.Reply != "It nests in April." {
					t.Errorf("reply %q", r.Reply)
				}
				list := m.journal()
				if n := countAsked(list); n != 2 {
					t.Errorf("asked %d times: %s", n, statuses(list))
				}
				if first, last := list[0].text(), list[len(list)-1].text(); len(last) >= len(first) {
					t.Errorf("the second request is not smaller: %d and %d bytes", len(first), len(last))
				}
			})
	})
	t.Run("always", func(t *testing.T) {
		eachDialect(t, []fixture{asleep, tooLong},
			func(t *testing.T, d apiDialect, b *bench, m *mock, ask func(int, ...string) ran) {
				window := full(t, b, ask, 60)
				r := ask(fault.ExitProvider, "--window", window, "-c", "-p", "What does the heron do?")
				if !regexp.MustCompile(`(?m)^dormouse: .+\nhint: .*window`).MatchString(r.err) {
					t.Errorf("no line and hint: %q", r.err)
				}
				if n := countAsked(m.journal()); n != 2 {
					t.Errorf("asked %d times: %s", n, statuses(m.journal()))
				}
				if out := b.run(0, "sessions", "show").out; !strings.Contains(out, "What does the heron do?") {
					t.Error("the message is lost")
				}
			})
	})
}

// countAsked counts requests that were not a night's.
func countAsked(list []journaled) int {
	n := 0
	for _, j := range list {
		if !strings.Contains(j.text(), "falling asleep") {
			n++
		}
	}
	return n
}
