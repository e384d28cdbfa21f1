package plain

import (
	"context"
	"strings"

	"dormouse/runtime"
	"dormouse/tui/input"
	"dormouse/tui/tell"
)

// obey does what a line says and tells what happens until it is done.
func (p *mode) obey(ctx context.Context, text string) error {
	name, arg, isCommand := tell.Command(text)
	if !isCommand {
		return p.tell(ctx, text)
	}
	switch name {
	case "quit", "exit", "q":
		if err := p.quit(ctx); err != nil {
			return err
		}
		return errOver
	case "help":
		p.say("Commands: /sleep [deep|preview], /undo [night|ID], /nights, /model provider/name, /retry, /status, /context, /memory query, " +
			"/remember text, /why entry, /forget entry, /pin entry, /private [off], /keep, /quit. An entry is ^id or MEMORY.md:7. @path attaches a file, a picture or a PDF.")
	case "status":
		p.status()
	case "context":
		p.status()
		return p.ask(ctx, runtime.Look{}, isShown)
	case "retry":
		return p.ask(ctx, runtime.Retry{}, isTurnEnded)
	case "sleep", "compact":
		return p.ask(ctx, tell.Sleep(arg), isNightOver)
	case "undo":
		return p.ask(ctx, p.undo(arg), isTakenBack)
	case "model":
		return p.ask(ctx, runtime.Use{Ref: arg}, isSwitched)
	case "connect", "login":
		p.say("A key cannot be hidden while it is typed here: /connect does that in the full screen. Or set ANTHROPIC_API_KEY or its like, or key_command in the config.")
	case "private", "keep":
		return p.privacy(ctx, name, arg)
	case "memory":
		p.memory(arg)
	case "remember", "why", "forget", "pin", "nights":
		p.remembering(name, arg)
	default:
		p.say("error: there is no command /" + name + ". /help lists them.")
	}
	return nil
}

// tell sends a line, with the files that it names by @path. Where one of them cannot
// be attached, nothing is sent.
func (p *mode) tell(ctx context.Context, text string) error {
	say, attached, err := input.Said(text, p.o.Files)
	if err != nil {
		p.say("error: " + err.Error() + "; nothing was sent")
		return nil
	}
	for _, line := range attached {
		p.say(line)
	}
	return p.ask(ctx, say, isTurnEnded)
}

// undo takes back what is named, or what was done last.
func (p *mode) undo(arg string) runtime.Command {
	last := p.last
	p.last = nil
	if arg != "" || last == nil {
		return runtime.UndoNight{ID: strings.TrimSpace(strings.TrimPrefix(arg, "night"))}
	}
	return last
}

// ask sends a command and prints events until done says it is over.
func (p *mode) ask(ctx context.Context, c runtime.Command, done func(runtime.Event) bool) error {
	p.o.Source.Do(c)
	return p.until(ctx, done)
}

func (p *mode) until(ctx context.Context, done func(runtime.Event) bool) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-p.o.Source.Events():
			if !ok {
				return errOver
			}
			p.event(e)
			if done(e) {
				return nil
			}
		}
	}
}

func isOpened(e runtime.Event) bool    { _, ok := e.(runtime.Opened); return ok }
func isTurnEnded(e runtime.Event) bool { _, ok := e.(runtime.TurnEnded); return ok }
func isShown(e runtime.Event) bool     { _, ok := e.(runtime.Shown); return ok }

// A meter says nothing of a command's end: that of the night before may still come.
func isTakenBack(e runtime.Event) bool {
	_, ok := e.(runtime.TakenBack)
	return ok || isNoticed(e)
}

func isSwitched(e runtime.Event) bool {
	_, ok := e.(runtime.Switched)
	return ok || isNoticed(e)
}

func isNoticed(e runtime.Event) bool { _, ok := e.(runtime.Noticed); return ok }

func isNightOver(e runtime.Event) bool {
	switch e.(type) {
	case runtime.Woke, runtime.Planned:
		return true
	}
	return false
}
