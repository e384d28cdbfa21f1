package keys

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/tell"
)

// Check says what is wrong with the keys that a person set, by the name of the action:
// a clause that follows it. Each must be a key that a terminal sends, and none may leave
// an action without any.
func Check(set map[string]string) map[string]error {
	wrong, usable := map[string]error{}, map[string]string{}
	for name, own := range set {
		if err := checkOne(name, split(own)); err != nil {
			wrong[name] = err
		} else {
			usable[name] = own
		}
	}
	km, lost := bind(usable)
	for _, l := range lost {
		switch {
		case len(km.bound[l.by].Keys()) > 0:
		case usable[string(l.by)] != "":
			wrong[string(l.by)] = fmt.Errorf("is %s, which means %s already", l.key, l.means)
		default:
			wrong[string(l.means)] = fmt.Errorf("is %s, and %s would have no key; set tui.keys.%s to another one first", l.key, l.by, l.by)
		}
	}
	return wrong
}

// checkOne says what is wrong with an action and its keys by themselves.
func checkOne(name string, own []string) error {
	var names []string
	for _, row := range Table() {
		names = append(names, string(row.Act))
	}
	if !slices.Contains(names, name) {
		if near := tell.Nearest(name, names); near != "" {
			return fmt.Errorf("is no action; did you mean tui.keys.%s?", near)
		}
		return errors.New("is no action; they are listed in docs/keys.md")
	}
	for _, k := range own {
		if means, hint := read(k); means != k {
			return fmt.Errorf("is %q, which is no key; %s", k, hint)
		}
	}
	return nil
}

// read is the key that a name means, as a key press calls it: "ctrl+shift+s" for
// "Shift+Ctrl+S". A name that means none has "", and a hint says what would do.
func read(name string) (means, hint string) {
	mod, base := cutModifiers(name)
	k := tea.KeyPressMsg{Mod: mod}
	r, size := utf8.DecodeRuneInString(base)
	code, isNamed := named()[strings.ToLower(base)]
	switch {
	case isNamed:
		k.Code = code
	case size < len(base) || !unicode.IsPrint(r):
		if near := tell.Nearest(strings.ToLower(base), slices.Sorted(maps.Keys(named()))); near != "" {
			return "", "did you mean " + near + "?"
		}
		return "", "write it like ctrl+s, alt+enter, f5 or pgup"
	case mod == 0:
		k.Code, k.Text = r, base
	case mod == tea.ModShift:
		k.Code, k.Text = r, strings.ToUpper(base)
	default:
		k.Code = unicode.ToLower(r)
	}
	return k.String(), "did you mean " + k.String() + "?"
}

// cutModifiers cuts a name into what is held down and the key itself, in any order and
// in small letters or capitals.
func cutModifiers(name string) (mod tea.KeyMod, base string) {
	for {
		word, rest, _ := strings.Cut(name, "+")
		m, ok := modifier(strings.ToLower(word))
		if !ok || rest == "" {
			return mod, name
		}
		mod, name = mod|m, rest
	}
}

func modifier(word string) (tea.KeyMod, bool) {
	for _, m := range []tea.KeyMod{tea.ModCtrl, tea.ModAlt, tea.ModShift, tea.ModMeta, tea.ModHyper, tea.ModSuper} {
		if (tea.Key{Mod: m, Code: 'x'}).Keystroke() == word+"+x" {
			return m, true
		}
	}
	return 0, false
}

// named are the keys that have names, as key presses call them.
var named = sync.OnceValue(func() map[string]rune {
	codes := []rune{tea.KeyEnter, tea.KeyTab, tea.KeyBackspace, tea.KeyEscape, tea.KeySpace}
	for c := rune(tea.KeyExtended + 1); ; c++ { // the others follow it
		if (tea.Key{Code: c}).Keystroke() == string(utf8.RuneError) {
			break
		}
		codes = append(codes, c)
	}
	names := map[string]rune{}
	for _, c := range codes {
		names[tea.Key{Code: c}.Keystroke()] = c
	}
	return names
})
