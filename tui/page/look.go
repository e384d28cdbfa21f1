package page

import (
	"bytes"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// lookEvery is how often the memory view looks whether the file that it shows has
// changed on the disk: an edit in another window is seen without a key.
const lookEvery = time.Second

// The messages of that: it is time to look, and what has changed.
type (
	LookMsg    struct{ view *Memory }
	changedMsg struct {
		view *Memory
		name string
		data []byte
	}
)

// Look comes back after a moment, for as long as the view is open.
func (b *Memory) Look() tea.Cmd {
	return tea.Tick(lookEvery, func(time.Time) tea.Msg { return LookMsg{b} })
}

// Arrive compares the file with what is shown.
func (msg LookMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok || b != msg.view {
		return nil
	}
	read, name, shown := s.Options.Memory.Read, b.file.name, b.file.text
	compare := func() tea.Msg {
		if name == "" {
			return nil
		}
		data, err := read(name)
		if err != nil || bytes.Equal(data, []byte(shown)) {
			return nil // a file that cannot be read just now stays as it was seen
		}
		return changedMsg{b, name, data}
	}
	return tea.Batch(compare, b.Look())
}

// Arrive shows the file as it is now, at the place where it was read, and what the
// words typed find in it.
func (msg changedMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok || b != msg.view || b.file.name != msg.name {
		return nil
	}
	was := b.file
	b.file = newFile(msg.name, string(msg.data), lineNow(was, strings.Split(string(msg.data), "\n")))
	b.file.top, b.file.follow = was.top, false
	return b.search(b.Query)
}

// lineNow is where the line stands that keys mean: the one with the same text that is
// nearest, else the one at its place.
func lineNow(was file, now []string) int {
	text, best := was.source[was.line-1], 0
	for i, line := range now {
		if line == text && (best == 0 || distance(i+1, was.line) < distance(best, was.line)) {
			best = i + 1
		}
	}
	if best == 0 {
		return was.line
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }
