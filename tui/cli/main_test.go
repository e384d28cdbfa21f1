package cli

import (
	"os"
	"testing"

	"dormouse/tui/cli/program"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary be the program when it is called by the name
// dormouse: scripts, the fake provider's tests and those that kill it all run a
// process of its own, with the real streams and signals.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dormouse": dormouse})
}

// dormouse is what main.go does.
func dormouse() {
	os.Exit(Run(Signals(), program.World{
		Version: "v0.0.0-test", Args: os.Args[1:], Getenv: os.Getenv, In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
	}))
}
