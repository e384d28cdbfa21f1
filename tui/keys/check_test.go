package keys

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		set  map[string]string
		want map[string]string // what is said of each action that is wrong
	}{
		{map[string]string{"send": "ctrl+s", "find": "f3, alt+shift+x", "fold": "ctrl++,ctrl+space", "palette": "?", "quit": "A ctrl+]"}, nil},
		{map[string]string{"newline": "ctrl+j,shift+enter", "find": "alt+enter"}, nil}, // the others stay
		{map[string]string{"send": "ctrl+s", "newline": "enter"}, nil},
		{map[string]string{"send": "hello"}, map[string]string{"send": `is "hello", which is no key; write it like ctrl+s, alt+enter, f5 or pgup`}},
		{map[string]string{"send": "ctrl+s, ctrl+hello"}, map[string]string{"send": `is "ctrl+hello", which is no key; write it`}},
		{map[string]string{"send": "pageup"}, map[string]string{"send": "did you mean pgup?"}},
		{map[string]string{"send": "Ctrl+S"}, map[string]string{"send": "did you mean ctrl+s?"}},
		{map[string]string{"send": "shift+ctrl+s"}, map[string]string{"send": "did you mean ctrl+shift+s?"}},
		{map[string]string{"send": "shift+a"}, map[string]string{"send": "did you mean A?"}},
		{map[string]string{"send": "ctrl+"}, map[string]string{"send": "which is no key"}},
		{map[string]string{"send": "\x1b"}, map[string]string{"send": "which is no key"}},
		{map[string]string{"sned": "ctrl+s"}, map[string]string{"sned": "is no action; did you mean tui.keys.send?"}},
		{map[string]string{"nonsense": "x"}, map[string]string{"nonsense": "is no action; they are listed"}},
		{map[string]string{"find": "ctrl+c"}, map[string]string{"find": "is ctrl+c, and clear would have no key; set tui.keys.clear to another one first"}},
		{map[string]string{"find": "ctrl+s", "send": "ctrl+s"}, map[string]string{"find": "is ctrl+s, which means send already"}},
		{map[string]string{"newline": "enter"}, map[string]string{"newline": "send would have no key"}},
	} {
		wrong := Check(c.set)
		if len(wrong) != len(c.want) {
			t.Errorf("%v: %v", c.set, wrong)
		}
		for name, want := range c.want {
			if err := wrong[name]; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %s %v, want %q", c.set, name, err, want)
			}
		}
		km, _ := New(c.set)
		for _, row := range Table() {
			if len(km.Binding(row.Act).Keys()) == 0 {
				t.Errorf("%v: %s has no key", c.set, row.Act)
			}
		}
	}
}

// TestTheDefaultsAreKeys: what the table says is what a key press is called.
func TestTheDefaultsAreKeys(t *testing.T) {
	set := map[string]string{}
	for _, row := range Table() {
		set[string(row.Act)] = row.Keys
	}
	if wrong := Check(set); len(wrong) > 0 {
		t.Error(wrong)
	}
	for _, k := range []tea.KeyPressMsg{{Code: tea.KeyF63}, {Code: tea.KeySpace, Text: " "}, {Code: 'a', Text: "a"}, {Code: 'a', Text: "A", Mod: tea.ModShift}, {Code: 'é', Mod: tea.ModAlt}, {Code: tea.KeyTab, Mod: tea.ModShift}} {
		if got, _ := read(k.String()); got != k.String() {
			t.Errorf("the key %s is read as %q", k, got)
		}
	}
}
