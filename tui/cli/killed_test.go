package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dormouse/tui/cli/fault"
)

// fake is a server of chat completions that answers as it is told, and stalls
// where it is told to.
type fake struct {
	*httptest.Server
	mu      sync.Mutex
	answers []func(http.ResponseWriter, *http.Request)
	bodies  []chatRequest
	raw     []rawRequest
	stalled chan struct{} // one value for each stall that was reached
	release chan struct{}
}

// chatRequest is what of a request the tests look at.
type chatRequest struct {
	Messages []struct {
		Role      string          `json:"role"`
		Content   json.RawMessage `json:"content"`
		ToolCalls []struct {
			ID string `json:"id"`
		} `json:"tool_calls"`
		ToolCallID string `json:"tool_call_id"`
	} `json:"messages"`
}

// rawRequest keeps the bytes of a request, message by message.
type rawRequest struct {
	Messages []json.RawMessage `json:"messages"`
	Tools    json.RawMessage   `json:"tools"`
}

func newFake(t *testing.T, answers ...func(http.ResponseWriter, *http.Request)) *fake {
	t.Helper()
	f := &fake{answers: answers, stalled: make(chan struct{}, 16), release: make(chan struct{})}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(func() {
		close(f.release)
		f.CloseClientConnections()
		f.Close()
	})
	return f
}

func (f *fake) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.NotFound(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body)) // for the answer: two requests may come at once
	var q chatRequest
	var raw rawRequest
	if err := errors.Join(json.Unmarshal(body, &q), json.Unmarshal(body, &raw)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	f.mu.Lock()
	n := len(f.bodies)
	f.bodies, f.raw = append(f.bodies, q), append(f.raw, raw)
	answers := f.answers
	f.mu.Unlock()
	if n >= len(answers) {
		http.Error(w, `{"error":{"message":"nothing more to say"}}`, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	answers[n](w, r)
}

// will sets what is answered, in order.
func (f *fake) will(answers ...func(http.ResponseWriter, *http.Request)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers = answers
}

// sent are the bytes of all requests so far.
func (f *fake) sent() []rawRequest {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.raw)
}

// last is the newest request.
func (f *fake) last(t *testing.T) chatRequest {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.bodies) == 0 {
		t.Fatal("nothing was asked")
	}
	return f.bodies[len(f.bodies)-1]
}

func chunk(w http.ResponseWriter, delta string) {
	fmt.Fprintf(w, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":%s}]}\n\n", delta)
	w.(http.Flusher).Flush()
}

func textDelta(s string) string {
	b, _ := json.Marshal(map[string]string{"role": "assistant", "content": s})
	return string(b)
}

func finish(w http.ResponseWriter, reason string) {
	fmt.Fprintf(w, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":%q}]}\n\ndata: [DONE]\n\n", reason)
}

// says answers with a text.
func says(text string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		chunk(w, textDelta(text))
		finish(w, "stop")
	}
}

// calls answers with a call of memory_search.
func calls(id string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		chunk(w, `{"role":"assistant","tool_calls":[{"index":0,"id":"`+id+`","type":"function","function":{"name":"memory_search","arguments":"{\"query\":\"heron\"}"}}]}`)
		finish(w, "tool_calls")
	}
}

// stalls sends the beginning of a reply, and then nothing more.
func (f *fake) stalls(text string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, word := range strings.SplitAfter(text, " ") {
			chunk(w, textDelta(word))
		}
		f.stalled <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-f.release:
		}
	}
}

// waits answers once it is told to.
func (f *fake) waits(until <-chan struct{}, answer func(http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		f.stalled <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-f.release:
		case <-until:
			answer(w, r)
		}
	}
}

// ask gives the arguments for a turn with the fake.
func (f *fake) ask(args ...string) []string {
	return append([]string{"--model", "local/test", "--window", "16k", "--base-url", f.URL + "/v1"}, args...)
}

// patience is how long a test waits for what should come at once: the machine
// may be busy.
const patience = 3 * time.Minute

// stop runs a turn until the fake stalls and the words that came before it have
// been shown, then sends a signal.
func (f *fake) stop(t *testing.T, b *bench, sig os.Signal, args ...string) ran {
	t.Helper()
	c := b.command(f.ask(args...)...)
	seen := newWatch("half a reply")
	var errw bytes.Buffer
	c.Stdout, c.Stderr = seen, &errw
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for _, reached := range []<-chan struct{}{f.stalled, seen.found} {
		select {
		case <-reached:
		case <-time.After(patience):
			c.Process.Kill()
			t.Fatalf("the reply never came: %s", errw.String())
		}
	}
	if err := c.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	return ran{seen.String(), errw.String(), exitCode(c)}
}

func exitCode(c *exec.Cmd) int { return c.ProcessState.ExitCode() }

// watch is a writer that tells when a text has gone through it.
type watch struct {
	mu    sync.Mutex
	all   bytes.Buffer
	text  string
	found chan struct{}
}

func newWatch(text string) *watch { return &watch{text: text, found: make(chan struct{})} }

func (w *watch) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all.Write(p)
	select {
	case <-w.found:
	default:
		if strings.Contains(w.all.String(), w.text) {
			close(w.found)
		}
	}
	return len(p), nil
}

func (w *watch) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.String()
}

// recordLine is a line of a session.
type recordLine struct {
	Type        string
	ID, Role    string
	Content     string
	Interrupted bool
	ToolCalls   []struct{ ID string } `json:"tool_calls"`
	Tokens      int
	Usage       struct{ Input int }
}

// session reads the only session of the land.
func (b *bench) session() (name string, lines []recordLine) {
	b.t.Helper()
	list, err := filepath.Glob(filepath.Join(b.land, "sessions", "*.jsonl"))
	if err != nil || len(list) != 1 {
		b.t.Fatalf("sessions: %v %v", list, err)
	}
	text, err := os.ReadFile(list[0])
	if err != nil {
		b.t.Fatal(err)
	}
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var r recordLine
		if json.Unmarshal([]byte(l), &r) == nil {
			lines = append(lines, r)
		}
	}
	return list[0], lines
}

// messages gives the messages of the session, and wants none of them twice.
func (b *bench) messages() []recordLine {
	b.t.Helper()
	_, lines := b.session()
	seen := map[string]bool{}
	var out []recordLine
	for _, l := range lines {
		if l.Type != "message" {
			continue
		}
		if key := l.Role + l.Content; l.Role != "tool" && l.Content != "" && seen[key] {
			b.t.Errorf("twice in the session: %s: %s", l.Role, l.Content)
		} else {
			seen[key] = true
		}
		out = append(out, l)
	}
	return out
}

// TestKilledWhileAReplyStreams is GUARANTEES 1, 2 and 31: the message and the
// partial reply, marked, are there on resume, nothing is doubled, and the next
// request is one that every provider takes.
func TestKilledWhileAReplyStreams(t *testing.T) {
	for _, how := range []struct {
		name string
		sig  os.Signal
		code int
	}{{"kill", syscall.SIGKILL, -1}, {"interrupt", os.Interrupt, fault.ExitInterrupted}, {"terminate", syscall.SIGTERM, 143}} {
		t.Run(how.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			f := newFake(t)
			f.will(f.stalls("This is half a reply \n and then "), says("A whole one."))
			r := f.stop(t, b, how.sig, "-p", "Tell me about the heron.")
			if r.code != how.code {
				t.Errorf("exit status %d, want %d: %s", r.code, how.code, r.err)
			}
			m := b.messages()
			if len(m) == 0 || m[0].Content != "Tell me about the heron." {
				t.Fatalf("the user's message is lost: %+v", m)
			}
			b.run(0, f.ask("-c", "-p", "Go on.")...)
			m = b.messages()
			var partial *recordLine
			for i := range m {
				if strings.Contains(m[i].Content, "half a reply") {
					partial = &m[i]
				}
			}
			switch {
			case partial == nil:
				t.Errorf("the partial reply is lost: %+v", m)
			case !partial.Interrupted:
				t.Errorf("the partial reply is not marked: %+v", *partial)
			}
			checkRequest(t, f.last(t))
			b.run(0, "memory", "check")
		})
	}
}

// checkRequest wants turns in an order that every provider takes: results
// follow the calls they belong to, all of them, and the person spoke last.
func checkRequest(t *testing.T, q chatRequest) {
	t.Helper()
	open := map[string]bool{}
	for i, m := range q.Messages {
		if m.Role != "tool" && len(open) > 0 {
			t.Errorf("message %d: calls without a result: %v", i, open)
			open = map[string]bool{}
		}
		for _, c := range m.ToolCalls {
			open[c.ID] = true
		}
		if m.Role == "tool" {
			if !open[m.ToolCallID] {
				t.Errorf("message %d: a result without its call: %s", i, m.ToolCallID)
			}
			delete(open, m.ToolCallID)
		}
		if m.Role == "assistant" && len(m.ToolCalls) == 0 && (len(m.Content) == 0 || string(m.Content) == `""`) {
			t.Errorf("message %d: an empty reply", i)
		}
	}
	if n := len(q.Messages); n == 0 || q.Messages[n-1].Role != "user" {
		t.Errorf("the last message is not the person's")
	}
}

// TestKilledBetweenACallAndItsResult is GUARANTEES 3 and 4, on what such a
// crash leaves: the file cut at and within its last lines.
func TestKilledBetweenACallAndItsResult(t *testing.T) {
	t.Parallel()
	whole := newBench(t)
	f := newFake(t)
	f.will(calls("call_1"), f.stalls("This is half a reply \n and "))
	f.stop(t, whole, syscall.SIGKILL, "-p", "Tell me about the heron.")
	name, _ := whole.session()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	result := bytes.Index(text, []byte(`"role":"tool"`))
	if result < 0 {
		t.Fatalf("no result in %s", text)
	}
	start := bytes.LastIndexByte(text[:result], '\n') + 1
	for _, cut := range []int{start, start + 1, result, start + (len(text)-start)/2} {
		t.Run(fmt.Sprint("at ", cut-start), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			g := newFake(t, says("Here I am."), says("Still here."))
			dir := filepath.Join(b.land, "sessions")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text[:cut], 0o600); err != nil {
				t.Fatal(err)
			}
			r := b.run(0, g.ask("-c", "-p", "Are you there?")...)
			if cut != start && !strings.Contains(r.err, filepath.Base(name)+":") {
				t.Errorf("the torn line is not said: %q", r.err)
			}
			checkRequest(t, g.last(t))
			b.run(0, g.ask("-c", "-p", "And now?")...)
			checkRequest(t, g.last(t))
			after, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(after, text[:cut]) {
				t.Errorf("the session was rewritten")
			}
			b.run(0, "sessions", "show")
		})
	}
}
