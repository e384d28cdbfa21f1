package land

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"dormouse/land/disk"
)

// rounds bounds how often a file is exchanged in one transaction because a
// person keeps saving it. What cannot be merged by then is put beside the file.
const rounds = 8

// slot is the work on one file of a journal.
type slot struct {
	file  int
	path  string
	plan  plan
	force bool
	mode  fs.FileMode

	last   content // what we believe the file holds
	person content // what a person made of it, as far as we have seen
	strays int     // how often something unexpected came out
	round  int     // the next round
	ready  temp    // new content that is on the disk already
	outs   []out   // what has come out, to be looked at once more
}

type out struct {
	temp temp
	data []byte
}

// finish does what is missing of a journal, from any point at which a crash may
// have stopped it. It is the second half of every Save.
func (l *Land) finish(j *journal) error {
	all, err := l.temps()
	if err != nil {
		return err
	}
	var slots []*slot
	for i, p := range j.Files {
		if p.inPlace() {
			continue
		}
		s := &slot{file: i, path: p.Path, plan: p.plan(), force: p.Force, mode: p.Mode, round: 1}
		slots = append(slots, s)
		if err := l.place(j, s, all); err != nil {
			return err
		}
	}
	if err := l.syncFiles(slots); err != nil {
		return err
	}
	if err := l.writeInPlace(j); err != nil {
		return err
	}
	if err := l.again(j, slots); err != nil {
		return err
	}
	for _, s := range slots {
		l.retire(s)
		// What we made shorter ourselves is no editor half way.
		size := len(s.last.data)
		if s.force {
			size = 0
		}
		l.remember(s.path, int64(size))
	}
	return l.archive(j)
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

// place brings one file to its new content.
func (l *Land) place(j *journal, s *slot, all []temp) error {
	if s.force {
		return l.replace(j, s, all)
	}
	done, err := l.inspect(s, j, all)
	if err != nil {
		return err
	}
	if !done {
		s.last, s.person = s.plan.before, s.plan.before
		return l.settle(j, s, s.plan.after)
	}
	return l.resume(j, s)
}

// inspect finds out from the temporary files how far a file has come, and
// removes what is of no use. done means that the exchange has happened.
func (l *Land) inspect(s *slot, j *journal, all []temp) (done bool, err error) {
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
			return false, err
		}
		switch {
		case t.kind == tempNew && !twice && hash(data) == t.ours:
			news = append(news, t)
		case twice, t.kind == tempNew, hash(data) == t.ours:
			// A disk that reorders may show an exchange without the rename before
			// it. The name that is too many goes; the file is the other one.
			if err := l.fs.Remove(t.name()); err != nil {
				return false, err
			}
		default:
			s.outs = append(s.outs, out{t, data})
		}
	}
	return l.halfWay(s, news)
}

// halfWay sorts out complete new contents: the one to use, or those of a crash
// between the two renames that stand in for an exchange.
func (l *Land) halfWay(s *slot, news []temp) (done bool, err error) {
	done = len(s.outs) > 0
	for _, t := range news {
		if !done && s.ready == (temp{}) {
			s.ready = t
			continue
		}
		latest := done && s.outs[len(s.outs)-1].temp.round == t.round
		if _, err := l.fs.Stat(s.path); latest && errors.Is(err, fs.ErrNotExist) {
			if err := l.fs.Rename(t.name(), s.path); err != nil {
				return false, err
			}
			continue
		}
		if err := l.fs.Remove(t.name()); err != nil {
			return false, err
		}
	}
	return done, nil
}

// resume goes on with a file whose exchange has happened before a crash. The
// file is a person's again since then: the plan is not applied a second time,
// but what came out unexpectedly may not have been merged.
func (l *Land) resume(j *journal, s *slot) error {
	now, err := l.read(s.path, 0)
	if err != nil {
		return err
	}
	want := now
	for _, o := range s.outs {
		if o.temp.kind == tempOut && hash(o.data) != o.temp.other {
			j.Files[s.file].Merged = true
			want.data = union(s.plan.before.data, o.data, want.data)
		}
	}
	want.exists = now.exists || len(want.data) > 0
	s.last, s.person = now, now
	// From here on the plan is to keep what is there.
	s.plan = plan{now, want}
	if want.same(now) {
		return nil
	}
	return l.settle(j, s, want)
}

// settle exchanges want with the file until what comes out is what was expected.
func (l *Land) settle(j *journal, s *slot, want content) error {
	for range rounds {
		if want.exists == s.last.exists && want.same(s.last) {
			return nil
		}
		came, err := l.exchange(j, s, want)
		if err != nil {
			return err
		}
		expected := s.last
		s.last = want
		if came.same(expected) {
			return nil
		}
		want = l.stray(j, s, came)
	}
	return l.keepAside(j, s)
}

// stray takes in what a person wrote between our look and our exchange, and
// returns what the file shall be then. A second stray was written over a file
// that did not hold the first yet, so both count.
func (l *Land) stray(j *journal, s *slot, came content) content {
	s.strays++
	if s.strays == 1 {
		s.person = came
	} else {
		s.person = content{union(s.plan.before.data, s.person.data, came.data), true}
	}
	p := &j.Files[s.file]
	p.Merged = true
	want, conflicts := s.plan.apply(s.person)
	if conflicts != nil {
		p.Conflicts = conflicts
	}
	return want
}

// again looks at each file once more before the journal goes: at what is under
// its name, and at what came out, into which a slow editor may have written.
func (l *Land) again(j *journal, slots []*slot) error {
	var changed []*slot
	for _, s := range slots {
		if s.force {
			continue
		}
		want, err := l.second(j, s)
		if err != nil {
			return err
		}
		if want.exists == s.last.exists && want.same(s.last) {
			continue
		}
		if err := l.settle(j, s, want); err != nil {
			return err
		}
		changed = append(changed, s)
	}
	if len(changed) == 0 {
		return nil
	}
	return l.syncFiles(changed)
}

// second returns what the file shall be after the second look, and sets last to
// what it is.
func (l *Land) second(j *journal, s *slot) (content, error) {
	now, err := l.read(s.path, int64(len(s.last.data)))
	if err != nil {
		return content{}, err
	}
	p := &j.Files[s.file]
	want := now
	if !now.same(s.last) || now.exists != s.last.exists {
		want, p.Conflicts = s.plan.apply(now)
		p.Merged = true
	}
	for i := range s.outs {
		o := &s.outs[i]
		data, err := disk.ReadFileMax(l.fs, o.temp.name(), readMax)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return content{}, err
		}
		if string(data) == string(o.data) {
			continue
		}
		o.data = data
		p.Merged = true
		late, conflicts := s.plan.apply(content{data, true})
		p.Conflicts = conflicts
		if want.same(s.last) {
			want = late
		} else {
			want = content{union(s.plan.before.data, late.data, want.data), true}
		}
	}
	s.last, s.person, s.strays = now, now, 0
	return want, nil
}

// keepAside saves what came out last under a name of its own, when a file
// changes faster than it can be merged.
func (l *Land) keepAside(j *journal, s *slot) error {
	if s.person.same(s.last) {
		return nil
	}
	ext := path.Ext(s.path)
	name := fmt.Sprintf("%s (conflicted copy %s)%s", strings.TrimSuffix(s.path, ext), j.ID, ext)
	return disk.WriteFile(l.fs, name, s.person.data)
}

// replace gives a file of our own its new content; nobody else writes it.
func (l *Land) replace(j *journal, s *slot, all []temp) error {
	if _, err := l.inspect(s, j, all); err != nil {
		return err
	}
	now, err := l.read(s.path, 0)
	want := s.plan.after
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
		return l.fs.Remove(s.path)
	}
	if s.ready == (temp{}) {
		s.ready = newTemp(j, s.file, s.round, want, s.plan.before)
		if err := l.writeNew(j, s.file, s.round, want, s.plan.before); err != nil {
			return err
		}
	}
	return about(s.path, l.fs.Rename(s.ready.name(), s.path))
}

// syncFiles makes the names of what was exchanged durable.
func (l *Land) syncFiles(slots []*slot) error {
	dirs := map[string]bool{}
	for _, s := range slots {
		dir := path.Dir(s.path)
		if dirs[dir] {
			continue
		}
		dirs[dir] = true
		if err := l.fs.SyncDir(dir); err != nil {
			return err
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	return l.fs.SyncDir(tempDir)
}

// retire marks what came out as merged. It stays until the next transaction: an
// editor may have it open. A failure here costs nothing but a second look.
func (l *Land) retire(s *slot) {
	for _, o := range s.outs {
		if o.temp.kind != tempOut {
			continue
		}
		old := o.temp.as(tempOld)
		old.other = hash(o.data)
		l.fs.Rename(o.temp.name(), old.name())
	}
}

// archive ends the transaction: the journal becomes the undo image, or goes.
func (l *Land) archive(j *journal) error {
	name := journalDir + "/" + j.ID
	if !j.Undoable {
		if err := l.fs.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return l.fs.SyncDir(journalDir)
	}
	if err := l.fs.Rename(name, undoDir+"/"+j.ID); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := l.fs.SyncDir(undoDir); err != nil {
		return err
	}
	return l.fs.SyncDir(journalDir)
}
