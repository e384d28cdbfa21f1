package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"dormouse/runtime"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
)

// stopped is why a context ended: this process was told to stop.
type stopped struct{ by syscall.Signal }

func (s *stopped) Error() string { return "stopped by a signal: " + s.by.String() }

// status is the exit status that shells give to a signal: 130 for Ctrl-C, 143
// for SIGTERM.
func (s *stopped) status() int { return 128 + int(s.by) }

// grace is how long the program may take to end by itself once it is told to.
const grace = 700 * time.Millisecond

// Signals is the context of a process: the first SIGINT, SIGTERM or SIGHUP ends
// it. What has not ended by itself a moment later, or at the second signal, is
// ended where it stands: a read of a pipe that nobody writes into, a long
// computation. Nothing is lost by that, as nothing is by a kill: what was
// acknowledged is on disk, and what was decided the next start finishes.
//
// Before somebody asks for its Done nothing is listened to, and a signal ends the process
// at once: to listen takes two threads, a tenth of what `dormouse version` takes.
func Signals() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &listening{Context: ctx, listen: sync.OnceFunc(func() { listen(cancel) })}
}

// listening is a context that begins to listen when it is asked for its end.
type listening struct {
	context.Context
	listen func()
}

func (l *listening) Done() <-chan struct{} {
	l.listen()
	return l.Context.Done()
}

// listen ends a context, and a moment later the process, by signals.
func listen(cancel context.CancelCauseFunc) {
	heard := make(chan os.Signal, 2)
	signal.Notify(heard, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	calm := terminalNow()
	go func() { // ends with the process
		s, _ := (<-heard).(syscall.Signal)
		why := &stopped{s}
		cancel(why)
		second, stop := context.WithCancel(context.Background())
		go func() { // ends with the process
			<-heard
			stop()
		}()
		_ = runtime.Pause(second, grace)
		calm()
		os.Exit(why.status())
	}()
}

// terminalNow remembers how the terminal is; the result sets it back and leaves
// the full screen, if that was entered since.
func terminalNow() (restore func()) {
	in, out := int(os.Stdin.Fd()), os.Stdout
	was, err := term.GetState(in)
	if err != nil {
		return func() {}
	}
	return func() {
		if now, err := term.GetState(in); err != nil || *now == *was {
			return
		}
		_ = term.Restore(in, was)
		if output.IsTerminal(out) {
			_, _ = io.WriteString(out, leaveScreen)
		}
	}
}

// leaveScreen ends what the chat asks of a terminal: synchronized output, key
// reports, mouse, pasted brackets, the hidden cursor and the second screen.
const leaveScreen = "\x1b[?2026l\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l"

// interrupted is the exit status of a run whose context has ended.
func interrupted(ctx context.Context) int {
	var s *stopped
	if errors.As(context.Cause(ctx), &s) {
		return s.status()
	}
	return fault.ExitInterrupted
}
