package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dormouse/runtime/llm/apitest"
)

// gate is a provider that wants a key and answers as the real one does.
type gate struct {
	*apitest.Server
	key string

	mu     sync.Mutex
	knocks int
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	if r.Method == http.MethodPost { // a server nearby is also asked for its window
		g.knocks++
	}
	g.mu.Unlock()
	if r.Header.Get("x-api-key") != g.key && r.Header.Get("Authorization") != "Bearer "+g.key {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`))
		return
	}
	g.Server.ServeHTTP(w, r)
}

func (g *gate) knocked() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.knocks
}

func newGate(t *testing.T, d apitest.Dialect, model string) (*gate, string) {
	g := &gate{key: "sk-ant-api03-a-key-of-the-first-evening-0123456789", Server: &apitest.Server{
		Dialect: d, Model: model, Window: 200_000, Reply: 128_000,
		Say: func(a apitest.Asked) apitest.Answer { return apitest.Answer{Text: "A heron answers."} },
	}}
	web := httptest.NewServer(g)
	t.Cleanup(web.Close)
	return g, web.URL
}

// TestTerminalConnect is the first evening: nothing is set, the first screen says
// how, a wrong key is refused and nothing kept, the right one answers, stays out of
// the land and off the screen, and the next start finds it.
func TestTerminalConnect(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	g, url := newGate(t, apitest.Messages, "claude-sonnet-5-5")
	b.config("[providers.anthropic]\nbase_url = \"" + url + "\"\n")
	x := newTerminal(b, 80, 24)
	x.start()
	x.see("offline/extractive", "/connect connects a model")
	x.write("/connect")
	x.press("Enter")
	x.see("connect a model", "Anthropic", "OpenRouter", "another server")
	x.press("Enter")
	x.see("Connect Anthropic", "Paste the key", "never in the land")
	x.paste("sk-wrong")
	x.see("••••••••")
	x.press("Enter")
	x.see("connect anthropic:", "nothing was kept or changed")
	if n := g.knocked(); n != 1 {
		t.Errorf("one test request became %d", n)
	}
	if text := b.ownConfig(); strings.Contains(text, "key_in") || strings.Contains(text, "model") {
		t.Errorf("a refused key is in the config: %s", text)
	}
	x.write("/connect anthropic")
	x.press("Enter")
	x.see("Connect Anthropic", "Paste the key")
	x.paste(g.key)
	if s := x.see("••••••••"); strings.Contains(s, "sk-ant") {
		t.Errorf("the key is on the screen:\n%s", s)
	}
	x.press("Enter")
	x.see("anthropic/claude-sonnet-5-5 answered", "answers from now on")
	if n := g.knocked(); n != 2 {
		t.Errorf("one test request became %d", n-1)
	}
	x.say("Who stands in the pond?")
	x.see("A heron answers.")
	x.press("C-d")
	x.ended()

	file := filepath.Join(b.dir, "config", "dormouse", "keys", "anthropic")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	noTrace(t, g.key, b.land)
	if text := b.ownConfig(); strings.Contains(text, g.key) || !strings.Contains(text, `key_in = "file"`) {
		t.Errorf("config: %s", text)
	}
	if out := b.run(0, "-p", "And now?").out; !strings.Contains(out, "A heron answers.") {
		t.Errorf("the next start does not find it: %s", out)
	}
	if len(g.Refusals()) > 0 {
		t.Errorf("the provider refused: %q", g.Refusals())
	}
}

// A server of one's own is connected by its address; its only model is taken.
func TestTerminalConnectAServer(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	g, url := newGate(t, apitest.Chat, "qwen")
	x := newTerminal(b, 80, 24)
	x.start("--land", filepath.Join(b.dir, "other"))
	x.write("/connect server")
	x.press("Enter")
	x.see("Connect another server", "address")
	x.paste("no address")
	x.press("Enter")
	x.see("no address: the address must look like")
	x.paste(strings.TrimPrefix(url, "http://")) // as it stands in the server's own words
	x.press("Enter")
	x.see("press enter where it wants none")
	x.paste(g.key)
	x.see("••••••••")
	x.press("Enter")
	x.see("server/qwen answered")
	x.say("Who stands in the pond?")
	x.see("A heron answers.")
	x.press("C-d")
	x.ended()
	noTrace(t, g.key, filepath.Join(b.dir, "other"))
	if text := b.ownConfig(); !strings.Contains(text, url+"/v1") {
		t.Errorf("config: %s", text)
	}
	if out := b.run(0, "-p", "And now?").out; !strings.Contains(out, "A heron answers.") {
		t.Errorf("the next start does not find it: %s", out)
	}
}

func (b *bench) ownConfig() string {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, "config", "dormouse", "config.toml"))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}
