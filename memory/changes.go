package memory

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"dormouse/memory/document"
	"dormouse/memory/snapshot"
)

// lineMark is how many bytes of a line's hash a fingerprint keeps: with 4, one
// change in four billion on a page of some hundred lines goes unnoticed.
const lineMark = 4

// fingerprint is the hash of a file and of each of its lines: "8 bytes hex, dot,
// 4 bytes a line in base64". It tells what changed without the old text.
func fingerprint(raw []byte) string {
	sum := sha256.Sum256(raw)
	var marks []byte
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" {
			marks = append(marks, markOf(line)...)
		}
	}
	return hex.EncodeToString(sum[:8]) + "." + base64.RawStdEncoding.EncodeToString(marks)
}

// lineMarks are the lines of a fingerprint.
func lineMarks(f string) map[string]int {
	_, marks, _ := strings.Cut(f, ".")
	b, err := base64.RawStdEncoding.DecodeString(marks)
	if err != nil {
		return nil
	}
	out := map[string]int{}
	for c := range slices.Chunk(b, lineMark) {
		out[string(c)]++
	}
	return out
}

func markOf(line string) string {
	m := sha256.Sum256([]byte(strings.TrimSpace(line)))
	return string(m[:lineMark])
}

// Bounds of the note about changes: lines of each kind, and bytes of a line.
const (
	changesMax = 12
	changeMax  = 300
)

// Changed is what a person changed in the files since a prompt was made of them.
type Changed struct {
	Text  string            // in a few lines, for a model; "" when nothing
	Names []string          // of the files that Text is about
	Files map[string]string // what takes the place of Injected.Files, so that nothing is told twice
}

// Changes tells what a person changed in the files since a prompt with this memory text
// was made of them (Injected.Text and .Files). What the program wrote meanwhile is not
// told: the model did that. A line that is gone is told when the memory text showed it.
func (s *Store) Changes(memory string, files map[string]string) (Changed, error) {
	c := Changed{Files: map[string]string{}}
	read := sync.OnceValues(func() (snapshot.Snapshot, error) {
		return s.files.Read(func(path string) bool { return files[path] != "" })
	})
	for _, path := range slices.Sorted(maps.Keys(files)) {
		raw, err := s.land.Read(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.Files[path] = files[path] // said another time, when it can be read
			continue
		}
		c.Files[path] = fingerprint(raw)
		if c.Files[path] == files[path] {
			continue
		}
		snap, err := read()
		if err != nil {
			return Changed{Files: files}, fmt.Errorf("what changed in memory: %w", err)
		}
		if text := changes(snap, path, string(raw), memory, files[path], c.Files[path]); text != "" {
			c.Text, c.Names = c.Text+text, append(c.Names, path)
		}
	}
	if c.Text != "" {
		c.Text = "The person changed memory files since this conversation began or last slept:\n" + c.Text
	}
	return c, nil
}

// changes tells about one file.
func changes(s snapshot.Snapshot, path, raw, memory, was, is string) string {
	before, after := lineMarks(was), lineMarks(is)
	var added, removed []string
	d, _ := s.Document(path)
	mine := d.WrittenLines(path, func(e document.Entry) bool {
		r, ok := s.Recorded(e.ID)
		_, forgets := document.Forgets(e.Text)
		return ok && r.Lines[path] == document.HexHash(e.Hash) || forgets
	})
	for line := range strings.Lines(raw) {
		line = strings.TrimSpace(line)
		if m := markOf(line); line != "" && before[m] == 0 && !mine[line] {
			added = append(added, line)
		} else if line != "" {
			before[m]--
		}
	}
	for line := range strings.Lines(section(memory, path)) {
		line = strings.TrimSpace(line)
		if m := markOf(line); line != "" && after[m] == 0 && before[m] > 0 && !ownDoing(s, line) {
			removed = append(removed, line)
		}
	}
	if len(added)+len(removed) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(path + "\n")
	listChanges(&b, "+ ", added)
	listChanges(&b, "- ", removed)
	return b.String()
}

// ownDoing reports whether the program took the line out: it retired,
// superseded or forgot the entry.
func ownDoing(s snapshot.Snapshot, line string) bool {
	_, id := document.CutID(line)
	r, ok := s.Recorded(id)
	return ok && id != "" && (r.Retired != "" || r.Until != "" || r.Forgotten != "")
}

// section returns what a memory text shows of a file.
func section(memory, path string) string {
	_, rest, ok := strings.Cut(memory, fmt.Sprintf("<memory file=%q>\n", path))
	if !ok {
		return ""
	}
	text, _, _ := strings.Cut(rest, "</memory>\n")
	return text
}

func listChanges(b *strings.Builder, mark string, lines []string) {
	for i, line := range lines {
		if i == changesMax {
			fmt.Fprintf(b, "%s… and %d more lines\n", mark, len(lines)-i)
			return
		}
		if line = harmless(line); len(line) > changeMax {
			line = strings.ToValidUTF8(line[:changeMax], "") + "…"
		}
		b.WriteString(mark + line + "\n")
	}
}
