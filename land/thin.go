package land

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land/disk"
	"dormouse/land/merge"
)

// A journal holds every text whole: it must stand alone while it is finished. What
// is kept of it afterwards for Undo leaves out what the disk holds elsewhere: lines
// that were appended are in their file, a file that was made is its own copy, and a
// text that was replaced is told as its difference from what the image before
// made of the same file.

// thin says where a text is that an undo image leaves out.
type thin struct {
	Sum string // hash of what was left out
	Len int    `json:",omitempty"` // of lines that were appended, in bytes
	// Base is the image that made of this file what Was changes; Is changes that
	// again into what the transaction made. Base is "" where Before is whole.
	Base  string `json:",omitempty"`
	Depth int    `json:",omitempty"` // how many images stand between this and a whole one
	Was   script `json:",omitempty"`
	Is    script `json:",omitempty"`
	// Back and Before as text, which packs to a third of what bytes do.
	Back   string `json:",omitempty"`
	Before string `json:",omitempty"`
}

// asText moves bytes that are text into the thin form.
func (p *planned) asText() {
	if p.Thin == nil {
		return
	}
	if utf8.Valid(p.Back) {
		p.Thin.Back, p.Back = string(p.Back), nil
	}
	if utf8.Valid(p.Before) {
		p.Thin.Before, p.Before = string(p.Before), nil
	}
}

// asBytes takes asText back.
func (p *planned) asBytes() {
	if t := p.Thin; t.Back != "" {
		p.Back = []byte(t.Back)
	}
	if t := p.Thin; t.Before != "" {
		p.Before = []byte(t.Before)
	}
}

// maxDepth is how many images are read for one at most; lookedAt how many of the
// newest are looked at for one of the same file.
const (
	maxDepth = 8
	lookedAt = 8
)

// errLost means a text that an image left out and the disk holds no longer.
var errLost = errors.New("what it wrote has changed since")

// script is a text told as changes of another, by lines.
type script []hunk

// hunk takes Del lines out before line At of the old text, and puts Add there.
type hunk struct {
	At  int
	Del int    `json:",omitempty"`
	Add string `json:",omitempty"`
}

func whole(text []byte) []string { return slices.Collect(strings.Lines(string(text))) }

// scriptOf tells what makes after of before.
func scriptOf(before, after []byte) script {
	a, b := whole(before), whole(after)
	to := merge.Match(a, b)
	out := script{}
	j := 0
	for i := 0; i <= len(a); {
		at, end := i, len(b)
		for i < len(a) && to[i] < 0 {
			i++
		}
		if i < len(a) {
			end = to[i]
		}
		if i > at || end > j {
			out = append(out, hunk{at, i - at, strings.Join(b[j:end], "")})
		}
		i, j = i+1, end+1
	}
	return out
}

// apply gives back what scriptOf was told.
func (s script) apply(before []byte) ([]byte, error) {
	a := whole(before)
	var out bytes.Buffer
	at := 0
	for _, h := range s {
		if h.At < at || h.Del < 0 || h.At+h.Del > len(a) {
			return nil, errLost
		}
		for ; at < h.At; at++ {
			out.WriteString(a[at])
		}
		out.WriteString(h.Add)
		at += h.Del
	}
	for ; at < len(a); at++ {
		out.WriteString(a[at])
	}
	return out.Bytes(), nil
}

// thinned is j without what the disk holds elsewhere; lean lets it do without what
// another image holds, too.
func (u *images) thinned(j *journal, lean bool) *journal {
	out := *j
	out.Files = slices.Clone(j.Files)
	for i := range out.Files {
		p := &out.Files[i]
		switch {
		case p.Redact != nil || p.Lost:
		case p.Append != nil:
			u.thinAppend(p)
		case p.Force && !p.Existed && p.Stays:
			p.Thin = &thin{Sum: hash(p.Middle)}
			p.Middle = nil
		default:
			u.thinText(j.ID, p, lean)
		}
		p.asText()
	}
	return &out
}

func (u *images) thinAppend(p *planned) {
	there, err := bytesAt(u.fs, p.Path, p.Size, len(p.Append))
	if err == nil && bytes.Equal(there, p.Append) {
		p.Thin = &thin{Sum: hash(p.Append), Len: len(p.Append)}
		p.Append = nil
	}
}

// thinText tells a text by its difference from what an earlier image made of the
// file, or its new text by its difference from the old.
func (u *images) thinText(id string, p *planned, lean bool) {
	before, after := p.before(), p.after()
	if p.Made != nil || !utf8.Valid(before.data) || !utf8.Valid(after.data) {
		return
	}
	t := &thin{Sum: hash(append(bytes.Clone(before.data), after.data...)), Is: scriptOf(before.data, after.data)}
	kept := delta{Existed: p.Existed, Stays: p.Stays, Before: p.Before}
	if base, text, depth := u.lastOf(p.Path, id); lean && base != "" && p.Existed {
		t.Base, t.Depth, t.Was = base, depth+1, scriptOf(text.data, before.data)
		kept.Before = nil
	}
	p.depth = t.Depth
	p.delta, p.Thin = kept, t
}

// lastOf is the newest image but id that made something of a file, what it made,
// and how deep it stands.
func (u *images) lastOf(name, id string) (base string, text content, depth int) {
	for _, other := range u.recent() {
		j, err := u.read(other)
		if other == id || err != nil {
			continue
		}
		for _, p := range j.Files {
			if p.Path != name || p.inPlace() {
				continue
			}
			if p.Lost || p.depth >= maxDepth-1 || !p.Stays {
				return "", content{}, 0
			}
			return other, p.after(), p.depth
		}
	}
	return "", content{}, 0
}

// leans tells whether a text of j was told by what another image holds.
func (j *journal) leans() bool {
	return slices.ContainsFunc(j.Files, func(p planned) bool { return p.depth > 0 })
}

func (u *images) fillAll(j *journal) error {
	for i := range j.Files {
		p := &j.Files[i]
		if p.Thin == nil {
			continue
		}
		p.asBytes()
		err := u.fill(p)
		if err != nil && !errors.Is(err, errLost) && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("read what %s wrote into %s: %w", j.ID, p.Path, err)
		}
		if p.Lost = err != nil; p.Lost && p.inPlace() {
			p.Append = []byte{}
		}
		if !p.Lost {
			p.Thin = nil
		}
	}
	return nil
}

// fill puts back what p leaves out.
func (u *images) fill(p *planned) error {
	t := p.Thin
	p.depth = t.Depth
	switch {
	case t.Len > 0:
		b, err := bytesAt(u.fs, p.Path, p.Size, t.Len)
		if err != nil || hash(b) != t.Sum {
			return errors.Join(err, errLost)
		}
		p.Append = b
		return nil
	case p.Force && !p.Existed:
		b, err := disk.ReadFileMax(u.fs, p.Path, readMax)
		if err != nil || hash(b) != t.Sum {
			return errors.Join(err, errLost)
		}
		p.Middle = b
		return nil
	}
	before, err := p.Before, error(nil)
	if t.Base != "" {
		before, err = u.madeBy(t.Base, p.Path)
		if err == nil {
			before, err = t.Was.apply(before)
		}
	}
	if err != nil {
		return err
	}
	after, err := t.Is.apply(before)
	if err != nil || hash(append(bytes.Clone(before), after...)) != t.Sum {
		return errLost
	}
	p.delta = newDelta(content{before, p.Existed}, content{after, p.Stays})
	return nil
}

// madeBy is what the image id made of a file.
func (u *images) madeBy(id, name string) ([]byte, error) {
	j, err := u.read(id)
	if err != nil {
		return nil, errLost
	}
	for _, p := range j.Files {
		if p.Path == name && !p.inPlace() && !p.Lost {
			return p.after().data, nil
		}
	}
	return nil, errLost
}
