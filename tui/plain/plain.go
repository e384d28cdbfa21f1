// Package plain is the line mode: the same conversation as on the full screen, read
// and printed line by line. It moves no cursor and shows no colour.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"dormouse/land/disk"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
	"dormouse/tui/talk"
	"dormouse/tui/tell"
)

// Run is the line mode, for screen readers and for terminals that cannot
// move their cursor: it reads a line, says what happens in words, and reads the
// next. A line that ends in a backslash goes on in the next one. Nothing but
// text and newlines is printed.
//
// # Why
//
// Reading and printing take turns, so that what a screen reader says is never
// cut by what comes in. Ctrl-C ends the program; the turn is kept.
func Run(ctx context.Context, o backend.Options) error {
	p := &mode{o: o, in: bufio.NewReader(o.In), private: o.Private}
	if err := p.until(ctx, isOpened); err != nil {
		return p.over(err)
	}
	for ctx.Err() == nil {
		text, err := p.line()
		if strings.TrimSpace(text) != "" {
			if stop := p.obey(ctx, text); stop != nil {
				return p.over(stop)
			}
		}
		if errors.Is(err, disk.ErrTooLarge) {
			return p.over(errors.Join(err, p.quit(ctx)))
		}
		if err != nil {
			break
		}
	}
	return p.over(p.quit(ctx))
}

// errOver ends the line mode: the source has ended.
var errOver = errors.New("the conversation has ended")

// mode is one run of the line mode.
type mode struct {
	o       backend.Options
	in      *bufio.Reader
	session string
	before  string // the session that a private talk was begun in; "" for none
	meter   runtime.Meter
	private bool            // nothing of it is kept, and the prompt says so
	midline bool            // a reply is being printed
	waiting strings.Builder // what came of it after the last whole word
	shown   strings.Builder // what of it is printed
	phase   string          // of the night, said once
	edited  string          // what was said last of files that the person edited
	wrote   runtime.Wrote   // the last write that was told
	last    runtime.Command // takes back what was done last; nil for nothing
}

// mostInput bounds what is read for one message, in bytes.
const mostInput = 32 << 20

// line reads one input, over several lines where they end in a backslash.
func (p *mode) line() (string, error) {
	if p.private {
		p.print("private")
	}
	p.print("> ")
	var b strings.Builder
	for {
		line, err := disk.ReadLine(p.in, mostInput-b.Len())
		line = strings.TrimRight(line, "\r\n")
		more, goesOn := strings.CutSuffix(line, "\\")
		b.WriteString(more)
		if err != nil || !goesOn {
			return b.String(), err
		}
		b.WriteByte('\n')
	}
}

// event prints one event in words.
func (p *mode) event(e runtime.Event) {
	switch e := e.(type) {
	case runtime.Opened:
		p.opened(e)
	case runtime.Began:
		if !p.private {
			p.session = e.Session
		}
	case runtime.Delta:
		p.stream(e.Text)
	case runtime.Replied:
		p.replied(e)
	case runtime.Retrying:
		p.say(fmt.Sprintf("asked again in %s: %s", e.Wait, e.Why))
	case runtime.Returned:
		if e.Aside {
			break
		}
		p.say((&talk.Called{Call: e.Call, Result: e.Result, Failed: e.Failed, Done: true}).Line())
	case runtime.Wrote:
		if e.Tx != "" {
			p.last = runtime.UndoWrite{Tx: e.Tx}
		}
		if text := tell.Wrote(e, p.wrote); text != "" {
			p.say(text)
		}
		p.wrote = e
	case runtime.Metered:
		p.meter = e.Meter
	case runtime.Shown:
		for _, part := range e.Parts {
			p.say(fmt.Sprintf("%s, %s tokens:\n%s", part.Name, draw.Number(part.Tokens), part.Text))
		}
		if s := tell.Spent(e.Spent); s != "" {
			p.say(s)
		}
	case runtime.Slept:
		p.asleep(e)
	case runtime.Woke:
		if e.Err == nil && e.Report.Nothing == "" {
			p.last = runtime.UndoNight{ID: e.Report.Night}
		}
		p.woke(&talk.Night{Report: e.Report, Err: e.Err})
	case runtime.Planned:
		p.planned(e)
	case runtime.Switched:
		p.say(tell.Model(e.Model, e.Why) + " answers from now on")
	case runtime.TakenBack:
		p.say(e.Text)
	case runtime.Edited:
		if text := tell.Edited(e.Names); text != "" && text != p.edited {
			p.edited = text
			p.say(text)
		}
	case runtime.Noticed:
		p.say(e.Text)
	case runtime.TurnEnded:
		p.edited = ""
		p.ended(e.Err)
	}
}

func (p *mode) opened(e runtime.Opened) {
	p.session = e.Session
	p.say(tell.Model(e.Model, e.Why) + " answers. Memory lives in " + e.Land + ". /help lists the commands.")
	if n := len(e.Messages); n > 0 {
		p.say("The session goes on after " + draw.Many(n, "message") + ".")
	}
	for _, n := range e.Notices {
		p.say(n)
	}
	if e.Private {
		p.say(tell.Private)
	}
}

// stream prints what is new of the reply, word by word: a control sequence may be
// cut between two pieces, and no blank is part of one.
func (p *mode) stream(text string) {
	end := strings.LastIndexAny(text, " \n") + 1
	if end == 0 {
		p.waiting.WriteString(text)
		return
	}
	out := safe.Text(p.waiting.String() + text[:end])
	p.waiting.Reset()
	p.waiting.WriteString(text[end:])
	p.print(out)
	p.shown.WriteString(out)
	p.midline = true
}

// replied prints what is left of the reply as it is on disk; where that differs
// from what was streamed, all of it.
func (p *mode) replied(e runtime.Replied) {
	out := safe.Text(e.Message.Content)
	rest, same := strings.CutPrefix(out, p.shown.String())
	if !same {
		p.say("")
		rest = out
	}
	if out != "" {
		p.print(rest)
		p.print("\n")
	}
	if e.Message.Interrupted {
		p.print("(stopped here)\n")
	}
	p.waiting.Reset()
	p.shown.Reset()
	p.midline = false
}

// asleep says each phase of a night once.
func (p *mode) asleep(e runtime.Slept) {
	if text := "asleep: " + tell.State(e.State) + ", " + e.Phase; text != p.phase {
		p.phase = text
		p.say(strings.TrimSuffix(text, ", "))
	}
}

func (p *mode) woke(s *talk.Night) {
	p.phase = ""
	if s.Err != nil {
		if s.Idle() {
			p.say(s.Err.Error())
		} else {
			p.say("error: the night changed nothing: " + s.Err.Error())
		}
		return
	}
	p.say(s.Line())
	for _, e := range s.Report.Entries {
		p.say("  " + talk.PlaceOf(e) + ": " + e.Text)
	}
}

func (p *mode) planned(e runtime.Planned) {
	if e.Err != nil {
		p.say("error: " + e.Err.Error())
		return
	}
	for _, line := range tell.Plan(e.Report) {
		p.say(line)
	}
}

func (p *mode) ended(err error) {
	if err == nil {
		return
	}
	problem, hints := err.Error(), []string(nil)
	if p.o.Explain != nil {
		problem, hints = p.o.Explain(err)
	}
	p.say("error: " + problem)
	for _, h := range hints {
		p.say("hint: " + h)
	}
}

func (p *mode) status() {
	m := p.meter
	p.say(fmt.Sprintf("context: %s%s of %s tokens, %.0f percent, %s; a night is due from %s tokens, %s",
		tell.Tilde(m.UsedSource), draw.Number(m.Used), draw.Number(m.Window), m.Percent, tell.Source(m.UsedSource), draw.Number(m.Threshold), tell.Forecast(m)))
	if s := tell.Prepared(m.Ahead); s != "" {
		p.say(s)
	}
}

func (p *mode) memory(query string) {
	if p.o.Memory == nil || query == "" {
		p.say("/memory query searches what is remembered")
		return
	}
	a, err := p.o.Memory.Search(query, 10)
	if err != nil {
		p.say("error: " + err.Error())
		return
	}
	if a.Verdict != search.Hits {
		p.say(tell.Verdict(a.Verdict))
	}
	for _, h := range a.Results {
		near := ""
		if h.Why == search.Meaning {
			near = " (near in meaning)"
		}
		p.say(fmt.Sprintf("%s:%d: %s%s", h.Path, h.Line, h.Matched(), near))
	}
}

// quit lets the source end and waits for it.
func (p *mode) quit(ctx context.Context) error {
	p.o.Source.Do(runtime.Quit{})
	err := p.until(ctx, func(runtime.Event) bool { return false })
	if errors.Is(err, errOver) {
		return nil
	}
	return err
}

// over says how the session is taken up again.
func (p *mode) over(err error) error {
	if p.session != "" {
		p.say("resume with: dormouse --plain --session " + p.session)
	}
	if err == nil || errors.Is(err, errOver) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// say prints one line of words.
func (p *mode) say(text string) {
	if p.midline {
		p.print("\n")
		p.midline = false
	}
	p.print(strings.TrimRight(safe.Text(text), "\n") + "\n")
}

func (p *mode) print(s string) { _, _ = io.WriteString(p.o.Out, s) }
