package tui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/safe"
)

// A paste longer than this many lines, or bytes, becomes a chip: a text area
// with much text in it is slow.
const (
	chipLines = 20
	chipBytes = 4000
	// sampled is how many bytes of a paste are counted; what is longer is scaled.
	sampled = 256 << 10
)

// chip stands in the input for a long paste or an attached file.
type chip struct {
	Label  string `json:"label"`
	Text   string `json:"text"`
	Path   string `json:"path,omitempty"` // of a file, fit to be shown
	Tokens int    `json:"tokens"`
	// Written is set for a long text of the person's own: from their editor, or
	// sent before.
	Written bool `json:"written,omitempty"`
	// Media is set for a picture or a document. Its bytes are not in the draft on
	// disk: after a restart its path stands there, to be attached again.
	Media *runtime.Upload `json:"media,omitempty"`
}

// input is what is being written: text area, chips and history.
type input struct {
	area    textarea.Model
	chips   []chip
	shown   []shown // what was not typed, the newest last
	count   func(string) int
	tokens  int // of the draft; 0 while it is empty
	history history

	edits, saved int // changes made, and how many of them are on disk
	saving       bool
}

func newInput(km keys.Map, count func(string) int) input {
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
	return input{area: a, count: count}
}

// style gives the text area the theme's colours.
func (in *input) style(t draw.Theme) {
	s := textarea.Styles{}
	s.Focused.Prompt, s.Focused.Placeholder = t.Accent, t.Dim
	s.Focused.Selection = t.Chosen
	s.Blurred = s.Focused
	s.Cursor.Blink = true
	in.area.SetStyles(s)
}

// resize gives the text area its room: a third of the height.
func (in *input) resize(width, height int) {
	in.area.MaxHeight = max(1, height/3)
	in.area.SetWidth(width)
	in.area.SetHeight(min(in.area.Height(), in.area.MaxHeight))
}

func (in *input) empty() bool { return in.area.Length() == 0 }

// key passes a key press to the text area.
func (in *input) key(msg tea.KeyPressMsg) {
	msg.Text = typedText(msg.Text)
	if msg.Code == tea.KeyBackspace && msg.Mod == 0 && in.dropChip() {
		return
	}
	before := in.area.Value()
	in.area, _ = in.area.Update(msg)
	if in.area.Value() != before {
		in.changed()
	}
}

// insert puts text in at the cursor, and the cursor into view.
func (in *input) insert(text string) {
	in.area.InsertString(text)
	in.area, _ = in.area.Update(nil)
}

// changed counts the draft anew.
func (in *input) changed() {
	in.edits++
	text := in.area.Value()
	in.chips = slices.DeleteFunc(in.chips, func(c chip) bool { return !strings.Contains(text, c.Label) })
	in.tokens = 0
	if text != "" {
		in.tokens = in.count(text)
	}
	for _, c := range in.chips {
		in.tokens += c.Tokens
	}
}

// paste takes pasted text.
func (in *input) paste(text string) { in.put(text, false) }

// put takes a text as a whole: short as it is, made safe to show; long as a chip.
func (in *input) put(text string, written bool) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if strings.Count(strings.TrimSuffix(text, "\n"), "\n") < chipLines && len(text) <= chipBytes {
		text = strings.ReplaceAll(safe.Text(text), "\t", "    ")
		if !written {
			in.show(shown{Text: text, Origin: transcript.Pasted})
		}
		in.insert(text)
		in.changed()
		return
	}
	c := in.newChip(text)
	c.Written = written
	in.showChip(c)
	in.chips = append(in.chips, c)
	in.insert(c.Label)
	in.changed()
}

func (in *input) newChip(text string) chip {
	n, about := in.estimate(text)
	lines := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
	label := in.label(fmt.Sprintf("pasted %s · %s%s", draw.Many(lines, "line"), about, draw.Many(n, "token")))
	return chip{Label: label, Text: text, Tokens: n}
}

// estimate counts a text; of a long one the beginning, and "~" says so.
func (in *input) estimate(text string) (tokens int, about string) {
	if len(text) <= sampled {
		return in.count(text), ""
	}
	part := strings.ToValidUTF8(text[:sampled], "")
	return int(float64(in.count(part)) * float64(len(text)) / float64(len(part)+1)), "~"
}

// showChip remembers that a chip's text was not typed.
func (in *input) showChip(c chip) {
	switch {
	case c.Path != "":
		in.show(shown{Text: c.fenced(), Origin: transcript.Attached, Name: c.Path})
	case !c.Written:
		in.show(shown{Text: c.Text, Origin: transcript.Pasted})
	}
}

// label is the text between brackets that no other chip has.
func (in *input) label(text string) string {
	label := "[" + text + "]"
	for n := 2; slices.ContainsFunc(in.chips, func(o chip) bool { return o.Label == label }); n++ {
		label = fmt.Sprintf("[%s · %d]", text, n)
	}
	return label
}

// dropChip removes the chip that ends at the cursor, whole.
func (in *input) dropChip() bool {
	lines := strings.Split(in.area.Value(), "\n")
	row, col := in.area.Line(), in.area.Column()
	if row >= len(lines) {
		return false
	}
	runes := []rune(lines[row])
	before := string(runes[:min(col, len(runes))])
	for _, c := range in.chips {
		if strings.HasSuffix(before, c.Label) {
			for range []rune(c.Label) {
				in.area, _ = in.area.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
			}
			in.changed()
			return true
		}
	}
	return false
}

// text is what will be sent: chips are replaced by what was pasted; files are
// named where their chips stand, and follow at the end.
func (in *input) text() string {
	text := in.area.Value()
	if len(in.chips) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(in.chips))
	var files strings.Builder
	for _, c := range in.chips {
		if c.Path == "" {
			pairs = append(pairs, c.Label, c.Text)
			continue
		}
		pairs = append(pairs, c.Label, c.named())
		files.WriteString(c.fenced())
	}
	return strings.TrimRight(strings.NewReplacer(pairs...).Replace(text), " \n") + files.String()
}

// media are the pictures and documents that go with the draft.
func (in *input) media() (out []runtime.Upload) {
	for _, c := range in.chips {
		if c.Media != nil {
			out = append(out, *c.Media)
		}
	}
	return out
}

// set makes text the draft; long text becomes a chip.
func (in *input) set(text string) {
	in.area.Reset()
	in.chips = nil
	if text != "" {
		in.put(text, true)
	}
	in.area.MoveToEnd()
	in.changed()
}

// take empties the input and puts what it held into the history.
func (in *input) take() string {
	text := in.text()
	in.history.add(text)
	in.set("")
	return text
}

// draft is the form in which the draft is kept.
type draft struct {
	Text  string `json:"text"`
	Chips []chip `json:"chips,omitempty"`
	// Waiting are messages that were sent and are not on disk yet.
	Waiting []string `json:"waiting,omitempty"`
	// Shown are the parts of all these texts that were not typed.
	Shown []shown `json:"shown,omitempty"`
}

func (in *input) marshal(waiting []string) []byte {
	text := in.area.Value()
	d, err := json.Marshal(draft{Text: text, Chips: in.chips, Waiting: waiting, Shown: in.shownIn(append(waiting[:len(waiting):len(waiting)], text)...)})
	if err != nil {
		return nil // strings always marshal
	}
	return d
}

// restore takes a kept draft, unless something was typed meanwhile.
func (in *input) restore(data []byte) {
	var d draft
	if !in.empty() || json.Unmarshal(data, &d) != nil || d.Text == "" && d.Waiting == nil {
		return
	}
	in.shown = append(in.shown, d.Shown...)
	if d.Waiting != nil {
		in.set(strings.Join(append(d.Waiting, d.Text), "\n"))
		return
	}
	in.chips = nil
	for _, c := range d.Chips {
		if c.Media != nil {
			d.Text = strings.ReplaceAll(d.Text, c.Label, "@"+c.Path)
			continue
		}
		in.chips = append(in.chips, c)
	}
	for i := range in.chips { // the file may have been edited
		c := &in.chips[i]
		c.Label, c.Path = safe.Line(c.Label), safe.Line(c.Path)
		in.showChip(*c)
	}
	in.area.Reset()
	in.insert(safe.Text(d.Text))
	in.area.MoveToEnd()
	in.changed()
	in.saved = in.edits
}
