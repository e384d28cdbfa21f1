package llm

import (
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
)

func TestEmbeddedCatalogueIsSound(t *testing.T) {
	c, err := ParseCatalogue(embedded)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Entries()) < 30 || len(Builtin().Entries()) != len(c.Entries()) {
		t.Fatalf("%d entries", len(c.Entries()))
	}
	for _, e := range c.Entries() {
		u, err := url.Parse(e.Source)
		if err != nil || u.Scheme != "https" {
			t.Errorf("%s: source %q", e.Ref, e.Source)
		}
		if _, err := time.Parse(time.DateOnly, e.Date); err != nil {
			t.Errorf("%s: date %q", e.Ref, e.Date)
		}
		if e.Window < 2048 || e.Reply > e.Window || e.Prompt >= e.Window || (e.Encoding != "o200k_base" && e.Encoding != "cl100k_base") {
			t.Errorf("%s: %+v", e.Ref, e)
		}
		if p := e.Prices; p != nil {
			if p.In <= 0 || p.Out <= p.In || (p.CacheRead != nil && *p.CacheRead >= p.In) || (p.CacheWrite != nil && *p.CacheWrite < p.In) {
				t.Errorf("%s: prices %+v", e.Ref, *p)
			}
		}
	}
	for _, v := range Vendors() {
		if v.Standard == "" {
			continue
		}
		if e, ok := c.Find(v.Standard); !ok || e.Guess || e.Context() == 0 {
			t.Errorf("the standard model %s is not in the catalogue", v.Standard)
		}
	}
}

func TestFind(t *testing.T) {
	c := Builtin()
	cases := []struct {
		ref, found string
		guess      bool
	}{
		{"openai/gpt-5", "openai/gpt-5", false},
		{"openai/gpt-5-2025-08-07", "openai/gpt-5", false},
		{"openai/gpt-5-mini-2025-08-07", "openai/gpt-5-mini", false},
		{"openai/gpt-5-latest", "openai/gpt-5", false},
		{"openai/gpt-5-pro", "openai/gpt-5", true},
		{"openai/gpt-5-20xx0807", "openai/gpt-5", true},
		{"openai/gpt-50", "", false},
		{"openai/gpt-5-chat-latest", "openai/gpt-5-chat-latest", false},
		{"openai/gpt-4o-2024-08-06", "openai/gpt-4o", false},
		{"openai/gpt-6-astra", "openai/gpt-6", true},
		{"anthropic/claude-haiku-4-5-20251001", "anthropic/claude-haiku-4-5", false},
		{"anthropic/claude-opus-4-8", "anthropic/claude", true},
		{"anthropic/claude-opus-5-5", "anthropic/claude-opus-5-5", false},
		{"anthropic/claude-opus-5-6", "anthropic/claude-opus-5", true},
		{"ollama/qwen3:8b", "ollama/", true},
		{"ollama", "", false},
		{"", "", false},
		{"nobody/nothing", "", false},
	}
	for _, x := range cases {
		e, ok := c.Find(x.ref)
		if e.Ref != x.found || ok != (x.found != "") || e.Guess != x.guess {
			t.Errorf("Find(%q) = %q, guess %v; want %q, %v", x.ref, e.Ref, e.Guess, x.found, x.guess)
		}
		if e.Guess && e.Prices != nil {
			t.Errorf("Find(%q) guesses a price", x.ref)
		}
	}
}

func TestCost(t *testing.T) {
	e, _ := Builtin().Find("anthropic/claude-opus-5")
	// 1000 plain, 8000 cached, 1000 written, 500 out at 5, 0.5, 6.25, 25
	usd, known := e.Cost(transcript.Usage{Input: 10000, Cached: 8000, CacheWrite: 1000, Output: 500, Reasoning: 400})
	if want := (1000*5 + 8000*0.5 + 1000*6.25 + 500*25) / 1e6; !known || math.Abs(usd-want) > 1e-12 {
		t.Errorf("got %v, want %v", usd, want)
	}
	fable, _ := Builtin().Find("anthropic/claude-fable-5-1")
	if _, known := fable.Cost(transcript.Usage{Input: 10, Cached: 5}); known {
		t.Error("a cache price that is not known was made up")
	}
	if _, known := fable.Cost(transcript.Usage{Input: 10}); !known {
		t.Error("no cache price was needed")
	}
	haiku, _ := Builtin().Find("anthropic/claude-haiku-5-5")
	if _, known := haiku.Cost(transcript.Usage{Input: 100_001}); known {
		t.Error("a price beyond its range")
	}
	if _, known := (Entry{}).Cost(transcript.Usage{}); known {
		t.Error("a price of nothing")
	}
}

func TestConfigExtends(t *testing.T) {
	c := Builtin().With(Entry{Ref: "openai/gpt-5", Window: 9000}, Entry{Ref: "local/qwen", Window: 32768})
	if e, _ := c.Find("openai/gpt-5"); e.Window != 9000 || e.Prices == nil || e.Reply != 128000 {
		t.Errorf("%+v", e)
	}
	if e, ok := c.Find("local/qwen"); !ok || e.Context() != 32768 {
		t.Errorf("%+v", e)
	}
	if e, _ := Builtin().Find("openai/gpt-5"); e.Window != 400000 || e.Context() != 272000 {
		t.Errorf("the builtin changed: %+v", e)
	}
	for _, bad := range []string{`{}`, `[{"ref":"x"}]`, `[{"ref":"/"}]`, `[`} {
		if _, err := ParseCatalogue([]byte(bad)); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}

func TestDefault(t *testing.T) {
	env := func(set ...string) func(string) string {
		return func(k string) string {
			for _, s := range set {
				if s == k {
					return "x"
				}
			}
			return ""
		}
	}
	yes := func() (string, bool) { return "llama3.2:3b", true }
	no := func() (string, bool) { return "", false }
	cases := []struct {
		env        func(string) string
		configured string
		probe      func() (string, bool)
		ref, why   string
	}{
		{env("OPENAI_API_KEY"), " gemini/x ", yes, "gemini/x", "configured"},
		{env("OPENAI_API_KEY", "ANTHROPIC_API_KEY"), "", yes, "anthropic/claude-sonnet-5-5", "ANTHROPIC_API_KEY"},
		{env("GOOGLE_API_KEY"), "", yes, "gemini/gemini-3.8-flash", "GOOGLE_API_KEY"},
		{env(), "", yes, "ollama/llama3.2:3b", "Ollama answers"},
		{env(), "", no, transcript.BuiltIn, "no Ollama"},
		{env(), "", nil, transcript.BuiltIn, "no key"},
	}
	for _, c := range cases {
		if ref, why := Default(c.env, c.configured, c.probe); ref != c.ref || !strings.Contains(why, c.why) {
			t.Errorf("got %s because %s, want %s because %s", ref, why, c.ref, c.why)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ note, content, want string }{{"", "a", "a"}, {"n", "", "n"}, {"n", "a", "n\n\na"}, {"", "", ""}} {
		if got := Text(transcript.Message{Note: c.note, Content: c.content}); got != c.want {
			t.Errorf("%q", got)
		}
	}
}
