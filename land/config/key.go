package config

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Key is a row of the table.
type Key struct {
	// Name is the full name, "sleep.threshold". A "*" stands for a name that the
	// person chooses: "providers.*.base_url".
	Name    string
	Kind    Kind
	Default string // as it is written; "" is none
	Unit    string // of a number: "share of the window", "beats"
	// Min and Max bound a number; Above leaves Min itself out. Both 0: any.
	// Of a duration they are seconds. Max may be infinite.
	Min, Max float64
	Above    bool
	Values   []string // of a choice
	// Under names a key whose number this one must stay below, UpTo one that it
	// may reach and not exceed.
	Under, UpTo string
	Help        string // one line
	Source      string // the file of this repository that works with the value
	Env         string // the environment variable that sets it
	// Own keys run a program, name a host or send text away: they stand in the
	// person's config only. It says why, as a clause: "runs a program".
	Own string
	// Hidden values are never shown.
	Hidden bool
	// Gone is what took the place of a key that does nothing any more. Files that
	// have it still load; it is told.
	Gone string
}

// Kind is the type of a key's value.
type Kind string

// The kinds. A size is a number of tokens and may be written "200k"; a span is a
// duration like "5m"; a chord is a key of the keyboard, one or a list.
const (
	Text    Kind = "text"
	Model   Kind = "provider/name"
	Address Kind = "address"
	Number  Kind = "number"
	Count   Kind = "whole number"
	Size    Kind = "size"
	Switch  Kind = "true or false"
	Span    Kind = "duration"
	Choice  Kind = "choice"
	Chord   Kind = "key"
)

// Keys is the table, in the order of docs/config.md, without what is gone.
func Keys() []Key {
	return slices.DeleteFunc(slices.Clone(table()), func(k Key) bool { return k.Gone != "" })
}

// Find is the key that a person names: "sleep.keep", or a name of their own in
// the place of a star, with or without quotes: models."llama/gemma-3.1".window.
// An error names the nearest key.
func Find(name string) (Key, error) {
	k, _, err := find(name)
	return k, err
}

// find also says which path the name is in a file.
func find(name string) (Key, []string, error) {
	path := splitName(name)
	if k, _, ok := lookup(path); ok {
		return k, path, nil
	}
	if !strings.Contains(name, `"`) {
		for _, k := range table() {
			if names, ok := spanned(strings.Split(k.Name, "*"), name); ok {
				return k, k.path(names), nil
			}
		}
	}
	return Key{}, path, &Error{File: "config", Text: unknown(joinPath(path)), Hint: didYouMean(path)}
}

// spanned matches a name whose own parts have points in them: what stands
// between the fixed parts, which are those between the stars.
func spanned(fixed []string, name string) (names []string, ok bool) {
	rest, ok := strings.CutPrefix(name, fixed[0])
	for _, part := range fixed[1:] {
		end := len(rest)
		if part != "" {
			end = strings.LastIndex(rest, part)
		}
		if !ok || end < 1 {
			return nil, false
		}
		names, rest = append(names, rest[:end]), rest[min(len(rest), end+len(part)):]
	}
	return names, ok && rest == ""
}

// lookup is the key of a path, and what stands for its stars.
func lookup(path []string) (k Key, names []string, ok bool) {
	for _, k := range table() {
		if names, ok := k.match(path); ok {
			return k, names, true
		}
	}
	return Key{}, nil, false
}

// match says whether path names this key, and what stands for the stars.
func (k Key) match(path []string) (names []string, ok bool) {
	pattern := strings.Split(k.Name, ".")
	if len(pattern) != len(path) {
		return nil, false
	}
	for i, p := range pattern {
		if p == "*" && path[i] != "" {
			names = append(names, path[i])
		} else if p != path[i] {
			return nil, false
		}
	}
	return names, true
}

// path is the key's with names for its stars.
func (k Key) path(names []string) []string {
	path := strings.Split(k.Name, ".")
	for i, p := range path {
		if p == "*" {
			path[i], names = names[0], names[1:]
		}
	}
	return path
}

// named says whether the person chooses a part of the name.
func (k Key) named() bool { return strings.Contains(k.Name, "*") }

// opens says whether path leads to keys like this one: it is a table.
func (k Key) opens(path []string) bool {
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

// isTable says whether a path leads to keys.
func isTable(path []string) bool {
	return slices.ContainsFunc(table(), func(k Key) bool { return k.opens(path) })
}

// Range is the key's range in words, "" when any value of its kind will do.
func (k Key) Range() string {
	write := plain
	if k.Kind == Span {
		write = func(seconds float64) string { return span(time.Duration(seconds * float64(time.Second))) }
	}
	switch {
	case k.Kind == Choice:
		return strings.Join(slices.DeleteFunc(slices.Clone(k.Values), func(v string) bool { return v == "" }), ", ")
	case k.Min == 0 && k.Max == 0:
		return ""
	case k.Above && math.IsInf(k.Max, 1):
		return "above " + write(k.Min)
	case k.Above:
		return fmt.Sprintf("above %s, at most %s", write(k.Min), write(k.Max))
	case math.IsInf(k.Max, 1):
		return "at least " + write(k.Min)
	}
	return fmt.Sprintf("%s to %s", write(k.Min), write(k.Max))
}

// within says whether a number keeps the range.
func (k Key) within(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) || k.Above && x == k.Min {
		return false
	}
	return k.Min == 0 && k.Max == 0 || x >= k.Min && x <= k.Max
}

// zero is the value that holds when nobody set the key.
func (k Key) zero() any {
	if k.Default == "" && (k.Kind == Text || k.Kind == Model || k.Kind == Address || k.Kind == Choice) {
		return ""
	}
	v, err := k.fromText(k.Default)
	if err != nil {
		return nil // a test reads every default
	}
	return v
}
