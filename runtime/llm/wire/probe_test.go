package wire

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	for body, want := range map[string]string{
		`{"data":[{"id":"nomic-embed-text:latest"},{"id":"qwen3:8b"},{"id":"llama3"}]}`: "qwen3:8b",
		`{"data":[{"id":"nomic-embed-text"}]}`:                                          "",
		`{"data":[{"id":"evil\u001b[31m"},{"id":""}]}`:                                  "",
		`{"data":[]}`: "", `<html>`: "", ``: "",
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "" {
				t.Errorf("%s %v", r.URL, r.Header)
			}
			io.WriteString(w, body)
		}))
		p, end, _ := newProbe(t.Context(), s.URL+"/v1", time.Minute)
		if name, ok := p.first(); name != want || ok != (want != "") {
			t.Errorf("%s: %q", body, name)
		}
		end()
		s.Close()
	}
	if _, ok := Probe(t.Context(), "https://example.com/v1"); ok {
		t.Error("a far host was probed")
	}
}

func TestWindow(t *testing.T) {
	cases := map[string]struct {
		path, body string
		want       int
	}{
		"vLLM":              {"/v1/models", `{"data":[{"id":"other","max_model_len":5},{"id":"m","max_model_len":32768}]}`, 32768},
		"LM Studio":         {"/api/v0/models", `{"data":[{"id":"m","max_context_length":131072,"loaded_context_length":4096}]}`, 4096},
		"Ollama":            {"/api/ps", `{"models":[{"name":"m:latest","context_length":8192}]}`, 8192},
		"llama.cpp":         {"/props", `{"default_generation_settings":{"n_ctx":2048}}`, 2048},
		"another model":     {"/v1/models", `{"data":[{"id":"other","max_model_len":5}]}`, 0},
		"not a number":      {"/v1/models", `{"data":[{"id":"m","max_model_len":"many"}]}`, 0},
		"less than nothing": {"/props", `{"default_generation_settings":{"n_ctx":-1}}`, 0},
		"nothing":           {"/none", ``, 0},
	}
	for name, c := range cases {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != c.path {
				w.WriteHeader(404)
				io.WriteString(w, `{"error":"not found"}`)
				return
			}
			io.WriteString(w, c.body)
		}))
		p, end, _ := newProbe(t.Context(), s.URL+"/v1", time.Minute)
		if got := p.window("m"); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
		end()
		s.Close()
	}
	if got := Window(t.Context(), "https://example.com/v1", "m"); got != 0 {
		t.Error("a far host was asked")
	}
}
