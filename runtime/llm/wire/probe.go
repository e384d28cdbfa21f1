package wire

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// probeTime is how long a local server has to answer a probe, all in all.
const probeTime = 150 * time.Millisecond

// Ollama is where an Ollama on this machine listens.
const Ollama = "http://127.0.0.1:11434/v1"

// Probe asks a local server with an OpenAI-compatible API, within 150 ms, for
// its models, and returns the name of the first that can chat. ok is false when
// nobody answers, or nobody who has one. base is like Ollama; only this machine
// and its network are asked.
func Probe(ctx context.Context, base string) (name string, ok bool) {
	p, end, ok := newProbe(ctx, base, probeTime)
	if !ok {
		return "", false
	}
	defer end()
	return p.first()
}

func (p *probe) first() (name string, ok bool) {
	for _, m := range p.models("/models") {
		if chats(m.ID) {
			return m.ID, true
		}
	}
	return "", false
}

// Window asks a local server, within 150 ms, how many tokens of context it gives
// to a model; 0 when it does not say. It knows vLLM (max_model_len), LM Studio
// (loaded_context_length), Ollama (of a model that is loaded) and llama.cpp
// (n_ctx). Only this machine and its network are asked, and without a key.
func Window(ctx context.Context, base, name string) (tokens int) {
	p, end, ok := newProbe(ctx, base, probeTime)
	if !ok {
		return 0
	}
	defer end()
	return p.window(name)
}

func (p *probe) window(name string) (tokens int) {
	for _, path := range []string{"/models", "/../api/v0/models", "/../api/ps"} {
		for _, m := range p.models(path) {
			if m.ID != name && m.Name != name && m.Name != name+":latest" {
				continue
			}
			for _, n := range []int{m.MaxModelLen, m.Loaded, m.Context} {
				if n > 0 {
					return n
				}
			}
		}
		if p.nobody {
			return 0
		}
	}
	var props struct {
		Settings struct {
			Context int `json:"n_ctx"`
		} `json:"default_generation_settings"`
	}
	p.get("/../props", &props)
	return max(props.Settings.Context, 0)
}

// probe asks a few short questions of one local server.
type probe struct {
	ctx    context.Context
	c      *Client
	nobody bool // nobody answers there
}

func newProbe(ctx context.Context, base string, limit time.Duration) (p *probe, end func(), ok bool) {
	c, err := New(Options{BaseURL: base})
	if err != nil || !nearby(c.base.Hostname()) {
		return nil, nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	return &probe{ctx: ctx, c: c}, func() { cancel(); c.Close() }, true
}

// listed is a model in the lists of the various servers.
type listed struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	MaxModelLen int    `json:"max_model_len"`
	Loaded      int    `json:"loaded_context_length"`
	Context     int    `json:"context_length"`
}

func (p *probe) models(path string) []listed {
	var list struct {
		Data   []listed `json:"data"`
		Models []listed `json:"models"`
	}
	p.get(path, &list)
	return append(list.Data, list.Models...)
}

// get reads JSON from a path below the base URL; to stays as it is when there is
// none.
func (p *probe) get(path string, to any) {
	u := p.c.base.JoinPath(path)
	req, err := http.NewRequestWithContext(p.ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return
	}
	req.Header.Set("User-Agent", "dormouse")
	resp, err := p.c.transport().RoundTrip(req)
	if err != nil {
		p.nobody = true
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err == nil && resp.StatusCode == http.StatusOK {
		_ = json.Unmarshal(body, to) // what does not fit is not there
	}
}

// chats is false for the models that only embed or rank.
func chats(name string) bool {
	if name == "" || scrub(name, nil) != name {
		return false
	}
	for _, w := range []string{"embed", "bge-", "minilm", "rerank", "whisper"} {
		if strings.Contains(strings.ToLower(name), w) {
			return false
		}
	}
	return true
}
