package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
	"dormouse/runtime/offline"
	"dormouse/sleep"
)

// place is an open land with all that stands on it.
type place struct {
	dir      *disk.Dir
	land     *land.Land
	store    *memory.Store
	index    *search.Index
	config   land.Config
	settings sleep.Settings
	notices  []string
	debug    io.Closer
	logf     func(string, ...any)
}

func (p *place) close() {
	p.index.Close()
	p.dir.Close()
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
		return "", misused("neither %s nor HOME is set; say where with --land", variable)
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

// maxConfig bounds a config file, in bytes.
const maxConfig = 1 << 20

// loadConfig reads the config of a land that may not exist yet.
func (a *app) loadConfig(path string) (land.Config, error) {
	c, err := land.LoadConfig(land.Sources{
		User: a.userConfig(), Land: filepath.Join(path, "config.toml"),
		Read:   readConfig,
		Getenv: a.Getenv,
	})
	if err != nil {
		return c, err
	}
	flags := []struct{ key, text, flag string }{
		{"model", a.model, "--model"}, {"base_url", a.baseURL, "--base-url"}, {"window", a.window, "--window"},
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
	if a.window != "" && c.Window == 0 {
		return c, misused("--window is at least 1 token")
	}
	return c, nil
}

// readConfig reads a config file. Below a file there is none: opening the land
// says then what is wrong.
func readConfig(name string) ([]byte, error) {
	b, err := disk.ReadHost(name, maxConfig)
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, fs.ErrNotExist
	}
	return b, err
}

// shut is an error in opening the land: its cause does not matter to the exit
// status.
type shut struct{ error }

func (s *shut) Unwrap() error { return s.error }

// open opens the land, making it on first use.
func (a *app) open() (*place, error) {
	path, err := a.landPath()
	if err != nil {
		return nil, err
	}
	config, err := a.loadConfig(path)
	if err != nil {
		return nil, err
	}
	dir, err := disk.OpenDir(path)
	if err != nil {
		return nil, &shut{fmt.Errorf("open the land %s: %w", path, err)}
	}
	l, notices, err := land.Open(dir)
	if err != nil {
		dir.Close()
		return nil, &shut{fmt.Errorf("open the land %s: %w", path, err)}
	}
	p := &place{dir: dir, land: l, config: config, settings: sleep.SettingsOf(config), logf: func(string, ...any) {}}
	if p.index, err = search.Open(memory.Files(l), a.searchOf(p)); err != nil {
		dir.Close()
		return nil, fmt.Errorf("open the search index: %w", err)
	}
	network := sleep.NewNetwork(l)
	p.store = memory.NewStore(l, memory.Options{Location: a.clock().Location(), Searcher: p.index, Mind: func() memory.Mind { return network.Now() }})
	for _, n := range notices {
		p.notices = append(p.notices, strings.TrimPrefix(n.Path+": "+n.Text, ": "))
	}
	return p, a.openDebug(p)
}

// openDebug begins the log of --debug. Keys never reach it: what is logged has
// gone through the same scrubbing as errors.
func (a *app) openDebug(p *place) error {
	if a.debug == "" {
		return nil
	}
	f, err := disk.AppendHost(a.debug)
	if err != nil {
		return fmt.Errorf("open the debug log %s: %w", a.debug, err)
	}
	p.debug = f
	logger := log.New(f, "", 0)
	p.logf = func(format string, args ...any) {
		logger.Print(a.clock().Format(time.RFC3339Nano) + " " + fmt.Sprintf(format, args...))
	}
	return nil
}

// brain opens the model that answers: ref, or by the rule of CONTRACT
// ("Providers") when that is empty.
func (a *app) brain(ctx context.Context, p *place, ref string, notify func(llm.Retry)) (runtime.Brain, error) {
	why := "asked for by name"
	if ref == "" {
		ref, why = a.choose(ctx, p)
	}
	b := runtime.Brain{Why: why}
	prov, _, ok := llm.Split(ref)
	if !ok {
		return b, misused("model %q is not of the form PROVIDER/NAME", ref)
	}
	catalogue := a.catalogue(p.config)
	entry, _ := catalogue.Find(ref)
	b.Reply, b.Cost = entry.Reply, entry.Cost
	if p.config.Reply > 0 {
		b.Reply = p.config.Reply
	}
	switch {
	case prov == "offline":
		if ref != offline.Ref {
			return b, misused("there is no model %q; the built-in one is %s", ref, offline.Ref)
		}
		b.Model = offline.Model{}
	case p.config.Offline:
		return b, misused("%s needs the network and --offline forbids it", ref)
	case a.keyless(p, prov):
		return b, &llm.Error{Kind: llm.Auth, Text: fmt.Sprintf("%s: no key is set (%s)", ref, strings.Join(key.Vars(prov), " or "))}
	default:
		m, err := provider.Open(ref, a.providerOptions(p, prov, catalogue, notify))
		if err != nil {
			return b, err
		}
		b.Model = m
	}
	b.Window, b.WindowSource = a.windowOf(p.config, b.Model)
	return b, nil
}

// keyless says whether a provider that wants a key has none from anywhere.
func (a *app) keyless(p *place, prov string) bool {
	own := p.config.Providers[prov]
	elsewhere := p.config.BaseURL != "" || own.BaseURL != "" || own.KeyCommand != "" || p.config.KeyCommand != "" || own.KeyEnv != ""
	return !elsewhere && prov != "ollama" && slices.Contains(provider.Known(), prov) && key.FromEnv(a.Getenv, prov) == ""
}

// smallWindow is taken for a model of which nothing is known, in tokens.
const smallWindow = 8192

// windowOf says how many tokens fit, and who says so.
func (a *app) windowOf(c land.Config, m llm.Model) (int, runtime.Source) {
	switch {
	case a.window != "":
		return c.Window, runtime.FromFlag
	case c.Window > 0:
		return c.Window, runtime.FromConfig
	case m.Window() > 0:
		return m.Window(), runtime.FromCatalogue
	}
	return smallWindow, runtime.FromDefault
}

// choose finds the model when none is named.
func (a *app) choose(ctx context.Context, p *place) (ref, why string) {
	if p.config.Model == "" && p.config.Offline {
		return offline.Ref, "--offline is set"
	}
	if p.config.Model == "" && p.config.BaseURL != "" {
		return "local/default", "a base URL is set"
	}
	return llm.Default(a.Getenv, p.config.Model, func() (string, bool) { return wire.Probe(ctx, "") })
}

func (a *app) providerOptions(p *place, prov string, catalogue llm.Catalogue, notify func(llm.Retry)) provider.Options {
	own := p.config.Providers[prov]
	o := provider.Options{
		BaseURL: own.BaseURL, Dialect: dialect(own.API), Headers: own.Headers,
		Window: p.config.Window, Catalogue: catalogue, Notify: notify, Logf: p.logf,
		Clock: wire.Clock{Jitter: rand.New(rand.NewPCG(a.seed, 1)).Float64},
		Key:   key.Env(a.Getenv, prov),
	}
	if p.config.BaseURL != "" {
		o.BaseURL = p.config.BaseURL
	}
	command := own.KeyCommand
	if command == "" {
		command = p.config.KeyCommand
	}
	switch {
	case command != "":
		o.Key = key.Command(command, 30*time.Second)
	case own.KeyEnv != "":
		value := a.Getenv(own.KeyEnv)
		o.Key = func(context.Context) (string, error) { return value, nil }
	}
	return o
}

func dialect(api string) provider.Dialect {
	switch api {
	case "anthropic":
		return provider.Messages
	case "openai-responses":
		return provider.Responses
	case "openai-chat":
		return provider.Chat
	}
	return ""
}

// catalogue is the built-in one with what the config adds.
func (a *app) catalogue(c land.Config) llm.Catalogue {
	var own []llm.Entry
	for ref, m := range c.Models {
		e := llm.Entry{Ref: ref, Window: m.Window, Reply: m.Reply, Encoding: m.Encoding, Source: "config"}
		if m.PriceIn != nil && m.PriceOut != nil {
			e.Prices = &llm.Prices{In: *m.PriceIn, Out: *m.PriceOut, CacheRead: m.PriceCacheRead, CacheWrite: m.PriceCacheWrite}
		}
		own = append(own, e)
	}
	own = append(own, llm.Entry{Ref: offline.Ref, Name: "built-in, no network", Window: offline.Window, Reply: 2000, Source: "built in"})
	return llm.Builtin().With(own...)
}

// options are those of a conversation on this land.
func (p *place) options(ctx context.Context, a *app, emit func(runtime.Event)) (runtime.Options, error) {
	if emit == nil {
		emit = func(runtime.Event) {}
	}
	seen := emit
	emit = func(e runtime.Event) {
		p.logf("%T", e) // what is said stays out of the log
		seen(e)
	}
	notify := func(r llm.Retry) {
		emit(runtime.Retrying{Attempt: r.Attempt, Wait: r.Delay, Why: r.Reason})
	}
	b, err := a.brain(ctx, p, "", notify)
	if err != nil {
		return runtime.Options{}, err
	}
	o := runtime.Options{
		Land: p.land, Store: p.store, Brain: b, Settings: p.settings, Engine: p.config.Sleep.Engine, Strategy: p.config.Sleep.Strategy,
		BudgetCalls: p.config.Sleep.BudgetCalls, BudgetTokens: p.config.Sleep.BudgetTokens,
		Clock: a.clock, Zone: a.clock().Location(), Seed: a.seed, Stream: a.stream(), Emit: emit,
	}
	if m := p.config.Sleep.Model; m != "" {
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
	if ro.Session, err = a.sessionID(p, o.session, o.last); err != nil {
		return nil, err
	}
	ro.AllTriggers, ro.ReadOnly = o.screen, o.look
	c, notices, err := runtime.Begin(ctx, ro)
	p.notices = append(p.notices, notices...)
	return c, err
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
	heads, err := transcript.List(p.dir)
	if err != nil {
		return "", fmt.Errorf("list sessions: %w", err)
	}
	if len(heads) == 0 {
		return "", misused("there is no session yet")
	}
	if id == "" {
		return p.lastUsed(heads), nil
	}
	var found []string
	for _, h := range heads {
		if h.ID == id {
			return id, nil
		}
		if strings.HasPrefix(h.ID, id) {
			found = append(found, h.ID)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return "", misused("%s sessions begin with %q; `dormouse sessions list` shows them", strconv.Itoa(len(found)), id)
}
