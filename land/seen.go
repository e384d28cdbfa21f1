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
func (r *reader) watch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if text, err := disk.ReadFile(r.fs, seenFile); err != nil || json.Unmarshal(text, &r.seen) != nil {
		r.seen = seen{}
	}
	r.wholes[r.seen.Hash] = true
	info, err := r.fs.Stat(MemoryFile)
	now := seen{}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// The folder tells when a name was last taken out of it.
		folder, err := r.fs.Stat(".")
		if r.seen.Size == 0 || err != nil || r.fresh(folder.ModTime) && !r.tookOut(r.seen.Hash) {
			return
		}
	case err != nil, int64(r.seen.Size) == info.Size && r.seen.Changed.Equal(info.ModTime):
		return
	default:
		s, err := r.look(MemoryFile)
		if err != nil || !s.still || r.seen.half(s.content) && r.fresh(s.changed) && !r.ours(s.content) {
			return
		}
		now = newSeen(s)
	}
	r.seen, r.wholes[now.Hash] = now, true
	if text, err := json.Marshal(now); err == nil {
		_ = disk.WriteFile(r.fs, seenFile, text) // derived
	}
}

// ours tells whether it was the program that wrote a text, lately.
func (r *reader) ours(c content) bool {
	temps, err := temps(r.fs)
	return err == nil && slices.ContainsFunc(temps, func(t temp) bool { return t.ours == hash(c.data) })
}

// tookOut tells whether it was the program that took away a file with this text, lately,
// as undoing what made it does.
func (r *reader) tookOut(text string) bool {
	temps, err := temps(r.fs)
	return err == nil && slices.ContainsFunc(temps, func(t temp) bool { return t.ours == removed && t.other == text })
}

// wholeMost bounds how many texts are remembered to have been whole.
const wholeMost = 64

// noteWhole remembers that a text of MEMORY.md is all of it, so that a plan may
// be made from it. One that was read may be half; ours is not.
func (r *reader) noteWhole(s content, ours bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !ours && r.seen.half(s) {
		return
	}
	if len(r.wholes) >= wholeMost {
		clear(r.wholes)
	}
	r.wholes[hash(s.data)] = true
}

// fromHalf tells whether a change was made from what an editor had half way.
func (r *reader) fromHalf(name string, before content) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return name == MemoryFile && !r.wholes[hash(before.data)] && r.seen.half(before)
}
