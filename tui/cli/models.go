package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/offline"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/settings"
	"dormouse/tui/cli/usage"
)

// listedFile keeps what providers said of their models, by `models --refresh`, in
// the form of the catalogue. It is derived.
const listedFile = land.StateDir + "/models.json"

// mostListed bounds that file, in bytes.
const mostListed = 16 << 20

func (a *app) modelsCommand() *cobra.Command {
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
				if err := a.on(func(p *place) error { return a.refresh(cmd.Context(), p) }); err != nil {
					return err
				}
			}
			path, err := a.landPath()
			if err != nil {
				return err
			}
			c, err := a.loadConfig(path)
			if err != nil {
				return err
			}
			return a.tellModels(a.catalogue(config.Read[settings.Chosen](c)).Entries(), usage.First(args))
		},
	}
	c.Flags().BoolVar(&refresh, "refresh", false, "ask the providers for their own lists first")
	return c
}

// tellModels prints the entries that have a word in their names.
func (a *app) tellModels(list []llm.Entry, word string) error {
	shown := list[:0]
	for _, e := range list {
		if strings.Contains(strings.ToLower(e.Ref+" "+e.Name), strings.ToLower(word)) {
			shown = append(shown, e)
		}
	}
	if a.json {
		return output.JSON(a.Out, shown)
	}
	for _, e := range shown {
		price := "price unknown"
		switch {
		case e.Ref == offline.Ref:
			price = "free"
		case e.Prices != nil:
			price = fmt.Sprintf("$%g in, $%g out per million", e.Prices.In, e.Prices.Out)
		}
		fmt.Fprintf(a.Out, "%-44s %9d window %8d reply  %s\n", e.Ref, e.Window, e.Reply, price)
	}
	return nil
}

// refresh asks the providers for their lists and keeps them. One that cannot be
// asked keeps its old list and is said; the error is that of the last, where none
// could be.
func (a *app) refresh(ctx context.Context, p *place) error {
	if p.config.Offline {
		return fault.Misused("--refresh needs the network and --offline forbids it")
	}
	kept := a.listed()
	asked := 0
	var last error
	for _, vendor := range a.askable(ctx, p) {
		list, err := a.listOf(ctx, p, vendor)
		if err != nil {
			last = err
			fmt.Fprintf(a.Err, "dormouse: %v\n", err)
			continue
		}
		asked++
		kept = kept.With(list...)
		fmt.Fprintf(a.Err, "%s lists %s\n", vendor, output.Plural(len(list), "model", "models"))
	}
	switch {
	case asked == 0 && last != nil:
		return last
	case asked == 0:
		return &llm.Error{Kind: llm.Auth, Text: "there is no provider to ask: no key is set"}
	}
	b, err := json.Marshal(kept.Entries())
	if err == nil {
		err = disk.WriteFile(p.dir, listedFile, append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the lists of models: %w", err)
	}
	return nil
}

// askable are the providers that can be asked: that of the model, and the known
// ones that have a key.
func (a *app) askable(ctx context.Context, p *place) []string {
	var out []string
	ref, _ := a.choose(ctx, p)
	own, _, _ := llm.Split(ref)
	for _, vendor := range provider.Known() {
		if vendor == own || vendor != "ollama" && !a.keyless(p, vendor) && p.config.BaseURL == "" {
			out = append(out, vendor)
		}
	}
	if p.config.BaseURL != "" && len(out) == 0 {
		out = append(out, own)
	}
	return out
}

func (a *app) listOf(ctx context.Context, p *place, vendor string) ([]llm.Entry, error) {
	m, err := provider.Open(vendor+"/list", a.providerOptions(p, vendor, llm.Catalogue{}, nil))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	list, err := m.List(ctx)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New(m.Host() + " lists no model that chats")
	}
	day := a.clock().Format("2006-01-02")
	for i := range list {
		list[i].Date = day
	}
	return list, nil
}

// listed is what providers said before; what cannot be read is nothing.
func (a *app) listed() llm.Catalogue {
	path, err := a.landPath()
	if err != nil {
		return llm.Catalogue{}
	}
	b, err := disk.ReadHost(filepath.Join(path, filepath.FromSlash(listedFile)), mostListed)
	if err != nil {
		return llm.Catalogue{}
	}
	c, err := llm.ParseCatalogue(b)
	if err != nil {
		return llm.Catalogue{}
	}
	return c
}
