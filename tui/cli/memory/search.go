package memory

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/safe"
)

type searchOptions struct {
	limit, associated int
	asOf, batch       string
	transcripts       bool
}

func searchCommand(call *program.Call) *cobra.Command {
	var o searchOptions
	c := &cobra.Command{
		Use:   "search QUERY…",
		Short: "Find lines of memory",
		Long:  "Finds the lines of MEMORY.md and the daily logs that may answer QUERY, by its words, their\nspelling or their meaning; lines that are near in meaning alone say so, and lines\nbeside a hit are printed as grep prints context (PATH-LINE-). Exit status 1 means\nno answer; the nearest lines may be printed all the same.\nA query is words: no character of it has a meaning of its own.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.batch != "" {
				return searchBatch(cmd.Context(), call, o)
			}
			if len(args) == 0 {
				return fault.Misused("memory search needs words to look for")
			}
			return runSearch(cmd.Context(), call, strings.Join(args, " "), o)
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

// foundJSON is the JSON of a search.
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

func find(ctx context.Context, p *program.Place, text string, o searchOptions) (foundJSON, error) {
	q, err := o.query(text, p.Clock())
	if err != nil {
		return foundJSON{}, err
	}
	took := runtime.Stopwatch()
	answer, err := p.Store.Search(ctx, q)
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

func runSearch(ctx context.Context, call *program.Call, text string, o searchOptions) error {
	return call.On(func(p *program.Place) error {
		r, err := find(ctx, p, text, o)
		if err != nil {
			return err
		}
		return printFound(call, r)
	})
}

// SearchSessions finds messages in transcripts alone, and prints them as `memory search`
// prints its hits.
func SearchSessions(ctx context.Context, p *program.Place, words string, limit int) error {
	r, err := find(ctx, p, words, searchOptions{limit: 10 * limit, transcripts: true})
	if err != nil {
		return err
	}
	hits := []search.Hit{}
	for _, h := range r.Results {
		if strings.HasPrefix(h.Path, transcript.Folder+"/") && len(hits) < limit {
			hits = append(hits, h)
		}
	}
	r.Results = hits
	if len(hits) == 0 && r.Verdict == search.Hits {
		r.Verdict = search.NoMatch
	}
	return printFound(p.Call, r)
}

// printFound prints hits as grep does. Without --json no hit is exit status 1,
// as with grep.
func printFound(call *program.Call, r foundJSON) error {
	if call.JSON {
		return output.JSON(call.Out, r)
	}
	if r.Notice != "" {
		fmt.Fprintln(call.Err, "dormouse: "+safe.Line(r.Notice))
	}
	for _, h := range r.Results {
		printHit(call, h)
	}
	if r.Verdict != search.Hits {
		fmt.Fprintln(call.Err, "dormouse: "+noHits(r.Verdict, r.Query, len(r.Results) > 0))
		return &fault.Silent{Code: fault.ExitFailed}
	}
	return nil
}

// printHit prints a hit as grep prints a line and its context.
func printHit(call *program.Call, h search.Hit) {
	print := func(at int, mark, text, marks string) {
		fmt.Fprintf(call.Out, "%s%s%d%s %s%s\n", safe.Line(h.Path), mark, at, mark, safe.Line(text), marks)
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
