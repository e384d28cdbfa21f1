package disk

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Why a Watch has to look by itself.
var (
	// errNoPath is the reason for a folder that is not on a disk.
	errNoPath = errors.New("it is not on a disk")
	// errRemote is the reason for a folder of a kind in which other machines, or
	// other programs than this system, may write.
	errRemote = errors.New("nobody tells what others write there")
	// errBlind is the reason when the system tells of nothing more.
	errBlind = errors.New("the system stopped telling")
)

const (
	// lookEvery is how often folders are looked at where nobody tells of changes,
	// and looking may take at most one part in lookShare of the time.
	lookEvery = time.Second
	lookShare = 50
	// safeEvery is how often they are looked at where somebody does: what was missed
	// is seen then.
	safeEvery = 30 * time.Second
	// settled is how long nothing more must change: an editor saves in several steps.
	settled = 20 * time.Millisecond
)

// Watch waits for changes of the plain files in some folders of an FS; folders below
// them do not count. The system tells of them where it can; else, and now and then in
// any case, the folders are looked at. It is not safe for concurrent use.
type Watch struct {
	fs      FS
	folders []string
	notify  *fsnotify.Watcher // nil where folders are only looked at
	why     error             // why they are
	seen    uint64            // what the last look saw
	took    time.Duration     // that look
}

// NewWatch watches folders, which may be made later. Close it.
func NewWatch(f FS, folders ...string) *Watch {
	w := &Watch{fs: f, folders: folders}
	if w.why = remote(f.Path()); f.Path() == "" {
		w.why = errNoPath
	}
	if w.why == nil {
		w.notify, w.why = fsnotify.NewWatcher()
	}
	w.follow()
	w.changed()
	return w
}

// Looks says why changes are looked for once in a while, not told of at once; nil where
// they are told of.
func (w *Watch) Looks() error { return w.why }

// Close ends the watch.
func (w *Watch) Close() error {
	if w.notify == nil {
		return nil
	}
	return w.notify.Close()
}

// Wait returns nil when something has changed since the last call, or since the watch
// began, and the error of ctx when that ends.
func (w *Watch) Wait(ctx context.Context) error {
	for {
		every := safeEvery
		if w.notify == nil {
			every = lookEvery
		}
		if err := w.hint(ctx, max(every, lookShare*w.took)); err != nil {
			return err
		}
		w.follow()
		if w.changed() {
			return nil
		}
	}
}

// hint waits until it is worth a look: the system tells of a change, and of no more for
// a moment, or so much time has passed.
func (w *Watch) hint(ctx context.Context, every time.Duration) error {
	timer := time.NewTimer(every)
	defer timer.Stop()
	var events <-chan fsnotify.Event
	var faults <-chan error
	if w.notify != nil {
		events, faults = w.notify.Events, w.notify.Errors
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return nil
		case e, ok := <-events:
			if !ok {
				w.blind(errBlind)
				return nil
			}
			if e.Op != fsnotify.Chmod {
				timer.Reset(settled)
			}
		case err, ok := <-faults:
			if ok && errors.Is(err, fsnotify.ErrEventOverflow) {
				return nil // more than it could tell
			}
			w.blind(errors.Join(errBlind, err))
			return nil
		}
	}
}

// follow asks the system to tell of the folders, also of those that are new.
func (w *Watch) follow() {
	for _, name := range w.folders {
		if w.notify == nil {
			return
		}
		err := w.notify.Add(filepath.Join(w.fs.Path(), filepath.FromSlash(name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.blind(err)
		}
	}
}

// blind goes on by looking.
func (w *Watch) blind(why error) {
	w.why = why
	_ = w.notify.Close() // it told what it could
	w.notify = nil
}

// changed looks at the folders, and tells whether they differ from the last time.
func (w *Watch) changed() bool {
	began := time.Now()
	sum := fnv.New64a()
	for _, name := range w.folders {
		list, err := w.fs.ReadDir(name)
		fmt.Fprintln(sum, name, err != nil)
		for _, i := range list {
			if i.Mode.IsRegular() && !IsTemp(i.Name) {
				fmt.Fprintln(sum, i.Name, i.Size, i.Inode, i.ModTime.UnixNano())
			}
		}
	}
	was := w.seen
	w.seen, w.took = sum.Sum64(), time.Since(began)
	return w.seen != was
}
