package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/tokens"
	"dormouse/tui"
	"dormouse/tui/backend"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/plain"
)

// chat is `dormouse` itself: one turn with -p or piped input, else the screen.
func (a *app) chat(ctx context.Context, o chatOptions) error {
	if o.prompt != "" || o.streamJSON || !output.IsTerminal(a.In) && !o.plain {
		return a.oneTurn(ctx, o)
	}
	p, err := a.open()
	if err != nil {
		return err
	}
	s := &stage{a: a, ctx: ctx}
	s.place.Store(p)
	defer s.leave()
	source, err := s.play(o)
	if err != nil {
		return err
	}
	to := s.options(source)
	run := tui.Run
	if o.plain || a.Getenv("TERM") == "dumb" || !output.IsTerminal(a.Out) {
		run = plain.Run
	}
	return errors.Join(run(ctx, to), s.close())
}

// stage gives the screen its conversations, one after the other.
type stage struct {
	a     *app
	place atomic.Pointer[place] // where the conversation is
	ctx   context.Context
	loop  *runtime.Loop
	wait  func() error
	model string // that a person switched to, for the sessions to come as well; "" for none

	mu   sync.Mutex
	kept *place // guarded by mu: the land itself, beside a private talk; nil for none
}

// at is where the conversation is now.
func (s *stage) at() *place { return s.place.Load() }

// play begins a conversation on a loop of its own.
func (s *stage) play(o chatOptions) (backend.Source, error) {
	if err := s.close(); err != nil {
		return nil, err
	}
	id, err := s.a.sessionID(s.at(), o.session, o.last && !s.at().unspoken())
	if err != nil {
		return nil, err
	}
	o = chatOptions{session: id, screen: true, keepIn: s.keepIn}
	open := func(ctx context.Context, emit func(runtime.Event)) (*runtime.Conversation, runtime.Opened, error) {
		o.says = true
		p := s.at()
		c, err := s.a.begin(ctx, p, o, emit)
		if err != nil {
			return nil, runtime.Opened{}, err
		}
		notices := p.notices
		p.notices = nil
		return c, c.Opening(notices), nil
	}
	switchTo := func(ref string) (llm.Brain, error) {
		b, err := s.a.brain(s.ctx, s.at(), ref, nil)
		if err == nil {
			s.model = b.Model.Ref() // read by play alone, when this loop has ended
		}
		return b, err
	}
	s.at().model = s.model
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
	a, p := s.a, s.at()
	own := a.editor(p)
	o := config.Read[backend.Options](p.values)
	o.Source, o.In, o.Out = source, a.In, a.Out
	o.Land, o.Version = p.land.FS().Path(), a.Version
	o.NoColor, o.Zone = a.Getenv("NO_COLOR") != "", a.clock().Location()
	o.Drafts, o.Memory, o.Entries, o.Nights = drafts{s}, reader{s}, entries{s}, nights{s}
	o.Editor, o.Files = own, attachments{}
	o.Remember = s.remember
	o.Writes = func() ([]memory.Write, error) { return s.at().store.Writes(mostWrites) }
	o.Settings, o.ConfigFile, o.EditConfig = s.settings, a.userConfig(), a.editConfig(own)
	o.Models, o.Connect = s.models, connector{s}
	o.Sessions, o.Archive = s.sessions, archive{s}
	o.Open, o.Private, o.Hide = s.open, p.private, s.hide
	o.Export = s.export
	o.Count = counter()
	o.CountMedia = func(model string, m transcript.Media) int {
		return tokens.CountMessage(tokens.For(model), transcript.Message{Media: []transcript.Media{m}})
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
	return disk.ReadFile(d.s.at().dir, land.StateDir+"/screen/"+name)
}

func (d drafts) Save(name string, data []byte) error {
	dir := d.s.at().dir
	if err := dir.Mkdir(land.StateDir + "/screen"); err != nil {
		return err
	}
	return disk.WriteFile(dir, land.StateDir+"/screen/"+name, secret.RedactJSON(data))
}

// reader is the memory as the screen reads it.
type reader struct{ s *stage }

func (r reader) Files() ([]string, error) {
	logs, err := r.s.at().land.Logs()
	if err != nil {
		return nil, err
	}
	slices.Reverse(logs)
	if _, err := r.s.at().dir.Stat(land.MemoryFile); err == nil {
		logs = append([]string{land.MemoryFile}, logs...)
	}
	return logs, nil
}

func (r reader) Read(name string) ([]byte, error) {
	b, err := r.s.at().land.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

func (r reader) Search(query string, limit int) (search.Answer, error) {
	return r.s.at().store.Search(r.s.ctx, search.Query{Text: query, Limit: limit, Now: r.s.a.clock()})
}

func (s *stage) models() []backend.ModelChoice {
	var out []backend.ModelChoice
	for _, e := range s.a.catalogue(s.at().config).Entries() {
		c := backend.ModelChoice{Ref: e.Ref, Window: e.Window}
		if e.Prices != nil {
			c.Price = fmt.Sprintf("$%g in, $%g out", e.Prices.In, e.Prices.Out)
		}
		out = append(out, c)
	}
	return out
}

func (s *stage) sessions() ([]backend.SessionChoice, error) {
	heads, err := transcript.List(s.at().onDisk())
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
	log, _, err := transcript.Open(s.at().dir, session)
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

// editor is the person's own, from the config, $VISUAL or $EDITOR.
func (a *app) editor(p *place) editor {
	return editor{a.editorWords(p.config.Editor), p.land.FS().Path()}
}

// editorWords is the command of the editor that the config or the environment
// names, else the one that every such system has.
func (a *app) editorWords(own string) []string {
	for _, command := range []string{own, a.Getenv("VISUAL"), a.Getenv("EDITOR")} {
		if words := strings.Fields(command); len(words) > 0 {
			return words
		}
	}
	if goruntime.GOOS == "windows" {
		return []string{"notepad"}
	}
	return []string{"vi"}
}

type editor struct {
	words []string
	land  string
}

const maxEdited = 16 << 20

func (e editor) Text(text string) (*exec.Cmd, func() (string, error), error) {
	name, err := disk.TempHost("dormouse-*.md", []byte(text))
	if err != nil {
		return nil, nil, err
	}
	after := func() (string, error) {
		b, err := disk.ReadHost(name, maxEdited)
		return string(b), errors.Join(err, disk.RemoveHost(name))
	}
	return exec.Command(e.words[0], append(e.words[1:len(e.words):len(e.words)], name)...), after, nil
}

// File opens a file of the land. "+N" is understood by vi, emacs, nano and
// most others.
func (e editor) File(name string, line int) (*exec.Cmd, error) {
	return e.at(e.land+"/"+name, line), nil
}

// at starts the editor on a file of this machine.
func (e editor) at(path string, line int) *exec.Cmd {
	args := e.words[1:len(e.words):len(e.words)]
	if line > 1 {
		args = append(args, fmt.Sprintf("+%d", line))
	}
	return exec.Command(e.words[0], append(args, path)...)
}
