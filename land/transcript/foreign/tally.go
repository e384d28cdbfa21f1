package foreign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Tally counts what did not come along. Its keys are plurals for people.
type Tally struct {
	Left    map[string]int // on purpose: thoughts, system prompts
	Lost    map[string]int // for want of a way: images, recordings
	Bad     int            // records that could not be read
	Guessed int            // messages without a time of their own
	Files   int            // files of a folder or a zip that hold no conversation
}

// NewTally is one that has counted nothing.
func NewTally() *Tally { return &Tally{Left: map[string]int{}, Lost: map[string]int{}} }

// Listed writes counts as "images (3), recordings (1)", the largest first.
func Listed(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s (%d)", n, counts[n])
	}
	return strings.Join(names, ", ")
}

// What is left out or lost, named once.
const (
	thoughts   = "thoughts of a model"
	prompts    = "system prompts"
	hidden     = "messages that the program hid"
	marks      = "marks of the program"
	sidetalks  = "talks of helpers among themselves"
	images     = "images"
	recordings = "recordings"
	files      = "files without their text"
	endings    = "ends of long texts"
	unknowns   = "parts of an unknown kind"
)
