package wire

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// probeTime is how long a local server has to answer a probe.
const probeTime = 150 * time.Millisecond

// Probe asks a local server with an OpenAI-compatible API, within 150 ms, for
// its models, and returns the name of the first that can chat. ok is false when
// nobody answers, or nobody who has one. base is like
// "http://127.0.0.1:11434/v1"; only this machine and its network are asked.
func Probe(ctx context.Context, base string) (name string, ok bool) {
	c, err := New(Options{BaseURL: base})
	if err != nil || !nearby(c.base.Hostname()) {
		return "", false
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(c.base.String(), "/")+"/models", nil)
	if err != nil {
		return "", false
	}
	req.Header.Set("User-Agent", "dormouse")
	resp, err := c.transport().RoundTrip(req)
	if err != nil {
		return "", false
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil || resp.StatusCode != http.StatusOK {
		return "", false
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &list) != nil {
		return "", false
	}
	for _, m := range list.Data {
		if chats(m.ID) {
			return m.ID, true
		}
	}
	return "", false
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

// Ollama is where an Ollama on this machine listens.
const Ollama = "http://127.0.0.1:11434/v1"
