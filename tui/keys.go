package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dormouse/tui/safe"
)

// action is something a key does. Its text is the name in the config, under
// [keys].
type action string

// The actions. Text editing keys are the text area's own.
const (
	actSend      action = "send"
	actNewline   action = "newline"
	actCancel    action = "cancel"
	actClear     action = "clear"
	actQuit      action = "quit"
	actRedraw    action = "redraw"
	actSuspend   action = "suspend"
	actPageUp    action = "page_up"
	actPageDown  action = "page_down"
	actTop       action = "top"
	actEnd       action = "end"
	actPrevious  action = "previous_message"
	actNext      action = "next_message"
	actFold      action = "fold"
	actCopy      action = "copy"
	actOlder     action = "history_older"
	actNewer     action = "history_newer"
	actSearch    action = "history_search"
	actFind      action = "find"
	actEditor    action = "editor"
	actMeter     action = "context"
	actPalette   action = "palette"
	actHelp      action = "help"
	actComplete  action = "complete"
	actUndoWrite action = "undo_write"
	actWhy       action = "why"
	actPin       action = "pin"
	actRemove    action = "remove"
	actRename    action = "rename"
)

// keyHelp is one line of the table of keys: the one place where they stand.
type keyHelp struct {
	act   action
	keys  string
	about string
}

// keyTable gives the defaults, in the order in which help shows them.
func keyTable() []keyHelp {
	return []keyHelp{
		{actSend, "enter", "send (queued while busy)"},
		{actNewline, "shift+enter, ctrl+j, alt+enter", "break the line"},
		{actCancel, "esc", "stop the reply, wake from a night, close a view"},
		{actClear, "ctrl+c", "clear the input; twice on an empty one: quit"},
		{actQuit, "ctrl+d", "quit, on an empty input"},
		{actOlder, "up", "older input, on the first line; on an empty input what waits to be sent"},
		{actNewer, "down", "newer input, on the last line"},
		{actSearch, "ctrl+r", "search what was typed before"},
		{actFind, "ctrl+f", "search this talk"},
		{actEditor, "ctrl+g", "write in your own editor"},
		{actComplete, "tab", "complete a command or a file"},
		{actPalette, "ctrl+p", "all commands"},
		{actMeter, "ctrl+t", "the context, part by part"},
		{actPageUp, "pgup", "scroll up"},
		{actPageDown, "pgdown", "scroll down"},
		{actTop, "ctrl+home", "to the beginning (home on an empty input)"},
		{actEnd, "ctrl+end", "to the end (end on an empty input)"},
		{actPrevious, "alt+up, shift+up", "to the message before"},
		{actNext, "alt+down, shift+down", "to the next message"},
		{actFold, "ctrl+o", "unfold or fold the chosen or last block"},
		{actCopy, "ctrl+y", "copy the chosen message, else the last reply"},
		{actUndoWrite, "alt+u", "take the chosen night or memory write back, else the last write"},
		{actWhy, "alt+w", "in memory: where the entry comes from"},
		{actPin, "alt+p", "in memory: pin the entry, or unpin it"},
		{actRemove, "delete, alt+d", "in memory: forget the entry; in the sessions: delete one"},
		{actRename, "f2, alt+r", "in the sessions: rename one"},
		{actRedraw, "ctrl+l", "draw the screen anew"},
		{actSuspend, "ctrl+z", "suspend"},
		{actHelp, "f1", "this list (? on an empty input)"},
	}
}

// keymap finds the action of a key.
type keymap struct {
	bound map[action]key.Binding
	taken map[string]bool // keys that mean some action
}

// newKeymap is the table with what a person set instead. What could not be used
// is said.
func newKeymap(own map[string]string) (keymap, []string) {
	km := keymap{bound: map[action]key.Binding{}, taken: map[string]bool{}}
	taken := map[string]action{}
	var notices []string
	for _, chosen := range []bool{true, false} { // what a person set goes before the defaults
		for _, h := range keyTable() {
			set := splitKeys(own[string(h.act)])
			if chosen != (len(set) > 0) {
				continue
			}
			keys := splitKeys(h.keys)
			if chosen {
				keys = set
			}
			keys = slices.DeleteFunc(keys, func(k string) bool {
				other, twice := taken[k]
				if twice {
					notices = append(notices, fmt.Sprintf("key %s means %s; %s does without it", safe.Line(k), other, h.act))
					return true
				}
				taken[k], km.taken[k] = h.act, true
				return false
			})
			km.bound[h.act] = key.NewBinding(key.WithKeys(keys...), key.WithHelp(strings.Join(keys, ", "), h.about))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if _, ok := km.bound[action(name)]; !ok {
			notices = append(notices, fmt.Sprintf("keys.%s: there is no such action", safe.Line(name)))
		}
	}
	return km, notices
}

func splitKeys(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// is tells whether a key press means the action.
func (k keymap) is(msg tea.KeyPressMsg, a action) bool { return key.Matches(msg, k.bound[a]) }

// of is the first key of an action, for hints on the screen.
func (k keymap) of(a action) string {
	if keys := k.bound[a].Keys(); len(keys) > 0 {
		return safe.Line(keys[0])
	}
	return "(no key)"
}
