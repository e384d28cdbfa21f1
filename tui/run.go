package tui

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dormouse/tui/backend"
	"dormouse/tui/input"
	"dormouse/tui/safe"
)

// Run shows the full screen until the person quits, the source ends or ctx is
// done. What was typed and not sent is saved then, and the command that resumes
// the session is printed below the screen.
func Run(ctx context.Context, o backend.Options) error {
	m := newScreen(o)
	opts := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(input.Terminal(o.In)), tea.WithOutput(o.Out),
		tea.WithoutSignalHandler(), // the caller turns signals into the end of ctx
	}
	if o.Environ != nil {
		opts = append(opts, tea.WithEnvironment(o.Environ))
	}
	if o.NoColor {
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(m, opts...).Run()
	m.release()
	if saveErr := m.saveOnExit(); err == nil {
		err = saveErr
	}
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = nil
	}
	if err == nil {
		err = m.lost
	}
	if m.Session != "" {
		fmt.Fprintf(o.Out, "resume with: dormouse --session %s\n", safe.Line(m.Session))
	}
	if err != nil {
		return fmt.Errorf("show the screen: %w", err)
	}
	return nil
}
