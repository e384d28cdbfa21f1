package cli

import (
	"golang.org/x/term"

	"dormouse/tui/safe"
)

// visible is how every untrusted word reaches standard output or error.
func visible(s string) string { return safe.Line(s) }

// isTerminal says whether a stream is a terminal: only then are colours and
// cursor codes written to it, or questions asked on it.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
