package language

import (
	"dormouse/memory/language/classify"
	"embed"
	"sync"
)

//go:embed weights
var weights embed.FS

// Learned reads embedded weights when they are first asked for.
func Learned(name string) func() *classify.Model {
	return sync.OnceValue(func() *classify.Model {
		b, err := weights.ReadFile("weights/" + name + ".bin")
		if err != nil {
			panic(err) // embedded
		}
		m, err := classify.Decode(b)
		if err != nil {
			panic(err)
		}
		return m
	})
}
