package backend

import (
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

// Memory is the land as the memory view reads it. Its methods are called from
// commands and may take their time.
type Memory interface {
	// Files are the names of MEMORY.md and the logs, newest first.
	Files() ([]string, error)
	Read(name string) ([]byte, error)
	Search(query string, limit int) (search.Answer, error)
}

// Entries explain and change single lines of memory, named by "^id" or
// "path:line". What is forgotten can be taken back by its transaction.
type Entries interface {
	// Why tells where a line comes from, with the messages it rests on.
	Why(ref string) (memory.Origin, []transcript.Message, error)
	Forget(ref string) ([]plan.Written, error)
	// Meant is what a person may want forgotten by some words: entries that hold all
	// of them, or what was said so in a talk, which ForgetSaid forgets.
	Meant(words string) ([]memory.Meant, error)
	ForgetSaid(text string) ([]plan.Written, error)
	Pin(ref string, on bool) error
}
