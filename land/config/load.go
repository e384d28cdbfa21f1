package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Sources are where a config comes from. Later ones win; flags come after them
// all, by Config.Set.
type Sources struct {
	// User is the path of the person's own file, Land that of the land's; "" is
	// none. They stand in errors as they are given.
	User, Land string
	// Read reads a file; fs.ErrNotExist when there is none.
	Read func(path string) ([]byte, error)
	// Getenv reads the environment; nil reads none. Key.Env lists the variables.
	Getenv func(string) string
	// Chords says what is wrong with the keys of the keyboard that actions have, by the
	// name of the action: which there are only the screen knows. nil takes them all.
	Chords func(set map[string]string) map[string]error
}

// Load reads the files and the environment over the defaults. An error is either
// an *Error (errors.Is ErrConfig), the first that was found, or that of reading a
// file that is there.
func Load(s Sources) (Config, error) {
	c, problems, err := s.load()
	if err == nil && len(problems) > 0 {
		err = problems[0]
	}
	return c, err
}

// load reads all there is and finds all that is wrong with it.
func (s Sources) load() (Config, []*Error, error) {
	c := Default()
	user, err := c.readFile(s.User, s, false)
	if err != nil {
		return c, nil, err
	}
	problems, err := c.readFile(s.Land, s, true)
	if err != nil {
		return c, nil, err
	}
	problems = append(user, problems...)
	problems = append(problems, c.readEnvironment(s.Getenv)...)
	problems = append(problems, c.chords(s.Chords)...)
	return c, append(problems, c.disagreements()...), nil
}

// chords are what is wrong with keys of the keyboard.
func (c *Config) chords(check func(map[string]string) map[string]error) (problems []*Error) {
	set, at := map[string]string{}, map[string]string{}
	for name, e := range c.values {
		if e.key.Kind == Chord && check != nil {
			action := e.names[len(e.names)-1]
			set[action], at[action] = show(e.value), name
		}
	}
	if len(set) == 0 {
		return nil
	}
	wrong := check(set)
	for _, action := range slices.Sorted(maps.Keys(wrong)) {
		name := at[action]
		_, place, _ := strings.Cut(c.values[name].from, " ")
		problems = append(problems, &Error{File: place, Text: name + " " + wrong[action].Error()})
	}
	return problems
}

// Try says what would be wrong if a file held text that is not wrong now. So a
// file with a mistake can be mended one key after the other.
func (s Sources) Try(path string, text []byte) error {
	_, before, err := s.load()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, p := range before {
		known[p.words()] = true
	}
	read := s.Read
	s.Read = func(name string) ([]byte, error) {
		if name == path {
			return text, nil
		}
		return read(name)
	}
	_, after, err := s.load()
	if err != nil {
		return err
	}
	for _, p := range after {
		if !known[p.words()] {
			return p
		}
	}
	return nil
}

// readEnvironment takes the variables; a set but empty one counts as unset.
func (c *Config) readEnvironment(getenv func(string) string) (problems []*Error) {
	if getenv == nil {
		return nil
	}
	for _, k := range table() {
		if k.Env == "" {
			continue
		}
		text := strings.TrimSpace(getenv(k.Env))
		if text == "" {
			continue
		}
		if k.Gone != "" {
			c.notices = append(c.notices, k.Env+": "+k.gone(k.Name).words())
			continue
		}
		var wrong *Error
		if err := c.assign(k, splitName(k.Name), text, k.Env, "environment "+k.Env); errors.As(err, &wrong) {
			problems = append(problems, wrong)
		}
	}
	return problems
}

func (c *Config) readFile(path string, s Sources, land bool) ([]*Error, error) {
	if path == "" || s.Read == nil {
		return nil, nil
	}
	text, err := s.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read config: %w", err)
	}
	var problems []*Error
	leaves, wrong := parse(text)
	if wrong != nil {
		problems = append(problems, wrong)
	}
	for _, l := range leaves {
		if p := c.take(l, s, land); p != nil {
			p.Line = l.line
			problems = append(problems, p)
		}
	}
	for _, p := range problems {
		p.File = path
	}
	return problems, nil
}

// take sets the key of one line of a file.
func (c *Config) take(l leaf, s Sources, land bool) *Error {
	name := joinPath(l.path)
	k, _, ok := lookup(l.path)
	switch {
	case !ok && !isTable(l.path):
		return &Error{Text: unknown(name), Hint: didYouMean(l.path)}
	case !ok && l.value != nil:
		return &Error{Text: fmt.Sprintf("%s must be a table, not %s", name, kindOf(l.value))}
	case !ok:
		return nil // the head of a table
	case l.value == nil:
		return &Error{Text: fmt.Sprintf("%s must be %s, not a table", name, k.wants())}
	}
	file, layer := s.User, "user"
	if land {
		file, layer = s.Land, "land"
	}
	if k.Gone != "" {
		c.notices = append(c.notices, fmt.Sprintf("%s:%d: %s", file, l.line, k.gone(name).words()))
		return nil
	}
	if land && k.Own != "" {
		return &Error{Text: fmt.Sprintf("%s %s and a land may come from elsewhere", name, k.Own), Hint: "put it in " + userFile(s)}
	}
	v, err := k.read(l.value)
	if err != nil {
		return &Error{Text: name + " " + err.Error()}
	}
	c.put(k, l.path, v, fmt.Sprintf("%s %s:%d", layer, file, l.line))
	return nil
}

// userFile names the person's config for a hint.
func userFile(s Sources) string {
	if s.User != "" {
		return s.User
	}
	return "your own config.toml (~/.config/dormouse/config.toml)"
}

// disagreements are what must hold between two keys and does not.
func (c *Config) disagreements() (problems []*Error) {
	for _, k := range table() {
		other, words := k.Under, "less than"
		if k.UpTo != "" {
			other, words = k.UpTo, "at most"
		}
		if other == "" {
			continue
		}
		low, high := c.number(k.Name), c.number(other)
		if low < high || low == high && k.UpTo != "" {
			continue
		}
		text := fmt.Sprintf("%s is %s; it must be %s %s, which is %s", k.Name, plain(low), words, other, plain(high))
		for _, name := range []string{k.Name, other} {
			if from := c.values[name].from; from != "" {
				text += fmt.Sprintf(" (%s: %s)", name, from)
			}
		}
		problems = append(problems, &Error{File: "config", Text: text})
	}
	return problems
}

// number is the value of a key that has one.
func (c *Config) number(name string) float64 {
	switch v := c.values[name].value.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}
