package ledgers

import (
	"fmt"

	"dormouse/land/transcript"
	"dormouse/sleep/night"
	"dormouse/tui/cli/output"
	"dormouse/tui/safe"
)

// BillLine is what a night that asked a model cost, in one line.
func BillLine(b *night.Bill, calls int, u transcript.Usage) string {
	if calls == 0 {
		return ""
	}
	s := fmt.Sprintf("%s, %d tokens in (%d of them cached), %d out", output.Plural(calls, "call", "calls"), u.Input, u.Cached, u.Output)
	if b == nil {
		return s
	}
	if b.USD != nil {
		s += fmt.Sprintf(", $%.4f", *b.USD)
	}
	s += fmt.Sprintf(", %.1f s, %s", float64(b.TookMS)/1000, safe.Line(b.Model))
	if b.Cache != "" {
		s += "; " + safe.Line(b.Cache)
	}
	return s
}
