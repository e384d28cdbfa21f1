// Package imports is `dormouse import`: other programs' conversations become sessions.
package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
	"dormouse/land/transcript/ingest"
	"dormouse/runtime"
	"dormouse/runtime/tokens"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/safe"
)

// Command is `dormouse import`.
func Command(call *program.Call) *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:               "import SOURCE…",
		ValidArgsFunction: complete.AnyFile,
		Short:             "Take over what you have: other programs' conversations, and notes",
		Long: `Reads ` + foreign.Names() + `.

A SOURCE is a file, a folder, a zip, - for standard input, or the name of a program
that --find lists. Each conversation becomes one session, with its own times. What
is there already is left alone and what grew is continued, so the same import again
adds what is new; one that was stopped goes on. Attachments, tools and what programs
tell their models are marked as such, and never taken for your words. docs/import.md
says of each form what goes where.

With --relive it is lived again: every turn goes through the program with its own
time, tokens are counted, and nights fall where they are due. No model is asked for
replies; nights use --model's engine.`,
		Example: `dormouse import --find
dormouse import claude-code codex
dormouse import --dry-run chatgpt-export.zip
dormouse --window 8k import --relive --json chat.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.kept = cmd.Flags().Changed("keep")
			if o.find {
				return importFind(call)
			}
			if err := o.check(cmd, args); err != nil {
				return err
			}
			return importAll(cmd.Context(), call, args, o)
		},
	}
	c.Flags().BoolVar(&o.find, "find", false, "list the histories of other programs on this machine")
	c.Flags().BoolVar(&o.dry, "dry-run", false, "read everything and write nothing")
	c.Flags().BoolVar(&o.relive, "relive", false, "live it: count every turn, sleep where a night is due")
	c.Flags().BoolVar(&o.all, "all-triggers", false, "let every trigger of the config begin nights, not the window alone")
	c.Flags().Float64Var(&o.keep, "keep", 0, "`SHARE` of the slept text that nights may write into memory, in (0, 1]")
	return c
}

type importOptions struct {
	find   bool
	dry    bool
	relive bool
	all    bool
	keep   float64
	kept   bool // --keep was given
}

func (o importOptions) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return fault.Misused("%s needs a file, a folder, a zip, - or a program to import; --find lists what is here", cmd.CommandPath())
	case o.kept && !(o.keep > 0 && o.keep <= 1):
		return fault.Misused("--keep is a share of the slept text, more than 0 and at most 1")
	case o.dry && o.relive:
		return fault.Misused("--dry-run and --relive exclude each other: to live is to write")
	}
	return nil
}

// arriving is an import while it runs.
type arriving struct {
	*program.Place
	ctx      context.Context
	o        importOptions
	options  runtime.Options
	importer *ingest.Importer
	tally    *foreign.Tally
	count    imported
	bar      *output.Progress
	file     foreign.Input // that is being read
	failed   []error       // of single conversations
	piped    bool          // standard input was a source
}

// importAll imports sources one after the other. One that cannot be read does not
// keep the others from it; what the land refuses ends it all.
func importAll(ctx context.Context, call *program.Call, sources []string, o importOptions) error {
	var failed []error
	list := map[string][]foreign.Input{}
	var total int64
	for _, s := range programs(call, sources) {
		inputs, err := foreign.Inputs(s, call.In)
		if err != nil {
			failed = append(failed, fmt.Errorf("import %s: %w", s, err))
			continue
		}
		list[s] = inputs
		for _, in := range inputs {
			total += in.Size
		}
	}
	if len(list) == 0 {
		return errors.Join(failed...)
	}
	return call.On(func(p *program.Place) (err error) {
		r, done, err := arrive(ctx, p, o, total)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		r.piped = slices.Contains(sources, "-")
		for _, s := range programs(call, sources) {
			if err := r.source(s, list[s]); r.fatal(err) {
				return r.stopped(err)
			} else if err != nil {
				failed = append(failed, err)
			}
		}
		return errors.Join(append(failed, append(r.failed, r.report())...)...)
	})
}

// arrive opens an import on a land. The result ends it.
func arrive(ctx context.Context, p *program.Place, o importOptions, total int64) (*arriving, func() error, error) {
	if o.keep > 0 {
		p.Settings.Keep, p.Settings.Least = o.keep, 0 // who says a share means it
	}
	ro, err := p.Options(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	ro.Quiet, ro.AllTriggers = !o.relive, o.all
	done := func() error { return nil }
	if !o.dry {
		lock, err := p.Land.Lock("import")
		if err != nil {
			return nil, nil, fmt.Errorf("import: another import runs on this land: %w", err)
		}
		done = lock.Close
	}
	encoding := tokens.For(ro.Brain.Model.Ref())
	wake, err := waking(p, ro, encoding)
	if err != nil {
		return nil, nil, errors.Join(err, done())
	}
	r := &arriving{Place: p, ctx: ctx, o: o, options: ro, tally: foreign.NewTally(), bar: output.NewProgress(p.Err, "import", total, !p.JSON)}
	r.importer, err = ingest.Open(ingest.Options{
		FS: p.Dir, Zone: p.Clock().Location(), Dry: o.dry, Wake: wake, Hold: func(id string) (io.Closer, error) { return p.Land.Lock("session-" + id) },
		Prepare: func(m transcript.Message) transcript.Message {
			m = m.Noted()
			m.Tokens = tokens.CountMessage(encoding, m)
			r.count.Tokens += m.Tokens
			return m
		},
	})
	if err != nil {
		return nil, nil, errors.Join(err, done())
	}
	return r, done, nil
}

// largestWake is how much of memory each imported session may begin with, in
// bytes. More of it, a thousand times, would outgrow the talks.
const largestWake = 4 << 10

// waking is what memory holds at an import, for the sessions that it makes: what a
// night takes out of one can then be put back to the byte. nil for a memory that is
// too large; such a session wakes at its first night.
func waking(p *program.Place, o runtime.Options, encoding *tokens.Encoding) (*transcript.Wake, error) {
	in, err := p.Store.Prompt(o.Clock(), int(float64(o.Brain.Window)*o.Settings.PromptMemory), encoding.Count)
	if err != nil {
		return nil, fmt.Errorf("read memory: %w", err)
	}
	if len(in.Text) > largestWake {
		return nil, nil
	}
	if in.Files == nil {
		in.Files = map[string]string{}
	}
	if _, there := in.Files[land.MemoryFile]; !there {
		in.Files[land.MemoryFile] = "" // a MEMORY.md that a person makes later is a change, too
	}
	return &transcript.Wake{Memory: in.Text, Files: in.Files}, nil
}

// refusal is an error of the land, not of a source.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// fatal says whether an error ends the whole import.
func (r *arriving) fatal(err error) bool {
	var of refusal
	return err != nil && (errors.As(err, &of) || r.ctx.Err() != nil)
}

// source imports the files of one source.
func (r *arriving) source(name string, inputs []foreign.Input) error {
	held := 0
	for _, in := range inputs {
		if r.file = in; r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		err := foreign.Read(in, foreign.Sink{Tally: r.tally, Talk: r.talk, Say: r.say, Now: r.Clock(), Took: r.took})
		switch {
		case err == nil:
			held++
		case r.fatal(err):
			return fmt.Errorf("import %s: %w", name, err)
		case in.Among && errors.Is(err, foreign.ErrUnknown):
			r.tally.Files++
		case in.Among:
			r.say(fmt.Sprintf("%s: %v; it is passed over", in.Name, err))
			r.tally.Lost["files that could not be read"]++
		default:
			return fmt.Errorf("import %s: %w", name, err)
		}
	}
	if held == 0 && (len(inputs) != 1 || inputs[0].Among) {
		return fmt.Errorf("import %s: %w: none of its %s is one", name, foreign.ErrUnknown, output.Plural(len(inputs), "file", "files"))
	}
	return nil
}

func (r *arriving) say(line string) {
	fmt.Fprintln(r.Err, "dormouse: "+safe.Line(line))
}

func (r *arriving) took(bytes int) error {
	r.bar.Add(int64(bytes))
	return r.ctx.Err()
}

// talk imports one conversation.
func (r *arriving) talk(t foreign.Talk) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	steps, err := r.importer.Plan(t, filepath.Base(r.file.Name))
	if err != nil {
		return refusal{err}
	}
	for _, s := range steps {
		r.count.add(s)
		if r.o.relive && !s.Fork && len(s.Rest) > 0 {
			err = r.relive(s)
		} else {
			err = r.carry(s)
		}
		if err = r.passable(t, err); err != nil {
			return refusal{err}
		}
	}
	r.bar.Say(fmt.Sprintf("%d conversations", r.count.Talks))
	return nil
}

// passable says of an error that is about one conversation that it is, and lets the
// import go on: another program has the session open, or it cannot be lived again.
func (r *arriving) passable(t foreign.Talk, err error) error {
	alone := []error{land.ErrBusy, runtime.ErrTooLarge, runtime.ErrFull, runtime.ErrSteps}
	if !slices.ContainsFunc(alone, func(e error) bool { return errors.Is(err, e) }) {
		return err
	}
	r.say(fmt.Sprintf("%s: %s: %v", r.file.Name, cmp.Or(t.Title, t.Key), err))
	r.failed = append(r.failed, fmt.Errorf("import %s: %w", r.file.Name, err))
	return nil
}

// carry records what is new of a step. Turns and tokens of branches are not
// counted: what was said in their place is.
func (r *arriving) carry(s ingest.Step) error {
	before := r.count
	err := r.importer.Carry(s)
	if r.count.Turns += turnsOf(s); s.Fork {
		r.count = before
	}
	return err
}

// turnsOf counts what a person said in a step, as a turn each.
func turnsOf(s ingest.Step) int {
	n := 0
	for i, m := range s.Rest {
		if m.Role == transcript.User || i == 0 && s.New {
			n++
		}
	}
	return n
}

// programs puts where a program keeps its history in the place of its name, where
// no file has that name.
func programs(call *program.Call, sources []string) []string {
	var list []string
	found := foreign.Find(foreignHome(call))
	for _, s := range sources {
		_, err := disk.StatHost(s)
		n := len(list)
		for _, f := range found {
			if f.Format.Name == s && errors.Is(err, fs.ErrNotExist) {
				list = append(list, f.Path)
			}
		}
		if len(list) == n {
			list = append(list, s)
		}
	}
	return slices.Compact(list)
}

func foreignHome(call *program.Call) foreign.Home {
	home := call.Getenv("HOME")
	if home == "" {
		home = call.Getenv("USERPROFILE")
	}
	return foreign.Home{Dir: home, Getenv: call.Getenv}
}

// importFind lists the histories of other programs.
func importFind(call *program.Call) error {
	type found struct {
		Program string `json:"program"`
		Title   string `json:"title"`
		Path    string `json:"path"`
		Files   int    `json:"files"`
		Bytes   int64  `json:"bytes"`
	}
	list := []found{}
	for _, f := range foreign.Find(foreignHome(call)) {
		at := found{Program: f.Format.Name, Title: f.Format.Title, Path: f.Path}
		inputs, err := foreign.Inputs(f.Path, nil)
		if err != nil || len(inputs) == 0 {
			continue
		}
		for _, in := range inputs {
			at.Files++
			at.Bytes += in.Size
		}
		list = append(list, at)
	}
	if call.JSON {
		return output.JSON(call.Out, list)
	}
	if len(list) == 0 {
		fmt.Fprintln(call.Err, "dormouse: no history of another program is here that can be found; `dormouse import FILE` takes an export")
		return nil
	}
	for _, f := range list {
		fmt.Fprintf(call.Out, "%-12s %7s  %8s  %s\n", f.Program, output.Plural(f.Files, "file", "files"), output.Size(f.Bytes), safe.Line(f.Path))
	}
	names := slices.Compact(strings.Fields(programNames(list, func(f found) string { return f.Program })))
	fmt.Fprintln(call.Err, "hint: dormouse import "+strings.Join(names, " "))
	return nil
}

func programNames[T any](list []T, name func(T) string) string {
	var b strings.Builder
	for _, x := range list {
		b.WriteString(name(x) + " ")
	}
	return b.String()
}
