package land

import (
	"slices"
	"sync"
	"time"

	"dormouse/land/disk"
)

// images are the undo images on the disk, each read once and told by what else is
// there where that is shorter.
type images struct {
	fs     disk.FS
	newest []string // guarded by Land.saving; nil until looked for

	mu    sync.Mutex
	cache map[string]*journal // guarded by mu: those that were read, whole
}

// recent names the newest undo images, the newest first.
func (u *images) recent() []string {
	if u.newest == nil {
		infos, err := u.fs.ReadDir(undoDir)
		if err != nil {
			return nil
		}
		infos = slices.DeleteFunc(infos, func(i disk.Info) bool { return !validID(i.Name) })
		slices.SortFunc(infos, func(a, b disk.Info) int { return b.ModTime.Compare(a.ModTime) })
		u.newest = []string{}
		for _, i := range infos[:min(len(infos), lookedAt)] {
			u.newest = append(u.newest, i.Name)
		}
	}
	return u.newest
}

// note takes in the newest image.
func (u *images) note(j *journal) {
	newest := append([]string{j.ID}, slices.DeleteFunc(slices.Clone(u.recent()), func(x string) bool { return x == j.ID })...)
	u.newest = newest[:min(len(newest), lookedAt)]
	u.mu.Lock()
	delete(u.cache, j.ID) // read again, with what it leans on
	u.mu.Unlock()
}

// forget drops what is known of images, after they were rewritten.
func (u *images) forget() {
	u.newest = nil
	u.mu.Lock()
	u.cache = nil
	u.mu.Unlock()
}

// cachedImages is how many images are held in memory; they are read again and again
// while an editor may be late.
const cachedImages = 64

// read reads an undo image whole, but for what is lost. It is the caller's own.
func (u *images) read(id string) (*journal, error) {
	u.mu.Lock()
	known := u.cache[id]
	u.mu.Unlock()
	if known == nil {
		j, err := loadJournal(u.fs, undoDir+"/"+id)
		if err != nil {
			return nil, err
		}
		if err := u.fillAll(j); err != nil {
			return nil, err
		}
		u.mu.Lock()
		if u.cache == nil || len(u.cache) >= cachedImages {
			u.cache = map[string]*journal{}
		}
		u.cache[id] = j
		u.mu.Unlock()
		known = j
	}
	out := *known
	out.Files = slices.Clone(known.Files)
	return &out, nil
}

// at reads an undo image, and when it was made.
func (u *images) at(id string) (*journal, moment, error) {
	info, err := u.fs.Stat(undoDir + "/" + id)
	if err != nil {
		return nil, moment{}, err
	}
	j, err := u.read(id)
	if err != nil {
		return nil, moment{}, err
	}
	return j, j.moment(info), nil
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
	defer l.images.forget()
	for _, i := range infos[n:min(len(infos), n+4*lookedAt)] {
		if err := l.images.standAlone(i); err != nil {
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
func (u *images) standAlone(info disk.Info) error {
	j, err := u.read(info.Name)
	if err != nil || !j.leans() {
		return nil // one that cannot be read is no worse for it
	}
	j.Written = j.moment(info).written
	text, err := u.thinned(j, false).encode()
	if err != nil {
		return err
	}
	return disk.WriteFile(u.fs, undoDir+"/"+info.Name, text)
}
