package config

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/pelletier/go-toml/v2"
)

// An editor that checks by the schema agrees with the program: what it takes the
// program takes, what one of them refuses the other refuses.
func TestSchemaAgreesWithTheProgram(t *testing.T) {
	var s jsonschema.Schema
	if err := json.Unmarshal(Schema(), &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		t.Fatal(err)
	}
	for text, good := range map[string]bool{
		"":                                true,
		"window = 200000":                 true,
		"window = '200k'":                 true,
		"window = '1.5m'":                 true,
		"window = 'big'":                  false,
		"window = -1":                     false,
		"model = 'a/b/c'":                 true,
		"model = ''":                      true,
		"model = 'gpt-5'":                 false,
		"base_url = 'https://x/v1'":       true,
		"base_url = 'localhost'":          false,
		"offline = true":                  true,
		"offline = 'yes'":                 false,
		"quux = 1":                        false,
		"[sleep]\nkeep = 0.2":             true,
		"[sleep]\nkeep = 1":               true,
		"[sleep]\nkeep = 0":               false,
		"[sleep]\nkeep = 1.5":             false,
		"[sleep]\nkep = 0.2":              false,
		"[sleep]\nmin_beats = 3":          true,
		"[sleep]\nmin_beats = 3.5":        false,
		"[sleep]\ncooldown = '1h30m'":     true,
		"[sleep]\ncooldown = '1.5h'":      true,
		"[sleep]\nforget_after = '7d'":    true,
		"[sleep]\ncooldown = '5 minutes'": false,
		"[sleep]\ncooldown = 5":           false,
		"[sleep]\nengine = 'offline'":     true,
		"[sleep]\nengine = 'gpt'":         false,
		"sleep = 3":                       false,
		"[tui.keys]\nsend = 'ctrl+s'\nquit = ['a', 'b']":     true,
		"[tui.keys]\nsend = 3":                               false,
		"[providers.x]\nheaders = {a = '1'}\nbase_url = ''":  true,
		"[providers.x]\nheaders = {a = 1}":                   false,
		"[providers.x]\nbaseurl = 'http://x'":                false,
		"[models.'a/b']\nprice_in = 0\nencoding = ''":        true,
		"[models.'a/b']\nprice_in = -1":                      false,
		"[models.'a/b']\nencoding = 'p50k'":                  false,
		"[memory]\nembeddings = true\nembeddings_model = ''": true,
	} {
		var value map[string]any
		if err := toml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(value)
		if err == nil {
			err = json.Unmarshal(b, &value)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Validate(value); (err == nil) != good {
			t.Errorf("%q: the schema says %v", text, err)
		}
		if _, err := load(text, "", nil); (err == nil) != good {
			t.Errorf("%q: the program says %v", text, err)
		}
	}
}
