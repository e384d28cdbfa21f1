package imports

import (
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/ingest"
	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
)

// relive lives what is new of one conversation.
func (r *arriving) relive(s ingest.Step) error {
	if err := r.importer.Show(s); err != nil {
		return err
	}
	past := &runtime.Past{}
	past.Set(s.Rest[0].Time)
	ro := r.options
	ro.Clock, ro.Stream = past.Clock(), streamOf(s.Session.ID)
	if s.New {
		ro.ID, ro.Key, ro.Source, ro.Title = s.Session.ID, s.Session.Key, s.Session.Source, s.Session.Title
	} else {
		ro.Session = s.Session.ID
	}
	c, _, err := runtime.Begin(r.ctx, ro)
	if err != nil {
		return err
	}
	err = c.Relive(r.ctx, past, s.Rest, r.relived)
	if err = errors.Join(err, c.Close()); err == nil {
		r.importer.Done(s)
	}
	return err
}

// streamOf keeps apart what the nights of two conversations draw.
func streamOf(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a hash takes everything
	return h.Sum64()
}

// relived prints one turn and its nights.
func (r *arriving) relived(t runtime.Relived) error {
	r.count.Turns++
	r.count.Nights += len(t.Nights)
	r.count.Tokens += t.Tokens
	if !r.JSON {
		for _, n := range t.Nights {
			fmt.Fprintf(r.Out, "%s turn %d: %s\n", t.First.Time.Format(time.DateOnly), t.Turn, ledgers.Line(n))
		}
		return nil
	}
	for _, n := range t.Nights {
		if err := output.JSON(r.Out, nightEvent{Event: "night", Turn: t.Turn, Report: n}); err != nil {
			return err
		}
	}
	return output.JSON(r.Out, turnEvent{
		Event: "turn", Turn: t.Turn, Message: t.First.ID, Role: t.First.Role, Time: t.First.Time,
		Used: t.Meter.Used, Window: t.Meter.Window, Percent: t.Meter.Percent, Tokens: t.Tokens,
	})
}

type nightEvent struct {
	Event string `json:"event"`
	Turn  int    `json:"turn"`
	night.Report
}

type turnEvent struct {
	Event   string          `json:"event"`
	Turn    int             `json:"turn"`
	Message string          `json:"message"`
	Role    transcript.Role `json:"role"`
	Time    time.Time       `json:"time"`
	Used    int             `json:"used"`
	Window  int             `json:"window"`
	Percent float64         `json:"percent"`
	Tokens  int             `json:"tokens"`
}
