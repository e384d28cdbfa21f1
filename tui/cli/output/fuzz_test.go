package output

import (
	"strings"
	"testing"
	"unicode/utf8"

	"dormouse/tui/safe"
)

// An echo of anything is one printable line of bounded length.
func FuzzLine(f *testing.F) {
	f.Add("a query", 1)
	f.Add("\x1b[2J\n", 500)
	f.Add("漢\xff", 300)
	f.Fuzz(func(t *testing.T, s string, times int) {
		if times < 0 || times*len(s) > 1<<20 {
			t.Skip()
		}
		got := Line(strings.Repeat(s, times))
		if utf8.RuneCountInString(got) > mostEchoed+40 || strings.ContainsAny(got, "\n\x1b") || safe.Text(got) != got {
			t.Errorf("%q", got)
		}
	})
}
