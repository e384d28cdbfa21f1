package config

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write docs/config.md and docs/config.schema.json anew")

// load reads a config from texts.
func load(user, land string, env map[string]string) (Config, error) {
	files := map[string]string{"user.toml": user, "land.toml": land}
	return Load(Sources{
		User: "user.toml", Land: "land.toml",
		Read: func(path string) ([]byte, error) {
			if files[path] == "" {
				return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
			}
			return []byte(files[path]), nil
		},
		Getenv: func(name string) string { return env[name] },
		Chords: keyboard,
	})
}

// keyboard is one without a key called hello.
func keyboard(set map[string]string) map[string]error {
	wrong := map[string]error{}
	for action, keys := range set {
		if strings.Contains(keys, "hello") {
			wrong[action] = errors.New("is no key")
		}
	}
	return wrong
}

// Every line of the table has a default that it accepts itself, words, and
// relations and sources that exist.
func TestTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Keys() {
		if seen[k.Name] || k.Help == "" || strings.Contains(k.Help, "\n") || k.Kind == "" || k.Kind == Choice && k.Values == nil {
			t.Errorf("%s: twice, or without words, values or kind", k.Name)
		}
		seen[k.Name] = true
		if k.Env != "" && seen[k.Env] {
			t.Errorf("%s: variable %s is taken", k.Name, k.Env)
		}
		seen[k.Env] = k.Env != ""
		if !k.named() && k.zero() == nil {
			_, err := k.fromText(k.Default)
			t.Errorf("%s: default %q: %v", k.Name, k.Default, err)
		}
		if k.Source != "" {
			if _, err := os.Stat("../../" + k.Source); err != nil {
				t.Errorf("%s: its source: %v", k.Name, err)
			}
		}
	}
	for _, k := range table() {
		if other := k.Under + k.UpTo; other != "" && !seen[other] {
			t.Errorf("%s: its bound %s is no key", k.Name, other)
		}
	}
}

// screen, server and price are structs as other folders have them.
type screen struct {
	Theme string            `config:"tui.theme"`
	Keys  map[string]string `config:"tui.keys.*"`
}

type server struct {
	BaseURL string            `config:"providers.*.base_url"`
	KeyEnv  string            `config:"providers.*.key_env"`
	Headers map[string]string `config:"providers.*.headers.*"`
}

type price struct {
	Window int      `config:"models.*.window"`
	In     *float64 `config:"models.*.price_in"`
	Cached *float64 `config:"models.*.price_cache_read"`
}

type engine string

type all struct {
	Model  string `config:"model"`
	Window int    `config:"window"`
	Night  struct {
		Engine   engine        `config:"sleep.engine"`
		Keep     float64       `config:"sleep.keep"`
		Cooldown time.Duration `config:"sleep.cooldown"`
		Strict   bool          `config:"sleep.strict"`
		Other    int
	}
	Screen    screen
	Providers map[string]server `config:"providers.*"`
	Models    map[string]price  `config:"models.*"`
	hidden    screen
}

func TestReadFillsEveryTag(t *testing.T) {
	a := Read[all](Default())
	if a.Model != "" || a.Night.Engine != "auto" || a.Night.Keep != 0.2 || a.Night.Cooldown != 5*time.Minute || a.Night.Strict || a.Screen.Theme != "auto" || a.hidden.Theme != "" {
		t.Errorf("%+v", a)
	}
	if len(a.Providers)+len(a.Models)+len(a.Screen.Keys) != 0 {
		t.Errorf("%+v", a)
	}
}

func TestReadRefusesATagThatNamesNothing(t *testing.T) {
	for name, read := range map[string]func(){
		"unknown": func() {
			Read[struct {
				X int `config:"sleep.nosuch"`
			}](Default())
		},
		"type": func() {
			Read[struct {
				X int `config:"sleep.keep"`
			}](Default())
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nothing is said", name)
				}
			}()
			read()
		}()
	}
}

func TestLaterWins(t *testing.T) {
	user := "model = \"a/b\"\nwindow = \"8k\"\n[sleep]\nthreshold = 0.7\nkeep = 0.1\ncooldown = \"1h30m\"\n"
	c, err := load(user, "window = 16_000\n[sleep]\nthreshold = 0.6\n", map[string]string{"DORMOUSE_WINDOW": "32k"})
	if err != nil {
		t.Fatal(err)
	}
	if a := Read[all](c); a.Model != "a/b" || a.Window != 32000 || a.Night.Keep != 0.1 || a.Night.Cooldown != 90*time.Minute {
		t.Errorf("%s", c)
	}
	for key, want := range map[string]string{
		"model": "user user.toml:1", "window": "environment DORMOUSE_WINDOW", "sleep.threshold": "land land.toml:3",
		"sleep.keep": "user user.toml:5", "sleep.target": "default",
	} {
		if got := c.From(key); got != want {
			t.Errorf("%s is from %q, want %q", key, got, want)
		}
	}
	if err := c.Set("window", "1m", "--window"); err != nil || Read[all](c).Window != 1000000 || c.From("window") != "flag --window" {
		t.Errorf("%v %d %s", err, Read[all](c).Window, c.From("window"))
	}
	if err := c.Set("window", "lots", "--window"); !errors.Is(err, ErrConfig) || !strings.HasPrefix(err.Error(), "--window: window is wrong") {
		t.Errorf("%v", err)
	}
}

func TestTablesThatAPersonNames(t *testing.T) {
	c, err := load(`
[providers.llama]
base_url = "http://localhost:8080/v1"
api = "openai-chat"
key_env = "LLAMA_KEY"
headers = { "X-Team" = "moss", authorization = "Basic c2VjcmV0" }
[providers."my.server"]
base_url = "https://me:pass@host.example/v1"
[models."llama/gemma-3.1"]
window = "128k"
price_in = 0
price_out = 1.5
[tui.keys]
send = "ctrl+s"
newline = ["ctrl+j", "shift+enter"]
`, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	is := Read[all](c)
	p, m := is.Providers["llama"], is.Models["llama/gemma-3.1"]
	if p.BaseURL != "http://localhost:8080/v1" || p.KeyEnv != "LLAMA_KEY" || p.Headers["X-Team"] != "moss" || len(p.Headers) != 2 || is.Providers["my.server"].BaseURL == "" || is.Providers["my.server"].Headers == nil {
		t.Errorf("%+v", is.Providers)
	}
	if m.Window != 128000 || m.In == nil || *m.In != 0 || m.Cached != nil {
		t.Errorf("%+v", m)
	}
	if is.Screen.Keys["send"] != "ctrl+s" || is.Screen.Keys["newline"] != "ctrl+j,shift+enter" {
		t.Errorf("%v", is.Screen.Keys)
	}
	if got := c.From(`models."llama/gemma-3.1".window`); got != "user user.toml:10" {
		t.Errorf("from %s", got)
	}
}

func TestNoSecretIsShown(t *testing.T) {
	c, err := load(`key_command = "echo s3cret"
base_url = "https://me:s3cret@host/v1"
[providers.x]
key_command = "echo s3cret"
base_url = "https://s3cret@host"
headers.authorization = "s3cret"
`, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %v", c, c, &c), fmt.Sprint(c.List())} {
		if strings.Contains(text, "s3cret") {
			t.Errorf("a secret in %s", text)
		}
	}
	if !strings.Contains(c.String(), "providers.x.headers.authorization = (hidden)") {
		t.Errorf("%s", c)
	}
	_, err = load("[providers.x]\nheaders.authorization = [\"s3cret\"]\n", "", nil)
	if err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%v", err)
	}
}

func TestWhatIsWrongIsSaidInOneLine(t *testing.T) {
	for _, c := range []struct{ user, land, want string }{
		{"\n\n[sleep]\ntreshold = 0.8\n", "", `user.toml:4: unknown key "sleep.treshold"; did you mean "sleep.threshold"?`},
		{"threshold = 0.8\n", "", `user.toml:1: unknown key "threshold"; did you mean "sleep.threshold"?`},
		{"[slep]\nthreshold = 0.8\n", "", `user.toml:1: unknown key "slep"; did you mean "sleep"?`},
		{"sleep.thresh.old = 1\n", "", `user.toml:1: unknown key "sleep.thresh.old"; did you mean "sleep.threshold"?`},
		{"quux = 1\n", "", "user.toml:1: unknown key \"quux\"; `dormouse config` lists all keys"},
		{"[providers.a]\nbaseurl = 'x'\n", "", `user.toml:2: unknown key "providers.a.baseurl"; did you mean "providers.a.base_url"?`},
		{"[models.'a/b']\nprize_in = 1\n", "", `user.toml:2: unknown key models."a/b".prize_in; did you mean "models.\"a/b\".price_in"?`},
		{"[providers.a]\napi_key = 'sk-123'\n", "", `user.toml:2: unknown key "providers.a.api_key"; keys are not kept in files; use key_env or key_command`},
		{"sleep = 3\n", "", "user.toml:1: sleep must be a table, not a whole number"},
		{"[sleep.keep]\n", "", "user.toml:1: sleep.keep must be a number, not a table"},
		{"[[sleep]]\nkeep = 1\n", "", "user.toml:1: sleep must be a table, not a list"},
		{"sleep.keep = '20%'\n", "", "user.toml:1: sleep.keep must be a number, not text"},
		{"sleep.keep = 0\n", "", "user.toml:1: sleep.keep is 0; it must be above 0, at most 1"},
		{"sleep = { keep = 1.5 }\n", "", "user.toml:1: sleep.keep is 1.5; it must be above 0, at most 1"},
		{"sleep.keep = nan\n", "", "user.toml:1: sleep.keep is NaN; it must be above 0, at most 1"},
		{"sleep.min_beats = 1.5\n", "", "user.toml:1: sleep.min_beats must be a whole number, not a number with a point"},
		{"sleep.cooldown = 5\n", "", `user.toml:1: sleep.cooldown must be a duration in quotes ("5m"), not a whole number`},
		{"sleep.cooldown = '5 minutes'\n", "", `user.toml:1: sleep.cooldown is wrong: "5 minutes" is not a duration; write 90s, 5m, 1h30m or 30d`},
		{"sleep.cooldown = '-5m'\n", "", "user.toml:1: sleep.cooldown is -5m; it must be 0s to 24h"},
		{"sleep.engine = 'gpt'\n", "", `user.toml:1: sleep.engine is "gpt"; it must be one of auto, model, offline`},
		{"model = 'gpt-5'\n", "", `user.toml:1: model is "gpt-5"; a model is "provider/name"`},
		{"base_url = 'localhost:80'\n", "", "user.toml:1: base_url must be an address like http://localhost:8080/v1"},
		{"window = 'big'\n", "", `user.toml:1: window is wrong: "big" is not a size in tokens; write 200000, 200k or 1m`},
		{"window = 1979-05-27\n", "", `user.toml:1: window must be a size in tokens (200000 or "200k"), not a date or time`},
		{"tui.keys.send = 3\n", "", `user.toml:1: tui.keys.send must be a key like "ctrl+s", or a list of such`},
		{"[tui.keys]\nsend = 'ctrl+s'\nfind = ['ctrl+f', 'hello']\n", "", "user.toml:3: tui.keys.find is no key"},
		{"tui.keys.send = 'ctrl+s'\n", "\ntui.keys.send = 'hello'\n", "land.toml:2: tui.keys.send is no key"},
		{"a = 1\na = 2\n", "", "user.toml:2: not TOML: "},
		{"a = \n", "", "user.toml:1: not TOML: "},
		{"\xEF\xBB\xBF\r\nsleep.keep = 2\r\n", "", "user.toml:2: sleep.keep is 2"},
		{"", "key_command = 'rm'\n", "land.toml:1: key_command runs a program and a land may come from elsewhere; put it in user.toml"},
		{"", "base_url = 'http://x'\n", "land.toml:1: base_url names a host and a land may come from elsewhere; put it in user.toml"},
		{"", "\n[providers.x]\nbase_url = 'http://x'\n", "land.toml:3: providers.x.base_url names a host"},
		{"", "editor = 'sh'\n", "land.toml:1: editor runs a program"},
		{"", "memory.embeddings = true\n", "land.toml:1: memory.embeddings sends text of the land away"},
		{"", "offline = false\n", "land.toml:1: offline decides about the network"},
		{"sleep.threshold = 0.4\n", "", "config: sleep.target is 0.5; it must be less than sleep.threshold, which is 0.4 (sleep.threshold: user user.toml:1)"},
	} {
		_, err := load(c.user, c.land, nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q %q:\n got %v\nwant %s", c.user, c.land, err, c.want)
		} else if !errors.Is(err, ErrConfig) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: not one line of ErrConfig: %v", c.user, err)
		}
	}
}

// Every key that runs a program or names a host is refused in a land.
func TestALandRunsNothing(t *testing.T) {
	for _, k := range Keys() {
		name := k.Name
		dangerous := strings.Contains(name, "command") || strings.Contains(name, "url") || strings.Contains(name, "editor") || strings.HasPrefix(name, "providers.")
		if dangerous && k.Own == "" {
			t.Errorf("%s may stand in a land", name)
		}
	}
}

func TestReadErrorsAreNotAbsence(t *testing.T) {
	_, err := Load(Sources{User: "u", Read: func(string) ([]byte, error) { return nil, fs.ErrPermission }})
	if !errors.Is(err, fs.ErrPermission) || errors.Is(err, ErrConfig) {
		t.Errorf("%v", err)
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int{"8k": 8000, "200K": 200000, "1m": 1000000, "1.5M": 1500000, "200_000": 200000, " 4096 ": 4096,
		"": 0, "k": 0, "-1": 0, "0": 0, "8kb": 0, "1e6": 0, "1.5": 0, "9999m": 0, "0x10": 0, "8 k": 8000, "NaN": 0, "1..5k": 0} {
		got, err := parseSize(text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("parseSize(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

// What docs/ says is what the table says.
func TestDocs(t *testing.T) {
	for file, want := range map[string]string{"../../docs/config.md": Reference(), "../../docs/config.schema.json": string(Schema())} {
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what the table says: go test ./land/config -update", file)
		}
	}
}

// Whatever a file holds: a config or one line, no panic.
func FuzzConfig(f *testing.F) {
	f.Add("model = \"a/b\"\n[sleep]\nkeep = 0.2\n", false)
	f.Add("[providers.\"a.b\"]\nheaders = {\"x\" = \"y\"}\n[tui.keys]\nsend = [\"a\"]\n", true)
	f.Add("[[models]]\n\"a\".b.c = {d = {e = [{}]}}\n", false)
	f.Add("\"\" = 1\n[\"\"]\n\"\\u0000\\\"\" = 1", false)
	f.Fuzz(func(t *testing.T, text string, inLand bool) {
		user, land := text, ""
		if inLand {
			user, land = "", text
		}
		c, err := load(user, land, nil)
		if err != nil {
			if !errors.Is(err, ErrConfig) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		_ = c.String()
	})
}
