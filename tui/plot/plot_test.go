package plot

import (
	"strings"
	"testing"
	"time"
)

func TestContextFitsAnyWidth(t *testing.T) {
	begun := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	uses := []Use{{Time: begun, Share: 20}, {Time: begun.Add(time.Hour), Share: 30, Was: 130, Night: true}, {Time: begun.Add(3 * time.Hour), Share: 50}}
	for _, columns := range []int{1, 34, 64, 200} {
		for _, rows := range []int{1, 4, 10} {
			lines := Context(uses, columns, rows, time.UTC)
			if len(lines) != rows+3 {
				t.Errorf("%d rows make %d lines", rows, len(lines))
			}
			for _, line := range lines[1 : rows+2] {
				if len(line) > columns+Margin {
					t.Errorf("a line of %d with %d columns: %q", len(line), columns, line)
				}
			}
			if !strings.Contains(strings.Join(lines, "\n"), "|") {
				t.Errorf("no night in %d × %d", columns, rows)
			}
		}
	}
	if got := Context(nil, 64, 10, time.UTC); got != nil {
		t.Errorf("a chart of nothing: %q", got)
	}
}

func TestNightStandsAsHighAsTheContextWas(t *testing.T) {
	begun := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	lines := Context([]Use{{Time: begun, Share: 10}, {Time: begun.Add(time.Hour), Share: 15, Was: 95, Night: true}}, 20, 10, time.UTC)
	for i, line := range lines[1:11] { // 90–100 down to 0–10
		night := strings.HasSuffix(line, "|") && len(line) == Margin+20
		if want := i <= 8; night != want {
			t.Errorf("row %d: %q", i, line)
		}
	}
}
