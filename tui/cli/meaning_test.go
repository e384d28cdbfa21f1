package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
)

// embeddings is a provider for which a text about boats is like any other about
// boats. It keeps what it was sent.
type embeddings struct {
	mu     sync.Mutex
	status int
	sent   []string
	keys   []string
}

func (e *embeddings) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var q struct{ Input []string }
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &q)
	e.sent, e.keys = append(e.sent, q.Input...), append(e.keys, r.Header.Get("Authorization"))
	w.Header().Set("Content-Type", "application/json")
	if e.status != 0 {
		w.WriteHeader(e.status)
		return
	}
	var items []string
	for i, text := range q.Input {
		v := []float64{0, 1, float64(len(text)%7) / 7, float64(len(text)%5) / 5}
		for _, boat := range []string{"umiak", "canoe"} {
			if strings.Contains(text, boat) {
				v = []float64{1, 0, 0, 0}
			}
		}
		b, _ := json.Marshal(v)
		items = append(items, fmt.Sprintf(`{"index":%d,"embedding":%s}`, i, b))
	}
	fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(items, ","))
}

// seaside is a land with one line about a boat, and a person's config.
type seaside struct {
	t          *testing.T
	land, home string
	env        map[string]string
}

func newSeaside(t *testing.T, config string) *seaside {
	t.Helper()
	s := &seaside{t: t, land: t.TempDir(), home: t.TempDir()}
	s.env = map[string]string{"HOME": s.home, "XDG_CONFIG_HOME": filepath.Join(s.home, "config")}
	s.write(filepath.Join(s.home, "config", "dormouse", "config.toml"), config)
	s.write(filepath.Join(s.land, "MEMORY.md"), "# Memory\n\n- Vera keeps an umiak under the stairs\n- The stove is from Turin\n- Pia sings on Fridays\n"+
		"- Oats are bought in sacks\n- The printer wants new ink\n- my token is sk-abcdefghijklmnopqrstuvwxyz0123456789\n")
	return s
}

func (s *seaside) write(name, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *seaside) run(args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = Run(s.t.Context(), program.World{Version: "test", Args: append([]string{"--land", s.land}, args...),
		Getenv: func(k string) string { return s.env[k] }, In: strings.NewReader(""), Out: &o, Err: &e})
	return o.String(), e.String(), code
}

func on(url string) string {
	return "[memory]\nembeddings = true\nembeddings_model = \"openai/any\"\nembeddings_url = \"" + url + "/v1\"\n"
}

func TestMeaningIsOffUntilAskedFor(t *testing.T) {
	e := &embeddings{}
	server := httptest.NewServer(e)
	defer server.Close()
	s := newSeaside(t, strings.Replace(on(server.URL), "= true", "= false", 1))
	if out, _, code := s.run("memory", "search", "canoe"); code != fault.ExitFailed || out != "" {
		t.Errorf("%d %q", code, out)
	}
	s = newSeaside(t, on(server.URL))
	if out, _, code := s.run("--offline", "memory", "search", "canoe"); code != fault.ExitFailed || out != "" {
		t.Errorf("offline: %d %q", code, out)
	}
	s = newSeaside(t, "")
	s.write(filepath.Join(s.land, "config.toml"), on(server.URL))
	if _, errs, code := s.run("memory", "search", "canoe"); code != fault.ExitUsage || !strings.Contains(errs, "memory.embeddings") {
		t.Errorf("a land's own config: %d %s", code, errs)
	}
	if len(e.sent) != 0 {
		t.Errorf("sent: %q", e.sent)
	}
}

func TestMeaningWhereAskedFor(t *testing.T) {
	e := &embeddings{}
	server := httptest.NewServer(e)
	defer server.Close()
	s := newSeaside(t, on(server.URL)+"")
	s.env["OPENAI_API_KEY"] = "key-of-openai"
	out, errs, code := s.run("memory", "search", "canoe")
	if code != fault.ExitDone || !strings.HasPrefix(out, "MEMORY.md:3: Vera") || strings.Contains(errs, "words alone") {
		t.Errorf("%d %q %q", code, out, errs)
	}
	if all := strings.Join(e.sent, "\n"); strings.Contains(all, "sk-abc") || !strings.Contains(all, "Turin") {
		t.Errorf("sent: %s", all)
	}
	if e.keys[0] != "Bearer key-of-openai" {
		t.Errorf("key %q", e.keys[0])
	}
	// Another process sends the question only.
	e.sent = nil
	s.run("memory", "search", "canoe")
	if len(e.sent) != 1 || e.sent[0] != "canoe" {
		t.Errorf("sent again: %q", e.sent)
	}
	// A provider that refuses takes nothing from the search by words.
	e.status = http.StatusUnauthorized
	out, errs, code = s.run("memory", "search", "stove")
	if code != fault.ExitDone || !strings.HasPrefix(out, "MEMORY.md:4:") || !strings.Contains(errs, "words alone") {
		t.Errorf("%d %q %q", code, out, errs)
	}
}

// The key of the model that answers is not given to another provider.
func TestKeyCommandIsNotForEmbeddings(t *testing.T) {
	e := &embeddings{}
	server := httptest.NewServer(e)
	defer server.Close()
	s := newSeaside(t, "model = \"anthropic/x\"\nkey_command = \"echo other-key\"\n"+on(server.URL))
	if _, errs, code := s.run("memory", "search", "canoe"); code != fault.ExitDone || len(e.keys) == 0 || e.keys[0] != "" {
		t.Errorf("%d %q %q", code, e.keys, errs)
	}
	s = newSeaside(t, "[memory]\nembeddings = true\n")
	if _, errs, code := s.run("memory", "search", "stove"); code != fault.ExitDone || !strings.Contains(errs, "embeddings_model") {
		t.Errorf("no model: %d %q", code, errs)
	}
}
