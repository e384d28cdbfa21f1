package corpus

import (
	"strings"
	"testing"
)

// TestLands: every life has lines that end others, and each of those stands before.
func TestLands(t *testing.T) {
	lands, err := Lands()
	if err != nil {
		t.Fatal(err)
	}
	if len(lands) < 90 {
		t.Errorf("%d lives", len(lands))
	}
	for _, l := range lands {
		ends, gone := 0, map[int]bool{}
		for i, line := range l.Lines {
			if i > 0 && line.Day.Before(l.Lines[i-1].Day) {
				t.Errorf("%s: %q stands behind a later day", l.Name, line.Text)
			}
			for _, o := range line.Ends {
				if gone[o] {
					t.Errorf("%s: %q is ended twice", l.Name, l.Lines[o].Text)
				}
				gone[o] = true
				ends++
			}
		}
		if ends == 0 {
			t.Errorf("%s: nothing ends", l.Name)
		}
	}
	var l Land
	for row, want := range map[string]string{"2026-01-02 > 1 | gone": "does not stand before", "yesterday | I moved": "want DAY", "2026-01-02 I moved": "want DAY"} {
		if err := l.tell(row); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", row, err)
		}
	}
}

// TestLeansHaveASentenceBefore: the first of a message is no example.
func TestLeansHaveASentenceBefore(t *testing.T) {
	lines, err := Leans()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if l.Text == "" || l.Newer == "" || len(l.Fields) != 1 {
			t.Fatalf("%s: %+v", l.Place, l)
		}
	}
	if len(lines) < 9000 {
		t.Errorf("%d examples", len(lines))
	}
}
