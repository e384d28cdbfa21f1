// Package key finds the key of a provider: in the environment, by running the
// person's key command, or where they let it be kept, the system's keyring or a
// file that only they can read. It never prints a key, or hands it to another
// program than the keyring.
package key

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	goruntime "runtime"
	"strings"
	"time"

	"dormouse/runtime/llm"
)

// Errors of a key command.
var (
	// ErrCommand is returned when the command failed, took too long or printed
	// nothing; the caller should show it and ask for the key_command to be tried
	// in a terminal.
	ErrCommand = errors.New("key_command failed")
)

// maxOutput is the most bytes that are read of a key command.
const maxOutput = 64 << 10

// Vars are the environment variables that may hold the key of a provider, the
// first that is set counts. nil for a provider that needs none or is unknown.
func Vars(provider string) []string {
	v, _ := llm.VendorOf(provider)
	return v.Keys
}

// FromEnv returns the key of a provider from the environment, "" when none is
// set. getenv is os.Getenv or a test's.
func FromEnv(getenv func(string) string, provider string) string {
	for _, v := range Vars(provider) {
		if k := strings.TrimSpace(getenv(v)); k != "" {
			return k
		}
	}
	return ""
}

// Env is FromEnv as provider.Options.Key wants it.
func Env(getenv func(string) string, provider string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return FromEnv(getenv, provider), nil }
}

// Command returns a function that runs a shell command and returns the first
// line it prints. It has limit to finish (0: 30 s, enough for a password
// manager that asks). The command gets no input; what it prints on standard
// error is in the error, what it prints on standard output never is.
func Command(command string, limit time.Duration) func(context.Context) (string, error) {
	if limit <= 0 {
		limit = 30 * time.Second
	}
	return func(ctx context.Context) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		shell, flag := "sh", "-c"
		if goruntime.GOOS == "windows" {
			shell, flag = "cmd", "/C"
		}
		out, words := &capped{}, &capped{}
		cmd := exec.CommandContext(ctx, shell, flag, command)
		cmd.Stdout, cmd.Stderr = out, words
		cmd.WaitDelay = time.Second // a child that keeps the pipe open does not hold us
		err := cmd.Run()
		switch {
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return "", fmt.Errorf("%w: no answer within %s", ErrCommand, limit)
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			return "", fmt.Errorf("%w: %w%s", ErrCommand, err, lastLine(words.String()))
		}
		line, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
		if line = strings.TrimSpace(line); line == "" {
			return "", fmt.Errorf("%w: it printed nothing%s", ErrCommand, lastLine(words.String()))
		}
		return line, nil
	}
}

// lastLine is what a program said last, ready to be added to an error.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	if s == "" {
		return ""
	}
	return ": " + s
}

// capped keeps the first maxOutput bytes and takes the rest without keeping it.
type capped struct{ bytes.Buffer }

func (c *capped) Write(p []byte) (int, error) {
	if room := maxOutput - c.Len(); room > 0 {
		c.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}
