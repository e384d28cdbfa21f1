package input

import (
	"encoding/json"
	"strings"

	"dormouse/tui/safe"
)

// draft is the form in which the draft is kept.
type draft struct {
	Text  string `json:"text"`
	Chips []Chip `json:"chips,omitempty"`
	// Waiting are messages that were sent and are not on disk yet.
	Waiting []string `json:"waiting,omitempty"`
	// Sourced are the parts of all these texts that were not typed.
	Sourced []sourced `json:"shown,omitempty"`
}

func (in *Field) Marshal(waiting []string) []byte {
	text := in.Value()
	d, err := json.Marshal(draft{Text: text, Chips: in.Chips, Waiting: waiting, Sourced: in.sourcedIn(append(waiting[:len(waiting):len(waiting)], text)...)})
	if err != nil {
		return nil // strings always marshal
	}
	return d
}

// Restore takes a kept draft, unless something was typed meanwhile.
func (in *Field) Restore(data []byte) {
	var d draft
	if !in.Empty() || json.Unmarshal(data, &d) != nil || d.Text == "" && d.Waiting == nil {
		return
	}
	in.sourced = append(in.sourced, d.Sourced...)
	in.restoreText(d)
	if d.Waiting != nil {
		in.Set(strings.Join(append(d.Waiting, in.Text()), "\n"))
		return
	}
	in.Saved = in.Edits
}

// restoreText takes what was being written, with its chips. One that is not found in
// the text, which may have been edited, is put behind it: nothing is lost.
func (in *Field) restoreText(d draft) {
	in.Chips = nil
	for _, c := range d.Chips {
		if c.Media != nil {
			d.Text = strings.ReplaceAll(d.Text, c.Label, "@"+c.Path)
			continue
		}
		in.Chips = append(in.Chips, c)
	}
	text := safe.Text(d.Text)
	for i := range in.Chips { // the file may have been edited
		c := &in.Chips[i]
		c.Label, c.Path = safe.Line(c.Label), safe.Line(c.Path)
		in.showChip(*c)
		if !strings.Contains(text, c.Label) {
			text += " " + c.Label
		}
	}
	in.area.Reset()
	in.Insert(strings.ReplaceAll(text, "\t", tabUnit))
	in.area.MoveToEnd()
	in.Changed()
}
