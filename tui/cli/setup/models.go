package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/runtime/llm"
	"dormouse/runtime/offline"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/model"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// ModelsCommand is `dormouse models`.
func ModelsCommand(call *program.Call) *cobra.Command {
	var refresh bool
	c := &cobra.Command{
		Use: "models [WORD]", Short: "Known models: window, reply limit, prices", Args: usage.AtMost(1),
		Long: `Lists the built-in catalogue, what providers said and what the config adds. A model
that is not listed can be used all the same: --model PROVIDER/NAME, with --window
where nothing knows it.

With --refresh the providers that you have a key for, and the one of your model, are
asked for their own lists first. What they say of windows, limits and prices is kept
in the land and goes before the built-in catalogue.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if refresh {
				if err := call.On(func(p *program.Place) error { return refreshLists(cmd.Context(), p) }); err != nil {
					return err
				}
			}
			path, err := call.LandPath()
			if err != nil {
				return err
			}
			c, err := call.LoadConfig(path)
			if err != nil {
				return err
			}
			return tellModels(call, call.Models(c).Catalogue().Models(), usage.First(args))
		},
	}
	c.Flags().BoolVar(&refresh, "refresh", false, "ask the providers for their own lists first")
	return c
}

// tellModels prints the entries that have a word in their names.
func tellModels(call *program.Call, list []llm.Entry, word string) error {
	shown := list[:0]
	for _, e := range list {
		if strings.Contains(strings.ToLower(e.Ref+" "+e.Name), strings.ToLower(word)) {
			shown = append(shown, e)
		}
	}
	if call.JSON {
		return output.JSON(call.Out, shown)
	}
	if len(shown) == 0 {
		fmt.Fprintf(call.Err, "dormouse: no known model has %q in its name; one that is not listed can be used all the same\n", word)
	}
	for _, e := range shown {
		price := "price unknown"
		switch {
		case e.Ref == offline.Ref:
			price = "free"
		case e.Prices != nil:
			price = fmt.Sprintf("$%g in, $%g out per million", e.Prices.In, e.Prices.Out)
		}
		fmt.Fprintf(call.Out, "%-44s %9d window %8d reply  %s\n", e.Ref, e.Window, e.Reply, price)
	}
	return nil
}

// refreshLists asks the providers for their lists and keeps them. One that cannot be
// asked keeps its old list and is said; the error is that of the last, where none
// could be.
func refreshLists(ctx context.Context, p *program.Place) error {
	if p.Config.Offline {
		return fault.Misused("--refresh needs the network and --offline forbids it")
	}
	kept := p.Models().Listed()
	asked := 0
	var last error
	for _, vendor := range askable(ctx, p) {
		list, err := p.Models().List(ctx, vendor)
		if err != nil {
			last = err
			fmt.Fprintf(p.Err, "dormouse: %v\n", err)
			continue
		}
		for i := range list {
			list[i].Date = p.Clock().Format(time.DateOnly)
		}
		asked++
		kept = kept.With(list...)
		fmt.Fprintf(p.Err, "%s lists %s\n", vendor, output.Plural(len(list), "model", "models"))
	}
	switch {
	case asked == 0 && last != nil:
		return last
	case asked == 0:
		return &llm.Error{Kind: llm.Auth, Text: "there is no provider to ask: no key is set"}
	}
	b, err := json.Marshal(kept.Entries())
	if err == nil {
		err = disk.WriteFile(p.Dir, model.ListedFile, append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the lists of models: %w", err)
	}
	return nil
}

// askable are the providers that can be asked: that of the model, and the known
// ones that have a key.
func askable(ctx context.Context, p *program.Place) []string {
	var out []string
	ref, _ := p.Models().Choose(ctx)
	own, _, _ := llm.Split(ref)
	for _, known := range llm.Vendors() {
		if known.Name == own || !known.Local && !p.Models().Keyless(known.Name) && p.Config.BaseURL == "" {
			out = append(out, known.Name)
		}
	}
	if p.Config.BaseURL != "" && len(out) == 0 {
		out = append(out, own)
	}
	return out
}
