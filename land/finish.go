package land

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dormouse/land/disk"
	"dormouse/land/merge"
)

// rounds bounds how often a file is exchanged at one go because a person keeps
// saving it.
const rounds = 8

// errRestless is the cause of ErrPending where that is not enough.
var errRestless = errors.New("another program keeps writing it")

// slot is the work on one file of a journal.
type slot struct {
	file  int
	round int  // the next one
	ready temp // new content that is on the disk already
	outs  []out
}

// out is what has come out of one exchange. An editor may have it open and write
// into it still, so it is read again each time.
type out struct {
	temp temp
	content
}

// finish does what is missing of a journal, from any point at which a crash may
// have stopped it. It is the second half of every Save: the living program and
// the one that recovers look at the same files and come to the same end.
func (l *Land) finish(j *journal) error {
	all, err := temps(l.fs)
	if err != nil {
		return err
	}
	var slots []*slot
	for i, p := range j.Files {
		if p.inPlace() {
			continue
		}
		s := &slot{file: i, round: 1}
		if err := l.inspect(j, s, all); err != nil {
			return err
		}
		if p.Force {
			err = l.replace(j, s)
			l.reader.remember(p.Path, 0) // what we made shorter ourselves is no editor half way
		} else {
			slots = append(slots, s)
			err = l.apply(j, s)
		}
		if err != nil {
			return err
		}
	}
	if err := l.syncFiles(j); err != nil {
		return err
	}
	if err := l.writeInPlace(j); err != nil {
		return err
	}
	// A person may have saved since; after this look the next Save sees to it.
	again := false
	for _, s := range slots {
		round := s.round
		if err := l.apply(j, s); err != nil {
			return err
		}
		again = again || s.round > round
	}
	if again {
		if err := l.syncFiles(j); err != nil {
			return err
		}
	}
	for _, s := range slots {
		l.retire(&j.Files[s.file], s)
	}
	if j.Undoable {
		l.files[j.ID] = j.names()
	}
	err = l.archive(j)
	if slices.Contains(j.names(), MemoryFile) {
		l.reader.watch() // what a person makes of it is compared with what it is now
	}
	return err
}

// writeInPlace appends and redacts.
func (l *Land) writeInPlace(j *journal) error {
	for i := range j.Files {
		p, err := &j.Files[i], error(nil)
		switch {
		case p.Redact != nil:
			err = l.redact(p)
		case p.Append != nil:
			err = l.append(*p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inspect finds out from the temporary files how far a file has come, and
// removes what is of no use.
func (l *Land) inspect(j *journal, s *slot, all []temp) error {
	var news []temp
	for _, t := range all {
		if t.id != j.ID || t.file != s.file {
			continue
		}
		s.round = max(s.round, t.round+1)
		data, err := disk.ReadFileMax(l.fs, t.name(), readMax)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		twice := errors.Is(err, disk.ErrNotRegular) // the file has this name and its own: see below
		if err != nil && !twice {
			return err
		}
		switch {
		case t.kind == tempNew && !twice && hash(data) == t.ours:
			news = append(news, t)
		case twice, t.kind == tempNew, hash(data) == t.ours:
			// A disk that reorders may show an exchange without the rename before
			// it. The name that is too many goes; the file is the other one.
			if err := l.fs.Remove(t.name()); err != nil {
				return err
			}
		default:
			s.outs = append(s.outs, out{t, content{data, true}})
		}
	}
	return l.halfWay(j.Files[s.file].Path, s, news)
}

// halfWay sorts out complete new contents: the one to use, or those of a crash
// between the two renames that stand in for an exchange.
func (l *Land) halfWay(name string, s *slot, news []temp) error {
	for _, t := range news {
		if len(s.outs) == 0 && s.ready == (temp{}) {
			s.ready = t
			continue
		}
		latest := len(s.outs) > 0 && s.outs[len(s.outs)-1].temp.round == t.round
		if _, err := l.fs.Stat(name); latest && errors.Is(err, fs.ErrNotExist) {
			if err := l.fs.Rename(t.name(), name); err != nil {
				return err
			}
			continue
		}
		if err := l.fs.Remove(t.name()); err != nil {
			return err
		}
	}
	return nil
}

// apply exchanges the file with what it shall be until that is what it is.
func (l *Land) apply(j *journal, s *slot) error {
	p := &j.Files[s.file]
	for range rounds {
		if err := l.reread(p, s); err != nil {
			return err
		}
		now, half, err := l.reader.steady(p.Path, func(c content) bool { return s.half(p, c, len(s.outs)) })
		if err != nil {
			return err
		}
		f := s.fold(p, now, half)
		if f.taken {
			p.Merged, p.Conflicts = true, f.conflicts
		}
		p.Half = p.Half || half
		if !half && f.want.exists == now.exists && f.want.same(now) {
			l.reader.remember(p.Path, int64(len(now.data)))
			return nil
		}
		expect := now
		if half {
			expect = p.before() // what is half is in no text of ours
		}
		if err := l.exchange(j, s, f.want, expect); err != nil {
			return err
		}
	}
	// What came out is all there still: whoever finishes the journal goes on.
	return &fs.PathError{Op: "save", Path: p.Path, Err: errRestless}
}

// reread reads again what has come out. What is half gets a moment.
func (l *Land) reread(p *planned, s *slot) error {
	for i := range s.outs {
		o := &s.outs[i]
		c, _, err := l.reader.steady(o.temp.name(), func(c content) bool {
			return s.half(p, c, i) && hash(c.data) != o.temp.other
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil && c.exists {
			o.content = c
		}
	}
	return nil
}

// half tells whether an image is of an editor half way, by what the file held
// before it came out of exchange n.
func (s *slot) half(p *planned, c content, n int) bool {
	if n > 0 && s.put(c, n) {
		return false
	}
	return c.half(p.before()) || c.half(p.plan().before) || n > 0 && c.half(p.after())
}

// put tells whether an image is what we ourselves had put there in exchange n.
func (s *slot) put(c content, n int) bool {
	ours := s.outs[n-1].temp.ours
	return ours == removed && !c.exists || c.exists && ours == hash(c.data)
}

// fold tells what the file shall be, from all that was seen of it in order: what
// has come out, and what is there now.
func (s *slot) fold(p *planned, now content, half bool) folding {
	f := folding{plan: p.plan(), want: p.after()}
	news := false
	for n, o := range s.outs {
		believed := hash(o.data) == o.temp.other
		switch {
		case n == 0 && o.same(p.before()), o.same(p.after()), n > 0 && s.put(o.content, n):
		case !believed && s.half(p, o.content, n):
		default:
			f.take(o.content, n > 0)
			news = news || !believed
		}
	}
	n := len(s.outs)
	switch {
	case half, n == 0 && now.exists == p.Existed && now.same(p.before()):
	case n > 0 && s.put(now, n):
		if !news { // it holds all of that, also what a crash has taken from the list
			f.want = now
		}
	default:
		f.take(now, n > 0)
	}
	return f
}

// folding gathers what a person made of a file.
type folding struct {
	plan      plan
	person    content // the person's text without ours in it
	want      content // with ours
	taken     bool
	conflicts []merge.Conflict
}

// take takes in an image that is a person's; put tells that ours had been there
// before it. A second one was written over a file that did not hold the first
// yet, so both count.
func (f *folding) take(image content, put bool) {
	switch {
	case put && f.plan.landed(image):
		f.person, _ = f.plan.back().apply(image)
		f.want, f.taken = image, true
		return
	case len(f.person.data) == 0:
		f.person = image
	default:
		f.person = content{merge.Union(f.plan.before.data, f.person.data, image.data), true}
	}
	f.want, f.conflicts = f.plan.apply(f.person)
	f.taken = true
}

// asideName is the name of a text that is kept beside a file, where Notices finds
// it.
func asideName(name, id string) string {
	ext := path.Ext(name)
	return fmt.Sprintf("%s (conflicted copy %s)%s", strings.TrimSuffix(name, ext), id, ext)
}

// replace gives a file of our own its new content; nobody else writes it.
func (l *Land) replace(j *journal, s *slot) error {
	p := j.Files[s.file]
	now, err := l.reader.read(p.Path, 0)
	want := p.after()
	if err != nil {
		return err
	}
	if now.exists == want.exists && now.same(want) {
		if s.ready != (temp{}) {
			return l.fs.Remove(s.ready.name())
		}
		return nil
	}
	if !want.exists {
		return l.fs.Remove(p.Path)
	}
	if s.ready == (temp{}) {
		s.ready = newTemp(j, s.file, s.round, want, p.before())
		if err := l.writeNew(j, s.file, s.round, want, p.before()); err != nil {
			return err
		}
	}
	return about(p.Path, l.fs.Rename(s.ready.name(), p.Path))
}

// syncFiles makes the names of what was exchanged durable.
func (l *Land) syncFiles(j *journal) error {
	var dirs []string
	for _, p := range j.Files {
		if dir := path.Dir(p.Path); !p.inPlace() && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	for _, dir := range append(dirs, tempDir) {
		if err := l.fs.SyncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// retire marks what came out as merged, if it is, and when that was by the disk's
// clock. It stays a while: an editor may have it open. A failure here costs
// nothing but a second look.
func (l *Land) retire(p *planned, s *slot) {
	folder, err := l.fs.Stat(tempDir)
	if err != nil {
		return
	}
	for n, o := range s.outs {
		old := o.temp.as(tempOld)
		if old.since == 0 {
			old.since = folder.ModTime.UnixNano()
		}
		if !s.half(p, o.content, n) {
			old.other = hash(o.data)
		}
		_ = l.rename(o.temp, old) // under its old name it is found as well
	}
}

// archive ends the transaction: what Undo needs of the journal is
// kept, and the journal goes.
func (l *Land) archive(j *journal) error {
	name := journalDir + "/" + j.ID
	if !j.Undoable {
		if err := l.fs.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return l.fs.SyncDir(journalDir)
	}
	text, err := l.images.thinned(j, true).encode()
	if err == nil {
		err = disk.WriteFile(l.fs, undoDir+"/"+j.ID, text)
	}
	if err != nil {
		return err
	}
	l.images.note(j)
	if err := ignoreMissing(l.fs.Remove(name)); err != nil {
		return err
	}
	return l.fs.SyncDir(journalDir)
}
