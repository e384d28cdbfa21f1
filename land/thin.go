package land

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
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
func (l *Land) thinned(j *journal, lean bool) *journal {
	out := *j
	out.Files = slices.Clone(j.Files)
	for i := range out.Files {
		p := &out.Files[i]
		switch {
		case p.Redact != nil || p.Lost:
		case p.Append != nil:
			l.thinAppend(p)
		case p.Force && !p.Existed && p.Stays:
			p.Thin = &thin{Sum: hash(p.Middle)}
			p.Middle = nil
		default:
			l.thinText(j.ID, p, lean)
		}
		p.asText()
	}
	return &out
}

func (l *Land) thinAppend(p *planned) {
	there, err := l.bytesAt(p.Path, p.Size, len(p.Append))
	if err == nil && bytes.Equal(there, p.Append) {
		p.Thin = &thin{Sum: hash(p.Append), Len: len(p.Append)}
		p.Append = nil
	}
}

// thinText tells a text by its difference from what an earlier image made of the
// file, or its new text by its difference from the old.
func (l *Land) thinText(id string, p *planned, lean bool) {
	before, after := p.before(), p.after()
	if p.Made != nil || !utf8.Valid(before.data) || !utf8.Valid(after.data) {
		return
	}
	t := &thin{Sum: hash(append(bytes.Clone(before.data), after.data...)), Is: scriptOf(before.data, after.data)}
	kept := delta{Existed: p.Existed, Stays: p.Stays, Before: p.Before}
	if base, text, depth := l.lastOf(p.Path, id); lean && base != "" && p.Existed {
		t.Base, t.Depth, t.Was = base, depth+1, scriptOf(text.data, before.data)
		kept.Before = nil
	}
	p.depth = t.Depth
	p.delta, p.Thin = kept, t
}

// lastOf is the newest image but id that made something of a file, what it made,
// and how deep it stands.
func (l *Land) lastOf(name, id string) (base string, text content, depth int) {
	for _, other := range l.newestImages() {
		j, err := l.image(other)
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

// newestImages names the newest undo images, the newest first.
func (l *Land) newestImages() []string {
	if l.newest == nil {
		infos, err := l.fs.ReadDir(undoDir)
		if err != nil {
			return nil
		}
		infos = slices.DeleteFunc(infos, func(i disk.Info) bool { return !validID(i.Name) })
		slices.SortFunc(infos, func(a, b disk.Info) int { return b.ModTime.Compare(a.ModTime) })
		l.newest = []string{}
		for _, i := range infos[:min(len(infos), lookedAt)] {
			l.newest = append(l.newest, i.Name)
		}
	}
	return l.newest
}

// made notes the newest image.
func (l *Land) made(j *journal) {
	newest := append([]string{j.ID}, slices.DeleteFunc(slices.Clone(l.newestImages()), func(x string) bool { return x == j.ID })...)
	l.newest = newest[:min(len(newest), lookedAt)]
	l.imaging.Lock()
	delete(l.images, j.ID) // read again, with what it leans on
	l.imaging.Unlock()
}

// forgetImages drops what is known of images, after they were rewritten.
func (l *Land) forgetImages() {
	l.newest = nil
	l.imaging.Lock()
	l.images = nil
	l.imaging.Unlock()
}

// leans tells whether a text of j was told by what another image holds.
func (j *journal) leans() bool {
	return slices.ContainsFunc(j.Files, func(p planned) bool { return p.depth > 0 })
}

// cachedImages is how many images are held in memory; they are read again and again
// while an editor may be late.
const cachedImages = 64

// image reads an undo image whole, but for what is lost. It is the caller's own.
func (l *Land) image(id string) (*journal, error) {
	l.imaging.Lock()
	known := l.images[id]
	l.imaging.Unlock()
	if known == nil {
		j, err := l.loadJournal(undoDir + "/" + id)
		if err != nil {
			return nil, err
		}
		if err := l.fillAll(j); err != nil {
			return nil, err
		}
		l.imaging.Lock()
		if l.images == nil || len(l.images) >= cachedImages {
			l.images = map[string]*journal{}
		}
		l.images[id] = j
		l.imaging.Unlock()
		known = j
	}
	out := *known
	out.Files = slices.Clone(known.Files)
	return &out, nil
}

func (l *Land) fillAll(j *journal) error {
	for i := range j.Files {
		p := &j.Files[i]
		if p.Thin == nil {
			continue
		}
		p.asBytes()
		err := l.fill(p)
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
func (l *Land) fill(p *planned) error {
	t := p.Thin
	p.depth = t.Depth
	switch {
	case t.Len > 0:
		b, err := l.bytesAt(p.Path, p.Size, t.Len)
		if err != nil || hash(b) != t.Sum {
			return errors.Join(err, errLost)
		}
		p.Append = b
		return nil
	case p.Force && !p.Existed:
		b, err := disk.ReadFileMax(l.fs, p.Path, readMax)
		if err != nil || hash(b) != t.Sum {
			return errors.Join(err, errLost)
		}
		p.Middle = b
		return nil
	}
	before, err := p.Before, error(nil)
	if t.Base != "" {
		before, err = l.madeBy(t.Base, p.Path)
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
func (l *Land) madeBy(id, name string) ([]byte, error) {
	j, err := l.image(id)
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

// Prune removes the undo images that are older than the newest by more than keep, as
// the disk dates them: what they did stands, and can no longer be taken back. Images that lean on them are
// written whole before.
func (l *Land) Prune(keep time.Duration) error {
	l.saving.Lock()
	defer l.saving.Unlock()
	infos, err := l.fs.ReadDir(undoDir)
	if err != nil {
		return ignoreMissing(err)
	}
	infos = slices.DeleteFunc(infos, func(i disk.Info) bool { return !validID(i.Name) || !i.Mode.IsRegular() })
	slices.SortFunc(infos, func(a, b disk.Info) int { return a.ModTime.Compare(b.ModTime) })
	if len(infos) == 0 {
		return nil
	}
	oldest := infos[len(infos)-1].ModTime.Add(-keep)
	n := 0
	for n < len(infos) && infos[n].ModTime.Before(oldest) {
		n++
	}
	if n == 0 {
		return nil
	}
	lock, _, err := l.begin()
	if err != nil {
		return err
	}
	defer lock.Close()
	defer l.forgetImages()
	for _, i := range infos[n:min(len(infos), n+4*lookedAt)] {
		if err := l.standAlone(i); err != nil {
			return l.unwritable(err)
		}
	}
	for _, i := range infos[:n] {
		if err := ignoreMissing(l.fs.Remove(undoDir + "/" + i.Name)); err != nil {
			return l.unwritable(err)
		}
	}
	return l.fs.SyncDir(undoDir)
}

// standAlone rewrites an image that leans on another.
func (l *Land) standAlone(info disk.Info) error {
	j, err := l.image(info.Name)
	if err != nil || !j.leans() {
		return nil // one that cannot be read is no worse for it
	}
	j.Written = j.moment(info).written
	text, err := l.thinned(j, false).encode()
	if err != nil {
		return err
	}
	return disk.WriteFile(l.fs, undoDir+"/"+info.Name, text)
}
