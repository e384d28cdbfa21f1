package land

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Setting is one key of a config as it came to be.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"` // as one would write it, without quotes
	// From is "default", "user PATH:LINE", "land PATH:LINE",
	// "environment VARIABLE" or "flag --NAME".
	From string `json:"from"`
}

// hidden stands for a value that is never shown.
const hidden = "(hidden)"

// List is every key with its value and where that came from: the fixed ones in
// the order of the table, then what the person named. Values that might hold a
// secret are hidden.
func (c Config) List() []Setting {
	c = c.clone() // places write back what they read
	var out []Setting
	for _, k := range fixed() {
		s := c.setting(k, nil, k.Name)
		if s.From == "" {
			s.From = "default"
		}
		out = append(out, s)
	}
	for _, name := range slices.Sorted(maps.Keys(c.from)) {
		k, names, ok := findKey(unquoted(name))
		if ok && len(names) > 0 {
			out = append(out, c.setting(k, names, name))
		}
	}
	return out
}

func (c Config) setting(k Key, names []string, name string) Setting {
	s := Setting{Key: name, From: c.from[name]}
	k.place(&c, names, func(field any) { s.Value = show(field) })
	if k.Hidden && s.Value != "" {
		s.Value = hidden
	}
	if strings.HasSuffix(k.Name, "_url") {
		s.Value = withoutPassword(s.Value)
	}
	return s
}

// clone copies the maps.
func (c Config) clone() Config {
	c.Keys, c.Models, c.Providers = maps.Clone(c.Keys), maps.Clone(c.Models), maps.Clone(c.Providers)
	for name, p := range c.Providers {
		p.Headers = maps.Clone(p.Headers)
		c.Providers[name] = p
	}
	return c
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

// From is where a key's value came from; "default" when nobody set it.
func (c Config) From(key string) string {
	if from := c.from[key]; from != "" {
		return from
	}
	return "default"
}

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

// String shows no secret.
func (p Provider) String() string {
	return fmt.Sprintf("{%s %s %s, %d headers}", withoutPassword(p.BaseURL), p.API, p.KeyEnv, len(p.Headers))
}

// GoString is String.
func (p Provider) GoString() string { return p.String() }

// unquoted is the path of a name that joinKey wrote.
func unquoted(name string) []string {
	var path []string
	for name != "" {
		part := name
		if name[0] == '"' {
			end := 1
			for end < len(name) && name[end] != '"' {
				if name[end] == '\\' {
					end++
				}
				end++
			}
			part = name[:min(end+1, len(name))]
		} else if i := strings.IndexByte(name, '.'); i >= 0 {
			part = name[:i]
		}
		name = strings.TrimPrefix(name[len(part):], ".")
		path = append(path, bare(part))
	}
	return path
}

func bare(part string) string {
	if text, err := strconv.Unquote(part); err == nil {
		return text
	}
	return part
}
