package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// maxGiven bounds a file that a person gives: queries, a plan. In bytes.
const maxGiven = 1 << 30

// memoryCommand is `dormouse memory`.
func (a *app) memoryCommand() *cobra.Command {
	c := &cobra.Command{Use: "memory", Short: "Search, read, write and check what is remembered", RunE: usage.WantsSubcommand}
	c.AddCommand(a.searchCommand(), a.getCommand(), a.saveCommand(), a.updateCommand(), a.whyCommand(), a.beliefsCommand(), a.checkCommand(), a.forgetCommand(), a.pinCommand(), a.writesCommand(), a.takeBackCommand())
	return c
}

type searchOptions struct {
	limit, associated int
	asOf, batch       string
	transcripts       bool
}

func (a *app) searchCommand() *cobra.Command {
	var o searchOptions
	c := &cobra.Command{
		Use:   "search QUERY…",
		Short: "Find lines of memory",
		Long:  "Finds the lines of MEMORY.md and the daily logs that may answer QUERY, by its words, their\nspelling or their meaning; lines that are near in meaning alone say so, and lines\nbeside a hit are printed as grep prints context (PATH-LINE-). Exit status 1 means\nno answer; the nearest lines may be printed all the same.\nA query is words: no character of it has a meaning of its own.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.batch != "" {
				return a.searchBatch(cmd.Context(), o)
			}
			if len(args) == 0 {
				return fault.Misused("memory search needs words to look for")
			}
			return a.search(cmd.Context(), strings.Join(args, " "), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.limit, "limit", 10, "at most `N` hits")
	f.IntVar(&o.associated, "associated", 2, "at most `N` of them after the others: entries that nights have strongly associated with the first hits")
	f.StringVar(&o.asOf, "as-of", "", "what was held true on that `DATE` (YYYY-MM-DD)")
	f.BoolVar(&o.transcripts, "transcripts", false, "search transcripts as well")
	f.StringVar(&o.batch, "batch", "", "read one query a line from `FILE` (- is standard input), print one JSON line for each")
	return c
}

// found is the JSON of a search (CONTRACT).
type foundJSON struct {
	QID     string         `json:"qid,omitempty"`
	Query   string         `json:"query"`
	Verdict search.Verdict `json:"verdict"`
	Results []search.Hit   `json:"results"`
	TookMS  float64        `json:"took_ms"`
	Notice  string         `json:"notice,omitempty"` // why meaning was left out of the search
}

func (o searchOptions) query(text string, now time.Time) (search.Query, error) {
	q := search.Query{Text: text, Limit: o.limit, Transcripts: o.transcripts, Now: now, Associated: o.associated}
	if o.limit < 1 {
		return q, fault.Misused("--limit must be at least 1")
	}
	if o.associated < 0 {
		return q, fault.Misused("--associated must be 0 or more")
	}
	if o.asOf != "" {
		day, err := time.ParseInLocation(time.DateOnly, o.asOf, now.Location())
		if err != nil {
			return q, fault.Misused("--as-of %q is no day, such as 2026-11-21", o.asOf)
		}
		q.AsOf = day
	}
	return q, nil
}

func (a *app) find(ctx context.Context, p *place, text string, o searchOptions) (foundJSON, error) {
	q, err := o.query(text, a.clock())
	if err != nil {
		return foundJSON{}, err
	}
	took := runtime.Stopwatch()
	answer, err := p.store.Search(ctx, q)
	if err != nil {
		return foundJSON{}, fmt.Errorf("search: %w", err)
	}
	if answer.Results == nil {
		answer.Results = []search.Hit{}
	}
	if len(answer.Results) > o.limit { // what is associated comes where there is room
		answer.Results = answer.Results[:o.limit]
	}
	return foundJSON{Query: text, Verdict: answer.Verdict, Results: answer.Results, TookMS: float64(took().Microseconds()) / 1000, Notice: answer.Notice}, nil
}

func (a *app) search(ctx context.Context, text string, o searchOptions) error {
	return a.on(func(p *place) error {
		r, err := a.find(ctx, p, text, o)
		if err != nil {
			return err
		}
		return a.printFound(r)
	})
}

// printFound prints hits as grep does. Without --json no hit is exit status 1,
// as with grep.
func (a *app) printFound(r foundJSON) error {
	if a.json {
		return output.JSON(a.Out, r)
	}
	if r.Notice != "" {
		fmt.Fprintln(a.Err, "dormouse: "+safe.Line(r.Notice))
	}
	for _, h := range r.Results {
		a.printHit(h)
	}
	if r.Verdict != search.Hits {
		fmt.Fprintln(a.Err, "dormouse: "+noHits(r.Verdict, r.Query, len(r.Results) > 0))
		return &fault.Silent{Code: fault.ExitFailed}
	}
	return nil
}

// printHit prints a hit as grep prints a line and its context.
func (a *app) printHit(h search.Hit) {
	print := func(at int, mark, text, marks string) {
		fmt.Fprintf(a.Out, "%s%s%d%s %s%s\n", safe.Line(h.Path), mark, at, mark, safe.Line(text), marks)
	}
	beside := h.Beside
	for ; len(beside) > 0 && beside[0].At < h.Line; beside = beside[1:] {
		print(beside[0].At, "-", beside[0].Text, "")
	}
	print(h.Line, ":", h.Matched(), marks(h))
	for _, l := range beside {
		print(l.At, "-", l.Text, "")
	}
}

// marks are what a person should know of a hit beside its text.
func marks(h search.Hit) string {
	s := ""
	if h.SupersededBy != "" {
		s += " (no longer true, see ^" + h.SupersededBy + ")"
	}
	if h.Why == search.Meaning {
		s += " (near in meaning)"
	}
	if h.Associated != "" {
		s += " (associated with ^" + h.Associated + ")"
	}
	if h.Doubt != "" {
		s += " (possibly stale: " + safe.Line(h.Doubt) + ")"
	}
	return s
}

func noHits(v search.Verdict, text string, near bool) string {
	if near {
		return fmt.Sprintf("no line is about %q; these are the nearest", safe.Line(text))
	}
	switch v {
	case search.EmptyStore:
		return "there is no memory yet"
	case search.BelowThreshold:
		return fmt.Sprintf("little of %q occurs in any line", output.Line(text))
	case search.StaleIndex:
		return "some memory files could not be read; `dormouse doctor` says which"
	}
	return fmt.Sprintf("no line holds the words of %q", output.Line(text))
}

// searchBatch answers one query a line. A line may be plain words or a JSON
// object with "query" and, to be handed back, "qid".
func (a *app) searchBatch(ctx context.Context, o searchOptions) error {
	in := a.In
	if o.batch != "-" {
		b, err := disk.ReadHost(o.batch, maxGiven)
		if err != nil {
			return fmt.Errorf("read queries from %s: %w", o.batch, err)
		}
		in = bytes.NewReader(b)
	}
	return a.on(func(p *place) error {
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := disk.ReadLine(r, maxPiped)
			if text := strings.TrimRight(line, "\r\n"); text != "" || err == nil {
				qid, words := queryLine(text)
				found, searchErr := a.find(ctx, p, words, o)
				if searchErr != nil {
					return searchErr
				}
				found.QID = qid
				if writeErr := output.JSON(a.Out, found); writeErr != nil {
					return writeErr
				}
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read queries: %w", err)
			}
		}
	})
}

func (a *app) getCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "get PATH[:A[-B]]",
		Short: "Print lines of a memory file",
		Args:  usage.Exactly(1, "a path, such as MEMORY.md:3-10"),
		RunE: func(_ *cobra.Command, args []string) error {
			path, from, lines, err := span(args[0])
			if err != nil {
				return err
			}
			return a.on(func(p *place) error {
				x, err := p.store.Get(path, from, lines)
				if err != nil {
					return err
				}
				if a.json {
					return output.JSON(a.Out, map[string]any{"path": x.Path, "start_line": x.From, "end_line": x.To, "lines": x.Lines, "text": x.Text, "more": x.More})
				}
				_, err = io.WriteString(a.Out, output.EndLine(safe.Text(x.Text)))
				return err
			})
		},
	}
}

// span reads PATH[:A[-B]]; lines 0 means to the end of what is shown at once.
func span(ref string) (path string, from, lines int, err error) {
	path, rest, has := strings.Cut(ref, ":")
	if !has {
		return path, 1, 200, nil
	}
	first, last, isRange := strings.Cut(rest, "-")
	from, err = strconv.Atoi(first)
	if err != nil || from < 1 {
		return "", 0, 0, fault.Misused("%q is no line: write PATH:A or PATH:A-B", ref)
	}
	if !isRange {
		return path, from, 1, nil
	}
	to, err := strconv.Atoi(last)
	if err != nil || to < from {
		return "", 0, 0, fault.Misused("%q is no range of lines: write PATH:A-B", ref)
	}
	return path, from, to - from + 1, nil
}

func (a *app) saveCommand() *cobra.Command {
	var kind string
	c := &cobra.Command{
		Use:   "save TEXT",
		Short: "Save one line to today's log",
		Args:  usage.AtLeastOne("the text to save"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				if !knownType(kind) {
					return fault.Misused("--type %q is none of fact, preference, decision, event, learning", kind)
				}
				w, err := p.store.SaveNote(strings.Join(args, " "), document.Type(kind), a.clock(), memory.Source{By: memory.ByPerson})
				if err != nil {
					return fmt.Errorf("save: %w", err)
				}
				return a.wrote([]memory.Written{w}, "")
			})
		},
	}
	c.Flags().StringVar(&kind, "type", "fact", "a `TYPE`: fact, preference, decision, event or learning")
	return c
}

func knownType(s string) bool {
	for _, t := range document.Types {
		if string(t) == s {
			return true
		}
	}
	return false
}

// wrote prints what was written to memory, a line each.
func (a *app) wrote(list []memory.Written, diff string) error {
	if a.json {
		if list == nil {
			list = []memory.Written{}
		}
		out := map[string]any{"written": list}
		if diff != "" {
			out["diff"] = diff
		}
		return output.JSON(a.Out, out)
	}
	for _, w := range list {
		fmt.Fprintf(a.Out, "%s %s %s\n", w.What, output.At(w.Path, w.Line), safe.Line(w.Text))
	}
	if diff != "" {
		io.WriteString(a.Out, output.EndLine(safe.Text(diff)))
	}
	return nil
}

func (a *app) updateCommand() *cobra.Command {
	var adds, replaces, sure bool
	var section, text string
	c := &cobra.Command{
		Use:   "update --append|--replace [FILE]",
		Short: "Change MEMORY.md: one more line, or all of it",
		Long: `--append adds a line under a section; --replace puts a new text in place of the
whole file, or of one --section. The text comes from FILE, --text or standard
input. A diff is printed, and the old file is kept for dormouse memory undo. A text
that leaves nothing is asked about; --yes is the answer for a script.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if adds == replaces {
				return fault.Misused("memory update needs either --append or --replace")
			}
			body, err := a.updateText(args, text, cmd.Flags().Changed("text"))
			if err != nil {
				return err
			}
			return a.on(func(p *place) error {
				mode := memory.Append
				if replaces {
					mode = memory.Replace
				}
				from := memory.Source{By: memory.ByPerson, Sure: sure}
				u, err := p.store.Update(mode, body, section, a.clock(), from)
				if errors.Is(err, memory.ErrEmptied) && output.IsTerminal(a.In) && output.Ask(a.Err, a.In, "Nothing of it would be left. Empty "+cmp.Or(section, "MEMORY.md")+"?") {
					from.Sure = true
					u, err = p.store.Update(mode, body, section, a.clock(), from)
				}
				if err != nil {
					return fmt.Errorf("update MEMORY.md: %w", err)
				}
				return a.wrote(u.Written, u.Diff)
			})
		},
	}
	f := c.Flags()
	f.BoolVar(&adds, "append", false, "add one line")
	f.BoolVar(&replaces, "replace", false, "replace the file, or --section of it")
	f.BoolVar(&sure, "yes", false, "also a text that leaves nothing")
	f.StringVar(&section, "section", "", "the `HEADING`: Facts, Preferences, …")
	f.StringVar(&text, "text", "", "the `TEXT` itself")
	return c
}

func (a *app) updateText(args []string, text string, given bool) (string, error) {
	switch {
	case given && len(args) > 0:
		return "", fault.Misused("the text comes from --text or from a file, not from both")
	case given:
		return text, nil
	case len(args) > 1:
		return "", fault.Misused("memory update takes one file")
	case len(args) == 1 && args[0] != "-":
		b, err := disk.ReadHost(args[0], maxPiped)
		if err != nil {
			return "", fmt.Errorf("read %s: %w", args[0], err)
		}
		return string(b), nil
	case output.IsTerminal(a.In):
		return "", fault.Misused("memory update needs a file, --text, or text on standard input")
	}
	return a.readIn()
}
