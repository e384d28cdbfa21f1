package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

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
falls towards 0. With NAME only those whose name holds it; status 1 where none does.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return misused("memory beliefs takes one name; quote it if it has spaces")
			}
			p, err := a.open()
			if err != nil {
				return err
			}
			defer p.close()
			self, err := sleep.ReadSelf(p.land.Read(sleep.MindPath))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("read beliefs: %w", err)
			}
			return a.printBeliefs(believed(self, strings.Join(args, "")), len(args) == 1)
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

func (a *app) printBeliefs(list []sleep.Belief, asked bool) error {
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
			b.Score, b.Confidence, b.Evidence, onDay(b.Seen, a.clock().Location()), b.Kind, safe.Line(b.Name), turnedOn(b, a.clock().Location()))
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
