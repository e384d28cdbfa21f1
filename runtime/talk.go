package runtime

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/runtime/prompt"
	"dormouse/runtime/session"
	"dormouse/runtime/toolbox"
	"dormouse/sleep"
)

// talk is the session on disk and the prompt, two views of one talk, kept in step.
type talk struct {
	o       *Options
	session *session.Session
	prompt  *prompt.Prompt
	rest    rest
	total   int // tokens of the messages added since it was opened
	// wakeDue says that memory is to be frozen anew, or that the disk did not take
	// the line which says how it was.
	wakeDue  bool
	recorded bool // relived turns ask no model
}

// rest is what the triggers look at, beside the ledger.
type rest struct {
	began, lastWake, lastNight, lastInput, failed time.Time
	beats                                         int
	stuck                                         string
	asked                                         *sleep.Request
}

func newTalk(o *Options) *talk {
	tools := toolbox.Definitions()
	if o.Private {
		tools = toolbox.Reading()
	}
	return &talk{
		o: o,
		session: session.New(session.Options{
			Land: o.Land, Rand: rand.New(rand.NewPCG(o.Seed, o.Stream)),
			Title: o.Title, Source: o.Source, Key: o.Key, ID: o.ID, Private: o.Private, KeepIn: o.KeepIn, ReadOnly: o.ReadOnly, Patient: o.Patient,
			Notice: func(text string) { o.Emit(Noticed{text}) }, Began: func(id string) { o.Emit(Began{Session: id}) },
		}),
		prompt: prompt.New(prompt.Options{
			Folder: o.Land.FS(), Store: o.Store, Settings: o.Settings, Tools: tools, Private: o.Private, Voice: o.Voice, Persona: o.Persona,
		}),
		rest: rest{began: o.Clock()},
	}
}

// resume opens an existing session and rebuilds the context that was in use.
func (t *talk) resume(ctx context.Context, id string) ([]string, error) {
	notices, err := t.session.Open(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := t.reload(); err != nil || t.o.ReadOnly {
		return notices, err
	}
	notice, err := t.recoverPartial()
	if notice != "" {
		notices = append(notices, notice)
	}
	return notices, err
}

// recoverPartial takes up what a killed program had heard of a reply. It says so
// in a notice.
func (t *talk) recoverPartial() (notice string, err error) {
	text, err := t.session.Partial()
	if err != nil {
		return "what had arrived of the last reply cannot be read: " + err.Error(), nil
	}
	if text != "" {
		m := transcript.Message{Role: transcript.Assistant, Content: text, Interrupted: true, Model: t.Model()}
		if _, err := t.append(m); err != nil {
			return "", err
		}
		notice = "the last reply was cut when the program ended; what had arrived of it is kept"
	}
	t.session.DropPartials()
	return notice, nil
}

// wake reads the land and freezes the memory part of the prompt. Once the
// session is on disk the frozen text is, too. What the disk refuses of that in a
// talk that goes on is done before the next message.
func (t *talk) wake() error {
	notice, err := t.prompt.Freeze(t.now())
	if notice != "" {
		t.o.Emit(Noticed{notice})
	}
	switch {
	case err != nil || !t.session.Begun() || t.o.ReadOnly:
	case t.session.InDoubt(): // the line would stand behind others that this log has not read
		err = transcript.ErrBroken
	default:
		if err = t.session.Append(transcript.Record{Wake: t.prompt.Context.Wake}); err != nil {
			t.session.Doubt()
			err = fmt.Errorf("record waking: %w", err)
		}
	}
	t.wakeDue = err != nil && t.session.Begun() && session.Refused(err) && !t.recorded
	if t.wakeDue {
		return nil
	}
	return err
}

// append puts a message on disk, then into the context and the ledger. A
// message that was refused is in neither.
func (t *talk) append(m transcript.Message) (transcript.Message, error) {
	if m.Time.IsZero() {
		m.Time = t.now()
	}
	if m.Role == transcript.User && !t.recorded {
		t.warnOfSecrets(m.Content)
	}
	m = m.Rewritten(secret.Redact)
	m.Tokens = t.prompt.Measure(m)
	if err := t.write(&m); err != nil {
		return m, err
	}
	t.total += m.Tokens
	t.prompt.Add(m)
	return m, nil
}

// warnOfSecrets says what of a message is left out: nobody is to believe that it is kept.
func (t *talk) warnOfSecrets(text string) {
	var kinds []string
	for _, s := range secret.Find(text) {
		if !slices.Contains(kinds, s.What) {
			kinds = append(kinds, s.What)
		}
	}
	if len(kinds) > 0 {
		t.o.Emit(Noticed{"left out and kept nowhere, for it looks like a credential: " + strings.Join(kinds, ", ")})
	}
}

// write puts a message on disk. What the disk does not take is kept for when it
// does, and the conversation goes on without it. It is said, once; an import is not a
// conversation, and fails.
func (t *talk) write(m *transcript.Message) error {
	if t.behind() { // in their order
		if err := t.saveLate(); err != nil {
			return err
		}
	}
	err := t.session.Write(m, t.start())
	if err == nil || t.recorded || !session.Refused(err) {
		return err
	}
	if !t.Unsaved() {
		t.o.Emit(Noticed{"not saved: " + err.Error()})
	}
	t.session.HoldBack(m)
	return nil
}

// start is what the session records when it begins now.
func (t *talk) start() session.Start {
	return session.Start{Now: t.now(), Model: t.Model(), Window: t.prompt.Ledger.Window, Wake: t.prompt.Context.Wake}
}

// behind says that the disk and this conversation are not in step: something was
// not written, or is to be read again.
func (t *talk) behind() bool { return t.session.InDoubt() || t.wakeDue || t.Unsaved() }

// saveLate reads the session as the disk has it, after a write that failed, and
// writes what the disk did not take.
func (t *talk) saveLate() error {
	if t.session.InDoubt() && t.session.Begun() { // nobody knows what the disk took: look, as a resume does
		if err := t.reopen(); err != nil {
			if session.Refused(err) {
				return nil
			}
			return err
		}
	}
	t.session.Trust()
	if t.Unsaved() {
		if err := t.saveMessages(); err != nil {
			return err
		}
	}
	if t.wakeDue {
		return t.wake()
	}
	return nil
}

// saveMessages writes the messages that the disk did not take, as far as it takes
// them now.
func (t *talk) saveMessages() error {
	if err := t.session.WriteLate(t.start()); err != nil {
		return err
	}
	if t.session.Begun() {
		if err := t.takeContext(); err != nil {
			return err
		}
	}
	if !t.Unsaved() {
		t.session.DropPartials()
		t.o.Emit(Noticed{"what was not saved is saved now"})
	}
	return nil
}

// takeUp reads the session again, after a transaction wrote to it. Where the disk
// does not give it now, the next message tries again.
func (t *talk) takeUp() error {
	err := t.reopen()
	if err != nil && session.Refused(err) && !t.recorded {
		t.session.Doubt()
		t.o.Emit(Noticed{"not read yet: " + err.Error()})
		return nil
	}
	return err
}

// takeContext takes the context anew from the log. Where a write has just failed it only
// looks: a log that was never begun on disk would be written to.
func (t *talk) takeContext() error {
	if !t.session.InDoubt() {
		return t.reload()
	}
	t.prompt.Holds(t.session.Context())
	t.prompt.Recount()
	return nil
}

// reopen reads the session's file again, after a transaction wrote to it.
func (t *talk) reopen() error {
	if err := t.session.Read(); err != nil {
		return err
	}
	return t.reload()
}

// reload takes the context from the log, after a resume, a night or an undo.
func (t *talk) reload() error {
	t.prompt.Holds(t.session.Context())
	t.prompt.Told(t.session.Messages())
	if n := len(t.prompt.Context.Nights); n > 0 {
		t.rest.lastNight = t.prompt.Context.Nights[n-1].Time
		t.rest.lastWake = t.rest.lastNight
	}
	if m := t.prompt.LastUser(); m.ID != "" {
		t.rest.lastInput = m.Time
	}
	t.rest.beats = 0
	for _, m := range t.session.Messages() {
		if m.Role == transcript.User && m.Time.After(t.rest.lastWake) {
			t.rest.beats++
		}
	}
	if !t.prompt.Woken() {
		return t.wake()
	}
	t.prompt.Anchor(t.session.Records())
	return nil
}

// inStep wants this conversation and the session's file to be the same, before a
// night.
func (t *talk) inStep() error {
	if err := t.saved(); err != nil {
		return err
	}
	return t.catchUp()
}

// catchUp reads the session again where another hand wrote to it: a person has
// forgotten something elsewhere.
func (t *talk) catchUp() error {
	if t.recorded || t.session.InDoubt() || !t.session.Grown() {
		return nil
	}
	return t.reread()
}

// reread takes in what another hand wrote into the session's file: parts of it may
// be hidden by now, and memory with them. What the disk did not take stays in sight.
func (t *talk) reread() error {
	if !t.session.Begun() {
		return nil
	}
	t.session.Doubt()
	t.wakeDue = true
	return t.saveLate()
}

// saved wants all of this conversation on disk, before something that reads it
// from there: a night, or what takes one back.
func (t *talk) saved() error {
	if t.behind() {
		if err := t.saveLate(); err != nil {
			return err
		}
	}
	if t.Unsaved() {
		return fmt.Errorf("%w: %d messages wait for the disk", ErrUnsaved, t.session.Late())
	}
	return nil
}

// Unsaved says that something of this conversation is in no file.
func (t *talk) Unsaved() bool { return t.session.Late() > 0 }

// Rename gives the session a title; one that is not on disk yet begins with it.
func (c *Conversation) Rename(title string) error { return c.session.Rename(title) }

// Pin keeps a message of this session, by its id ("" is the newest that the
// person wrote), word for word in the context through every night; with on false
// the next night may take it. One that a night took out comes back.
func (t *talk) Pin(id string, on bool) (transcript.Message, error) {
	if err := t.saved(); err != nil {
		return transcript.Message{}, fmt.Errorf("pin a message: %w", err)
	}
	m, err := t.session.Pin(id, on, t.now())
	if err != nil {
		return m, err
	}
	return m, t.reload()
}
