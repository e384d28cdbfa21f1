package cli

import (
	"bytes"
	"strings"
	"syscall"
	"testing"

	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
)

// fullWriter is an output that takes nothing, such as /dev/full.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// An answer that could not be written is no success.
func TestAnAnswerThatNobodyGotFails(t *testing.T) {
	for _, args := range [][]string{{"path"}, {"version"}, {"context"}, {"-p", "hello"}} {
		var errs bytes.Buffer
		code := Run(t.Context(), program.World{
			Version: "test", Args: append([]string{"--land", t.TempDir(), "--offline"}, args...), Getenv: func(string) string { return "" },
			In: strings.NewReader(""), Out: fullWriter{}, Err: &errs,
		})
		if code != fault.ExitFailed || !strings.Contains(errs.String(), "standard output") {
			t.Errorf("%v: status %d, %q", args, code, errs.String())
		}
	}
}
