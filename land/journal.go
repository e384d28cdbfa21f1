package land

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"dormouse/land/disk"
	"dormouse/land/merge"
)

// journal is a transaction as it is written down: enough to finish it from any
// point, and later to take it back.
type journal struct {
	ID       string
	Kind     string
	Time     time.Time
	Undoable bool
	Who      Who `json:",omitzero"`
	Files    []planned
	// Written is when an undo image was made, where Scrub has rewritten it since.
	Written time.Time `json:",omitzero"`

	quiet []planned // files that needed no change, to be reported only
}

// planned is one file of a journal. Its delta holds for the moment when the
// journal was written: what a person changed since the caller's plan is on both
// sides of it, so it is exactly what the program does, and what Undo takes back.
type planned struct {
	Path  string
	Force bool `json:",omitempty"`
	Mode  fs.FileMode

	delta
	// Made is the change as the caller made it, where the file had become another
	// by then. What a person writes later may still come from that older text, so
	// this is the one that is merged into it.
	Made *delta `json:",omitempty"`

	Append []byte `json:",omitempty"`
	Size   int64  `json:",omitempty"` // bytes in the file before Append
	Back   []byte `json:",omitempty"` // the lines that take Append back

	Redact []Redaction `json:",omitempty"`

	Thin  *thin `json:",omitempty"` // in an undo image: where the texts are that it leaves out
	Lost  bool  `json:"-"`          // they are nowhere any more
	depth int   // of an image that was read

	Merged    bool             `json:",omitempty"`
	Half      bool             `json:",omitempty"`
	Conflicts []merge.Conflict `json:",omitempty"`
}

// delta is a change of one file.
type delta struct {
	Existed bool   `json:",omitempty"` // false: Before is no file
	Before  []byte `json:",omitempty"`
	Stays   bool   `json:",omitempty"` // false: the file goes
	// What it becomes is Before with all between its first Head and its last Tail
	// bytes replaced by Middle: a night changes little of a long file.
	Head, Tail int    `json:",omitempty"`
	Middle     []byte `json:",omitempty"`
}

// inPlace tells a file that is appended to or redacted: there is no new content
// to exchange it with.
func (p planned) inPlace() bool {
	return p.Append != nil || p.Redact != nil || p.Thin != nil && p.Thin.Len > 0
}

func newDelta(before, after content) delta {
	d := delta{Existed: before.exists, Before: before.data, Stays: after.exists}
	short := min(len(d.Before), len(after.data))
	for d.Head < short && d.Before[d.Head] == after.data[d.Head] {
		d.Head++
	}
	for d.Tail < short-d.Head && d.Before[len(d.Before)-1-d.Tail] == after.data[len(after.data)-1-d.Tail] {
		d.Tail++
	}
	d.Middle = after.data[d.Head : len(after.data)-d.Tail]
	return d
}

func (d delta) before() content { return content{d.Before, d.Existed} }

func (d delta) after() content {
	data := bytes.Join([][]byte{d.Before[:d.Head], d.Middle, d.Before[len(d.Before)-d.Tail:]}, nil)
	return content{data, d.Stays}
}

func (d delta) sound() bool {
	return d.Head >= 0 && d.Tail >= 0 && d.Head+d.Tail <= len(d.Before)
}

// plan is what is merged into what a person wrote.
func (p planned) plan() plan {
	if p.Made != nil {
		return plan{p.Made.before(), p.Made.after()}
	}
	return plan{p.before(), p.after()}
}

func (p planned) sound() bool {
	for _, r := range p.Redact {
		if !r.sound() {
			return false
		}
	}
	return p.delta.sound() && (p.Made == nil || p.Made.sound()) && inside("journal", p.Path) == nil
}

// journalMark begins the first line of a journal, thinMark that of an undo image
// that leaves texts out; the checksum of the rest follows.
const (
	journalWord = "dormouse journal "
	journalMark = journalWord + "1 "
	thinMark    = journalWord + "2 "
)

// packFrom is the length, in bytes, from which a journal is compressed: the undo
// images of years are kept, and most of them hold the same long file.
const packFrom = 1 << 10

// errTorn means a journal that was not completely written: its transaction was
// never decided.
var errTorn = errors.New("journal not completely written")

func (j *journal) encode() ([]byte, error) {
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	if len(text) > packFrom {
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		if _, err := zip.Write(text); err != nil {
			return nil, err
		}
		if err := zip.Close(); err != nil {
			return nil, err
		}
		text = packed.Bytes()
	}
	mark := journalMark
	if slices.ContainsFunc(j.Files, func(p planned) bool { return p.Thin != nil }) {
		mark = thinMark
	}
	sum := sha256.Sum256(text)
	return fmt.Appendf(nil, "%s%x\n%s", mark, sum, text), nil
}

func decode(text []byte) (*journal, error) {
	mark, text, ok := bytes.Cut(text, []byte("\n"))
	known := bytes.HasPrefix(mark, []byte(journalMark)) || bytes.HasPrefix(mark, []byte(thinMark))
	if ok && bytes.HasPrefix(mark, []byte(journalWord)) && !known {
		return nil, errors.New("journal of a newer version of the program")
	}
	sum := sha256.Sum256(text)
	if !ok || !known || string(mark[len(journalMark):]) != hex.EncodeToString(sum[:]) {
		return nil, errTorn
	}
	if !bytes.HasPrefix(text, []byte("{")) {
		zip, err := gzip.NewReader(bytes.NewReader(text))
		if err == nil {
			text, err = io.ReadAll(io.LimitReader(zip, 4*disk.MaxFile))
		}
		if err != nil {
			return nil, fmt.Errorf("unpack journal: %w", err)
		}
	}
	j := &journal{}
	if err := json.Unmarshal(text, j); err != nil {
		return nil, err
	}
	for _, p := range j.Files {
		if !p.sound() {
			return nil, fmt.Errorf("journal %s: unsound entry for %q", j.ID, p.Path)
		}
	}
	return j, nil
}

func loadJournal(folder disk.FS, name string) (*journal, error) {
	text, err := disk.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	return decode(text)
}

// hash names a content in the name of a temporary file.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
