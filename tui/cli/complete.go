package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/settings"
	"dormouse/tui/safe"
)

// mostOffered is how many ids a shell is offered, the newest first.
const mostOffered = 50

// complete has the shell offer what each argument and flag may be: ids of this
// land with what they mean, fixed words, and file names only where a file is wanted.
func (a *app) complete(root *cobra.Command) {
	offers := map[string]func(*place) ([]cobra.Completion, error){
		"dormouse sessions show": a.offerSessions, "dormouse sessions export": a.offerSessions,
		"dormouse sessions fork": a.offerSessions, "dormouse sessions delete": a.offerSessions,
		"dormouse sleep undo": a.offerNights, "dormouse sleep show": a.offerNights,
		"dormouse memory why": offerEntries, "dormouse memory pin": offerEntries,
		"dormouse memory forget": offerEntries, "dormouse edit": offerEntries,
		"dormouse memory undo": a.offerWrites, "dormouse memory get": offerFiles,
	}
	flags := map[string]cobra.CompletionFunc{
		"session": a.offered(a.offerSessions),
		"model":   a.offered(a.offerModels),
		"depth":   cobra.FixedCompletions([]cobra.Completion{"light", "deep"}, cobra.ShellCompDirectiveNoFileComp),
		"type":    cobra.FixedCompletions([]cobra.Completion{"fact", "preference", "decision", "event", "learning"}, cobra.ShellCompDirectiveNoFileComp),
		"section": cobra.FixedCompletions([]cobra.Completion{"Facts", "Preferences", "Decisions", "Events", "Learnings"}, cobra.ShellCompDirectiveNoFileComp),
		"land": func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	takesFile := []string{"dormouse import", "dormouse memory update"}
	eachCommand(root, func(c *cobra.Command) {
		switch offer := offers[c.CommandPath()]; {
		case offer != nil:
			c.ValidArgsFunction = firstOnly(a.offered(offer))
		case c.ValidArgsFunction == nil && c.ValidArgs == nil && !slices.Contains(takesFile, c.CommandPath()):
			c.ValidArgsFunction = cobra.NoFileCompletions
		}
		for name, offer := range flags {
			if c.Flags().Lookup(name) != nil || c.PersistentFlags().Lookup(name) != nil {
				c.RegisterFlagCompletionFunc(name, offer) // fails only for a flag that is not there
			}
		}
	})
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, below := range c.Commands() {
		eachCommand(below, do)
	}
}

// firstOnly completes the first argument and no further one.
func firstOnly(offer cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offer(c, args, typed)
	}
}

// offered opens the land, if there is one, and lists what begins as typed. What
// goes wrong offers nothing: a shell has no place for it.
func (a *app) offered(list func(*place) ([]cobra.Completion, error)) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		const nothing = cobra.ShellCompDirectiveNoFileComp
		if a.settle() != nil {
			return nil, nothing
		}
		path, err := a.landPath()
		if err != nil {
			return nil, nothing
		}
		if _, err := disk.StatHost(path); err != nil { // to ask makes no land
			return nil, nothing
		}
		var out []cobra.Completion
		err = a.on(func(p *place) error {
			all, err := list(p)
			for _, c := range all {
				if strings.HasPrefix(c, typed) && len(out) < mostOffered {
					out = append(out, c)
				}
			}
			return err
		})
		if err != nil {
			return nil, nothing
		}
		return out, nothing | cobra.ShellCompDirectiveKeepOrder
	}
}

// offerOf is an offer with what it means. Neither may hold a tab or a line break.
func offerOf(word, about string) cobra.Completion {
	return cobra.CompletionWithDesc(safe.Line(word), output.Line(about))
}

func (a *app) offerSessions(p *place) ([]cobra.Completion, error) {
	heads, err := transcript.List(p.dir)
	var out []cobra.Completion
	for _, h := range heads {
		out = append(out, offerOf(transcript.ShortID(h.ID), lastTime(h, a.clock().Location())+" "+h.Title))
	}
	if len(out) > 0 {
		err = nil // those that could be read
	}
	return out, err
}

func (a *app) offerNights(p *place) ([]cobra.Completion, error) {
	list, err := p.nights()
	var out []cobra.Completion
	for _, n := range slices.Backward(list) {
		about := fmt.Sprintf("night %d, %s: %d → %d tokens", n.Number, n.Time.In(a.clock().Location()).Format("2006-01-02 15:04"), n.TokensBefore, n.TokensAfter)
		if n.Undone {
			about += ", taken back"
		}
		out = append(out, offerOf(transcript.ShortID(n.Night), about))
	}
	return out, err
}

// offerEntries lists the newest first: what was just remembered is asked about most.
func offerEntries(p *place) ([]cobra.Completion, error) {
	snap, err := p.store.Snapshot()
	if err != nil {
		return nil, err
	}
	var out []cobra.Completion
	for _, e := range slices.Backward(snap.Entries()) {
		if e.ID != "" {
			out = append(out, offerOf("^"+e.ID, e.Text))
		}
	}
	return out, nil
}

func (a *app) offerWrites(p *place) ([]cobra.Completion, error) {
	list, err := p.store.Writes(mostOffered)
	var out []cobra.Completion
	for _, w := range list {
		if !w.Undone && len(w.Lines) > 0 {
			out = append(out, offerOf(w.ID, w.Lines[0].What+": "+w.Lines[0].Text))
		}
	}
	return out, err
}

func offerFiles(p *place) ([]cobra.Completion, error) {
	logs, err := p.land.Logs()
	slices.Reverse(logs)
	return append([]cobra.Completion{"MEMORY.md"}, logs...), err
}

func (a *app) offerModels(p *place) ([]cobra.Completion, error) {
	var out []cobra.Completion
	for _, e := range a.catalogue(config.Read[settings.Chosen](p.values)).Entries() {
		out = append(out, offerOf(e.Ref, fmt.Sprintf("%d tokens", e.Window)))
	}
	return out, nil
}
