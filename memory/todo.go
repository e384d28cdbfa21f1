package memory

import (
	"errors"
	"time"
)

var errTodo = errors.New("not built yet")

// Check tries every promise about the land's files. A clean land has no problems.
func (s *Store) Check() ([]Problem, error) { return nil, errTodo }

// Prompt returns the memory part of a prompt: MEMORY.md, today's and yesterday's
// log, within a budget of tokens.
func (s *Store) Prompt(today time.Time, budget int, count func(string) int) (Injected, error) {
	return Injected{}, errTodo
}

// Changes says in a few lines what a person changed since the prompt with this
// memory text and these files was made; "" when nothing. The files it returns
// take the place of those given, so that nothing is told twice.
func (s *Store) Changes(memory string, files map[string]string) (note string, now map[string]string, err error) {
	return "", files, errTodo
}
