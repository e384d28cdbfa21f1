package tui

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/tui/input"
	"dormouse/tui/page"
)

// composer is what a person writes and attaches, and what of it waits to be sent.
type composer struct {
	*page.Shell
	input input.Field
	popup popup
	burst burst
	enter func() tea.Cmd // sends the input, or does what it commands

	pending []waiting // sent, and not on disk yet
	finding bool      // files are looked for
	tried   string    // the input in which a mention was found to be no file
}

// waiting is a message that was sent and is not on disk yet.
type waiting struct {
	text   string
	queued bool
}
