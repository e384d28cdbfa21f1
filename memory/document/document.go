// Package document reads and edits MEMORY.md and the daily logs as what they are:
// bytes that a person may have written.
//
// A Document never fails to parse and gives back the bytes it was made from. An
// edit replaces one range of bytes; the result is parsed again and refused when
// anything outside the range would be read differently than before. So a person
// may use any Markdown, any line ending and any editor.
//
// An Entry is one top-level bullet, one line long. Line writes it, Flat makes any
// text fit for one. What was forgotten of a line without an id is named by its hash
// in the same file and left out by Veiled. Unite merges two versions of the files.
//
// The package opens no file, asks nobody and knows no language; who may edit what
// is for package memory to say.
package document

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors of an edit.
var (
	// ErrStructure is returned when an edit would change how text outside of it
	// is read; the caller should leave the document as it is.
	ErrStructure = errors.New("the edit would change the text around it")
	// ErrNoEntry is returned when no entry stands where the caller says; the
	// caller should read the document again.
	ErrNoEntry = errors.New("no such entry")
	// ErrHandWritten is returned when an edit would rewrite what a person wrote;
	// the caller should show both texts.
	ErrHandWritten = errors.New("the line was written or changed by hand")
)

// Document is one Markdown file. It is a value: an edit gives a new one.
type Document struct {
	src    []byte
	body   int    // where the text begins, after a byte order mark and front matter
	eol    string // "\n" or "\r\n": what most of the file's lines end in
	blocks []block
	heads  []heading
	items  []item
}

// Parse reads a document. Every byte string is one: Parse(b).Bytes() equals b.
// The caller must not change b afterwards.
func Parse(b []byte) Document {
	d := Document{src: b, body: bodyStart(b), eol: lineEnding(b)}
	d.blocks, d.heads, d.items = outline(b, d.body)
	return d
}

// Bytes returns the document as it is on disk. The caller must not change it.
func (d Document) Bytes() []byte { return d.src }

// Title returns the first heading of the first level and its 1-based line; 0 where
// there is none.
func (d Document) Title() (title string, line int) {
	i := slices.IndexFunc(d.heads, func(h heading) bool { return h.level == 1 })
	if i < 0 {
		return "", 0
	}
	at := liner{src: d.src}
	return d.heads[i].title, at.line(d.heads[i].start)
}

// Entries returns the bullets in order. Path is set on each of them; in a log
// their Since is the log's day. Type is "" under a heading that is none of the
// five types' (Notes, Open, a person's own).
func (d Document) Entries(path string) []Entry {
	out := make([]Entry, len(d.items))
	day, _ := LogDay(path)
	at := liner{src: d.src}
	for i := range d.items {
		out[i] = d.entry(i, &at)
		out[i].Path, out[i].Since = path, day
	}
	return out
}

// entry is item i as an entry of no file and no day.
func (d Document) entry(i int, at *liner) Entry {
	it := d.items[i]
	e := ParseLine(d.text(i))
	e.Line, e.Hash = at.line(it.start), d.hash(i)
	if it.head >= 0 {
		e.Heading = slices.Clone(d.heads[it.head].path)
		e.Type = TypeUnder(d.heads[it.head].title)
	}
	return e
}

// Find returns the entry with this id.
func (d Document) Find(id string) (Entry, bool) {
	id = strings.TrimPrefix(id, "^")
	key := []byte("^" + id)
	if id == "" || !bytes.Contains(d.src, key) {
		return Entry{}, false
	}
	for i, it := range d.items {
		text := d.src[it.from:it.to]
		if bytes.Contains(text, key) && ParseLine(string(text)).ID == id {
			return d.entry(i, &liner{src: d.src}), true
		}
	}
	return Entry{}, false
}

// Source returns the bytes of the entry on this line: all of its lines, with
// what is nested in it and the last line's ending.
func (d Document) Source(line int) []byte {
	if i := d.itemAt(line); i >= 0 {
		return d.src[d.items[i].start:d.items[i].end]
	}
	return nil
}

// hash is of everything in an item after its marker, so that any change by hand
// shows: of the words, of what is nested below, of the id. The mark that a merge puts
// there is none.
func (d Document) hash(i int) uint64 {
	return LineHash(Unmarked(strings.TrimRight(string(d.src[d.items[i].from:d.items[i].end]), " \t\r\n")))
}

// LineHash is 64 bits of FNV-1a over a line. It notices edits; it is no proof
// against someone who wants two lines to collide.
func LineHash(line string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(line); i++ {
		h = (h ^ uint64(line[i])) * 1099511628211
	}
	return h
}

// HexHash is a hash as records write it.
func HexHash(h uint64) string { return fmt.Sprintf("%016x", h) }

// itemAt returns the index of the item that begins on the 1-based line, or -1.
func (d Document) itemAt(line int) int {
	at := liner{src: d.src}
	for i, it := range d.items {
		if n := at.line(it.start); n == line {
			return i
		} else if n > line {
			break
		}
	}
	return -1
}

// TypeUnder returns the type whose heading this is, or "".
func TypeUnder(title string) Type {
	for _, t := range Types {
		if strings.EqualFold(title, t.Heading()) {
			return t
		}
	}
	return ""
}

// bodyStart returns where the Markdown begins: goldmark knows neither a byte
// order mark nor front matter, and would read them as text and a heading.
func bodyStart(b []byte) int {
	at := 0
	if bytes.HasPrefix(b, []byte("\xef\xbb\xbf")) {
		at = 3
	}
	end := LineEnd(b, at)
	fence := strings.TrimRight(string(b[at:end]), " \t\r\n")
	if fence != "---" && fence != "+++" {
		return at
	}
	for end < len(b) {
		start := end
		end = LineEnd(b, start)
		line := strings.TrimRight(string(b[start:end]), " \t\r\n")
		if line == fence || line == "..." && fence == "---" {
			return end
		}
	}
	return at
}

// lineEnding returns what most lines end in; "\n" for a document without any.
func lineEnding(b []byte) string {
	all := bytes.Count(b, []byte("\n"))
	if crlf := bytes.Count(b, []byte("\r\n")); crlf > all-crlf {
		return "\r\n"
	}
	return "\n"
}

// liner turns growing offsets into 1-based line numbers.
type liner struct {
	src  []byte
	pos  int
	seen int
}

func (l *liner) line(pos int) int {
	if pos < l.pos {
		l.pos, l.seen = 0, 0
	}
	l.seen += bytes.Count(l.src[l.pos:pos], []byte("\n"))
	l.pos = pos
	return l.seen + 1
}
