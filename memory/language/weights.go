package language

import (
	"embed"
	"sync"
)

//go:embed weights
var weights embed.FS

// lazy reads embedded weights when they are first asked for.
func lazy(name string) func() *Model {
	return sync.OnceValue(func() *Model {
		b, err := weights.ReadFile("weights/" + name + ".bin")
		if err != nil {
			panic(err) // embedded
		}
		m, err := Decode(b)
		if err != nil {
			panic(err)
		}
		return m
	})
}
