package runtime

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"dormouse/land/transcript"
	"dormouse/memory/plan"
	"dormouse/runtime/llm"
	"dormouse/runtime/session"
	"dormouse/runtime/toolbox"
	"dormouse/sleep/night"
	"dormouse/summarize/voices"
)

// modelSpeaker is the speaker behind which a model stands.
type modelSpeaker struct {
	*answerer
	partial *session.Partial
}

// reply streams one reply. What had arrived when it was cut comes back together
// with the error.
func (l *modelSpeaker) reply(ctx context.Context) (transcript.Message, error) {
	m := transcript.Message{Role: transcript.Assistant, Model: l.Model()}
	l.o.Emit(Asking{})
	l.partial = l.session.Stream()
	var text strings.Builder
	defer l.partial.End()
	request := l.Request()
	reach := llm.NewReach(request.MaxTokens, l.prompt.Encoding().Count)
	for chunk, err := range l.o.Brain.Model.Stream(ctx, request) {
		if err == nil {
			err = reach.Add(chunk, &text)
		}
		if err != nil {
			m.Content = text.String()
			return m, err
		}
		switch {
		case chunk.Text != "":
			text.WriteString(chunk.Text)
			l.partial.Add(chunk.Text)
			l.o.Emit(Delta{chunk.Text})
		case chunk.Reasoning != "":
			l.o.Emit(Reasoning{chunk.Reasoning})
		case chunk.Call != nil:
			m.ToolCalls = append(m.ToolCalls, *chunk.Call)
		}
		if chunk.Usage != nil {
			m.Usage = chunk.Usage
		}
		if chunk.Stop == llm.Length {
			l.o.Emit(Noticed{"the reply reached its token limit and ends here"})
		}
		m.Over, m.Holds, m.Asks = append(m.Over, chunk.Over...), append(m.Holds, chunk.Holds...), append(m.Asks, chunk.Asks...)
		if chunk.Thinking != nil {
			m.Thinking = chunk.Thinking
		}
		m.Declined = m.Declined || chunk.Stop == llm.Refused
	}
	m.Content = text.String()
	if err := ctx.Err(); err != nil {
		return m, err
	}
	return m, l.answered(m)
}

// result runs one tool.
func (l *modelSpeaker) result(ctx context.Context, call transcript.Call) (transcript.Message, error) {
	m := transcript.Message{Role: transcript.Tool, ToolCallID: call.ID}
	if call.Name == toolbox.Forget && !l.builtIn() {
		m.Content = toolbox.Error("there is no tool of that name")
		return m, nil
	}
	by := plan.ByModel
	if call.Name == toolbox.Forget { // the built-in engine only carries out what the person wrote
		by = plan.ByPerson
	}
	said := l.prompt.LastUser()
	heard := sync.OnceValue(l.heard) // when the first text is asked about
	out := l.tools.Run(ctx, call, toolbox.Moment{
		Now: l.now(), By: by, Name: l.Model(), Session: l.session.ID(), Message: said.ID,
		Whose:   func(text string) transcript.Part { return heard().Whose(text, said) },
		Turned:  func(line, text string) transcript.Part { return heard().Turned(line, text, said) },
		InSight: l.inSight, Sleeper: l.decider,
	})
	for _, w := range out.Wrote {
		l.o.Emit(Wrote{Tx: w.Tx, Path: w.Path, Line: w.Line, Text: w.Text, What: out.What})
	}
	l.trace(out.Wrote)
	m.Content = out.Text
	if out.What == toolbox.Forgotten {
		if err := l.reread(); err != nil {
			return m, err
		}
	}
	return m, ctx.Err()
}

// trace writes into the session where the lines come from that a tool has written.
// The records of the land say so, too, so a disk that does not take it now is no
// reason to stop.
func (a *answerer) trace(written []plan.Written) {
	if !a.session.Begun() || a.session.InDoubt() || len(written) == 0 {
		return
	}
	from := plan.Source{Session: a.session.ID()}
	if w := a.o.Store.Trace(written, a.now(), from); w != nil && a.session.Append(transcript.Record{Wrote: w}) != nil {
		a.session.Doubt() // the next message looks what the disk took
	}
}

// heard is who said what so far, to tell whose words a text is that the model wants
// to keep: it may say again what a paste, a file or a tool said.
func (a *answerer) heard() *voices.Voices {
	said, shown := night.Talk(a.prompt.Context.Messages)
	heard := voices.Listen(said)
	for _, m := range shown {
		heard.Remember(m.Content)
	}
	heard.Remember(a.prompt.Prefix.Memory)
	heard.Remember(a.prompt.Context.Summary)
	return heard
}

// inSight says whether a text is part of a message in sight.
func (a *answerer) inSight(text string) bool {
	_, said, _ := strings.Cut(text, ": ") // "user: …"
	for _, m := range a.prompt.Context.Messages {
		if strings.Contains(m.Content, text) || said != "" && strings.Contains(m.Content, said) {
			return true
		}
	}
	return false
}

// more: a reply with calls is followed by another.
func (l *modelSpeaker) more(last transcript.Message) bool { return len(last.ToolCalls) > 0 }

func (l *modelSpeaker) size() int { return 0 }

// written: the reply is a message.
func (l *modelSpeaker) written() { l.session.Streamed(l.partial) }

// builtIn says whether the offline engine answers.
func (a *answerer) builtIn() bool { return transcript.IsBuiltIn(a.Model()) }

// answered says what a complete reply lacks. After the results of its calls a
// model may have nothing more to say.
func (a *answerer) answered(m transcript.Message) error {
	last := len(a.prompt.Context.Messages) - 1
	switch {
	case m.Declined:
		return ErrDeclined
	case strings.TrimSpace(m.Content) == "" && len(m.ToolCalls) == 0 && (last < 0 || a.prompt.Context.Messages[last].Role != transcript.Tool):
		return ErrEmpty
	}
	return nil
}

// credible is the usage that came with a reply, nil where it cannot be true.
func (a *answerer) credible(reply transcript.Message) *transcript.Usage {
	u := reply.Usage
	if u == nil || a.prompt.Ledger.Believes(*u, a.prompt.Measure(reply)) {
		return u
	}
	a.o.Emit(Noticed{fmt.Sprintf("the provider says that %d tokens came in and %d went out, which cannot be; we count ourselves", u.Input, u.Output)})
	return nil
}
