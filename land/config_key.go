package land

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Key is one line of the config's table: everything that is known of a key, and
// all that its default, its check, `dormouse config` and docs/config.md are made
// from.
type Key struct {
	// Name is the full name, "sleep.threshold". A "*" stands for a name that the
	// person chooses: "providers.*.base_url".
	Name    string
	Kind    KeyKind
	Default string // as it is written; "" is none
	Unit    string // of a number: "share of the window", "beats"
	// Min and Max bound a number; Above leaves Min itself out. Both 0: any.
	// Of a duration they are seconds. Max may be infinite.
	Min, Max float64
	Above    bool
	Values   []string // of a choice
	Doc      string
	Source   string // what the default comes from: "sleep design §1 (004)"
	Env      string // the environment variable that sets it
	// Own keys run a program, name a host or send text away: they stand in the
	// person's config only, for a land may come from elsewhere.
	Own string // why, a clause: "runs a program"
	// Hidden values are never shown.
	Hidden bool

	place place
}

// KeyKind is the type of a key's value.
type KeyKind string

// The kinds. A size is a number of tokens and may be written "200k"; a span is a
// duration like "5m"; a chord is a key of the keyboard, one or a list.
const (
	aText   KeyKind = "text"
	aNumber KeyKind = "number"
	aCount  KeyKind = "whole number"
	aSize   KeyKind = "size"
	aSwitch KeyKind = "true or false"
	aSpan   KeyKind = "duration"
	aChoice KeyKind = "choice"
	aChord  KeyKind = "key"
)

// place finds the field of a key: it calls use with a pointer to it. names are
// what stands for the stars.
type place func(c *Config, names []string, use func(field any))

// field is a place that is always there.
func field(of func(c *Config) any) place {
	return func(c *Config, _ []string, use func(any)) { use(of(c)) }
}

// provider is a field of a section [providers.NAME].
func provider(of func(p *Provider) any) place {
	return func(c *Config, names []string, use func(any)) {
		p := c.Providers[names[0]]
		use(of(&p))
		if c.Providers == nil {
			c.Providers = map[string]Provider{}
		}
		c.Providers[names[0]] = p
	}
}

// model is a field of a section [models."provider/name"].
func model(of func(m *Model) any) place {
	return func(c *Config, names []string, use func(any)) {
		m := c.Models[names[0]]
		use(of(&m))
		if c.Models == nil {
			c.Models = map[string]Model{}
		}
		c.Models[names[0]] = m
	}
}

// entry is one value of a map of texts.
func entry(m *map[string]string, name string, use func(any)) {
	text := (*m)[name]
	use(&text)
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[name] = text
}

// match says whether path names this key, and what stands for the stars.
func (k Key) match(path []string) (names []string, ok bool) {
	pattern := strings.Split(k.Name, ".")
	if len(pattern) != len(path) {
		return nil, false
	}
	for i, p := range pattern {
		if p == "*" {
			names = append(names, path[i])
		} else if p != path[i] {
			return nil, false
		}
	}
	return names, true
}

// open says whether path leads to keys like this one: it is a table.
func (k Key) open(path []string) bool {
	pattern := strings.Split(k.Name, ".")
	if len(pattern) <= len(path) {
		return false
	}
	for i, p := range path {
		if pattern[i] != "*" && pattern[i] != p {
			return false
		}
	}
	return true
}

// findKey is the key of a path.
func findKey(path []string) (Key, []string, bool) {
	for _, k := range Keys() {
		if names, ok := k.match(path); ok {
			return k, names, true
		}
	}
	return Key{}, nil, false
}

// Range is the key's range in words, "" when any value will do.
func (k Key) Range() string {
	switch least := "at least " + plain(k.Min); {
	case k.Kind == aChoice:
		return strings.Join(k.Values, ", ")
	case k.Min == 0 && k.Max == 0:
		return ""
	case k.Above && math.IsInf(k.Max, 1):
		return "above " + plain(k.Min)
	case k.Above:
		return fmt.Sprintf("above %s, at most %s", plain(k.Min), plain(k.Max))
	case math.IsInf(k.Max, 1):
		return least
	}
	return fmt.Sprintf("%s to %s", plain(k.Min), plain(k.Max))
}

// spans is the range of a duration, whose bounds are seconds.
func (k Key) spans() string {
	write := func(seconds float64) string { return span(time.Duration(seconds * float64(time.Second))) }
	return write(k.Min) + " to " + write(k.Max)
}

// within says whether a number keeps the range.
func (k Key) within(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) || k.Above && x == k.Min {
		return false
	}
	return k.Min == 0 && k.Max == 0 || x >= k.Min && x <= k.Max
}

// set checks a value and puts it into the config. v is what TOML knows: string,
// int64, float64, bool or []any.
func (k Key) set(c *Config, names []string, v any) error {
	value, err := k.read(v)
	if err != nil {
		return err
	}
	k.place(c, names, func(field any) { err = put(field, value) })
	return err
}

// fixed are the keys without stars.
func fixed() []Key {
	return slices.DeleteFunc(Keys(), func(k Key) bool { return strings.Contains(k.Name, "*") })
}
