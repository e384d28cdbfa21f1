package tui

import (
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// languages are those in which code is coloured. Code in no language that is
// known is plain text: guessing one runs every lexer over it, 4 ms for each block,
// and a reply may have thousands.
var languages = sync.OnceValue(func() map[string]bool {
	lexers.Register(chroma.MustNewLexer(&chroma.Config{Name: "no language", Aliases: []string{""}}, lexers.PlaintextRules))
	known := map[string]bool{}
	for _, name := range lexers.Names(true) {
		known[strings.ToLower(name)] = true
	}
	return known
})

// inKnown is the line that opens a block of code, with a language that is known.
func inKnown(line, fence string) string {
	at := strings.Index(line, fence) + len(fence)
	info := strings.TrimSpace(line[at:])
	name, rest, _ := strings.Cut(info, " ")
	if name == "" || languages()[strings.ToLower(name)] {
		return line
	}
	return line[:at] + strings.TrimSpace("text "+rest)
}
