// Package keys says which key does what: one table of actions with their usual
// keys, and a person's own choice of them from the config.
package keys

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dormouse/tui/safe"
)

// Action is something a key does. Its text is the name in the config, under
// [keys].
type Action string

// The actions. Text editing keys are the text area's own.
const (
	Send      Action = "send"
	Newline   Action = "newline"
	Cancel    Action = "cancel"
	Clear     Action = "clear"
	Quit      Action = "quit"
	Redraw    Action = "redraw"
	Suspend   Action = "suspend"
	PageUp    Action = "page_up"
	PageDown  Action = "page_down"
	Top       Action = "top"
	End       Action = "end"
	Previous  Action = "previous_message"
	Next      Action = "next_message"
	Fold      Action = "fold"
	Copy      Action = "copy"
	Older     Action = "history_older"
	Newer     Action = "history_newer"
	Search    Action = "history_search"
	Find      Action = "find"
	Editor    Action = "editor"
	Meter     Action = "context"
	Palette   Action = "palette"
	Help      Action = "help"
	Complete  Action = "complete"
	UndoWrite Action = "undo_write"
	Why       Action = "why"
	Pin       Action = "pin"
	Remove    Action = "remove"
	Rename    Action = "rename"
)

// Row is one line of the table of keys: the one place where they stand.
type Row struct {
	Act   Action
	Keys  string
	About string
}

// Table gives the defaults, in the order in which help shows them.
func Table() []Row {
	return []Row{
		{Send, "enter", "send (queued while busy)"},
		{Newline, "shift+enter, ctrl+j, alt+enter", "break the line"},
		{Cancel, "esc", "stop the reply, wake from a night, close a view"},
		{Clear, "ctrl+c", "clear the input; twice on an empty one: quit"},
		{Quit, "ctrl+d", "quit, on an empty input"},
		{Older, "up", "older input, on the first line; on an empty input what waits to be sent"},
		{Newer, "down", "newer input, on the last line"},
		{Search, "ctrl+r", "search what was typed before"},
		{Find, "ctrl+f", "search this talk"},
		{Editor, "ctrl+g", "write in your own editor"},
		{Complete, "tab", "complete a command or a file"},
		{Palette, "ctrl+p", "all commands"},
		{Meter, "ctrl+t", "the context, part by part"},
		{PageUp, "pgup", "scroll up"},
		{PageDown, "pgdown", "scroll down"},
		{Top, "ctrl+home", "to the beginning (home on an empty input)"},
		{End, "ctrl+end", "to the end (end on an empty input)"},
		{Previous, "alt+up, shift+up", "to the message before"},
		{Next, "alt+down, shift+down", "to the next message"},
		{Fold, "ctrl+o", "unfold or fold the chosen or last block"},
		{Copy, "ctrl+y", "copy the chosen message, else the last reply"},
		{UndoWrite, "alt+u", "take the chosen night or memory write back, else the last write"},
		{Why, "alt+w", "in memory: where the entry comes from"},
		{Pin, "alt+p", "in memory: pin the entry, or unpin it"},
		{Remove, "delete, alt+d", "in memory: forget the entry; in the sessions: delete one"},
		{Rename, "f2, alt+r", "in the sessions: rename one"},
		{Redraw, "ctrl+l", "draw the screen anew"},
		{Suspend, "ctrl+z", "suspend"},
		{Help, "f1", "this list (? on an empty input)"},
	}
}

// Map finds the action of a key.
type Map struct {
	bound map[Action]key.Binding
	taken map[string]Action
}

// New is the table with what a person set instead, as far as it can be used. What could
// not is said.
func New(set map[string]string) (Map, []string) {
	var notices []string
	usable, wrong := maps.Clone(set), Check(set)
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		notices = append(notices, safe.Line(fmt.Sprintf("tui.keys.%s %s", name, wrong[name])))
		delete(usable, name)
	}
	km, lost := bind(usable)
	for _, l := range lost {
		notices = append(notices, fmt.Sprintf("key %s means %s; %s does without it", safe.Line(l.key), l.means, l.by))
	}
	return km, notices
}

// loss is a key that an action goes without, because it means another one.
type loss struct {
	key       string
	means, by Action
}

// bind gives each action its keys: first those that a person set, then the defaults.
func bind(set map[string]string) (km Map, lost []loss) {
	km = Map{bound: map[Action]key.Binding{}, taken: map[string]Action{}}
	for _, chosen := range []bool{true, false} {
		for _, h := range Table() {
			own := split(set[string(h.Act)])
			if chosen != (len(own) > 0) {
				continue
			}
			keys := split(h.Keys)
			if chosen {
				keys = own
			}
			keys = slices.DeleteFunc(keys, func(k string) bool {
				if other, twice := km.taken[k]; twice {
					lost = append(lost, loss{k, other, h.Act})
					return true
				}
				km.taken[k] = h.Act
				return false
			})
			km.bound[h.Act] = key.NewBinding(key.WithKeys(keys...), key.WithHelp(strings.Join(keys, ", "), h.About))
		}
	}
	return km, lost
}

func split(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// Is tells whether a key press means the action.
func (k Map) Is(msg tea.KeyPressMsg, a Action) bool { return key.Matches(msg, k.bound[a]) }

// Binding is the action's keys as bubbles know them.
func (k Map) Binding(a Action) key.Binding { return k.bound[a] }

// Taken tells whether a key means some action.
func (k Map) Taken(msg tea.KeyPressMsg) bool { _, ok := k.taken[msg.String()]; return ok }

// Of is the first key of an action, for hints on the screen.
func (k Map) Of(a Action) string {
	if keys := k.bound[a].Keys(); len(keys) > 0 {
		return safe.Line(keys[0])
	}
	return "(no key)"
}
