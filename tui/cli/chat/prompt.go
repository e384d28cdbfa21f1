package chat

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/input"
	"dormouse/tui/safe"
	"dormouse/tui/tell"
)

// Options are the flags of `dormouse` itself.
type Options struct {
	program.Talk
	Prompt     string
	StreamJSON bool
	Plain      bool
}

// Flags adds them to the first command.
func (o *Options) Flags(f *pflag.FlagSet) {
	f.BoolVarP(&o.Last, "continue", "c", false, "go on with the last session")
	f.StringVar(&o.Session, "session", "", "go on with the session `ID`")
	f.StringVarP(&o.Prompt, "prompt", "p", "", "one turn: print the reply to `PROMPT` and end; @path in it attaches a file, a picture or a PDF; piped input is attached, as data")
	f.BoolVar(&o.StreamJSON, "stream-json", false, "with -p: one event a line, as JSON")
	f.BoolVar(&o.Plain, "plain", false, "line by line, for screen readers and dumb terminals")
}

// patience is how much garbage one turn may make before it is collected, in percent of
// what is in use, and of 4 MB at least: nearly all are over before.
const patience = 200

// oneTurn is `dormouse -p`.
func oneTurn(ctx context.Context, call *program.Call, o Options) error {
	debug.SetGCPercent(patience)
	say, attached, err := promptOf(call, o.Prompt)
	if err != nil {
		return err
	}
	out := &turnPrinter{w: call.Out, errw: call.Err, how: plainText}
	switch {
	case o.StreamJSON:
		out.how = streamJSON
	case call.JSON:
		out.how = oneJSON
	}
	o.Says = true
	p, c, err := converse(ctx, call, o.Talk, out.event)
	if err != nil {
		return err
	}
	defer p.Close()
	defer c.Close()
	output.Notices(call.Err, p.Notices)
	if p.Private {
		output.Notices(call.Err, []string{privateNotice})
	}
	for _, line := range attached {
		fmt.Fprintf(call.Err, "· %s\n", safe.Line(line))
	}
	turn, err := c.Show(ctx, say)
	return out.over(c, turn, err)
}

// converse opens a conversation as the flags say.
func converse(ctx context.Context, call *program.Call, t program.Talk, emit func(runtime.Event)) (*program.Place, *runtime.Conversation, error) {
	p, err := call.Open()
	if err != nil {
		return nil, nil, err
	}
	c, err := p.Begin(ctx, t, emit)
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return p, c, nil
}

// over ends the printing of a turn. What should have been remembered and was not
// is a failure, although there is a reply.
func (p *turnPrinter) over(c *runtime.Conversation, turn runtime.Turn, err error) error {
	p.flush()
	if err == nil {
		err = p.end(c, turn)
	}
	if err == nil && turn.NotWritten != "" {
		fmt.Fprintf(p.errw, "dormouse: not remembered: %s\n", output.Line(turn.NotWritten))
		return &fault.Silent{Code: fault.ExitFailed}
	}
	return err
}

// privateNotice is said of a private turn.
const privateNotice = "private: nothing of this is kept"

// promptOf joins the prompt, the files that it names by @path, and what was piped in,
// which is an attachment of the turn: no word of it is the person's, and no @ in it
// names a file. The lines tell what was attached.
func promptOf(call *program.Call, prompt string) (runtime.Say, []string, error) {
	say, attached, err := input.Said(prompt, attachments{})
	if err != nil {
		return say, nil, fault.Misused("%w", err)
	}
	if output.IsTerminal(call.In) || call.In == nil {
		return say, attached, emptyPrompt(prompt)
	}
	piped, err := call.ReadIn()
	if err != nil {
		return say, nil, err
	}
	piped = strings.TrimRight(piped, "\n")
	if strings.TrimSpace(piped) == "" {
		return say, attached, emptyPrompt(prompt)
	}
	lead := say.Text + "\n\n"
	if prompt == "" || prompt == "-" {
		lead = ""
	}
	say.Text = lead + piped
	say.Spans = append(say.Spans, transcript.Span{From: len(lead), To: len(say.Text), Origin: transcript.Piped})
	return say, attached, nil
}

func emptyPrompt(prompt string) error {
	if strings.TrimSpace(prompt) == "" {
		return fault.Misused("-p needs a prompt")
	}
	return nil
}

type format int

const (
	plainText format = iota
	oneJSON
	streamJSON
)

// turnPrinter prints one turn. Plain text is judged by whole lines, so that a
// control sequence cut over two chunks is still seen.
type turnPrinter struct {
	w, errw io.Writer
	how     format
	pending strings.Builder
	printed bool
	wrote   runtime.Wrote // the last write that was told
}

func (p *turnPrinter) event(e runtime.Event) {
	if p.how == streamJSON {
		if line, ok := eventJSON(e); ok {
			_ = output.JSON(p.w, line) // the stream remembers its first error
		}
		return
	}
	switch e := e.(type) {
	case runtime.Delta:
		if p.how == plainText {
			p.text(e.Text)
		}
	case runtime.Called:
		if e.Aside {
			break
		}
		p.flush()
		fmt.Fprintf(p.errw, "· %s %s\n", safe.Line(e.Call.Name), safe.Line(e.Call.Arguments))
	case runtime.Wrote:
		if text := tell.Wrote(e, p.wrote); text != "" {
			fmt.Fprintf(p.errw, "· %s\n", safe.Line(text))
		}
		p.wrote = e
	case runtime.Retrying:
		fmt.Fprintf(p.errw, "· asked again in %s: %s\n", e.Wait, safe.Line(e.Why))
	case runtime.Noticed:
		fmt.Fprintf(p.errw, "dormouse: %s\n", safe.Line(e.Text))
	case runtime.Woke:
		if e.Err == nil {
			fmt.Fprintf(p.errw, "· %s\n", ledgers.Line(e.Report))
		}
	}
}

func (p *turnPrinter) text(s string) {
	p.printed = true
	cut := strings.LastIndexByte(s, '\n') + 1
	if cut > 0 {
		io.WriteString(p.w, safe.Text(p.pending.String()+s[:cut]))
		p.pending.Reset()
	}
	p.pending.WriteString(s[cut:])
}

func (p *turnPrinter) flush() {
	if p.pending.Len() > 0 {
		io.WriteString(p.w, safe.Text(p.pending.String())+"\n")
		p.pending.Reset()
	}
}

// end prints the one JSON value, where that was asked for.
func (p *turnPrinter) end(c *runtime.Conversation, t runtime.Turn) error {
	if p.how == plainText {
		return nil
	}
	type result struct {
		Event   string           `json:"event,omitempty"`
		Session string           `json:"session"`
		Reply   string           `json:"reply"`
		Usage   transcript.Usage `json:"usage"`
		Context runtime.Meter    `json:"context"`
		Night   *night.Report    `json:"night,omitempty"`
		Unsaved bool             `json:"unsaved,omitempty"` // the disk did not take it
	}
	r := result{Unsaved: c.Unsaved(), Session: c.Session(), Reply: t.Reply.Content, Usage: t.Usage, Context: c.Meter()}
	if n := len(t.Nights); n > 0 {
		r.Night = &t.Nights[n-1]
	}
	if p.how == streamJSON {
		r.Event = "done"
	}
	return output.JSON(p.w, r)
}

// eventJSON is the line of one event in --stream-json; ok is false for events
// that are about the screen only.
func eventJSON(e runtime.Event) (line map[string]any, ok bool) {
	switch e := e.(type) {
	case runtime.Said:
		return map[string]any{"event": "said", "message": e.Message}, true
	case runtime.Delta:
		return map[string]any{"event": "delta", "text": e.Text}, true
	case runtime.Reasoning:
		return map[string]any{"event": "reasoning", "text": e.Text}, true
	case runtime.Retrying:
		return map[string]any{"event": "retry", "attempt": e.Attempt, "wait_ms": e.Wait.Milliseconds(), "why": e.Why}, true
	case runtime.Called:
		return map[string]any{"event": "tool_call", "call": e.Call}, true
	case runtime.Returned:
		return map[string]any{"event": "tool_result", "id": e.Call.ID, "name": e.Call.Name, "result": e.Result, "failed": e.Failed}, true
	case runtime.Wrote:
		return map[string]any{"event": "memory", "what": e.What, "path": e.Path, "line": e.Line, "text": e.Text, "tx": e.Tx}, true
	case runtime.Replied:
		return map[string]any{"event": "reply", "message": e.Message}, true
	case runtime.Slept:
		return map[string]any{"event": "sleep", "state": e.State, "phase": e.Phase, "done": e.Done, "total": e.Total}, true
	case runtime.Woke:
		if e.Err != nil {
			return map[string]any{"event": "night_failed", "error": e.Err.Error()}, true
		}
		return map[string]any{"event": "night", "night": e.Report}, true
	case runtime.Metered:
		return map[string]any{"event": "context", "context": e.Meter}, true
	case runtime.Noticed:
		return map[string]any{"event": "notice", "text": e.Text}, true
	}
	return nil, false
}
