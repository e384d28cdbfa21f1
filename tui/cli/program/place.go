package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/secret"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/memory/search/index"
	"dormouse/sleep"
	"dormouse/sleep/replay"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/model"
	"dormouse/tui/cli/settings"
)

// Place is an open land with all that stands on it.
type Place struct {
	*Call
	Dir      disk.FS
	Below    *disk.Dir // the folder itself, whatever Dir lays over it; nil for none
	Land     *land.Land
	Store    *memory.Store
	Index    *search.Index
	Values   config.Config
	Config   settings.Chosen
	Settings sleep.Settings
	Notices  []string
	Private  bool   // nothing that happens here is kept
	Switched string // the model in place of the one that the config chooses; "" for that one
	debug    io.Closer
	Logf     func(string, ...any)
}

// Close closes all of it.
func (p *Place) Close() {
	p.Index.Close()
	if p.Below != nil {
		p.Below.Close()
	}
	if p.debug != nil {
		p.debug.Close()
	}
}

// folder opens the folder of a land. That of a private talk keeps every change in
// memory, and is not made.
func (c *Call) folder(path string, private bool) (disk.FS, *disk.Dir, error) {
	if !private {
		dir, err := disk.OpenDir(path)
		return dir, dir, err
	}
	if _, err := disk.StatHost(path); errors.Is(err, fs.ErrNotExist) {
		return memdisk.NewOverlay(memdisk.New(), c.Clock), nil, nil
	}
	dir, err := disk.OpenDir(path)
	if err != nil {
		return nil, nil, err
	}
	return memdisk.NewOverlay(dir, c.Clock), dir, nil
}

// Open opens the land, making it on first use.
func (c *Call) Open() (*Place, error) { return c.OpenLand(c.Private) }

// OpenLand opens the land, for a private talk or for all else.
func (c *Call) OpenLand(private bool) (*Place, error) {
	path, err := c.LandPath()
	if err != nil {
		return nil, err
	}
	values, err := c.LoadConfig(path)
	if err != nil {
		return nil, err
	}
	dir, below, err := c.folder(path, private)
	if err != nil {
		return nil, &fault.Shut{Err: fmt.Errorf("open the land %s: %w", path, err)}
	}
	shutAgain := func() {
		if below != nil {
			below.Close()
		}
	}
	l, notices, err := land.Open(dir)
	if err != nil {
		shutAgain()
		return nil, &fault.Shut{Err: fmt.Errorf("open the land %s: %w", path, err)}
	}
	p := &Place{Call: c, Dir: dir, Below: below, Private: private, Land: l, Notices: values.Notices(), Logf: func(string, ...any) {}}
	p.Read(values)
	p.Index = search.Open(memory.Files(l, strings.Split(p.Config.Memory.Include, ",")...), p.searchOptions())
	network := replay.NewNetwork(l)
	p.Store = memory.NewStore(l, memory.Options{Location: c.Clock().Location(), Searcher: p.Index, Private: private, Mind: func() memory.Mind { return network.Now() }})
	for _, n := range notices {
		p.Notices = append(p.Notices, strings.TrimPrefix(n.Path+": "+n.Text, ": "))
	}
	return p, c.openDebug(p)
}

// On opens the land, does something on it and closes it.
func (c *Call) On(do func(*Place) error) error {
	p, err := c.Open()
	if err != nil {
		return err
	}
	defer p.Close()
	return do(p)
}

// openDebug begins the log of --debug. Credentials never reach it.
func (c *Call) openDebug(p *Place) error {
	if c.Debug == "" {
		return nil
	}
	f, err := disk.AppendHost(c.Debug)
	if err != nil {
		return fmt.Errorf("open the debug log %s: %w", c.Debug, err)
	}
	p.debug = f
	logger := log.New(secret.Writer(f), "", 0)
	p.Logf = func(format string, args ...any) {
		logger.Print(c.Clock().Format(time.RFC3339Nano) + " " + fmt.Sprintf(format, args...))
	}
	return nil
}

// Read takes a config that was loaded anew.
func (p *Place) Read(values config.Config) {
	p.Values, p.Config, p.Settings = values, config.Read[settings.Chosen](values), config.Read[sleep.Settings](values)
}

// Models opens models for this land.
func (p *Place) Models() model.Opener {
	o := p.Call.Models(p.Values)
	o.Dir, o.Logf = p.Dir, func(format string, args ...any) { p.Logf(format, args...) }
	return o
}

// searchOptions are the options of the index of a land. Only with memory.embeddings,
// which no land can set for itself, does any text of it leave the machine.
func (p *Place) searchOptions() search.Options {
	o := search.Options{Store: index.StoreIn(p.Dir), Clean: secret.Redact}
	if !p.Config.Memory.Embeddings || p.Config.Offline {
		return o
	}
	e, err := p.Models().Embedder()
	if err != nil {
		o.Embedder = noEmbedder{err}
		return o
	}
	o.Embedder = e
	return o
}

// noEmbedder stands for one that could not be opened: the search says why it
// goes by words alone.
type noEmbedder struct{ err error }

func (n noEmbedder) Embed(context.Context, []string) ([][]float32, error) { return nil, n.err }
func (n noEmbedder) Name() string                                         { return "" }

// OnDisk is the folder as it is kept, without what a private talk laid over it.
func (p *Place) OnDisk() disk.FS {
	switch {
	case !p.Private:
		return p.Dir
	case p.Below != nil:
		return p.Below
	}
	return memdisk.New()
}
