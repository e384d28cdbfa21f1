package tell

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
	"dormouse/tui/talk"
)

// Plan is a dry run to be read.
func Plan(r night.Report) []string {
	out := []string{
		fmt.Sprintf("%s → %s tokens of %s · %s · engine %s", draw.Number(r.TokensBefore), draw.Number(r.TokensAfter), draw.Number(r.Window), cmp.Or(r.Reason, r.Trigger), r.Engine),
	}
	if r.Nothing != "" {
		out = append(out, "nothing would change: "+r.Nothing)
	}
	out = append(out, "")
	for _, e := range r.Entries {
		out = append(out, fmt.Sprintf("+ %s  (%s, %.2f, %s)", e.Text, e.Type, e.Importance, talk.PlaceOf(e)))
	}
	for _, e := range r.Superseded {
		out = append(out, fmt.Sprintf("~ %s  (superseded)", e.Text))
	}
	for _, told := range r.Told() {
		out = append(out, "· "+told)
	}
	if r.Duplicates > 0 {
		out = append(out, fmt.Sprintf("%s known already", draw.Number(r.Duplicates)))
	}
	for _, d := range r.Diffs {
		out = append(out, "", d.Path)
		out = append(out, strings.Split(strings.TrimRight(d.Diff, "\n"), "\n")...)
	}
	return append(out, "", "/sleep does it now.")
}

// Night is a night in a line of the list.
func Night(n night.Ledger, zone *time.Location) string {
	if n.Undone {
		return fmt.Sprintf("%3d  %s  taken back", n.Number, At(n.Time, zone))
	}
	line := fmt.Sprintf("%3d  %s  %7s → %-7s %s · %s · %s", n.Number, At(n.Time, zone), draw.Number(n.TokensBefore), draw.Number(n.TokensAfter),
		draw.Plural(n.Entries, "entry", "entries"), safe.Line(cmp.Or(n.Trigger, "asked")), safe.Line(n.Engine))
	if n.Depth == sleep.Deep {
		line += " · deep"
	}
	return line
}

// Unused is what nights cost that were prepared and never fell; "" for none.
func Unused(list []night.Ledger) string {
	if len(list) == 0 {
		return ""
	}
	calls, usd := 0, 0.0
	for _, n := range list {
		calls += n.Calls
		if n.Bill != nil && n.Bill.USD != nil {
			usd += *n.Bill.USD
		}
	}
	line := "prepared and not used: " + draw.Many(len(list), "night") + " · " + draw.Many(calls, "model call")
	if usd > 0 {
		line += fmt.Sprintf(" · $%.4f", usd)
	}
	return line
}

// Report is a night's report to be read.
func Report(n night.Ledger, r night.Report, zone *time.Location) []string {
	out := []string{
		fmt.Sprintf("%s · session %s · night %s", At(n.Time, zone), transcript.ShortID(n.Session), transcript.ShortID(n.Night)),
		fmt.Sprintf("%s → %s tokens of %s", draw.Number(r.TokensBefore), draw.Number(r.TokensAfter), draw.Number(r.Window)),
		fmt.Sprintf("why: %s · depth: %s · engine: %s", cmp.Or(r.Reason, r.Trigger), cmp.Or(string(r.Depth), "light"), r.Engine),
		costOf(n, r),
	}
	if n.Undone {
		out = append(out, "taken back since")
	}
	for _, part := range []struct {
		name string
		list []night.Noted
	}{{"remembered", r.Entries}, {"left open", r.Open}, {"superseded", r.Superseded}, {"promoted to MEMORY.md", r.Promoted}, {"retired", r.Retired}} {
		if len(part.list) == 0 {
			continue
		}
		out = append(out, "", fmt.Sprintf("%s: %d", part.name, len(part.list)))
		for _, e := range part.list {
			out = append(out, fmt.Sprintf("  %s  %s", talk.PlaceOf(e), e.Text))
		}
	}
	if r.Duplicates > 0 {
		out = append(out, "", "known already: "+draw.Number(r.Duplicates))
	}
	out = append(out, survivalText(r)...)
	for _, c := range append(append([]string{}, r.Clashes...), r.Notices...) {
		out = append(out, "! "+c)
	}
	return append(out, r.Told()...)
}

// costOf is what a night cost, with what its bill says where a model was asked.
func costOf(n night.Ledger, r night.Report) string {
	cost := "cost: " + draw.Many(r.Calls, "model call")
	if r.Usage.Input+r.Usage.Output > 0 {
		cost += fmt.Sprintf(" · %s tokens in, %s out", draw.Number(r.Usage.Input), draw.Number(r.Usage.Output))
	}
	took := r.TookMS
	if b := n.Bill; b != nil {
		took = b.TookMS
		if b.USD != nil {
			cost += fmt.Sprintf(" · $%.4f", *b.USD)
		}
		cost += " · " + b.Model
	}
	if took > 0 {
		cost += fmt.Sprintf(" · took %.1f s", float64(took)/1000)
	}
	return cost
}

// survivalText is what became of the ids, numbers and dates that left the
// context.
func survivalText(r night.Report) []string {
	if r.Survival.Total == 0 {
		return nil
	}
	out := []string{"", fmt.Sprintf("survival: %s of %s ids, paths, numbers and dates (%.0f%%)", draw.Number(r.Survival.Kept), draw.Number(r.Survival.Total), 100*r.Survival.Share())}
	if q := r.Recall; q.Before > 0 {
		out = append(out, fmt.Sprintf("recall: memory answers %d of %d questions about what left the context", q.Answered, q.Before))
	}
	for i, l := range r.Survival.Lost {
		if i == 20 {
			return append(out, fmt.Sprintf("  … and %s more lost", draw.Number(len(r.Survival.Lost)-i)))
		}
		out = append(out, fmt.Sprintf("  lost: %s %s", l.Kind, l.Text))
	}
	return out
}

// At is a time in a zone; nil means local time.
func At(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.Local
	}
	return t.In(zone).Format("2006-01-02 15:04")
}

// State is a state in words.
func State(s sleep.State) string {
	return strings.ReplaceAll(safe.Line(string(s)), "_", " ")
}
