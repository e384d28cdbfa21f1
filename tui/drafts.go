package tui

import "dormouse/tui/input"

// drafts keeps what is written over a restart: the draft, and what was sent before.
// Of a private talk it keeps nothing.
type drafts struct {
	*composer
	private bool           // nothing that is typed or said is kept
	public  *input.History // what was sent before a private talk; nil when it is not read yet
	waiting bool           // a save of the draft is due
	fault   string         // of the last save, said once
}
