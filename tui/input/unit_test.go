package input_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/input"
	"dormouse/tui/keys"
)

// The keys that move and delete, as a terminal sends them.
var (
	home      = tea.KeyPressMsg{Code: tea.KeyHome}
	right     = tea.KeyPressMsg{Code: tea.KeyRight}
	left      = tea.KeyPressMsg{Code: tea.KeyLeft}
	rubout    = tea.KeyPressMsg{Code: tea.KeyDelete}
	backspace = tea.KeyPressMsg{Code: tea.KeyBackspace}
	wordRight = tea.KeyPressMsg{Code: tea.KeyRight, Mod: tea.ModAlt}
	wordLeft  = tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModAlt}
	takeRight = tea.KeyPressMsg{Code: tea.KeyRight, Mod: tea.ModShift}
	takeLeft  = tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModShift}
)

func ctrl(letter rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: letter, Mod: tea.ModCtrl} }
func alt(letter rune) tea.KeyPressMsg  { return tea.KeyPressMsg{Code: letter, Mod: tea.ModAlt} }

func newField(width int) *input.Field {
	km, _ := keys.New(nil)
	in := input.New(km, nil)
	in.Resize(width, 24)
	return &in
}

// typeInto types letters; tabs are pasted.
func typeInto(in *input.Field, text string) {
	for _, r := range text {
		if r == '\t' {
			in.Paste("\t")
			continue
		}
		in.Key(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// paste is too long to stand in the input.
var paste = strings.Repeat("a line that is pasted\n", 120)

func TestAChipIsOneUnit(t *testing.T) {
	for what, c := range map[string]struct {
		before, after string
		keys          []tea.KeyPressMsg
		want          string
	}{
		"delete at its beginning":   {"", "", []tea.KeyPressMsg{home, rubout}, ""},
		"delete before it":          {"xy", "", []tea.KeyPressMsg{home, rubout}, "y" + paste},
		"backspace":                 {"x", "y", []tea.KeyPressMsg{left, backspace}, "xy"},
		"backspace behind a letter": {"x", "y", []tea.KeyPressMsg{backspace}, "x" + paste},
		"delete":                    {"x", "y", []tea.KeyPressMsg{home, right, rubout}, "xy"},
		"delete the word before":    {"x ", " y", []tea.KeyPressMsg{left, left, ctrl('w')}, "x  y"},
		"delete the word behind":    {"x ", " y", []tea.KeyPressMsg{home, right, right, alt('d')}, "x  y"},
		"over it to the right":      {"", "", []tea.KeyPressMsg{home, right, rubout}, paste},
		"over it to the left":       {"x", "", []tea.KeyPressMsg{left, backspace}, paste},
		"a word to the right":       {"x ", "", []tea.KeyPressMsg{home, wordRight, wordRight, rubout}, "x " + paste},
		"a word to the left":        {"x", "", []tea.KeyPressMsg{wordLeft, rubout}, "x"},
		"to the end of the line":    {"x", "y", []tea.KeyPressMsg{home, right, ctrl('k')}, "x"},
		"to its beginning":          {"x", "y", []tea.KeyPressMsg{left, ctrl('u')}, "y"},
		"selected by one key":       {"x", "y", []tea.KeyPressMsg{left, takeLeft, rubout}, "xy"},
		"selected to the right":     {"x", "y", []tea.KeyPressMsg{home, right, takeRight, {Code: 'z', Text: "z"}}, "xzy"},
		"capitals":                  {"x ", " y", []tea.KeyPressMsg{home, right, alt('u')}, "x " + paste + " y"},
		"a tab before it":           {"x\t", "", []tea.KeyPressMsg{home, right, right, rubout}, "x\t"},
		"letters swapped":           {"x", "", []tea.KeyPressMsg{home, right, ctrl('t')}, "x" + paste},
	} {
		in := newField(80)
		typeInto(in, c.before)
		in.Paste(paste)
		typeInto(in, c.after)
		for _, k := range c.keys {
			in.Key(k)
		}
		if got := in.Text(); strings.TrimSpace(got) != strings.TrimSpace(c.want) {
			t.Errorf("%s: sent is %q", what, strings.ReplaceAll(got, paste, "PASTE"))
		}
	}
}

// TestUnitsStayWhole: whatever is pressed, the labels of chips are there or they are
// not, and nothing is typed into one.
func TestUnitsStayWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 28))
	all := []tea.KeyPressMsg{home, right, left, rubout, backspace, wordRight, wordLeft, takeRight, takeLeft, ctrl('w'), ctrl('k'), ctrl('u'), ctrl('t'), ctrl('e'), ctrl('j'),
		alt('d'), alt('c'), alt('l'), alt('u'), {Code: tea.KeyUp}, {Code: tea.KeyDown}, {Code: tea.KeyUp, Mod: tea.ModShift}, {Code: tea.KeyDown, Mod: tea.ModShift}}
	for _, width := range []int{12, 30, 80} {
		in := newField(width)
		for n := range 600 {
			switch r.IntN(4) {
			case 0:
				typeInto(in, []string{"ß", "z", " ", "日"}[r.IntN(4)])
			case 1:
				if len(in.Chips) < 3 {
					in.Paste(paste)
				}
				in.Paste("\t")
			default:
				in.Key(all[r.IntN(len(all))])
			}
			rest := in.Value()
			for _, c := range in.Chips {
				if !strings.Contains(rest, c.Label) {
					t.Fatalf("%d: %s is not in %q", n, c.Label, in.Value())
				}
				rest = strings.ReplaceAll(rest, c.Label, "")
			}
			if strings.Trim(rest, "ßSZz 日\t\n") != "" {
				t.Fatalf("%d: %q is left of a label", n, rest)
			}
		}
	}
}

// TestTabsStayTabs: in what is pasted, what comes from an editor or the history, and in
// the draft that is kept.
func TestTabsStayTabs(t *testing.T) {
	const text = "func main() {\n\tx :=\t1\n\t\treturn\n}\t"
	in := newField(80)
	typeInto(in, "see ")
	in.Paste(text)
	in.Paste(paste)
	if got := in.Text(); got != "see "+text+strings.TrimRight(paste, "\n") {
		t.Errorf("pasted it is %q", got)
	}
	in.Set(text)
	if got := in.Text(); got != text || len(in.Chips) != 0 {
		t.Errorf("set it is %q, with %d chips", got, len(in.Chips))
	}
	if got := strings.Join(in.Lines(), "\n"); strings.ContainsAny(got, "\t\u2409") || !strings.Contains(got, "    x :=    1") {
		t.Errorf("shown it is %q", got)
	}
	again := newField(80)
	again.Restore(in.Marshal(nil))
	if got := again.Text(); got != text {
		t.Errorf("after a restart it is %q", got)
	}
	in.Key(backspace)
	in.Key(left)
	in.Key(backspace)
	in.Key(home)
	in.Key(rubout)
	if got := in.Text(); got != "func main() {\n\tx :=\t1\n\treturn}" {
		t.Errorf("with a tab deleted, and a line break, it is %q", got)
	}
	in.Set("a sign \u2409   and\ta tab")
	if got := in.Text(); got != "a sign \u2409   and\ta tab" {
		t.Errorf("with the sign of a tab it is %q", got)
	}
}

// TestADraftThatLostALabelKeepsThePaste: a credential in a file's name is overwritten in
// the draft on disk, in its label and in the text not alike.
func TestADraftThatLostALabelKeepsThePaste(t *testing.T) {
	in := newField(80)
	typeInto(in, "look at ")
	in.Paste(paste)
	draft := strings.Replace(string(in.Marshal(nil)), `"text":"look at [`, `"text":"look at (`, 1)
	again := newField(80)
	again.Restore([]byte(draft))
	if !strings.Contains(again.Text(), paste[:len(paste)-1]) {
		t.Errorf("the paste is lost: %q", again.Text())
	}
	waited := newField(80)
	waited.Restore(in.Marshal([]string{"sent before"}))
	if got := waited.Text(); got != "sent before\nlook at "+strings.TrimRight(paste, "\n") {
		t.Errorf("with what waits the draft is %q", got)
	}
}
