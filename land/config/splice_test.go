package config

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestSetChangesOneLine(t *testing.T) {
	for name, c := range map[string]struct{ before, key, value, after string }{
		"value":                 {"[sleep]\nkeep=0.2# mine\n", "sleep.keep", "0.3", "[sleep]\nkeep=0.3# mine\n"},
		"crlf and BOM":          {bom + "# a\r\n\r\nwindow = 1\r\n", "reply", "2k", bom + "# a\r\n\r\nwindow = 1\r\nreply = \"2k\"\r\n"},
		"no newline at the end": {"[sleep]\nkeep = 0.2", "sleep.strict", "yes", "[sleep]\nkeep = 0.2\nstrict = true"},
		"new table":             {"window = 1", "sleep.keep", "0.3", "window = 1\n\n[sleep]\nkeep = 0.3\n"},
		"empty":                 {"", "sleep.keep", "0.30", "[sleep]\nkeep = 0.3\n"},
		"only a BOM":            {bom, "sleep.keep", "0.3", bom + "[sleep]\nkeep = 0.3\n"},
		"empty table":           {"[sleep]\n# nothing yet\n[tui]\n", "sleep.keep", "0.3", "[sleep]\nkeep = 0.3\n# nothing yet\n[tui]\n"},
		"top, under its title":  {"# my config\n\n[sleep]\nkeep = 0.2\n", "model", "a/b", "# my config\n\nmodel = \"a/b\"\n\n[sleep]\nkeep = 0.2\n"},
		"top, over a comment":   {"# nights\n[sleep]\nkeep = 0.2\n", "model", "a/b", "model = \"a/b\"\n\n# nights\n[sleep]\nkeep = 0.2\n"},
		"top, under the schema": {"#:schema x.json\n[sleep]\n", "model", "a/b", "#:schema x.json\nmodel = \"a/b\"\n\n[sleep]\n"},
		"dotted":                {"sleep.keep = 0.2\nmodel = 'a/b'\n", "sleep.strict", "on", "sleep.keep = 0.2\nsleep.strict = true\nmodel = 'a/b'\n"},
		"dotted in a table":     {"[providers]\nx.base_url = 'http://a'\n", "providers.x.key_env", "K", "[providers]\nx.base_url = 'http://a'\nx.key_env = \"K\"\n"},
		"inline":                {"sleep = { keep = 0.2 } # s\n", "sleep.strict", "on", "sleep = { keep = 0.2, strict = true } # s\n"},
		"inline value":          {"sleep = { keep = 0.2, strict = false }\n", "sleep.keep", "1", "sleep = { keep = 1, strict = false }\n"},
		"inline in inline":      {"providers = {x = {headers = {a = '1'}, api = ''}}\n", "providers.x.headers.b", "2", "providers = {x = {headers = {a = '1', b = \"2\"}, api = ''}}\n"},
		"inline empty":          {"[providers.x]\nheaders = {}\napi = ''\n", "providers.x.headers.b", "2", "[providers.x]\nheaders = { b = \"2\" }\napi = ''\n"},
		"under its own table":   {"[providers.x.headers]\na = '1'\n", "providers.x.api", "anthropic", "[providers.x.headers]\na = '1'\n\n[providers.x]\napi = \"anthropic\"\n"},
		"indented":              {"[sleep]\n  keep = 0.2 # k\n", "sleep.strict", "on", "[sleep]\n  keep = 0.2 # k\n  strict = true\n"},
		"list of lines":         {"[tui.keys]\nsend = [\n  \"a\", # one\n  \"b\",\n]\nquit = 'q'\n", "tui.keys.send", "ctrl+s", "[tui.keys]\nsend = \"ctrl+s\"\nquit = 'q'\n"},
		"quotes":                {"", "key_command", `pass "a\b"`, "key_command = \"pass \\\"a\\\\b\\\"\"\n"},
		"a name with points":    {"", "models.llama/gemma-3.1.price_in", "0", "[models.\"llama/gemma-3.1\"]\nprice_in = 0\n"},
		"a number as 1e-1":      {"", "sleep.keep", "1e-1", "[sleep]\nkeep = 0.1\n"},
	} {
		got, err := Set([]byte(c.before), c.key, c.value)
		if err != nil || string(got) != c.after {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, got, c.after)
		}
		if c.before == "" || err != nil {
			continue
		}
		if again, err := Set(got, c.key, c.value); err != nil || string(again) != string(got) {
			t.Errorf("%s: set again: %v %q", name, err, again)
		}
	}
}

func TestUnsetTakesOneLineAway(t *testing.T) {
	for name, c := range map[string]struct{ before, key, after string }{
		"line":         {"a = 1\n[sleep]\n# why\nkeep = 0.2 # mine\nstrict = true\n", "sleep.keep", "a = 1\n[sleep]\n# why\nstrict = true\n"},
		"unknown":      {"[sleep]\ntreshold = 0.2\n", "sleep.treshold", "[sleep]\n"},
		"lines":        {"[tui.keys]\nsend = [\n'a']\nquit = 'q'", "tui.keys.send", "[tui.keys]\nquit = 'q'"},
		"inline first": {"sleep = { keep = 0.2, strict = true }\n", "sleep.keep", "sleep = { strict = true }\n"},
		"inline last":  {"sleep = { keep = 0.2, strict = true }\n", "sleep.strict", "sleep = { keep = 0.2 }\n"},
		"inline only":  {"sleep = { keep = 0.2 }\n", "sleep.keep", "sleep = {  }\n"},
		"crlf":         {bom + "window = 1\r\nreply = 2\r\n", "window", bom + "reply = 2\r\n"},
	} {
		got, found, err := Unset([]byte(c.before), c.key)
		if err != nil || !found || string(got) != c.after {
			t.Errorf("%s: %v %v\n got %q\nwant %q", name, found, err, got, c.after)
		}
	}
	if got, found, err := Unset([]byte("window = 1\n"), "reply"); found || err != nil || string(got) != "window = 1\n" {
		t.Errorf("%q %v %v", got, found, err)
	}
	if _, _, err := Unset([]byte("[sleep]\nkeep = 1\n"), "sleep"); !errors.Is(err, ErrConfig) {
		t.Errorf("a whole table: %v", err)
	}
}

// Whatever a file holds, a change touches no other value and no comment, or is
// refused.
func FuzzSetAndUnset(f *testing.F) {
	for _, text := range []string{"", "# c\nmodel = 'a/b' # d\n[sleep]\nkeep = 0.2\n", "sleep={keep=0.3#\n,}", "sleep = {keep = 0.1, # c\n strict = true}\n", "sleep.strict = true\n[providers.x]\nheaders.a = '1'\n",
		bom + "[tui.keys]\r\nsend = ['a',\r\n'b']\r\n", "[providers.x.headers]\nA = '''\nx'''\n", "[[models]]\nx = 1\n", "models.'a/b' = {}\n"} {
		f.Add(text, uint8(0))
		f.Add(text, uint8(3))
	}
	keys := []struct{ key, value string }{{"sleep.keep", "0.3"}, {"model", "a/b"}, {"providers.x.headers.A", "v"}, {`models."a/b".window`, "8k"}, {"tui.keys.send", "ctrl+s"}, {"providers.x.api", "anthropic"}}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		k := keys[int(which)%len(keys)]
		before, wrong := parse([]byte(text))
		after, err := Set([]byte(text), k.key, k.value)
		if wrong != nil || err != nil {
			if err == nil {
				t.Fatalf("%q was no TOML and is now %q", text, after)
			}
			return
		}
		_, path, _ := find(k.key)
		was, had := valuesOf(before, path)
		leaves, wrong := parse(after)
		is, _ := valuesOf(leaves, path)
		if wrong != nil || !maps.EqualFunc(was, is, func(a, b any) bool { return show(a) == show(b) }) {
			t.Fatalf("%q became %q", text, after)
		}
		gone, found, err := Unset(after, k.key)
		if err != nil || !found {
			t.Fatalf("%q: %v %v", after, found, err)
		}
		if !had && comments(gone) < comments([]byte(text)) {
			t.Fatalf("%q lost a comment: %q", text, gone)
		}
	})
}

// comments counts the lines that are nothing else.
func comments(text []byte) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			n++
		}
	}
	return n
}

func TestCompletion(t *testing.T) {
	for typed, want := range map[string]string{"sleep.kee": "sleep.keep", "": "model", "providers.": "providers.", "providers.my.key_e": "providers.my.key_env", "tui.keys.": "tui.keys."} {
		list := CompleteKey(typed)
		if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want+"\t") }) {
			t.Errorf("%q offers %q", typed, list)
		}
	}
	if list := CompleteKey("quux"); len(list) > 0 {
		t.Errorf("%q", list)
	}
	if list := CompleteValue("providers.x.api"); !slices.Equal(list, []string{"anthropic", "openai-responses", "openai-chat", "gemini"}) {
		t.Errorf("%q", list)
	}
}
