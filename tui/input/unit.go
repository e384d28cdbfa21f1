package input

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// unit is a part of the text in the area that stands for something else, as a chip's
// label does, and a tab's four cells: it is deleted whole, and the cursor never stands
// inside. It is a range of bytes.
type unit struct{ from, to int }

// A text area takes no tab: it stands there as a sign, which is drawn as a blank, and
// three blanks.
const (
	tabSign = "\u2409" // ␉
	tabUnit = tabSign + "   "
)

// units are those of a text.
func (in *Field) units(text string) []unit {
	out := found(text, tabUnit, nil)
	for _, c := range in.Chips {
		out = found(text, c.Label, out)
	}
	return out
}

// found adds the places of a word to out.
func found(text, word string, out []unit) []unit {
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		at += i + len(word)
		out = append(out, unit{at - len(word), at})
	}
	return out
}

// around is the text before the cursor, and what follows.
func (in *Field) around() (before, after string) {
	text := in.area.Value()
	lines := strings.SplitAfter(text, "\n")
	row := min(in.area.Line(), len(lines)-1)
	at := 0
	for _, line := range lines[:row] {
		at += len(line)
	}
	line := []rune(lines[row])
	at += len(string(line[:min(in.area.Column(), len(line))]))
	return text[:at], text[at:]
}

// place makes a text the draft, with the cursor between its two parts.
func (in *Field) place(before, after string) {
	in.area.SetValue(after)
	in.area.MoveToBegin()
	in.Insert(before)
}

// press passes a key press to the text area and keeps all units whole. It tells
// whether the text has changed.
func (in *Field) press(msg tea.KeyPressMsg) bool {
	left, right := in.around()
	in.area, _ = in.area.Update(msg)
	before, after := in.around()
	if before+after == left+right {
		in.leaveUnit(msg, len(before) > len(left))
		return false
	}
	if !in.reshapes(msg) {
		in.widen(left + right)
		return true
	}
	if len(in.units(before+after)) < len(in.units(left+right)) { // a unit has no letters to change
		in.place(left, right)
		return false
	}
	in.leaveUnit(msg, true)
	return true
}

// leaveUnit moves a cursor that has come into a unit on to its end, the way it went.
func (in *Field) leaveUnit(msg tea.KeyPressMsg, forward bool) {
	selects := in.area.HasSelection() && !in.reshapes(msg)
	for {
		before, after := in.around()
		u, inside := in.unitAt(before+after, len(before))
		switch {
		case !inside:
			return
		case selects: // what is selected ends where the key that selects comes to
			in.area, _ = in.area.Update(msg)
			now, _ := in.around()
			selects = now != before
		case forward:
			in.column(utf8.RuneCountInString(after[:u.to-len(before)]))
		default:
			in.column(-utf8.RuneCountInString(before[u.from:]))
		}
	}
}

// unitAt is the unit that a place in a text is inside of.
func (in *Field) unitAt(text string, at int) (unit, bool) {
	for _, u := range in.units(text) {
		if u.from < at && at < u.to {
			return u, true
		}
	}
	return unit{}, false
}

// column moves the cursor within its line.
func (in *Field) column(by int) {
	in.area.SetCursorColumn(in.area.Column() + by)
	in.area, _ = in.area.Update(nil) // into view
}

// widen takes away the rest of each unit of which an edit took a part; was is the text
// before it. What follows the cursor is as it was.
func (in *Field) widen(was string) {
	before, after := in.around()
	from, to := same(was[:len(was)-len(after)], before), len(was)-len(after)
	first, last := from, to
	for _, u := range in.units(was) {
		if u.from < to && from < u.to {
			first, last = min(first, u.from), max(last, u.to)
		}
	}
	if first != from || last != to {
		in.place(was[:first]+before[from:], was[last:])
	}
}

// same is how many bytes two texts begin with alike, in whole characters.
func same(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return n
}

// reshapes tells whether a key changes letters that stand there.
func (in *Field) reshapes(msg tea.KeyPressMsg) bool {
	k := in.area.KeyMap
	return key.Matches(msg, k.UppercaseWordForward, k.LowercaseWordForward, k.CapitalizeWordForward, k.TransposeCharacterBackward)
}
