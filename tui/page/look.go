package page

import (
	"bytes"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// changedMsg brings the file that the memory view shows as it is now.
type changedMsg struct {
	view *Memory
	name string
	data []byte
}

// Reload looks whether the files or the one that is shown have changed on the disk: a
// night, another program or an editor has written there.
func (b *Memory) Reload() tea.Cmd {
	list, read, name, shown := b.s.Options.Memory.Files, b.s.Options.Memory.Read, b.file.name, b.file.text
	files := func() tea.Msg {
		names, err := list()
		return listedMsg{b, names, err}
	}
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
	return tea.Batch(files, compare, b.search(b.Query))
}

// listedMsg brings the names of the files as they are now.
type listedMsg struct {
	view  *Memory
	names []string
	err   error
}

// Arrive keeps the file that is shown.
func (msg listedMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok || b != msg.view || msg.err != nil || len(msg.names) == 0 {
		return nil
	}
	b.files = msg.names
	if b.at = slices.Index(b.files, b.file.name); b.at < 0 {
		return b.openFile(b.files[0], 0)
	}
	return nil
}

// Arrive shows the file as it is now, at the place where it was read.
func (msg changedMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok || b != msg.view || b.file.name != msg.name {
		return nil
	}
	was := b.file
	b.file = newFile(msg.name, string(msg.data), lineNow(was, strings.Split(string(msg.data), "\n")))
	b.file.top, b.file.follow = was.top, false
	return nil
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
