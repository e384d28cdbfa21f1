package program

import (
	"dormouse/land/config"
	"dormouse/tui/cli/settings"
)

// ConfigFile is the config file of a layer, which may not exist, and where all of the
// config comes from.
func (c *Call) ConfigFile(l settings.Layer) (string, config.Sources, error) {
	path, err := c.LandPath()
	if err != nil {
		return "", config.Sources{}, err
	}
	return l.File(path, c.Getenv)
}

// ChangeConfig changes the config file of a layer.
func (c *Call) ChangeConfig(l settings.Layer, change func([]byte) ([]byte, error)) error {
	path, err := c.LandPath()
	if err != nil {
		return err
	}
	return l.Change(path, c.Getenv, change)
}
