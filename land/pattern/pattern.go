// Package pattern has regular expressions that are compiled when they are first
// used. Compiling those of the whole program takes 2 ms, which every start would
// pay, and most starts use few of them.
package pattern

import (
	"regexp"
	"sync"
)

// Of gives the expression, compiled once. It panics at its first use where it is
// none, as regexp.MustCompile does.
func Of(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
