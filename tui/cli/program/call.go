// Package program is one call of the program: what it gets from outside, the flags
// that every command takes, the clock, and the land that a command opens with all that
// stands on it. A command is a function over these; none of them knows another.
package program

import (
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/runtime"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/model"
	"dormouse/tui/cli/settings"
)

// World is all that the program gets from outside.
type World struct {
	Version  string
	Args     []string
	Getenv   func(string) string
	In       io.Reader
	Out, Err io.Writer
}

// Flags are those that every command takes.
type Flags struct {
	LandDir, Model, BaseURL, Window, Persona, Now, Debug string
	JSON, Offline, Private                               bool
	Seed                                                 uint64
}

// Call is one call of the program.
type Call struct {
	World
	Flags
	Clock runtime.Clock // from ReadFlags on
}

// ReadFlags reads the global flags that need more than parsing.
func (c *Call) ReadFlags() error {
	zone := time.Local
	if tz := c.Getenv("TZ"); tz != "" {
		if z, err := time.LoadLocation(strings.TrimPrefix(tz, ":")); err == nil {
			zone = z
		}
	}
	start := time.Time{}
	if c.Now != "" {
		t, err := time.Parse(time.RFC3339, c.Now)
		if err != nil {
			return fault.Misused("--now %q is no RFC 3339 time, such as 2026-11-21T09:00:00Z", c.Now)
		}
		start = t
	}
	c.Clock = runtime.Running(start, zone)
	return nil
}

// LandPath is where the land is: --land, $DORMOUSE_LAND, the XDG data folder.
func (c *Call) LandPath() (string, error) {
	path := c.LandDir
	if path == "" {
		path = c.Getenv("DORMOUSE_LAND")
	}
	if path == "" {
		base, err := settings.Home(c.Getenv, "XDG_DATA_HOME", ".local/share")
		if err != nil {
			return "", err
		}
		path = filepath.Join(base, "dormouse")
	}
	return disk.AbsHost(path)
}

// UserConfig is the person's own config file, there or not; "" for none.
func (c *Call) UserConfig() string { return settings.UserFile(c.Getenv) }

// beside is a file next to the person's config; "" where there can be none.
func (c *Call) beside(name string) string {
	own := c.UserConfig()
	if own == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(own), name)
}

// KeysDir is the folder of the keys that no keyring keeps.
func (c *Call) KeysDir() string { return filepath.Join(filepath.Dir(c.UserConfig()), "keys") }

// LoadConfig reads the config of a land that may not exist yet.
func (c *Call) LoadConfig(path string) (config.Config, error) {
	values, err := config.Load(settings.SourcesOf(path, c.Getenv))
	if err != nil {
		return values, err
	}
	flags := []struct{ key, text, flag string }{
		{"model", c.Model, "--model"}, {"base_url", c.BaseURL, "--base-url"}, {"window", c.Window, "--window"}, {"persona", c.Persona, "--persona"},
	}
	if c.Offline {
		flags = append(flags, struct{ key, text, flag string }{"offline", "true", "--offline"})
	}
	for _, f := range flags {
		if f.text == "" {
			continue
		}
		if err := values.Set(f.key, f.text, f.flag); err != nil {
			return values, err
		}
	}
	if c.Window != "" && config.Read[settings.Chosen](values).Window == 0 {
		return values, fault.Misused("--window is at least 1 token")
	}
	return values, nil
}

// voice reads how the person wants to be answered in any land: INSTRUCTIONS.md
// beside their config.
func (c *Call) voice() ([]byte, error) {
	path := c.beside(land.InstructionsFile)
	if path == "" {
		return nil, nil
	}
	return settings.Read(path)
}

// Models opens models by a config, also where there is no land yet.
func (c *Call) Models(values config.Config) model.Opener {
	path, err := c.LandPath()
	if err != nil {
		path = "" // what providers said is kept there; it is left out
	}
	return model.Opener{
		Config: config.Read[settings.Chosen](values), WindowSaid: c.Window != "", Getenv: c.Getenv, Land: path,
		Keys: c.KeysDir(), Seed: c.Seed, Logf: func(string, ...any) {},
	}
}

// Stream keeps two sessions apart: by the clock, unless a seed was asked for.
func (c *Call) Stream() uint64 {
	if c.Seed != 0 {
		return 0
	}
	return uint64(c.Clock().UnixNano())
}

// Draws is what is drawn by chance outside a conversation.
func (c *Call) Draws() *rand.Rand { return rand.New(rand.NewPCG(c.Seed, c.Stream())) }
