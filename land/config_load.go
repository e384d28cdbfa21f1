package land

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Sources are where a config comes from. Later ones win; flags come after them
// all, by Set.
type Sources struct {
	// User is the path of the person's own file, Land that of the land's; "" is
	// none. They stand in errors as they are given.
	User, Land string
	// Read reads a file; fs.ErrNotExist when there is none.
	Read func(path string) ([]byte, error)
	// Getenv reads the environment; nil reads none. Key.Env lists the variables.
	Getenv func(string) string
}

// ErrConfig is wrapped by every error of a config's contents; the caller should
// show it and stop: it is one line and names file, line and key.
var ErrConfig = errors.New("bad config")

// ConfigError is something wrong in a config file, a variable or a flag.
type ConfigError struct {
	File string // or "environment", or "--window"
	Line int    // from 1; 0 where there are no lines
	Text string // one line
	Hint string // what would do; "" when Text says it
}

// Error is `config.toml:7: unknown key "sleep.treshold"; did you mean …?`.
func (e *ConfigError) Error() string {
	text := e.Text
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	if e.Line == 0 {
		return e.File + ": " + text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, text)
}

func (e *ConfigError) Unwrap() error { return ErrConfig }

// DefaultConfig is what holds when nobody configured anything.
func DefaultConfig() Config {
	c := Config{from: map[string]string{}}
	for _, k := range fixed() {
		if k.Default == "" {
			continue
		}
		v, err := k.written(k.Default)
		if err == nil {
			err = k.set(&c, nil, v)
		}
		if err != nil {
			// Unreachable: a test sets every default.
			continue
		}
	}
	return c
}

// LoadConfig reads the files and the environment over the defaults. An error is
// either a *ConfigError (errors.Is ErrConfig), the first that was found, or that
// of reading a file that is there.
func LoadConfig(s Sources) (Config, error) {
	c := DefaultConfig()
	if err := c.readFile(s.User, s, false); err != nil {
		return c, err
	}
	if err := c.readFile(s.Land, s, true); err != nil {
		return c, err
	}
	if s.Getenv != nil {
		for _, k := range fixed() {
			if text := value(s.Getenv, k.Env); text != "" {
				if err := c.assign(k, text, k.Env, "environment "+k.Env); err != nil {
					return c, err
				}
			}
		}
	}
	return c, c.agree()
}

// value is a variable's; a set but empty one counts as unset.
func value(getenv func(string) string, name string) string {
	if name == "" {
		return ""
	}
	return strings.TrimSpace(getenv(name))
}

// Set puts in a flag's value: key is a full name from Keys, text its value as
// typed, flag how it is called in errors ("--window"). It wins over all that was
// loaded.
func (c *Config) Set(key, text, flag string) error {
	k, names, ok := findKey(splitKey(key))
	if !ok {
		return &ConfigError{File: flag, Text: unknown(key), Hint: didYouMean(splitKey(key))}
	}
	if len(names) > 0 {
		return &ConfigError{File: flag, Text: fmt.Sprintf("%q can be set in a file only", key)}
	}
	if err := c.assign(k, text, flag, "flag "+flag); err != nil {
		return err
	}
	return c.agree()
}

// assign sets a key from the text of a variable or a flag.
func (c *Config) assign(k Key, text, where, from string) error {
	v, err := k.written(text)
	if err == nil {
		err = k.set(c, nil, v)
	}
	if err != nil {
		return &ConfigError{File: where, Text: k.Name + " " + err.Error()}
	}
	c.came(k.Name, from)
	return nil
}

// came remembers where a value is from.
func (c *Config) came(key, from string) {
	if c.from == nil {
		c.from = map[string]string{}
	}
	c.from[key] = from
}

func (c *Config) readFile(path string, s Sources, land bool) error {
	if path == "" || s.Read == nil {
		return nil
	}
	text, err := s.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read config: %w", err)
	}
	leaves, err := readTOML(path, text)
	if err != nil {
		return err
	}
	for _, l := range leaves {
		if err := c.take(l, s, land); err != nil {
			return &ConfigError{File: path, Line: l.line, Text: err.Text, Hint: err.Hint}
		}
	}
	return nil
}

// take sets the key of one line of a file.
func (c *Config) take(l leaf, s Sources, land bool) *ConfigError {
	name := joinKey(l.path)
	k, names, ok := findKey(l.path)
	if !ok {
		if isTable(l.path) {
			if l.value == nil {
				return nil // the head of a table
			}
			return &ConfigError{Text: fmt.Sprintf("%s must be a table, not %s", name, kindOf(l.value))}
		}
		return &ConfigError{Text: unknown(name), Hint: didYouMean(l.path)}
	}
	if l.value == nil {
		return &ConfigError{Text: fmt.Sprintf("%s must be %s, not a table", name, k.wants())}
	}
	if land && k.Own != "" {
		return &ConfigError{Text: fmt.Sprintf("%s %s and a land may come from elsewhere", name, k.Own), Hint: "put it in " + own(s)}
	}
	if err := k.set(c, names, l.value); err != nil {
		return &ConfigError{Text: name + " " + err.Error()}
	}
	if land {
		c.came(name, fmt.Sprintf("land %s:%d", s.Land, l.line))
	} else {
		c.came(name, fmt.Sprintf("user %s:%d", s.User, l.line))
	}
	return nil
}

// own names the person's config for a hint.
func own(s Sources) string {
	if s.User != "" {
		return s.User
	}
	return "your own config.toml (~/.config/dormouse/config.toml)"
}

// agree checks what must hold between keys. The blame is on the one that was set
// last or at all.
func (c *Config) agree() error {
	for _, p := range c.pairs() {
		if p.low < p.high || p.low == p.high && !p.strict {
			continue
		}
		word := "at most"
		if p.strict {
			word = "less than"
		}
		text := fmt.Sprintf("%s is %s; it must be %s %s, which is %s", p.lowKey, plain(p.low), word, p.highKey, plain(p.high))
		for _, key := range []string{p.lowKey, p.highKey} {
			if from := c.from[key]; from != "" {
				text += fmt.Sprintf(" (%s: %s)", key, from)
			}
		}
		return &ConfigError{File: "config", Text: text}
	}
	return nil
}

// pair are two numbers of which the first must not exceed the second.
type pair struct {
	lowKey, highKey string
	low, high       float64
	strict          bool
}

func (c *Config) pairs() []pair {
	e := c.Sleep.Energy
	list := []pair{
		{"target", "threshold", c.Sleep.Target, c.Sleep.Threshold, true},
		{"kept_turns", "target", c.Sleep.KeptTurns, c.Sleep.Target, true},
		{"idle_queue", "idle_force", float64(c.Sleep.IdleQueue), float64(c.Sleep.IdleForce), false},
		{"min_guaranteed", "max_guaranteed", e.MinAwake, e.MaxAwake, false},
		{"awake_low", "awake_high", e.AwakeLow, e.AwakeHigh, false},
		{"min_capacity", "max_capacity", e.MinCapacity, e.MaxCapacity, false},
		{"min_heartbeat", "max_heartbeat", e.MinHeartbeat, e.MaxHeartbeat, false},
		{"heartbeat_low", "heartbeat_high", e.BeatLow, e.BeatHigh, false},
		{"min_replay", "max_replay", e.MinReplay, e.MaxReplay, false},
	}
	for i := range list {
		list[i].lowKey, list[i].highKey = "sleep."+list[i].lowKey, "sleep."+list[i].highKey
	}
	return list
}
