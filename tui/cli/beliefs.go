package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/memory/search"
	"dormouse/sleep"
	"dormouse/tui/safe"
)

// beliefsCommand is `dormouse memory beliefs`.
func (a *app) beliefsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "beliefs [NAME]",
		Short: "How the land stands to persons, places, projects and topics",
		Long: `Lists what nights have gathered about each person, place, project and topic that was
talked about, the surest first: a score from -1 (bad) to 1 (good), a confidence from
0 to 1, from how many turns, and when it last came up. Without new evidence a score
falls towards 0. With NAME only those whose name holds it, and what was remembered
before a belief turned and so may be stale; status 1 where there is none.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return misused("memory beliefs takes one name; quote it if it has spaces")
			}
			p, err := a.open()
			if err != nil {
				return err
			}
			defer p.close()
			self, err := sleep.ReadMind(p.land.Read)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("read beliefs: %w", err)
			}
			list, err := p.doubted(self, believed(self, strings.Join(args, "")), len(args) == 1)
			if err != nil {
				return err
			}
			return a.printBeliefs(list, len(args) == 1)
		},
	}
}

// believed are the beliefs about a name, in any case, the surest first; the one
// of exactly that name where there is one; all for no name.
func believed(self sleep.Self, name string) []sleep.Belief {
	if b, ok := self.Belief(name); ok {
		return []sleep.Belief{b}
	}
	list := []sleep.Belief{}
	for _, b := range self.Beliefs {
		if strings.Contains(strings.ToLower(b.Name), strings.ToLower(name)) {
			list = append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b sleep.Belief) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// belief is one with the entries that it makes doubtful.
type belief struct {
	sleep.Belief
	Stale []search.Hit `json:"possibly_stale,omitempty"`
}

// doubted adds to beliefs the entries that may be stale, where asked.
func (p *place) doubted(self sleep.Self, list []sleep.Belief, asked bool) ([]belief, error) {
	known := sleep.NewRecollection(self)
	out := make([]belief, 0, len(list))
	for _, b := range list {
		x := belief{Belief: b}
		if asked {
			var err error
			if x.Stale, err = p.index.Lines(context.Background(), known.Doubtful(b.Name), time.Time{}); err != nil {
				return nil, fmt.Errorf("read beliefs: %w", err)
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func (a *app) printBeliefs(list []belief, asked bool) error {
	if a.json {
		return writeJSON(a.Out, list)
	}
	if len(list) == 0 {
		if asked {
			fmt.Fprintln(a.Err, "dormouse: there is no belief about that")
			return &silent{exitFailed}
		}
		fmt.Fprintln(a.Err, "dormouse: there are no beliefs yet; nights form them")
		return nil
	}
	fmt.Fprintln(a.Out, "score  confidence  evidence  last seen   kind     name")
	for _, b := range list {
		fmt.Fprintf(a.Out, "%+5.2f  %10.2f  %8d  %-10s  %-7s  %s%s\n",
			b.Score, b.Confidence, b.Evidence, onDay(b.Seen, a.clock().Location()), b.Kind, safe.Line(b.Name), turnedOn(b.Belief, a.clock().Location()))
		for _, h := range b.Stale {
			fmt.Fprintf(a.Out, "possibly stale: %s:%d: %s\n", safe.Line(h.Path), h.Line, safe.Line(h.Matched()))
		}
	}
	return nil
}

func onDay(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "never"
	}
	return t.In(zone).Format(time.DateOnly)
}

func turnedOn(b sleep.Belief, zone *time.Location) string {
	if b.Turned.IsZero() {
		return ""
	}
	return " (turned " + onDay(b.Turned, zone) + ")"
}
