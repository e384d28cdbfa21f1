package plain

import (
	"context"

	"dormouse/runtime"
	"dormouse/tui/backend"
)

// privacy begins, ends or keeps a private talk.
func (p *mode) privacy(ctx context.Context, name, arg string) error {
	switch {
	case p.o.Hide == nil || p.o.Open == nil:
		p.say("this cannot be done here: dormouse --private")
	case name == "keep" && !p.private:
		p.say("this talk is a session already: it is kept")
	case name == "keep":
		return p.keep(ctx)
	case arg == "" && !p.private:
		p.before = p.session
		return p.turnTo(ctx, p.o.Hide, true)
	case arg == "off" && p.private:
		return p.turnTo(ctx, func() (backend.Source, error) { return p.o.Open(p.before) }, false)
	default:
		p.say("/private begins a private talk, /private off ends it")
	}
	return nil
}

func (p *mode) keep(ctx context.Context) error {
	session := ""
	err := p.ask(ctx, runtime.Keep{}, func(e runtime.Event) bool {
		k, ok := e.(runtime.Kept)
		session = k.Session
		return ok || isNoticed(e)
	})
	if err != nil || session == "" {
		return err
	}
	p.say("this talk is kept now, as session " + session)
	return p.turnTo(ctx, func() (backend.Source, error) { return p.o.Open(session) }, false)
}

// turnTo ends this conversation and goes on with the next.
func (p *mode) turnTo(ctx context.Context, next func() (backend.Source, error), private bool) error {
	if err := p.quit(ctx); err != nil {
		return err
	}
	source, err := next()
	if err != nil {
		return err
	}
	p.o.Source, p.private, p.session = source, private, ""
	return p.until(ctx, isOpened)
}
