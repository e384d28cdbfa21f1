package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/sleep/replay"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/settings"
)

// place is an open land with all that stands on it.
type place struct {
	dir      disk.FS
	below    *disk.Dir // the folder itself, whatever dir lays over it; nil for none
	land     *land.Land
	store    *memory.Store
	index    *search.Index
	values   config.Config
	config   settings.Chosen
	settings sleep.Settings
	notices  []string
	private  bool   // nothing that happens here is kept
	model    string // in place of the one that the config chooses; "" for that one
	debug    io.Closer
	logf     func(string, ...any)
}

func (p *place) close() {
	p.index.Close()
	if p.below != nil {
		p.below.Close()
	}
	if p.debug != nil {
		p.debug.Close()
	}
}

// landPath is where the land is: --land, $DORMOUSE_LAND, the XDG data folder.
func (a *app) landPath() (string, error) {
	path := a.land
	if path == "" {
		path = a.Getenv("DORMOUSE_LAND")
	}
	if path == "" {
		base, err := a.home("XDG_DATA_HOME", ".local/share")
		if err != nil {
			return "", err
		}
		path = filepath.Join(base, "dormouse")
	}
	return disk.AbsHost(path)
}

// home is an XDG folder: the variable when it holds an absolute path, else the
// default below the home folder.
func (a *app) home(variable, below string) (string, error) {
	if dir := a.Getenv(variable); filepath.IsAbs(dir) {
		return dir, nil
	}
	home := a.Getenv("HOME")
	if home == "" {
		home = a.Getenv("USERPROFILE")
	}
	if home == "" {
		return "", fault.Misused("neither %s nor HOME is set; say where with --land", variable)
	}
	return filepath.Join(home, below), nil
}

func (a *app) userConfig() string {
	base, err := a.home("XDG_CONFIG_HOME", ".config")
	if err != nil {
		return ""
	}
	return filepath.Join(base, "dormouse", "config.toml")
}

// voice reads how the person wants to be answered in any land: INSTRUCTIONS.md
// beside their config.
func (a *app) voice() ([]byte, error) {
	path := a.userConfig()
	if path == "" {
		return nil, nil
	}
	raw, err := readConfig(filepath.Join(filepath.Dir(path), land.InstructionsFile))
	return raw, err
}

// maxConfig bounds a config file, in bytes.
const maxConfig = 1 << 20

// sources are where the config of a land comes from.
func (a *app) sources(path string) config.Sources {
	return config.Sources{User: a.userConfig(), Land: filepath.Join(path, "config.toml"), Read: readConfig, Getenv: a.Getenv}
}

// loadConfig reads the config of a land that may not exist yet.
func (a *app) loadConfig(path string) (config.Config, error) {
	c, err := config.Load(a.sources(path))
	if err != nil {
		return c, err
	}
	flags := []struct{ key, text, flag string }{
		{"model", a.model, "--model"}, {"base_url", a.baseURL, "--base-url"}, {"window", a.window, "--window"}, {"persona", a.named, "--persona"},
	}
	if a.offline {
		flags = append(flags, struct{ key, text, flag string }{"offline", "true", "--offline"})
	}
	for _, f := range flags {
		if f.text == "" {
			continue
		}
		if err := c.Set(f.key, f.text, f.flag); err != nil {
			return c, err
		}
	}
	if a.window != "" && config.Read[settings.Chosen](c).Window == 0 {
		return c, fault.Misused("--window is at least 1 token")
	}
	return c, nil
}

// readConfig reads a config file. Below a file there is none: opening the land
// says then what is wrong. What is no file at all is said, and not waited for.
func readConfig(name string) ([]byte, error) {
	info, err := disk.StatHost(name)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return nil, fs.ErrNotExist
	case err == nil && info.Mode.IsDir():
		return nil, fault.Misused("config %s: it is a folder", name)
	case err == nil && info.Mode&(fs.ModeNamedPipe|fs.ModeSocket) != 0:
		return nil, fault.Misused("config %s: it is no ordinary file", name)
	}
	return disk.ReadHost(name, maxConfig)
}

// folder opens the folder of a land. That of a private talk keeps every change in
// memory, and is not made.
func (a *app) folder(path string, private bool) (disk.FS, *disk.Dir, error) {
	if !private {
		dir, err := disk.OpenDir(path)
		return dir, dir, err
	}
	if _, err := disk.StatHost(path); errors.Is(err, fs.ErrNotExist) {
		return memdisk.NewOverlay(memdisk.New(), a.clock), nil, nil
	}
	dir, err := disk.OpenDir(path)
	if err != nil {
		return nil, nil, err
	}
	return memdisk.NewOverlay(dir, a.clock), dir, nil
}

// open opens the land, making it on first use.
func (a *app) open() (*place, error) { return a.openLand(a.private) }

// openLand opens the land, for a private talk or for all else.
func (a *app) openLand(private bool) (*place, error) {
	path, err := a.landPath()
	if err != nil {
		return nil, err
	}
	values, err := a.loadConfig(path)
	if err != nil {
		return nil, err
	}
	dir, below, err := a.folder(path, private)
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
	p := &place{dir: dir, below: below, private: private, land: l, values: values, config: config.Read[settings.Chosen](values), settings: config.Read[sleep.Settings](values), notices: values.Notices(), logf: func(string, ...any) {}}
	if p.index, err = search.Open(memory.Files(l, strings.Split(p.config.Memory.Include, ",")...), a.searchOf(p)); err != nil {
		shutAgain()
		return nil, fmt.Errorf("open the search index: %w", err)
	}
	network := replay.NewNetwork(l)
	p.store = memory.NewStore(l, memory.Options{Location: a.clock().Location(), Searcher: p.index, Private: private, Mind: func() memory.Mind { return network.Now() }})
	for _, n := range notices {
		p.notices = append(p.notices, strings.TrimPrefix(n.Path+": "+n.Text, ": "))
	}
	return p, a.openDebug(p)
}

// on opens the land, does something on it and closes it.
func (a *app) on(do func(*place) error) error {
	p, err := a.open()
	if err != nil {
		return err
	}
	defer p.close()
	return do(p)
}

// openDebug begins the log of --debug. Credentials never reach it.
func (a *app) openDebug(p *place) error {
	if a.debug == "" {
		return nil
	}
	f, err := disk.AppendHost(a.debug)
	if err != nil {
		return fmt.Errorf("open the debug log %s: %w", a.debug, err)
	}
	p.debug = f
	logger := log.New(secret.Writer(f), "", 0)
	p.logf = func(format string, args ...any) {
		logger.Print(a.clock().Format(time.RFC3339Nano) + " " + fmt.Sprintf(format, args...))
	}
	return nil
}

// options are those of a conversation on this land.
func (p *place) options(ctx context.Context, a *app, emit func(runtime.Event)) (runtime.Options, error) {
	if emit == nil {
		emit = func(runtime.Event) {}
	}
	seen := a.committing(ctx, p, emit)
	emit = func(e runtime.Event) {
		p.logf("%T", e) // what is said stays out of the log
		seen(e)
	}
	notify := func(r llm.Retry) {
		emit(runtime.Retrying{Attempt: r.Attempt, Wait: r.Delay, Why: r.Reason})
	}
	b, err := a.brain(ctx, p, p.model, notify)
	if err != nil {
		return runtime.Options{}, err
	}
	o := config.Read[runtime.Options](p.values)
	o.Land, o.Store, o.Brain, o.Settings, o.Emit = p.land, p.store, b, p.settings, emit
	o.Voice = a.voice
	if o.Persona, err = a.persona(p.config.Persona); err != nil {
		return o, err
	}
	o.Clock, o.Zone, o.Seed, o.Stream = a.clock, a.clock().Location(), a.seed, a.stream()
	if m := p.config.NightModel; m != "" {
		if o.NightBrain, err = a.brain(ctx, p, m, notify); err != nil {
			return o, fmt.Errorf("sleep.model: %w", err)
		}
	}
	return o, nil
}

// stream keeps two sessions apart: by the clock, unless a seed was asked for.
func (a *app) stream() uint64 {
	if a.seed != 0 {
		return 0
	}
	return uint64(a.clock().UnixNano())
}

// converse opens a conversation as the flags say.
func (a *app) converse(ctx context.Context, o chatOptions, emit func(runtime.Event)) (*place, *runtime.Conversation, error) {
	p, err := a.open()
	if err != nil {
		return nil, nil, err
	}
	c, err := a.begin(ctx, p, o, emit)
	if err != nil {
		p.close()
		return nil, nil, err
	}
	return p, c, nil
}

func (a *app) begin(ctx context.Context, p *place, o chatOptions, emit func(runtime.Event)) (*runtime.Conversation, error) {
	ro, err := p.options(ctx, a, emit)
	if err != nil {
		return nil, err
	}
	if ro.Session, err = a.sessionID(p, o.session, o.last && !(o.says && p.unspoken())); err != nil {
		return nil, err
	}
	ro.AllTriggers, ro.ReadOnly, ro.Patient = o.screen, o.look, o.says
	ro.Private, ro.KeepIn = p.private, o.keepIn
	c, notices, err := runtime.Begin(ctx, ro)
	p.notices = append(p.notices, notices...)
	return c, err
}

// unspoken tells that there is no session to go on with: a talk that should go on
// begins, then.
func (p *place) unspoken() bool {
	heads, err := transcript.List(p.dir)
	return err == nil && len(heads) == 0
}

// lastUsed is the session that was written to last. The newest message would be
// another one where old conversations were imported meanwhile.
func (p *place) lastUsed(heads []transcript.Head) string {
	last, at := heads[0].ID, time.Time{}
	for _, h := range heads { // the newest message first, which decides a tie
		if info, err := p.dir.Stat(transcript.File(h.ID)); err == nil && info.ModTime.After(at) {
			last, at = h.ID, info.ModTime
		}
	}
	return last
}

// sessionID is the session that the flags name; "" for a new one. A prefix that
// only one session has will do.
func (a *app) sessionID(p *place, id string, last bool) (string, error) {
	if id == "" && !last {
		return "", nil
	}
	if transcript.SafeID(id) { // whole: none of the others has to be looked at
		if info, err := p.dir.Stat(transcript.File(id)); err == nil && info.Mode.IsRegular() {
			return id, nil
		}
	}
	heads, err := transcript.List(p.dir)
	if err != nil {
		return "", fmt.Errorf("list sessions: %w", err)
	}
	if len(heads) == 0 {
		return "", &fault.Misuse{Err: errors.New("there is no session yet"), Hint: "`dormouse` begins one"}
	}
	if id == "" {
		return p.lastUsed(heads), nil
	}
	ids := make([]string, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	switch found, err := transcript.Match(id, ids); {
	case err != nil:
		return "", &fault.Misuse{Err: err, Hint: "`dormouse sessions list` shows them"}
	case found != "":
		return found, nil
	}
	return "", fault.NoSuch("session", id, "dormouse sessions list")
}
