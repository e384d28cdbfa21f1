package runtime

import (
	"context"
	"errors"
	"fmt"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// maxSteps is how many times a model may call tools within one turn.
const maxSteps = 24

// answerer runs turns: it takes a message, has it answered by a model or a recording,
// and carries out the calls of the reply.
type answerer struct {
	*talk
	*sleeper
	tools    *toolbox.Runner
	reported reported
}

// Turn is what came of one user message.
type Turn struct {
	Reply  transcript.Message // the last one, with its usage
	Usage  transcript.Usage   // of all requests of the turn
	Asked  int                // requests that were sent
	Nights []night.Report
	// NotWritten is what a tool said that was to write into memory and could not;
	// "" when the last one did.
	NotWritten string
	stuck      bool // a night of this turn could not shrink the context: no other will
}

// speaker is who answers: a model, or the recorded replies of an import.
type speaker interface {
	// reply gives the next message of the assistant. A message with content may
	// come together with an error: it was cut.
	reply(ctx context.Context) (transcript.Message, error)
	// result gives what a call of that message returned.
	result(ctx context.Context, call transcript.Call) (transcript.Message, error)
	// more says whether another reply follows the last one's results.
	more(last transcript.Message) bool
	// size is how many tokens the next reply is known to take; 0 when nobody
	// knows yet.
	size() int
	// written says that the last reply is a message of the conversation.
	written()
}

// Say sends one message and waits for the end of the turn. The message is on
// disk before anything is sent. On an error the transcript holds what there was
// of the reply, and Retry sends the turn again.
// The spans tell what of the text the person did not type.
func (a *answerer) Say(ctx context.Context, text string, spans ...transcript.Span) (Turn, error) {
	return a.Show(ctx, Say{Text: text, Spans: spans})
}

// Show is Say with pictures and documents, whose bytes are put on disk before the
// message is.
func (a *answerer) Show(ctx context.Context, s Say) (Turn, error) {
	m := transcript.Message{Role: transcript.User, Content: s.Text, Spans: s.Spans}
	for _, u := range s.Media {
		if err := media.Keep(a.o.Land.FS(), u.Media, u.Data); err != nil {
			return Turn{}, err
		}
		m.Media = append(m.Media, u.Media)
	}
	t, err := a.turn(ctx, m, &modelSpeaker{answerer: a})
	if len(m.Media) > 0 && err == nil && a.blind() {
		a.o.Emit(Noticed{a.Model() + " does not take pictures or documents: it was sent the line about them"})
	}
	return t, err
}

// blind says whether the model takes no pictures, or has refused them.
func (a *answerer) blind() bool {
	b, ok := a.o.Brain.Model.(interface{ Blind() bool })
	return ok && b.Blind()
}

// Retry sends the last turn again after it failed or was cut.
func (a *answerer) Retry(ctx context.Context) (Turn, error) {
	r := a.prompt.Request().Messages
	if len(r) == 0 || r[len(r)-1].Role == transcript.Assistant {
		return Turn{}, ErrNothing
	}
	return a.answer(ctx, &modelSpeaker{answerer: a})
}

func (a *answerer) turn(ctx context.Context, m transcript.Message, s speaker) (Turn, error) {
	m, err := a.accept(m)
	if err != nil {
		return Turn{}, err
	}
	a.o.Emit(Said{m})
	return a.answer(ctx, s)
}

// accept puts a user's message on disk. One that can never fit is refused before
// anything is written, so that the caller keeps the input.
func (a *answerer) accept(m transcript.Message) (transcript.Message, error) {
	if a.behind() {
		if err := a.saveLate(); err != nil {
			return m, err
		}
	}
	if err := a.catchUp(); err != nil {
		return m, err
	}
	if m = m.Noted(); !a.recorded {
		m.Note = a.prompt.Note(a.now())
	}
	need := a.prompt.Estimate(a.prompt.Measure(m))
	if room := a.prompt.Room(); need > room {
		return m, fmt.Errorf("%w: it takes %d tokens and at most %d fit a window of %d", ErrTooLarge, need, max(room, 0), a.prompt.Ledger.Window)
	}
	a.rest.lastInput = a.now()
	a.rest.beats++
	return a.append(m)
}

// answer runs the turn's replies and tool calls to their end.
func (a *answerer) answer(ctx context.Context, s speaker) (Turn, error) {
	var t Turn
	for step := 0; ; step++ {
		if step == maxSteps {
			return t, a.fail(ErrSteps)
		}
		if err := a.sleepIfFull(ctx, &t, s.size()); err != nil {
			return t, a.fail(err)
		}
		reply, err := a.ask(ctx, &t, s)
		if err != nil {
			return t, a.fail(err)
		}
		if err := a.runTools(ctx, &t, s, reply); err != nil {
			return t, a.fail(err)
		}
		if !s.more(reply) {
			break
		}
	}
	a.prompt.Ledger.EndTurn()
	a.o.Emit(Metered{a.Meter()})
	if err := a.sleepIfFull(ctx, &t, 0); err != nil && !errors.Is(err, ErrFull) {
		return t, err
	}
	return t, nil
}

// ask gets one reply and puts it on disk. A context that the provider finds too
// long is slept over once and sent once more (docs/guarantees.md, 21).
func (a *answerer) ask(ctx context.Context, t *Turn, s speaker) (transcript.Message, error) {
	reply, err := s.reply(ctx)
	t.Asked++
	var refused *llm.Error
	if errors.As(err, &refused) && refused.Kind == llm.TooLong {
		size := a.prompt.Ledger.Used()
		waits := refused.Window == 0 && a.ahead != nil // a night that is prepared rests on the window it was prepared for
		if !waits {
			a.takeLimit(ctx, refused, size)
		}
		why := sleep.Reason{Trigger: sleep.TriggerOverflow, Text: "the provider found the context too long"}
		if nightErr := a.sleepOver(ctx, t, why, sleep.Light); nightErr != nil {
			return reply, fmt.Errorf("%w; and no night could make it smaller: %w", err, nightErr)
		}
		if waits {
			a.takeLimit(ctx, refused, size)
		}
		reply, err = s.reply(ctx)
		t.Asked++
		if errors.As(err, &refused) && refused.Kind == llm.TooLong {
			a.takeLimit(ctx, refused, a.prompt.Ledger.Used()) // for the next message
		}
	}
	if err != nil && reply.Content == "" && len(reply.ToolCalls) == 0 && !reply.Declined {
		return reply, err
	}
	reply.Interrupted = err != nil
	reply.Usage = a.credible(reply)
	if reply.Interrupted {
		reply.ToolCalls = nil // an incomplete turn runs no tools
	}
	counted := a.prompt.Ledger.Counted()
	kept, writeErr := a.append(reply)
	if writeErr != nil {
		return kept, writeErr
	}
	s.written()
	if a.prompt.Ledger.WindowSource == llm.FromDefault || a.prompt.Ledger.WindowSource == llm.FromCatalogue && a.o.Brain.Guessed {
		a.askWindow(ctx)
	}
	if u := kept.Usage; u != nil {
		a.takeUsage(ctx, *u, counted, kept.Tokens)
		t.Usage = t.Usage.Plus(*u)
	}
	t.Reply = kept
	a.o.Emit(Replied{kept})
	a.o.Emit(Metered{a.Meter()})
	return kept, err
}

// Bounds of what counts as a prompt that the server cut in silence: local
// servers take what fits their own window and report only that.
const (
	cutShare = 0.6  // of the estimate
	cutFrom  = 3000 // tokens; below, the framing outweighs the text
)

// takeUsage takes in what the provider counted for a request that we counted, and
// for a reply of so many tokens. A count far below ours, or one that stays while ours
// grows, is not believed: the server has cut the prompt (docs/guarantees.md, 21), and
// says so nowhere else. What it read is its window.
func (a *answerer) takeUsage(ctx context.Context, u transcript.Usage, counted, reply int) {
	stalled := a.reported.stalls(a.Model(), u.Input, counted)
	if u.Input > 0 && counted >= cutFrom && (stalled || float64(u.Input) < cutShare*float64(counted)) {
		read := max(u.Input, a.reported.input) // it has taken that much
		switch {
		case a.askWindow(ctx):
		case a.canBeWindow(read) && !a.shown():
			a.o.Emit(Noticed{fmt.Sprintf("the server read %d of about %d tokens: it cuts longer prompts in silence; the window is %d from now on, not %d", u.Input, counted, read, a.prompt.Ledger.Window)})
			a.useWindow(read)
		default:
			a.o.Emit(Noticed{fmt.Sprintf("the server read %d of about %d tokens: it seems to cut longer prompts in silence; set its real window with --window", u.Input, counted)})
		}
		return
	}
	a.prompt.Ledger.Report(u, reply)
	if err := a.prompt.Observe(counted, u.Input); err != nil {
		a.o.Emit(Noticed{err.Error()})
	}
}

// runTools runs the calls of a reply and counts after each result.
func (a *answerer) runTools(ctx context.Context, t *Turn, s speaker, reply transcript.Message) error {
	for _, call := range reply.ToolCalls {
		a.o.Emit(Called{Call: call, Aside: Aside(a.Model())})
		m, err := s.result(ctx, call)
		if err != nil {
			return err
		}
		if !a.o.Private { // there, nothing is to be written
			t.wrote(call, m.Content)
		}
		m.Content = a.shorten(m.Content)
		if m, err = a.append(m); err != nil {
			return err
		}
		a.o.Emit(Returned{Call: call, Result: m.Content, Failed: toolbox.Failed(m.Content), Aside: Aside(a.Model())})
		a.o.Emit(Metered{a.Meter()})
	}
	return nil
}

// Aside reports whether a call of a model is the built-in engine's: its reply quotes
// what it found with its place, and says what it did not find or could not write.
func Aside(model string) bool { return transcript.IsBuiltIn(model) }

// wrote notes whether a call that was to write into memory did.
func (t *Turn) wrote(call transcript.Call, result string) {
	switch call.Name {
	case toolbox.Save, toolbox.Update, toolbox.Forget:
		t.NotWritten = ""
		if toolbox.Failed(result) {
			t.NotWritten = result
		}
	}
}

// shorten cuts a tool result that alone would take more than a quarter of the
// window: the model is told, and can read on.
func (a *answerer) shorten(text string) string {
	most := a.prompt.Ledger.Window / 4
	if a.recorded || len(text) < most || a.prompt.Encoding().Count(text) <= most {
		return text
	}
	cut := []rune(text)
	for len(cut) > 64 && a.prompt.Encoding().Count(string(cut)) > most {
		cut = cut[:len(cut)*3/4]
	}
	return string(cut) + fmt.Sprintf("\n[cut here: the result has %d characters]", len([]rune(text)))
}

// sleepIfFull sleeps when a night is due before the next request. extra is the size
// of the reply when it is known.
func (a *answerer) sleepIfFull(ctx context.Context, t *Turn, extra int) error {
	v := a.Decide(extra)
	if v.Sleep && !t.stuck && !a.Unsaved() {
		if err := a.sleepOver(ctx, t, v.Reason, sleep.Light); err != nil {
			switch {
			case errors.Is(err, context.Canceled) && ctx.Err() != nil:
				return err
			case errors.Is(err, context.Canceled): // it was woken
			case errors.Is(err, errNotTakenUp):
				return err
			default:
				a.o.Emit(Noticed{"the night failed and changed nothing: " + err.Error()})
			}
		}
	}
	if need := max(extra, a.prompt.Ledger.Reserve); a.prompt.Ledger.Used()+need > a.prompt.Ledger.Window {
		return fmt.Errorf("%w: %d of %d tokens are used and the reply needs %d", ErrFull, a.prompt.Ledger.Used(), a.prompt.Ledger.Window, need)
	}
	return nil
}

// fail records what went wrong in the session and hands the error on.
func (a *answerer) fail(err error) error {
	if !a.session.Begun() || a.Unsaved() || errors.Is(err, context.Canceled) {
		return err
	}
	f := transcript.Failure{Time: a.now(), What: err.Error()}
	if logErr := a.session.Append(transcript.Record{Failure: &f}); logErr != nil {
		return errors.Join(err, logErr)
	}
	return err
}
