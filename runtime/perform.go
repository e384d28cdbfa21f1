package runtime

import "context"

// perform does what a person wants while nothing runs.
func (l *Loop) perform(ctx context.Context, cmd Command) {
	switch cmd := cmd.(type) {
	case Retry:
		l.work(ctx, false, func(ctx context.Context) error {
			_, err := l.c.Retry(ctx)
			return err
		})
	case Sleep:
		l.work(ctx, true, func(ctx context.Context) error { return l.sleep(ctx, cmd) })
	case Use:
		l.use(ctx, cmd.Ref)
	case UndoNight:
		l.undoNight(ctx, cmd.ID)
	case UndoWrite:
		taken, err := l.c.UndoWrite(ctx, cmd.Tx)
		l.takenBack(ctx, taken, err)
	case Rename:
		l.rename(ctx, cmd.Title)
	case Pin:
		l.pin(ctx, cmd)
	case Keep:
		l.keep(ctx)
	case Look:
		l.tell(ctx, Shown{Parts: l.c.prompt.Parts(), Spent: l.c.Spent()})
	}
	if l.busy == nil { // the worker alone may look at the conversation while it works
		l.prepare(ctx)
		l.tell(ctx, Metered{l.c.Meter()})
	}
}

func (l *Loop) sleep(ctx context.Context, cmd Sleep) error {
	if cmd.DryRun {
		r, err := l.c.PlanNight(ctx, NightOptions{Depth: cmd.Depth})
		l.tell(ctx, Planned{Report: r, Err: err})
		return err
	}
	_, err := l.c.Sleep(ctx, NightOptions{Depth: cmd.Depth})
	return err
}

func (l *Loop) use(ctx context.Context, ref string) {
	b, err := l.switchTo(ref)
	if err == nil {
		err = l.c.Use(b)
	}
	if err != nil {
		l.tell(ctx, Noticed{err.Error()})
		return
	}
	l.tell(ctx, Switched{Model: b.Model.Ref(), Why: b.Why})
}

func (l *Loop) undoNight(ctx context.Context, id string) {
	if nights := l.c.Nights(); id == "" && len(nights) > 0 {
		id = nights[len(nights)-1].ID
	}
	taken, err := l.c.UndoNight(id)
	l.takenBack(ctx, TakenBack{Night: id, Text: taken}, err)
}

func (l *Loop) takenBack(ctx context.Context, e TakenBack, err error) {
	if err != nil {
		l.tell(ctx, Noticed{err.Error()})
		return
	}
	l.tell(ctx, e)
}

func (l *Loop) rename(ctx context.Context, title string) {
	if err := l.c.Rename(title); err != nil {
		l.tell(ctx, Noticed{err.Error()})
		return
	}
	l.tell(ctx, Renamed{l.c.session.Title()})
}

func (l *Loop) keep(ctx context.Context) {
	id, err := l.c.Keep()
	if err != nil {
		l.tell(ctx, Noticed{err.Error()})
		return
	}
	l.tell(ctx, Kept{id})
}

func (l *Loop) pin(ctx context.Context, cmd Pin) {
	m, err := l.c.Pin(cmd.Message, !cmd.Off)
	if err != nil {
		l.tell(ctx, Noticed{err.Error()})
		return
	}
	l.tell(ctx, Pinned{m})
}
