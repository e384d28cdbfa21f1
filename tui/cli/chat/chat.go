// Package chat is `dormouse` itself: the screen over its conversations, and one turn
// without a screen.
package chat

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/tokens"
	"dormouse/tui"
	"dormouse/tui/backend"
	"dormouse/tui/cli/editor"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/plain"
)

// Run is `dormouse` itself: one turn with -p or piped input, else the screen.
func Run(ctx context.Context, call *program.Call, o Options) error {
	if o.Prompt != "" || o.StreamJSON || !output.IsTerminal(call.In) && !o.Plain {
		return oneTurn(ctx, call, o)
	}
	p, err := call.Open()
	if err != nil {
		return err
	}
	s := &stage{call: call, ctx: ctx}
	s.place.Store(p)
	defer s.leave()
	source, err := s.play(o.Talk)
	if err != nil {
		return err
	}
	to := s.options(source)
	run := tui.Run
	if o.Plain || call.Getenv("TERM") == "dumb" || !output.IsTerminal(call.Out) {
		run = plain.Run
	}
	return errors.Join(run(ctx, to), s.close())
}

// stage gives the screen its conversations, one after the other.
type stage struct {
	call  *program.Call
	place atomic.Pointer[program.Place] // where the conversation is
	ctx   context.Context
	loop  *runtime.Loop
	wait  func() error
	model string // that a person switched to, for the sessions to come as well; "" for none

	mu   sync.Mutex
	kept *program.Place // guarded by mu: the land itself, beside a private talk; nil for none
}

// at is where the conversation is now.
func (s *stage) at() *program.Place { return s.place.Load() }

// play begins a conversation on a loop of its own.
func (s *stage) play(o program.Talk) (backend.Source, error) {
	if err := s.close(); err != nil {
		return nil, err
	}
	id, err := s.at().SessionID(o.Session, o.Last && !s.at().Unspoken())
	if err != nil {
		return nil, err
	}
	o = program.Talk{Session: id, Screen: true, KeepIn: s.keepIn}
	open := func(ctx context.Context, emit func(runtime.Event)) (*runtime.Conversation, runtime.Opened, error) {
		o.Says = true
		p := s.at()
		c, err := p.Begin(ctx, o, emit)
		if err != nil {
			return nil, runtime.Opened{}, err
		}
		notices := p.Notices
		p.Notices = nil
		return c, c.Opening(notices), nil
	}
	switchTo := func(ref string) (llm.Brain, error) {
		b, err := s.at().Models().Open(s.ctx, ref, nil)
		if err == nil {
			s.model = b.Model.Ref() // read by play alone, when this loop has ended
		}
		return b, err
	}
	s.at().Switched = s.model
	s.loop = runtime.NewLoop(open, switchTo)
	s.wait = s.loop.Start(s.ctx)
	return s.loop, nil
}

// close ends the conversation on the stage.
func (s *stage) close() error {
	if s.loop == nil {
		return nil
	}
	s.loop.Do(runtime.Quit{})
	err := s.wait()
	s.loop = nil
	return err
}

func (s *stage) options(source backend.Source) backend.Options {
	call, p := s.call, s.at()
	own := editor.Editor{Words: editor.Words(p.Config.Editor, p.Getenv), Land: p.Land.FS().Path()}
	o := config.Read[backend.Options](p.Values)
	o.Source, o.In, o.Out = source, call.In, call.Out
	o.Land, o.Version = p.Land.FS().Path(), call.Version
	o.NoColor, o.Zone = call.Getenv("NO_COLOR") != "", call.Clock().Location()
	o.Drafts, o.Memory, o.Entries, o.Nights = drafts{s}, reader{s}, entries{s}, nights{s}
	o.Editor, o.Files = own, attachments{}
	o.Remember = s.remember
	o.Writes = func() ([]memory.Write, error) { return s.at().Store.Writes(mostWrites) }
	o.Settings, o.ConfigFile, o.EditConfig = s.settings, call.UserConfig(), editConfig(call, own)
	o.Models, o.Connect = s.models, connector{s}
	o.Sessions, o.Archive = s.sessions, archive{s}
	o.Named = func(typed string) (string, error) { return s.at().SessionNamed(typed) }
	o.Open, o.Private, o.Hide = s.open, p.Private, s.hide
	o.Export = s.export
	o.Count = counter()
	o.CountMedia = func(model string, m media.Media) int {
		return tokens.CountMessage(tokens.For(model), transcript.Message{Media: []media.Media{m}})
	}
	o.Explain = func(err error) (string, []string) {
		f := fault.Explain(err)
		return f.Text, f.Hints
	}
	return o
}

// mostWrites is how many writes the screen lists; `dormouse memory log` has all.
const mostWrites = 200

// counter counts the draft: only what changed since the last time is counted.
func counter() func(string) int {
	d := tokens.NewDraft(tokens.O200k())
	return d.Set
}

// drafts keep what was typed under .dormouse/: it survives a crash. Credentials
// in it do not.
type drafts struct{ s *stage }

func (d drafts) Load(name string) ([]byte, error) {
	return disk.ReadFile(d.s.at().Dir, land.StateDir+"/screen/"+name)
}

func (d drafts) Save(name string, data []byte) error {
	dir := d.s.at().Dir
	if err := dir.Mkdir(land.StateDir + "/screen"); err != nil {
		return err
	}
	return disk.WriteFile(dir, land.StateDir+"/screen/"+name, secret.RedactJSON(data))
}

// reader is the memory as the screen reads it.
type reader struct{ s *stage }

func (r reader) Files() ([]string, error) {
	logs, err := r.s.at().Land.Logs()
	if err != nil {
		return nil, err
	}
	slices.Reverse(logs)
	if _, err := r.s.at().Dir.Stat(land.MemoryFile); err == nil {
		logs = append([]string{land.MemoryFile}, logs...)
	}
	return logs, nil
}

func (r reader) Read(name string) ([]byte, error) {
	b, err := r.s.at().Land.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

func (r reader) Search(query string, limit int) (search.Answer, error) {
	return r.s.at().Store.Search(r.s.ctx, search.Query{Text: query, Limit: limit, Now: r.s.call.Clock()})
}

func (s *stage) models() []backend.ModelChoice {
	models := s.at().Models()
	var out []backend.ModelChoice
	for _, e := range models.Catalogue().Models() {
		vendor, _, _ := llm.Split(e.Ref)
		c := backend.ModelChoice{Ref: e.Ref, Window: e.Window, Keyless: models.Keyless(vendor)}
		if e.Prices != nil {
			c.Price = fmt.Sprintf("$%g in, $%g out", e.Prices.In, e.Prices.Out)
		}
		out = append(out, c)
	}
	return out
}

func (s *stage) sessions() ([]backend.SessionChoice, error) {
	heads, err := transcript.List(s.at().OnDisk())
	var out []backend.SessionChoice
	for _, h := range heads {
		c := backend.SessionChoice{ID: h.ID, Title: h.Title, Last: h.Last, Messages: h.Count, Size: h.Size, Path: transcript.File(h.ID)}
		switch {
		case h.Parent != "":
			c.Note = "forked from " + h.Parent
		case h.Source != "":
			c.Note = "imported from " + h.Source
		}
		out = append(out, c)
	}
	if len(out) > 0 {
		err = nil // some could be read; `dormouse doctor` names the others
	}
	return out, err
}

// export writes the session as Markdown into the working folder.
func (s *stage) export(session string) (string, error) {
	log, _, err := transcript.Open(s.at().Dir, session)
	if err != nil {
		return "", err
	}
	name := session + ".md"
	f, err := disk.CreateHost(name)
	if err != nil {
		return "", err
	}
	return name, disk.Fill(f, []byte(transcript.Markdown(log.Records())))
}
