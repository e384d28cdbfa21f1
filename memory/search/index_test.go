package search

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/search/index"
)

// shelf is a folder and a store in memory. Its clock goes on by a second with
// every write, unless it stands still.
type shelf struct {
	mu     sync.Mutex
	files  map[string]shelved
	blobs  map[string]shelved
	clock  time.Time
	still  bool
	inode  uint64
	reads  int
	writes int
	broken error // what Read and List answer
	locked bool
}

type shelved struct {
	data  []byte
	at    time.Time
	inode uint64
}

func newShelf(files map[string]string) *shelf {
	s := &shelf{files: map[string]shelved{}, blobs: map[string]shelved{}, clock: time.Unix(1_700_000_000, 0)}
	for n, t := range files {
		s.put(n, t)
	}
	s.clock = s.clock.Add(time.Hour)
	return s
}

func (s *shelf) tick() time.Time {
	if !s.still {
		s.clock = s.clock.Add(time.Second)
	}
	return s.clock
}

func (s *shelf) put(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inode++
	s.files[name] = shelved{[]byte(text), s.tick(), s.inode}
}

func (s *shelf) List() ([]index.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return nil, s.broken
	}
	var out []index.File
	for n, f := range s.files {
		out = append(out, index.File{Name: n, Size: int64(len(f.data)), ModTime: f.at, Inode: f.inode})
	}
	slices.SortFunc(out, func(a, b index.File) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

func (s *shelf) Read(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	f, ok := s.files[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return slices.Clone(f.data), nil
}

// shelfStore is the shelf as a Store.
type shelfStore struct{ *shelf }

type shelfBlob struct {
	disk.File // for what is not asked of a blob
	r         *strings.Reader
	at        time.Time
}

func (b shelfBlob) Close() error                           { return nil }
func (b shelfBlob) Stat() (disk.Info, error)               { return disk.Info{Size: b.r.Size(), ModTime: b.at}, nil }
func (b shelfBlob) Read(p []byte) (int, error)             { return b.r.Read(p) }
func (b shelfBlob) ReadAt(p []byte, at int64) (int, error) { return b.r.ReadAt(p, at) }

func (s shelfStore) Open(name string) (disk.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.blobs[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return shelfBlob{r: strings.NewReader(string(b.data)), at: b.at}, nil
}

func (s shelfStore) Replace(name string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	s.blobs[name] = shelved{slices.Clone(data), s.tick(), 0}
	return nil
}

func (s shelfStore) Remove(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.blobs, name)
	return nil
}

func (s shelfStore) List() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for n := range s.blobs {
		out = append(out, n)
	}
	return out, nil
}

type unlock struct{ s *shelf }

func (u unlock) Close() error { u.s.locked = false; return nil }

func (s shelfStore) Lock() (io.Closer, error) {
	if s.locked {
		return nil, errors.New("busy")
	}
	s.locked = true
	return unlock{s.shelf}, nil
}

// openIndexed keeps an index on disk however small the land is.
func openIndexed(files index.Files, store index.Store) *Index {
	ix := Open(files, Options{Store: store})
	ix.memory.small, ix.sessions.small = 1, 1
	return ix
}

// ask searches in a fresh process, with an index on disk.
func ask(t *testing.T, s *shelf, q Query) Answer {
	t.Helper()
	ix := openIndexed(s, shelfStore{s})
	defer ix.Close()
	a, err := ix.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// look searches without any index on disk.
func look(t *testing.T, s *shelf, q Query) Answer {
	t.Helper()
	ix := Open(s, Options{})
	a, err := ix.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// wantSame compares the index's answers with the plain scan's.
func wantSame(t *testing.T, s *shelf, asks []string, when string) {
	t.Helper()
	for _, q := range asks {
		got, want := ask(t, s, Query{Text: q, Limit: 20}), look(t, s, Query{Text: q, Limit: 20})
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %q:\nindex %+v\nscan  %+v", when, q, got, want)
		}
	}
}

func smallDecade(days int) (*decade, *shelf) {
	d := newDecade(3)
	files := map[string]string{"MEMORY.md": "# Memory\n\n## Facts\n\n- Lives in Oslo ^k01\n"}
	for i := range days {
		day := time.Date(2020, 1, 1+i, 0, 0, 0, 0, time.UTC)
		files["memory/"+day.Format("2006-01-02")+".md"] = d.log(day, 3000)
	}
	return d, newShelf(files)
}

// The index gives what a scan of the files gives, whatever happened to them.
func TestIndexAnswersAsScan(t *testing.T) {
	d, s := smallDecade(60)
	asks := append(d.questions(12, 4), "Oslo", "nothinglikeit zzzz", "when in January 2020?", "what happened on 2020-01-07")
	wantSame(t, s, asks, "built")
	rnd := rand.New(rand.NewPCG(1, 1))
	for step := range 25 {
		day := time.Date(2020, 1, 1+rnd.IntN(70), 0, 0, 0, 0, time.UTC)
		name := "memory/" + day.Format("2006-01-02") + ".md"
		switch rnd.IntN(4) {
		case 0:
			delete(s.files, name)
		case 1:
			s.put(name, string(s.files[name].data)+"\n- A late thought about "+d.word()+"\n")
		default:
			s.put(name, d.log(day, 1000+rnd.IntN(3000)))
		}
		wantSame(t, s, d.questions(2, 4), fmt.Sprint("step ", step))
	}
}

// A cold process reads the index, not the files.
func TestIndexSparesReading(t *testing.T) {
	d, s := smallDecade(60)
	asks := d.questions(1, 3)
	ask(t, s, Query{Text: asks[0]})
	s.reads, s.writes = 0, 0
	ask(t, s, Query{Text: asks[0]})
	if s.reads > 12 || s.writes > 0 {
		t.Errorf("a second process read %d files and wrote %d times", s.reads, s.writes)
	}
	s.put("memory/2020-01-05.md", "# 2020-01-05\n\n- xylophone lesson\n")
	s.reads = 0
	if a := ask(t, s, Query{Text: "xylophone"}); len(a.Results) != 1 || s.reads > 6 {
		t.Errorf("after one change: %d reads, %+v", s.reads, a.Results)
	}
}

// Changes of some size are written down, in a segment of their own, and in the
// end fold into a new base.
func TestLevels(t *testing.T) {
	d, s := smallDecade(40)
	ask(t, s, Query{Text: "Oslo"})
	base := len(s.blobs)
	for i := range 8 {
		day := time.Date(2021, 1, 1+i, 0, 0, 0, 0, time.UTC)
		s.put("memory/"+day.Format("2006-01-02")+".md", d.log(day, topSize/3))
		wantSame(t, s, d.questions(2, 4), fmt.Sprint("log ", i))
	}
	if len(s.blobs) != base+1 {
		t.Errorf("%d blobs after the base's %d", len(s.blobs), base)
	}
	s.reads = 0
	ask(t, s, Query{Text: d.questions(1, 3)[0], Limit: 1})
	if s.reads > 6 {
		t.Errorf("%d reads: the second level was not written", s.reads)
	}
}

// A change that size and time do not show is seen while it can be recent.
func TestRecentChangeIsSeen(t *testing.T) {
	_, s := smallDecade(5)
	s.still = true
	s.put("memory/2020-02-01.md", "- the red kite\n")
	ask(t, s, Query{Text: "kite"})
	f := s.files["memory/2020-02-01.md"]
	f.data = []byte("- the sad song\n")
	s.files["memory/2020-02-01.md"] = f
	if a := ask(t, s, Query{Text: "song"}); a.Verdict != Hits {
		t.Errorf("the new text is not found: %+v", a)
	}
	if a := ask(t, s, Query{Text: "kite"}); a.Verdict == Hits {
		t.Errorf("the old text is found: %+v", a.Results)
	}
}

// Whatever is wrong with the index, the answers are right.
//
// GUARANTEES 14.
func TestDamagedIndex(t *testing.T) {
	d, s := smallDecade(20)
	asks := d.questions(3, 4)
	ask(t, s, Query{Text: asks[0]})
	whole := map[string]shelved{}
	for n, b := range s.blobs {
		whole[n] = b
	}
	rnd := rand.New(rand.NewPCG(2, 2))
	for n, b := range whole {
		for range 12 {
			bad := slices.Clone(b.data)
			switch k := rnd.IntN(4); {
			case len(bad) == 0 || k == 0:
				delete(s.blobs, n)
			case k == 1:
				s.blobs[n] = shelved{bad[:rnd.IntN(len(bad))], b.at, 0}
			default:
				for range k {
					bad[rnd.IntN(len(bad))] ^= 1 << rnd.IntN(8)
				}
				s.blobs[n] = shelved{bad, b.at, 0}
			}
			wantSame(t, s, asks, "damaged "+n)
		}
	}
	for i := range whole {
		s.blobs[i] = shelved{[]byte("dorm-manifest 9\nof a newer program"), s.clock, 0}
	}
	wantSame(t, s, asks, "newer")
}

// While another process writes the index, a search answers from memory.
func TestIndexBusy(t *testing.T) {
	d, s := smallDecade(10)
	s.locked = true
	wantSame(t, s, d.questions(3, 4), "locked")
	if n := len(s.blobs); n > 1 {
		t.Errorf("%d blobs were written under another's lock", n)
	}
}

// A small land is never indexed on disk.
func TestSmallLandWritesNothing(t *testing.T) {
	_, s := smallDecade(3)
	ix := Open(s, Options{Store: shelfStore{s}})
	if _, err := ix.Search(context.Background(), Query{Text: "Oslo"}); err != nil {
		t.Fatal(err)
	}
	if s.writes > 0 {
		t.Errorf("%d writes", s.writes)
	}
}

// Several processes at one real folder disturb each other in nothing.
func TestProcessesTogether(t *testing.T) {
	dir, err := disk.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	d := newDecade(4)
	d.write(t, dir, 30, 3000)
	asks := d.questions(4, 5)
	want := make([]Verdict, len(asks))
	for i := range asks {
		ix := Open(filesIn(dir), Options{})
		a, _ := ix.Search(context.Background(), Query{Text: asks[i]})
		want[i] = a.Verdict
	}
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			for i := range 6 {
				ix := openIndexed(filesIn(dir), index.StoreIn(dir))
				a, err := ix.Search(context.Background(), Query{Text: asks[i%4]})
				if err != nil || a.Verdict != want[i%4] {
					t.Errorf("process %d: %v %v", n, a.Verdict, err)
				}
				ix.Close()
				if n == 0 {
					put(t, dir, "memory/2030-01-01.md", d.log(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), 500))
				}
			}
		})
	}
	wg.Wait()
}
