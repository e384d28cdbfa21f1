package memdisk

import (
	"slices"
	"sync"
)

// Op is one operation, as the hook sees it before it happens and as Ops lists it.
type Op struct {
	N       int    // 1 for the first operation of this Disk
	Kind    string // open, create, append, mkdir, rename, exchange, remove, stat, list, syncdir, lock, read, write, sync, close
	Name    string
	To      string // of rename and exchange
	Changes bool   // whether the operation can change what a power cut leaves
}

// Short is what a hook returns to let a write fail after its first N bytes.
type Short struct {
	N   int
	Err error
}

func (s *Short) Error() string { return s.Err.Error() }
func (s *Short) Unwrap() error { return s.Err }

// Hook sets the function that runs before each operation, without any lock of
// Disk held, so that it may edit files as a person would. What it returns makes
// the operation fail; a *Short makes a write fail half way. nil takes it away.
func (m *Disk) Hook(f func(Op) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hook = f
}

// Ops lists all operations so far.
func (m *Disk) Ops() []Op {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.ops)
}

// FailAt returns a hook that lets operation n fail with err, and all that change
// something after it too when forever is set. n counts from the first operation
// that the hook sees.
func FailAt(n int, err error, forever bool) func(Op) error {
	var mu sync.Mutex
	seen := 0
	return func(op Op) error {
		mu.Lock()
		defer mu.Unlock()
		seen++
		if seen == n || forever && seen > n && op.Changes {
			return err
		}
		return nil
	}
}

// begin records an operation and asks the hook. It is called without the lock
// and returns with it held.
func (m *Disk) begin(kind, name, to string, changes bool) error {
	m.mu.Lock()
	op := Op{N: len(m.ops) + 1, Kind: kind, Name: name, To: to, Changes: changes}
	m.ops = append(m.ops, op)
	hook := m.hook
	m.mu.Unlock()
	var err error
	if hook != nil {
		err = hook(op)
	}
	m.mu.Lock()
	return err
}
