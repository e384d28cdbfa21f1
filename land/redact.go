package land

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"dormouse/land/disk"
	"dormouse/land/merge"
)

// A redaction is the one exception to files that only grow: bytes of a session,
// or of another file that only the program writes, are overwritten where they
// stand. The file keeps its length, its lines and its inode, so line numbers,
// journals and whoever appends at the same moment are not disturbed; and the
// journal holds where and by what, never the bytes that go.

// Span is a part of a line that is overwritten by a mark: From is counted from
// the beginning of the line, in bytes.
type Span struct {
	From int
	Mark []byte
}

// Redaction is what is overwritten in one line. It is made by Redact.
type Redaction struct {
	At     int64 // where the line begins in the file
	Length int   // of the line, in bytes
	// Rest is the hash of the line without its spans. It tells after a crash
	// whether the line is still the same, however much of a mark is on the disk.
	Rest  string
	Spans []Span
}

// Redact makes the redaction of a line that begins at byte at of its file.
func Redact(line []byte, at int64, spans ...Span) Redaction {
	r := Redaction{At: at, Length: len(line), Spans: spans}
	r.Rest = r.rest(line)
	return r
}

// rest hashes a line with its spans blanked.
func (r Redaction) rest(line []byte) string {
	b := bytes.Clone(line)
	for _, s := range r.Spans {
		clear(b[s.From : s.From+len(s.Mark)])
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// sound tells whether the spans lie within the line, in order.
func (r Redaction) sound() bool {
	if r.At < 0 || r.Length < 0 {
		return false
	}
	at := 0
	for _, s := range r.Spans {
		if s.From < at || s.From+len(s.Mark) > r.Length {
			return false
		}
		at = s.From + len(s.Mark)
	}
	return true
}

// redact overwrites what p says. A line that is not the one the redaction was
// made for is left alone and becomes a conflict; done twice it changes nothing.
func (l *Land) redact(p *planned) error {
	p.Conflicts = nil
	for _, r := range p.Redact {
		line, err := bytesAt(l.fs, p.Path, r.At, r.Length)
		if err != nil {
			return err
		}
		if len(line) != r.Length || r.rest(line) != r.Rest {
			p.Conflicts = append(p.Conflicts, merge.Conflict{Line: 1})
			continue
		}
		for _, s := range r.Spans {
			if bytes.Equal(line[s.From:s.From+len(s.Mark)], s.Mark) {
				continue
			}
			if err := l.fs.Overwrite(p.Path, r.At+int64(s.From), s.Mark); err != nil {
				return err
			}
		}
	}
	return nil
}

// bytesAt reads a part of a file; what is beyond its end is missing.
func bytesAt(folder disk.FS, name string, at int64, length int) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, max(0, min(int64(length), info.Size-at)))
	if n, err := f.ReadAt(b, at); n < len(b) {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return b, nil
}

// Scrub rewrites what the land keeps beside its files so that nothing of it
// holds what clean takes out: undo images, and what came out of exchanges. clean
// gives back its argument where there is nothing to take out; it is told which
// file the text is of. The number of images that changed is returned.
//
// An image keeps its name and its transaction can still be taken back: the text
// it brings back is the cleaned one.
func (l *Land) Scrub(clean func(name string, text []byte) []byte) (int, error) {
	l.saving.Lock()
	defer l.saving.Unlock()
	lock, _, err := l.begin() // finishes journals and sweeps .dormouse/tmp
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	if err := l.scrubTemps(clean); err != nil {
		return 0, err
	}
	infos, err := l.fs.ReadDir(undoDir)
	if err != nil {
		return 0, ignoreMissing(err)
	}
	changed := 0
	slices.SortFunc(infos, func(a, b disk.Info) int { return b.ModTime.Compare(a.ModTime) })
	defer l.images.forget()
	for _, info := range infos { // the newest first: an image may lean on an older one
		if !validID(info.Name) || !info.Mode.IsRegular() {
			continue
		}
		name := undoDir + "/" + info.Name
		j, err := l.images.read(info.Name)
		if err != nil {
			return changed, fmt.Errorf("clean %s: %w", name, err)
		}
		if !j.clean(clean) && !j.leans() {
			continue
		}
		j.Written = j.moment(info).written
		text, err := l.images.thinned(j, false).encode()
		if err == nil {
			err = disk.WriteFile(l.fs, name, text)
		}
		if err != nil {
			return changed, l.unwritable(err)
		}
		changed++
	}
	return changed, nil
}

// scrubTemps removes what came out of exchanges and holds something to take out,
// with all that came out of the same file: one that is missing in between would
// look as if somebody had written over it. It waits there for an editor that writes
// late; what must go does not wait.
func (l *Land) scrubTemps(clean func(name string, text []byte) []byte) error {
	temps, err := temps(l.fs)
	if err != nil {
		return err
	}
	slices.SortStableFunc(temps, func(a, b temp) int { return cmp.Compare(a.since, b.since) })
	dirty := map[string]bool{}
	for _, t := range temps {
		if !l.cleanTemp(t, clean) {
			dirty[cmp.Or(l.fileOf(t), t.name())] = true
		}
	}
	for _, t := range temps { // the newest last: it tells what the program left
		if !dirty[cmp.Or(l.fileOf(t), t.name())] {
			continue
		}
		if err := ignoreMissing(l.fs.Remove(t.name())); err != nil {
			return l.unwritable(err)
		}
	}
	return nil
}

// cleanTemp tells whether there is nothing to take out of what came out of an
// exchange, or of what its transaction made of the file.
func (l *Land) cleanTemp(t temp, clean func(name string, text []byte) []byte) bool {
	data, err := disk.ReadFileMax(l.fs, t.name(), readMax)
	if err != nil || !bytes.Equal(clean(l.fileOf(t), data), data) {
		return false
	}
	j, err := l.images.read(t.id)
	return err != nil || !j.clean(clean)
}

// clean passes all that a journal holds of its files through clean, and tells
// whether anything changed.
func (j *journal) clean(clean func(name string, text []byte) []byte) bool {
	changed := false
	for i := range j.Files {
		p := &j.Files[i]
		pass := func(text []byte) []byte {
			if len(text) == 0 {
				return text
			}
			out := clean(p.Path, text)
			changed = changed || !bytes.Equal(out, text)
			return out
		}
		if p.inPlace() {
			p.Append, p.Back = pass(p.Append), pass(p.Back)
			continue
		}
		p.delta = p.delta.through(pass)
		if p.Made != nil {
			made := p.Made.through(pass)
			p.Made = &made
		}
	}
	return changed
}

// through is the delta with both its texts passed through f.
func (d delta) through(f func([]byte) []byte) delta {
	before, after := d.before(), d.after()
	before.data, after.data = f(before.data), f(after.data)
	return newDelta(before, after)
}
