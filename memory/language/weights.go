package language

import (
	"dormouse/memory/language/classify"
	"embed"
	"sync"
)

//go:embed weights
var weights embed.FS

// Learned reads embedded weights when they are first asked for.
func Learned(name string) func() *classify.Model { return embedded(name+".bin", classify.Decode) }

// embedded reads an embedded file when it is first asked for.
func embedded[M any](name string, decode func([]byte) (M, error)) func() M {
	return sync.OnceValue(func() M {
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
