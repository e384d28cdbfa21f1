// Package complete has the shell offer what an argument or a flag may be: ids of this
// land with what they mean, fixed words, and file names only where a file is wanted. A
// command names its offer as its ValidArgsFunction; flags are known by their names.
package complete

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/safe"
)

// mostOffered is how many ids a shell is offered, the newest first.
const mostOffered = 50

// Sessions completes the first argument with the id of a session.
func Sessions(call *program.Call) cobra.CompletionFunc {
	return firstOnly(offered(call, offerSessions))
}

// Nights completes the first argument with the id of a night.
func Nights(call *program.Call) cobra.CompletionFunc { return firstOnly(offered(call, offerNights)) }

// Entries completes the first argument with the id of an entry.
func Entries(call *program.Call) cobra.CompletionFunc { return firstOnly(offered(call, offerEntries)) }

// Writes completes the first argument with the id of a write to memory.
func Writes(call *program.Call) cobra.CompletionFunc { return firstOnly(offered(call, offerWrites)) }

// Notes completes the first argument with the name of a file of memory.
func Notes(call *program.Call) cobra.CompletionFunc { return firstOnly(offered(call, offerFiles)) }

// AnyFile leaves an argument to the shell, which knows the files of the machine.
func AnyFile(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// Flags completes the values of flags by their names, below c too. An argument for which
// a command says nothing is completed with nothing: most are no files.
func Flags(call *program.Call, c *cobra.Command) { below(c, flags(call)) }

func below(c *cobra.Command, offers map[string]cobra.CompletionFunc) {
	if c.ValidArgsFunction == nil && c.ValidArgs == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	for name, offer := range offers {
		if c.Flags().Lookup(name) != nil || c.PersistentFlags().Lookup(name) != nil {
			_ = c.RegisterFlagCompletionFunc(name, offer) // fails only for a flag that is not there
		}
	}
	for _, command := range c.Commands() {
		below(command, offers)
	}
}

// flags are what the value of each flag may be.
func flags(call *program.Call) map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"session": offered(call, offerSessions),
		"model":   offered(call, offerModels),
		"persona": func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return call.PersonaNames(), cobra.ShellCompDirectiveNoFileComp
		},
		"depth":   cobra.FixedCompletions([]cobra.Completion{"light", "deep"}, cobra.ShellCompDirectiveNoFileComp),
		"type":    cobra.FixedCompletions([]cobra.Completion{"fact", "preference", "decision", "event", "learning"}, cobra.ShellCompDirectiveNoFileComp),
		"section": cobra.FixedCompletions([]cobra.Completion{"Facts", "Preferences", "Decisions", "Events", "Learnings"}, cobra.ShellCompDirectiveNoFileComp),
		"land": func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
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
func offered(call *program.Call, list func(*program.Place) ([]cobra.Completion, error)) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		const nothing = cobra.ShellCompDirectiveNoFileComp
		if call.ReadFlags() != nil {
			return nil, nothing
		}
		path, err := call.LandPath()
		if err != nil {
			return nil, nothing
		}
		if _, err := disk.StatHost(path); err != nil { // to ask makes no land
			return nil, nothing
		}
		var out []cobra.Completion
		err = call.On(func(p *program.Place) error {
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

func offerSessions(p *program.Place) ([]cobra.Completion, error) {
	heads, err := transcript.List(p.Dir)
	var out []cobra.Completion
	for _, h := range heads {
		out = append(out, offerOf(transcript.ShortID(h.ID), output.Moment(h.Last, p.Clock().Location())+" "+h.Title))
	}
	if len(out) > 0 {
		err = nil // those that could be read
	}
	return out, err
}

func offerNights(p *program.Place) ([]cobra.Completion, error) {
	list, err := ledgers.All(p)
	var out []cobra.Completion
	for _, n := range slices.Backward(list) {
		about := fmt.Sprintf("night %d, %s: %d → %d tokens", n.Number, n.Time.In(p.Clock().Location()).Format("2006-01-02 15:04"), n.TokensBefore, n.TokensAfter)
		if n.Undone {
			about += ", taken back"
		}
		out = append(out, offerOf(transcript.ShortID(n.Night), about))
	}
	return out, err
}

// offerEntries lists the newest first: what was just remembered is asked about most.
func offerEntries(p *program.Place) ([]cobra.Completion, error) {
	snap, err := p.Store.Snapshot()
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

func offerWrites(p *program.Place) ([]cobra.Completion, error) {
	list, err := p.Store.Writes(mostOffered)
	var out []cobra.Completion
	for _, w := range list {
		if !w.Undone && len(w.Lines) > 0 {
			out = append(out, offerOf(w.ID, w.Lines[0].What+": "+w.Lines[0].Text))
		}
	}
	return out, err
}

func offerFiles(p *program.Place) ([]cobra.Completion, error) {
	logs, err := p.Land.Logs()
	slices.Reverse(logs)
	return append([]cobra.Completion{"MEMORY.md"}, logs...), err
}

func offerModels(p *program.Place) ([]cobra.Completion, error) {
	var out []cobra.Completion
	for _, e := range p.Models().Catalogue().Models() {
		out = append(out, offerOf(e.Ref, fmt.Sprintf("%d tokens", e.Window)))
	}
	return out, nil
}
