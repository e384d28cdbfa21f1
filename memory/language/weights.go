package language

import (
	"embed"
	"path"
	"slices"
	"strings"
	"sync"

	"dormouse/memory/language/classify"
)

//go:embed weights
var weights embed.FS

// loaded are the weights that have been read.
var loaded register

// register notes names.
type register struct {
	mu    sync.Mutex
	names []string // sorted
}

func (r *register) put(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at, found := slices.BinarySearch(r.names, name); !found {
		r.names = slices.Insert(r.names, at, name)
	}
}

func (r *register) list() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.names)
}

// Loaded are the names of the weights that the program has read since it began, sorted: each is
// read when it is first asked for.
func Loaded() []string { return loaded.list() }

// Learned reads embedded weights when they are first asked for.
func Learned(name string) func() *classify.Model { return embedded(name+".bin", classify.Decode) }

// embedded reads an embedded file when it is first asked for.
func embedded[M any](name string, decode func([]byte) (M, error)) func() M {
	return sync.OnceValue(func() M {
		loaded.put(strings.TrimSuffix(name, path.Ext(name)))
		b, err := weights.ReadFile("weights/" + name)
		if err != nil {
			panic(err) // embedded
		}
		m, err := decode(b)
		if err != nil {
			panic(err)
		}
		return m
	})
}
