package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Config is what the program is told from outside. It holds no key of a
// provider, only where to find one, and its String hides what might be one.
// Read makes the structs of it that other folders work with.
type Config struct {
	values  map[string]entry // by full name
	notices []string
}

// entry is one value and where it came from.
type entry struct {
	key   Key
	names []string // what stands for the key's stars
	value any      // string, int, float64, bool or time.Duration
	from  string   // "" is the default
}

// ErrConfig is wrapped by every error of a config's contents; the caller should
// show it and stop: it is one line and names file, line and key.
var ErrConfig = errors.New("bad config")

// Error is something wrong in a config file, a variable or a flag.
type Error struct {
	File string // or the variable, or "--window"
	Line int    // from 1; 0 where there are no lines
	Text string // one line
	Hint string // what would do; "" when Text says it
}

// Error is `config.toml:7: unknown key "sleep.treshold"; did you mean …?`.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.words()
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.words())
}

// words are the error's without the place.
func (e *Error) words() string {
	if e.Hint == "" {
		return e.Text
	}
	return e.Text + "; " + e.Hint
}

func (e *Error) Unwrap() error { return ErrConfig }

// Default is what holds when nobody configured anything.
func Default() Config {
	c := Config{values: map[string]entry{}}
	for _, k := range table() {
		if !k.named() && k.Gone == "" {
			c.values[k.Name] = entry{key: k, value: k.zero()}
		}
	}
	return c
}

// Set puts in a flag's value: name is a full name of the table, text its value
// as typed, flag how it is called in errors ("--window"). It wins over all that
// was loaded.
func (c *Config) Set(name, text, flag string) error {
	k, path, err := find(name)
	if err != nil {
		return err
	}
	if err := c.assign(k, path, text, flag, "flag "+flag); err != nil {
		return err
	}
	if list := c.disagreements(); len(list) > 0 {
		return list[0]
	}
	return nil
}

// assign sets a key from the text of a variable or a flag.
func (c *Config) assign(k Key, path []string, text, where, from string) error {
	v, err := k.fromText(text)
	if err != nil {
		return &Error{File: where, Text: k.Name + " " + err.Error()}
	}
	c.put(k, path, v, from)
	return nil
}

func (c *Config) put(k Key, path []string, value any, from string) {
	names, _ := k.match(path)
	c.values[joinPath(path)] = entry{k, names, value, from}
}

// Notices are what a person should be told of their files, although they load:
// keys that do nothing any more.
func (c Config) Notices() []string { return c.notices }

// Setting is one key of a config as it came to be.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"` // as one would write it, without quotes
	// From is "default", "user PATH:LINE", "land PATH:LINE",
	// "environment VARIABLE" or "flag --NAME".
	From    string `json:"from"`
	Default string `json:"default"`
	Unit    string `json:"unit,omitempty"`
}

// hidden stands for a value that is never shown.
const hidden = "(hidden)"

// List is every key with its value and where that came from: the fixed ones in
// the order of the table, then what the person named. Values that might hold a
// secret are hidden.
func (c Config) List() []Setting {
	var out []Setting
	for _, k := range table() {
		if e, ok := c.values[k.Name]; ok && !k.named() {
			out = append(out, e.setting(k.Name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.values)) {
		if e := c.values[name]; e.key.named() {
			out = append(out, e.setting(name))
		}
	}
	return out
}

func (e entry) setting(name string) Setting {
	s := Setting{Key: name, Value: show(e.value), From: orDefault(e.from), Default: show(e.key.zero()), Unit: e.key.Unit}
	switch {
	case e.key.Hidden && s.Value != "":
		s.Value = hidden
	case e.key.Kind == Address:
		s.Value = withoutPassword(s.Value)
	}
	return s
}

// Get is one setting. A key in whose name a part is the person's own has none
// until it is set: ok is false then.
func (c Config) Get(name string) (s Setting, ok bool, err error) {
	k, path, err := find(name)
	if err != nil {
		return s, false, err
	}
	if k.Gone != "" {
		return s, false, k.gone(joinPath(path))
	}
	e, ok := c.values[joinPath(path)]
	if !ok {
		return s, false, nil
	}
	return e.setting(joinPath(path)), true, nil
}

// gone says what took the place of a key.
func (k Key) gone(name string) *Error {
	return &Error{File: "config", Text: name + " does nothing any more", Hint: k.Gone}
}

// withoutPassword hides what stands before the host of an address.
func withoutPassword(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(host, '@')
	if !ok || at < 0 {
		return url
	}
	return scheme + "://" + hidden + rest[at:]
}

func orDefault(from string) string {
	if from == "" {
		return "default"
	}
	return from
}

// From is where a key's value came from; "default" when nobody set it.
func (c Config) From(key string) string { return orDefault(c.values[key].from) }

// String lists what differs from the defaults, a line each, without secrets.
func (c Config) String() string {
	var b strings.Builder
	for _, s := range c.List() {
		if s.From != "default" {
			fmt.Fprintf(&b, "%s = %s  # %s\n", s.Key, s.Value, s.From)
		}
	}
	return b.String()
}

// GoString is String: no verb of fmt shows a secret.
func (c Config) GoString() string { return c.String() }
