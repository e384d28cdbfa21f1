package replay

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"dormouse/land"
)

// MindLogPath is what has changed since MindPath was written: one line a night and
// a dream, so that a night writes what is new and not all there is.
const MindLogPath = ".dormouse/mind.jsonl"

// When the log is folded into MindPath: it has grown as large as that and larger
// than leastLog bytes. The newest keptSteps lines stay, so that their nights can be
// taken back one after the other.
const (
	leastLog  = 64 << 10
	keptSteps = 16
)

// Mind is what a land remembers about remembering, and the files it was read from.
type Mind struct {
	Self
	snapshot []byte
	log      []byte
	steps    []step
	foreign  bool // the log goes on from another snapshot: it does not count
	damaged  bool // the snapshot cannot be read
}

// ReadMind reads both files. The error is a notice, as that of readSelf.
func ReadMind(read func(name string) ([]byte, error)) (Mind, error) {
	b, err := read(MindPath)
	log, err2 := read(MindLogPath)
	self, notice := readSelf(b, err)
	m := Mind{Self: self, snapshot: b, log: log, damaged: notice != nil}
	if err2 != nil && !errors.Is(err2, fs.ErrNotExist) {
		notice = cmp.Or(notice, fmt.Errorf("%w: %w", ErrMind, err2))
	}
	damaged := 0
	for line := range land.WholeLines(m.log) {
		var s step
		if json.Unmarshal(line, &s) != nil {
			damaged++
			continue
		}
		m.steps = append(m.steps, s)
	}
	if damaged > 0 {
		notice = cmp.Or(notice, fmt.Errorf("%w: %d lines of %s are damaged; the others count", ErrMind, damaged, MindLogPath))
	}
	m.foreign = len(m.steps) > 0 && m.steps[0].Of != LogHash(m.snapshot)
	if m.foreign {
		m.steps = nil
		return m, notice
	}
	m.Self = after(m.Self, standing(m.steps))
	m.repair()
	return m, notice
}

// Clone is a Self that can be changed while m stays as it was read.
func (m Mind) Clone() Self {
	s := m.Self
	s.Edges, s.Doubts = slices.Clone(s.Edges), slices.Clone(s.Doubts)
	return s
}

// Log is a short digest of MindLogPath as it was read.
func (m Mind) Log() string { return LogHash(m.log) }

// LogHash is that of its bytes.
func LogHash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// standing are the steps whose night was not taken back after them.
func standing(steps []step) []step {
	gone := map[string]bool{}
	var out []step
	for _, s := range slices.Backward(steps) {
		switch {
		case s.Undo != "":
			gone[s.Undo] = true
		case s.Night != "" && !gone[s.Night]:
			out = append(out, s)
			gone[s.Night] = true // an earlier line of the same night was taken back and done again
		}
	}
	slices.Reverse(out)
	return out
}

// step is a line of the log. What is not in it stays as it was, but for what
// weakens by itself.
type step struct {
	Of    string    `json:"of,omitempty"`    // the hash of the snapshot it goes on from; first line alone
	Undo  string    `json:"undo,omitempty"`  // a night that is taken back
	Night string    `json:"night,omitempty"` // the night or dream that made it
	At    time.Time `json:"at,omitzero"`
	// Weaken is what associations lose that were not used together for a day.
	Weaken float64 `json:"weaken,omitempty"`
	Prune  float64 `json:"prune,omitempty"`

	Head   json.RawMessage `json:"head,omitempty"` // Self without its lists
	Doubts changes[Doubt]  `json:"doubts,omitzero"`
	Edges  changes[Edge]   `json:"edges,omitzero"`
	// Joined are the weights of associations that were used at At, by both ends.
	Joined map[string]map[string]float64 `json:"joined,omitempty"`
}

// changes are what was put into a list, and the keys of what left it.
type changes[T any] struct {
	Put []T      `json:"put,omitempty"`
	Cut []string `json:"cut,omitempty"`
}

// IsZero leaves out what has not changed.
func (c changes[T]) IsZero() bool { return len(c.Put)+len(c.Cut) == 0 }

// Keys of what a Self lists.
func edgeKey(e Edge) string   { return e.A + " " + e.B }
func doubtKey(d Doubt) string { return d.ID + " " + d.By }

// differ tells what makes after of before, by key.
func differ[T comparable](before, after []T, key func(T) string) changes[T] {
	was := byKey(before, key)
	var c changes[T]
	for _, v := range after {
		k := key(v)
		if old, there := was[k]; !there || old != v {
			c.Put = append(c.Put, v)
		}
		delete(was, k)
	}
	c.Cut = slices.Sorted(maps.Keys(was))
	return c
}

func byKey[T any](list []T, key func(T) string) map[string]T {
	m := make(map[string]T, len(list))
	for _, v := range list {
		m[key(v)] = v
	}
	return m
}

// tell fills in what makes next of before. An association of At is told shorter.
func (s step) tell(before, next Self) step {
	was := after(before, []step{{At: s.At, Weaken: s.Weaken, Prune: s.Prune}})
	s.Doubts = differ(was.Doubts, next.Doubts, doubtKey)
	s.Edges = differ(was.Edges, next.Edges, edgeKey)
	s.Edges.Put = slices.DeleteFunc(s.Edges.Put, func(e Edge) bool {
		if e.Last != s.At {
			return false
		}
		if s.Joined == nil {
			s.Joined = map[string]map[string]float64{}
		}
		if s.Joined[e.A] == nil {
			s.Joined[e.A] = map[string]float64{}
		}
		s.Joined[e.A][e.B] = e.Weight
		return true
	})
	next.Version, next.Doubts, next.Edges = mindVersion, nil, nil
	s.Head, _ = json.Marshal(next) // times are printable, numbers finite: there is no error
	return s
}

func (s step) line() []byte {
	b, err := json.Marshal(s)
	if err != nil {
		return nil // unreachable: times are printable, numbers finite
	}
	return append(b, '\n')
}

// Change is how the transaction of a night, or of a dream, makes next of a mind: one
// line more, which need not say what weakens by itself. What is damaged, or left by a
// program that did not know the log, is begun anew.
func (m Mind) Change(next Self, night string, at time.Time, weaken, prune float64) []land.Change {
	text := step{Night: night, At: at, Weaken: weaken, Prune: prune}.tell(m.Self, next).line()
	first := func(snapshot []byte) []byte { return step{Of: LogHash(snapshot)}.line() }
	switch {
	case m.damaged:
		fresh := m.Bytes()
		return []land.Change{
			{Path: MindPath, Before: m.snapshot, After: fresh, Force: true},
			{Path: MindLogPath, Before: m.log, After: append(first(fresh), text...), Force: true},
		}
	case m.foreign:
		return []land.Change{{Path: MindLogPath, Before: m.log, After: append(first(m.snapshot), text...), Force: true}}
	case len(m.log) == 0:
		text = append(first(m.snapshot), text...)
	}
	return []land.Change{{Path: MindLogPath, Append: text, Back: step{Undo: night}.line()}}
}

// fold is the transaction that takes the older lines into the snapshot, and whether
// it is time for it.
func (m Mind) fold(id string, now time.Time) (land.Tx, bool) {
	done := standing(m.steps)
	if m.foreign || m.damaged || len(done) <= keptSteps {
		return land.Tx{}, false
	}
	old, kept := done[:len(done)-keptSteps], done[len(done)-keptSteps:]
	log := []byte{}
	for _, s := range kept {
		s.Of = ""
		log = append(log, s.line()...)
	}
	if len(m.log)-len(log) < max(leastLog, len(m.snapshot)) {
		return land.Tx{}, false
	}
	self := Self{Version: mindVersion}
	if len(m.snapshot) > 0 {
		self, _ = readSelf(m.snapshot, nil) // it is not damaged
	}
	snapshot := after(self, old).Bytes()
	log = append(step{Of: LogHash(snapshot)}.line(), log...)
	return land.Tx{ID: "mind-" + id, Kind: "fold", Time: now, Undoable: true, Changes: []land.Change{
		{Path: MindPath, Before: m.snapshot, After: snapshot, Force: true},
		{Path: MindLogPath, Before: m.log, After: log, Force: true},
	}}, true
}

// folder is what Fold needs of a land.
type folder interface {
	Read(name string) ([]byte, error)
	Save(tx land.Tx) (land.Saved, error)
}

// Fold folds the log after a night, when it is time. A failure changes nothing:
// the next night tries again.
func Fold(l folder, night string, at time.Time) {
	if log, err := l.Read(MindLogPath); err != nil || len(log) < leastLog {
		return
	}
	if m, err := ReadMind(l.Read); err == nil {
		if tx, due := m.fold(night, at); due {
			_, _ = l.Save(tx)
		}
	}
}

// after gives what steps make of a Self, its lists sorted.
func after(self Self, steps []step) Self {
	if len(steps) == 0 {
		return self
	}
	doubts, edges := byKey(self.Doubts, doubtKey), byKey(self.Edges, edgeKey)
	for _, s := range steps {
		s.weaken(edges)
		s.Doubts.into(doubts, doubtKey)
		s.Edges.into(edges, edgeKey)
		for from, ends := range s.Joined {
			for to, weight := range ends {
				e := Edge{A: from, B: to, Weight: weight, Last: s.At}
				edges[edgeKey(e)] = e
			}
		}
		self = s.head(self)
	}
	self.Doubts, self.Edges = nil, nil
	for _, k := range slices.Sorted(maps.Keys(doubts)) {
		self.Doubts = append(self.Doubts, doubts[k])
	}
	self.Edges = slices.SortedFunc(maps.Values(edges), func(x, y Edge) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return self
}

// head is a Self with the head of a step. An older program wrote only what had changed,
// and never the version.
func (s step) head(self Self) Self {
	var head Self
	if json.Unmarshal(s.Head, &head) != nil {
		return self // there is none, or no program wrote it
	}
	if head.Version == 0 {
		_ = json.Unmarshal(s.Head, &self)
		return self
	}
	return head
}

// weaken is what a night does that adds nothing: what a line of the log need not say.
func (s step) weaken(edges map[string]Edge) {
	if s.Weaken == 0 {
		return
	}
	for k, e := range edges {
		if !e.unused(s.At) {
			continue
		}
		if e.Weight = tidy(e.Weight - s.Weaken); e.Weight < s.Prune {
			delete(edges, k)
			continue
		}
		edges[k] = e
	}
}

func (c changes[T]) into(m map[string]T, key func(T) string) {
	for _, v := range c.Put {
		m[key(v)] = v
	}
	for _, k := range c.Cut {
		delete(m, k)
	}
}
