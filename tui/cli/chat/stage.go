package chat

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/runtime/session"
	"dormouse/sleep/night"
	"dormouse/tui/backend"
	"dormouse/tui/cli/editor"
	"dormouse/tui/cli/evidence"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/program"
)

// entries are single lines of memory as the screen explains and changes them.
type entries struct{ s *stage }

func (e entries) Why(ref string) (memory.Origin, []transcript.Message, error) {
	o, err := e.s.at().Store.Why(ref)
	if err != nil {
		return o, nil, e.s.at().NoEntry(ref, err)
	}
	var said []transcript.Message
	for _, c := range evidence.Said(e.s.at().Dir, o) {
		said = append(said, c.Message)
	}
	return o, said, nil
}

func (e entries) Forget(ref string) ([]plan.Written, error) {
	return e.s.at().Store.Forget(ref, e.s.call.Clock(), plan.Source{By: plan.ByPerson})
}

func (e entries) Meant(words string) ([]memory.Meant, error) { return e.s.at().Store.Meant(words) }

func (e entries) ForgetSaid(text string) ([]plan.Written, error) {
	return e.s.at().Store.ForgetText(text, e.s.call.Clock(), plan.Source{By: plan.ByPerson})
}

func (e entries) Pin(ref string, on bool) error {
	_, err := e.s.at().Store.Pin(ref, on, e.s.call.Clock())
	return err
}

// remember saves a line that a person told the screen to keep.
func (s *stage) remember(text, session string) (plan.Written, error) {
	w, err := s.at().Store.SaveNote(text, document.Fact, s.call.Clock(), plan.Source{By: plan.ByPerson, Session: session})
	if err != nil {
		err = fmt.Errorf("remember: %w", err)
	}
	return w, err
}

// archive keeps the sessions that are not open in this program.
type archive struct{ s *stage }

// alone holds a session's lock while do changes its file: another dormouse may
// have it open.
func (ar archive) alone(id string, do func() error) error {
	if ar.s.at().Private {
		return errPrivate
	}
	lock, err := ar.s.at().Land.Lock("session-" + id)
	if errors.Is(err, land.ErrBusy) {
		return fmt.Errorf("session %s: %w", id, session.ErrOpen)
	}
	if err != nil {
		return err
	}
	return errors.Join(do(), lock.Close())
}

func (ar archive) Rename(session, title string) error {
	return ar.alone(session, func() error {
		log, _, err := transcript.Open(ar.s.at().Dir, session)
		if err != nil {
			return fmt.Errorf("rename session %s: %w", session, err)
		}
		return log.Rename(transcript.TitleOf(title))
	})
}

func (ar archive) Delete(id string) error {
	return ar.alone(id, func() error { return session.Delete(ar.s.at().Dir, id) })
}

func (ar archive) Fork(session, upTo string) (string, error) {
	call, p := ar.s.call, ar.s.at()
	if p.Private {
		return "", errPrivate
	}
	log, _, err := transcript.Open(p.Dir, session)
	if err != nil {
		return "", fmt.Errorf("fork session %s: %w", session, err)
	}
	now := call.Clock()
	fork, err := transcript.Fork(p.Dir, log, upTo, transcript.Session{ID: transcript.NewID(now, call.Draws()), Time: now, Version: transcript.Version})
	if err != nil {
		return "", err
	}
	return fork.Session().ID, nil
}

// nights are those of all sessions of the land.
type nights struct{ s *stage }

func (n nights) Timeline() (backend.Timeline, error) {
	list, err := ledgers.All(n.s.at())
	if err != nil {
		return backend.Timeline{}, err
	}
	unused, err := night.Unused(n.s.at().Land)
	return backend.Timeline{Nights: list, Uses: ledgers.Uses(n.s.at(), list), Unused: unused}, err
}

func (n nights) Report(id string) (night.Report, error) {
	plan, err := ledgers.Record(n.s.at(), id)
	if err != nil {
		return night.Report{}, err
	}
	return plan.Report, nil
}

func (n nights) Undo(night string) (string, error) {
	if n.s.at().Private {
		return "", errPrivate
	}
	e, err := ledgers.Named(n.s.at(), []string{night})
	if err != nil {
		return "", err
	}
	c, err := n.s.at().Begin(n.s.ctx, program.Talk{Session: e.Session}, nil)
	if err != nil {
		return "", err
	}
	said, err := c.UndoNight(e.Night)
	return said, errors.Join(err, c.Close())
}

// settings are read anew: the person may just have edited them.
func (s *stage) settings() ([]config.Setting, error) {
	c, err := s.call.LoadConfig(s.at().Land.FS().Path())
	if err != nil {
		return nil, err
	}
	return c.List(), nil
}

// editConfig starts the editor on the person's own config, making its folder on
// first use.
func editConfig(call *program.Call, own editor.Editor) func(int) (*exec.Cmd, error) {
	return func(line int) (*exec.Cmd, error) {
		dir, err := disk.OpenDir(filepath.Dir(call.UserConfig()))
		if err != nil {
			return nil, err
		}
		return own.At(call.UserConfig(), line), dir.Close()
	}
}
