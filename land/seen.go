package land

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dormouse/land/disk"
)

// seenFile remembers MEMORY.md as it was when it was last whole. It is derived:
// without it, a plan that was made from a file half way is taken at its word.
const seenFile = tempDir + "/seen.json"

// seen is what tells a file that is whole from one that is not any more.
type seen struct {
	Size    int       `json:"size"` // bytes; 0 for no file
	Ends    bool      `json:"ends"` // with a whole line
	Hash    string    `json:"hash"`
	Tail    string    `json:"tail"` // hash of the last line that says something
	Changed time.Time `json:"changed"`
}

func newSeen(s sight) seen {
	return seen{len(s.data), bytes.HasSuffix(s.data, []byte("\n")), hash(s.data), hash([]byte(tail(s.content))), s.changed}
}

func tail(c content) string {
	text := strings.TrimRight(string(c.data), " \t\r\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// half tells whether a text may be what an editor has half way, and not what the
// file holds: its end is missing. A person may have deleted it, so this decides
// only what had better wait a few seconds.
func (s seen) half(c content) bool {
	switch {
	case len(c.data) == 0:
		return s.Size > 0
	case len(c.data) >= s.Size:
		return false
	case s.Ends && !bytes.HasSuffix(c.data, []byte("\n")):
		return true
	}
	for l := range lineSet(c) {
		if hash([]byte(l)) == s.Tail {
			return false
		}
	}
	return true
}

// watch brings what was seen up to date. What it cannot tell is not an error.
func (l *Land) watch() {
	l.reading.Lock()
	defer l.reading.Unlock()
	if text, err := disk.ReadFile(l.fs, seenFile); err != nil || json.Unmarshal(text, &l.seen) != nil {
		l.seen = seen{}
	}
	l.wholes[l.seen.Hash] = true
	info, err := l.fs.Stat(MemoryFile)
	now := seen{}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// The folder tells when a name was last taken out of it.
		folder, err := l.fs.Stat(".")
		if l.seen.Size == 0 || err != nil || l.fresh(folder.ModTime) && !l.tookOut(l.seen.Hash) {
			return
		}
	case err != nil, int64(l.seen.Size) == info.Size && l.seen.Changed.Equal(info.ModTime):
		return
	default:
		s, err := l.look(MemoryFile)
		if err != nil || !s.still || l.seen.half(s.content) && l.fresh(s.changed) && !l.ours(s.content) {
			return
		}
		now = newSeen(s)
	}
	l.seen, l.wholes[now.Hash] = now, true
	if text, err := json.Marshal(now); err == nil {
		_ = disk.WriteFile(l.fs, seenFile, text) // derived
	}
}

// ours tells whether it was the program that wrote a text, lately.
func (l *Land) ours(c content) bool {
	temps, err := l.temps()
	return err == nil && slices.ContainsFunc(temps, func(t temp) bool { return t.ours == hash(c.data) })
}

// tookOut tells whether it was the program that took away a file with this text, lately,
// as undoing what made it does.
func (l *Land) tookOut(text string) bool {
	temps, err := l.temps()
	return err == nil && slices.ContainsFunc(temps, func(t temp) bool { return t.ours == removed && t.other == text })
}

// wholeMost bounds how many texts are remembered to have been whole.
const wholeMost = 64

// noteWhole remembers that a text of MEMORY.md is all of it, so that a plan may
// be made from it. One that was read may be half; ours is not.
func (l *Land) noteWhole(s content, ours bool) {
	l.reading.Lock()
	defer l.reading.Unlock()
	if !ours && l.seen.half(s) {
		return
	}
	if len(l.wholes) >= wholeMost {
		clear(l.wholes)
	}
	l.wholes[hash(s.data)] = true
}

// fromHalf tells whether a change was made from what an editor had half way.
func (l *Land) fromHalf(name string, before content) bool {
	l.reading.Lock()
	defer l.reading.Unlock()
	return name == MemoryFile && !l.wholes[hash(before.data)] && l.seen.half(before)
}
