package tui

import (
	"dormouse/runtime"
	"dormouse/runtime/prompt"
	"dormouse/tui/page"
	"dormouse/tui/talk"
)

// conversation shows in the talk what the loop tells of turns and nights.
type conversation struct {
	*page.Shell
	why, land string // why this model answers, and where memory is

	parts   []prompt.Part // what the model sees, as of the last look
	spent   runtime.Spent // on replies, as of then
	work    work
	ticking bool
	reached bool // this turn's message is on disk
	night   *nightly

	live   *talk.Item // the reply that grows
	musing *talk.Item // the thought that grows
	calls  map[string]*talk.Item
}

// reset forgets what went on in another conversation.
func (v *conversation) reset() {
	v.work, v.night, v.live, v.musing, v.reached = work{}, nil, nil, nil, false
	v.calls = map[string]*talk.Item{}
}
