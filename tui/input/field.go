package input

import (
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormouse/land/transcript"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/safe"
)

// A paste longer than this many lines, or bytes, becomes a chip: a text area
// with much text in it is slow.
const (
	ChipLines = 20
	chipBytes = 4000
	// sampled is how many bytes of a paste are counted; what is longer is scaled.
	sampled = 256 << 10
)

// Field is what is being written: text area, chips and history.
type Field struct {
	area    textarea.Model
	Chips   []Chip
	sourced []sourced // what was not typed, the newest last
	Count   func(string) int
	prompt  lipgloss.Style
	Tokens  int // of the draft; 0 while it is empty
	History History

	Edits, Saved int // changes made, and how many of them are on disk
	Saving       bool
}

// New is an empty field. Count counts the tokens of a text; nil takes four bytes for
// one.
func New(km keys.Map, count func(string) int) Field {
	if count == nil {
		count = func(s string) int { return (len(s) + 3) / 4 }
	}
	a := textarea.New()
	a.Prompt = "> "
	a.SetPromptFunc(2, func(i textarea.PromptInfo) string {
		if i.LineNumber == 0 {
			return "> "
		}
		return "  "
	})
	a.ShowLineNumbers = false
	a.CharLimit, a.MaxWidth = 0, 0
	a.DynamicHeight, a.MinHeight = true, 1
	a.MaxHeight, a.MaxContentHeight = 8, 100_000
	a.SetVirtualCursor(false)
	a.KeyMap.InsertNewline = km.Binding(keys.Newline)
	a.KeyMap.Paste = key.NewBinding() // a terminal pastes by itself
	a.Focus()
	return Field{area: a, Count: count}
}

// Style gives the text area the theme's colours.
func (in *Field) Style(t draw.Theme) {
	in.prompt = t.Accent
	s := textarea.Styles{}
	s.Focused.Prompt, s.Focused.Placeholder = t.Accent, t.Dim
	s.Focused.Selection = t.Chosen
	s.Blurred = s.Focused
	s.Cursor.Blink = true
	in.area.SetStyles(s)
}

// Resize gives the text area its room: a third of the height.
func (in *Field) Resize(width, height int) {
	in.area.MaxHeight = max(1, height/3)
	in.area.SetWidth(width)
	in.area.SetHeight(min(in.area.Height(), in.area.MaxHeight))
}

// Empty tells whether nothing is written.
func (in *Field) Empty() bool { return in.area.Length() == 0 }

// Key takes a key press. A chip is one thing to it: whatever takes a part of its label
// away takes all of it.
func (in *Field) Key(msg tea.KeyPressMsg) {
	msg.Text = Typed(msg.Text)
	if !in.area.HasSelection() {
		in.area.ClearSelection() // one of nothing would stay where it was
	}
	if in.press(msg) {
		in.Changed()
	}
}

// Insert puts text in at the cursor, and the cursor into view.
func (in *Field) Insert(text string) {
	in.area.ClearSelection() // its places are those of the text before
	in.area.InsertString(text)
	in.area, _ = in.area.Update(nil)
}

// Changed counts the draft anew.
func (in *Field) Changed() {
	in.Edits++
	text := in.Value()
	in.Chips = slices.DeleteFunc(in.Chips, func(c Chip) bool { return !strings.Contains(text, c.Label) })
	in.Tokens = 0
	if text != "" {
		in.Tokens = in.Count(text)
	}
	for _, c := range in.Chips {
		in.Tokens += c.Tokens
	}
}

// Paste takes pasted text.
func (in *Field) Paste(text string) { in.put(text, false) }

// put takes a text as a whole: short as it is, made safe to show; long as a chip, and
// also where it holds the sign that stands for a tab.
func (in *Field) put(text string, written bool) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if strings.Count(strings.TrimSuffix(text, "\n"), "\n") < ChipLines && len(text) <= chipBytes && !strings.Contains(text, tabSign) {
		text = safe.Text(text)
		if !written {
			in.remember(sourced{Text: text, Origin: transcript.Pasted})
		}
		in.Insert(strings.ReplaceAll(text, "\t", tabUnit))
		in.Changed()
		return
	}
	c := in.newChip(text)
	c.Written = written
	in.showChip(c)
	in.Chips = append(in.Chips, c)
	in.Insert(c.Label)
	in.Changed()
}

// Text is what will be sent: chips are replaced by what was pasted; files are
// named where their chips stand, and follow at the end.
func (in *Field) Text() string {
	if len(in.Chips) == 0 {
		return in.Value()
	}
	pairs := []string{tabUnit, "\t"}
	var files strings.Builder
	for _, c := range in.Chips {
		if c.Path == "" {
			pairs = append(pairs, c.Label, c.Text)
			continue
		}
		pairs = append(pairs, c.Label, c.named())
		files.WriteString(c.fenced())
	}
	return strings.TrimRight(strings.NewReplacer(pairs...).Replace(in.area.Value()), " \n") + files.String()
}

// Set makes text the draft; long text becomes a chip.
func (in *Field) Set(text string) {
	in.area.Reset()
	in.Chips = nil
	if text != "" {
		in.put(text, true)
	}
	in.area.MoveToEnd()
	in.Changed()
}

// Take empties the input and puts what it held into the history.
func (in *Field) Take() string {
	text := in.Text()
	in.History.Add(text)
	in.Set("")
	return text
}

// Value is the text as it is written, with the labels of chips in it.
func (in *Field) Value() string { return strings.ReplaceAll(in.area.Value(), tabUnit, "\t") }

// Cursor is where typed text goes on; nil where it is out of view.
func (in *Field) Cursor() *tea.Cursor { return in.area.Cursor() }

// Lines draw the input. The first one has the prompt, also when the beginning of
// the text is out of view.
func (in *Field) Lines() []string {
	var out []string
	for line := range strings.SplitSeq(in.area.View(), "\n") {
		line = draw.TrimEnd(draw.OnlySGR(strings.ReplaceAll(line, tabSign, " ")))
		if len(out) == 0 && in.area.ScrollYOffset() > 0 {
			line = in.prompt.Render("> ") + ansi.TruncateLeft(line, 2, "")
		}
		out = append(out, line)
	}
	return out
}

// OnFirstLine tells whether the cursor is on the first line, by lines as drawn.
func (in *Field) OnFirstLine() bool {
	return in.area.Line() == 0 && in.area.LineInfo().RowOffset == 0
}

// OnLastLine tells whether the cursor is on the last line, by lines as drawn.
func (in *Field) OnLastLine() bool {
	return in.area.Line() == in.area.LineCount()-1 && in.area.LineInfo().RowOffset >= in.area.LineInfo().Height-1
}

// AtEnd tells whether the cursor is behind all that is written.
func (in *Field) AtEnd() bool {
	_, after := in.around()
	return after == ""
}

// Typed is what a key types, made fit for a terminal. The joiners of some
// scripts and of emoji come alone and are kept.
func Typed(s string) string {
	if s == "\u200c" || s == "\u200d" || utf8.RuneCountInString(s) != 1 {
		return s
	}
	return safe.Text(s)
}
