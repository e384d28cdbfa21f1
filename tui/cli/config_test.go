package cli

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/config"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/summarize"
	"dormouse/tui/backend"
	"dormouse/tui/cli/model"
	"dormouse/tui/cli/settings"
)

// read is every struct of the program that the config fills.
func read(c config.Config) []any {
	return []any{config.Read[settings.Chosen](c), config.Read[sleep.Settings](c), config.Read[runtime.DaemonOptions](c), config.Read[backend.Options](c)}
}

// TestEverySettingIsRead sets one key after the other and wants a struct to be
// another one: a row that nobody reads would be a switch that moves nothing.
func TestEverySettingIsRead(t *testing.T) {
	for _, k := range config.Keys() {
		name := strings.NewReplacer("headers.*", "headers.x", "keys.*", "keys.send", "models.*", `models."a/b"`, "*", "llama").Replace(k.Name)
		text, err := config.Set(nil, name, another(k))
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		// What must hold between two keys is wrong then, but all is loaded.
		c, _ := config.Load(config.Sources{User: "u", Read: func(string) ([]byte, error) { return text, nil }})
		if reflect.DeepEqual(read(c), read(config.Default())) {
			t.Errorf("nobody reads %s: set to %q nothing is different", k.Name, another(k))
		}
	}
}

// another is a value of a key that is not its default.
func another(k config.Key) string {
	switch k.Kind {
	case config.Switch:
		return fmt.Sprint(k.Default != "true")
	case config.Choice:
		for _, v := range k.Values {
			if v != k.Default && v != "" {
				return v
			}
		}
	case config.Model:
		return "some/model"
	case config.Address:
		return "http://localhost:1/v1"
	case config.Span:
		return fmt.Sprint(time.Duration(k.Min+660) * time.Second)
	case config.Number:
		return fmt.Sprint(min(k.Min+0.43, k.Max))
	case config.Count, config.Size:
		return fmt.Sprint(min(k.Min+5, k.Max))
	}
	return "ctrl+y"
}

// The choices of the table are those that the folders to the right know.
func TestChoicesAreKnown(t *testing.T) {
	if list := values(t, "sleep.strategy"); !slices.Equal(list, summarize.Names()) {
		t.Errorf("strategies %v, want %v", list, summarize.Names())
	}
	for _, name := range values(t, "sleep.depth") {
		if _, err := (sleep.Request{By: sleep.ByPerson, Depth: sleep.Depth(name)}).Check(sleep.Settings{}); err != nil {
			t.Errorf("depth %s: %v", name, err)
		}
	}
	for _, name := range values(t, "providers.*.api") {
		o := model.Opener{Config: settings.Chosen{Providers: map[string]settings.Reached{"x": {API: name}}}, Getenv: func(string) string { return "" }}
		if name != "" && o.Provider("x", llm.Catalogue{}, nil).Dialect == "" {
			t.Errorf("api %s is no dialect", name)
		}
	}
}

func values(t *testing.T, name string) []string {
	t.Helper()
	for _, k := range config.Keys() {
		if k.Name == name && len(k.Values) > 1 {
			return k.Values
		}
	}
	t.Fatalf("%s has no choices", name)
	return nil
}
