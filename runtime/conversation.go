package runtime

import (
	"context"
	"errors"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime/llm"
	"dormouse/runtime/presence"
	"dormouse/runtime/prompt"
	"dormouse/runtime/toolbox"
	"dormouse/sleep"
)

// Errors of a conversation.
var (
	// ErrTooLarge is returned for a message that cannot fit the window even after
	// a night; nothing was written, the caller should keep the input.
	ErrTooLarge = errors.New("the message does not fit the context window")
	// ErrFull is returned when the context is over the window and no night could
	// make it smaller; the caller should show what cannot shrink.
	ErrFull = errors.New("the context is full")
	// ErrSteps is returned when a model keeps calling tools without an answer.
	ErrSteps = errors.New("the model called tools too many times in one turn")
	// ErrNothing is returned by Retry when the last turn did not fail.
	ErrNothing = errors.New("there is nothing to send again")
	// ErrUnsaved is returned for what needs the whole session on disk while the
	// disk does not take it; the caller should say so, and go on talking.
	ErrUnsaved = errors.New("this talk is not saved yet")
	// ErrEmpty is returned for a reply without a word; the caller should say that
	// the message is kept, and that Retry sends it again.
	ErrEmpty = errors.New("the model answered with nothing")
	// ErrDeclined is returned when the model, or a filter before it, declined; what
	// came is kept, marked as interrupted.
	ErrDeclined = errors.New("the model declined to answer")
)

// Options are what a conversation needs. All but Brain, Land and Store have a
// usable zero value.
type Options struct {
	Land     *land.Land
	Store    *memory.Store
	Brain    llm.Brain
	Settings sleep.Settings
	// NightBrain does the language work of nights; its zero value is Brain, or
	// the offline engine when Engine is "offline" or the brain is the built-in.
	NightBrain llm.Brain
	Engine     string `config:"sleep.engine"`   // "auto", "model" or "offline"
	Strategy   string `config:"sleep.strategy"` // name of the summarize strategy; "" means hybrid
	Clock      Clock
	Zone       *time.Location
	Seed       uint64
	// Stream keeps apart what two conversations draw from the same seed.
	Stream uint64
	// Quiet records without sleeping: an import that is not relived.
	Quiet bool
	// AllTriggers lets every trigger of the settings begin nights, not only those
	// of the window and of being asked.
	AllTriggers bool
	// BudgetCalls and BudgetTokens cap what one night may ask of a model; 0 is no
	// cap.
	BudgetCalls  int `config:"sleep.budget_calls"`
	BudgetTokens int `config:"sleep.budget_tokens"`
	// BudgetCost caps what it may cost, in US dollars; 0 is no limit.
	BudgetCost float64 `config:"sleep.budget_cost"`
	// Voice reads how the person wants to be answered in any land; nil where they
	// said nothing of it. What the land's INSTRUCTIONS.md says follows it.
	Voice func() ([]byte, error)
	// Persona reads who the model should be in this talk; nil where nobody said. It
	// comes after Voice and what the land says.
	Persona func() ([]byte, error)
	// Title names a new session; "" takes the first message.
	Title string
	// Session resumes that one; "" begins a new one with the first message.
	Session string
	// Source names what a new session is imported from, Key is what its program
	// calls it, and ID is the new session's own id; "" draws one.
	Source, Key, ID string
	// Patient waits for a session that a night on this land holds, as the
	// daemon's, up to a minute: what a person says is not refused for it.
	Patient bool
	// Private leaves no trace: Land is then one whose changes stay in memory, and
	// Store one that is only read. KeepIn opens the folder in which Keep makes a
	// session of the talk after all; nil where it cannot.
	Private bool
	KeepIn  func() (disk.FS, error)
	// ReadOnly looks at a session without holding it: nothing is appended.
	ReadOnly bool
	// Emit receives events on the goroutine that calls the conversation's methods.
	Emit func(Event)
}

// Conversation is one session: its log and prompt (talk), its nights (sleeper) and its
// turns (answerer). It is not safe for concurrent use.
type Conversation struct {
	*talk
	*sleeper
	*answerer
}

// Begin opens a conversation: a new one, or the session named in the options.
// Closing an open tool call that a crash left is part of it.
func Begin(ctx context.Context, o Options) (*Conversation, []string, error) {
	if o.Emit == nil {
		o.Emit = func(Event) {}
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	if o.Clock == nil {
		o.Clock = Running(time.Time{}, o.Zone)
	}
	c := newConversation(&o)
	c.think(o.Brain)
	var notices []string
	var err error
	if o.Session != "" {
		notices, err = c.resume(ctx, o.Session)
	} else {
		err = c.wake()
	}
	if err != nil {
		return nil, notices, err
	}
	return c, notices, nil
}

// newConversation puts one together; it holds no session yet.
func newConversation(o *Options) *Conversation {
	if o.Settings.Rhythm && o.Settings.RhythmOffset == 0 {
		o.Settings.RhythmOffset = presence.Offset(o.Land.FS(), o.Seed, !o.ReadOnly && !o.Private)
	}
	t := newTalk(o)
	due, work := &decider{t}, &nightWork{t}
	s := &sleeper{talk: t, decider: due, nightWork: work, preparer: &preparer{talk: t, decider: due, nightWork: work}}
	s.state.Store(sleep.Status{State: sleep.Awake})
	return &Conversation{t, s, &answerer{talk: t, sleeper: s, tools: toolbox.New(o.Store)}}
}

// think makes b the model that answers.
func (t *talk) think(b llm.Brain) {
	t.o.Brain = b
	t.prompt.Answers(b)
}

func (t *talk) now() time.Time { return t.o.Clock().In(t.o.Zone) }

// Session is the session's id; "" until its first message is on disk, which that
// of a private talk never is.
func (c *Conversation) Session() string {
	if c.o.Private {
		return ""
	}
	return c.session.ID()
}

// Model is who answers, as "provider/name".
func (t *talk) Model() string { return t.o.Brain.Model.Ref() }

// Prompt is what the next request holds. It is the conversation's: the caller
// changes nothing of it.
func (c *Conversation) Prompt() *prompt.Prompt { return c.prompt }

// Meter explains the ledger as it stands.
func (pr *preparer) Meter() Meter {
	return Meter{pr.prompt.Meter(), pr.Ahead()}
}

// Cost is the price of a usage with the present model; ok is false where no
// price is known.
func (c *Conversation) Cost(u transcript.Usage) (usd float64, ok bool) {
	return c.o.Brain.Price(u)
}

// Messages are all messages of the session, also those that nights replaced.
func (c *Conversation) Messages() []transcript.Message { return c.session.Messages() }

// Close lets go of the session.
func (c *Conversation) Close() error { return c.session.Close() }

// Keep makes a session of a private talk, all that was said in it, and gives its
// id. The talk itself stays as it is: whoever wants to go on in the session opens
// it.
func (c *Conversation) Keep() (string, error) { return c.session.Keep(c.now()) }

// Request is what the next request would send, byte for byte.
func (t *talk) Request() llm.Request {
	r := t.prompt.Request()
	if !t.o.Private {
		r.CacheKey = t.session.ID()
	}
	return r
}

// Use makes another model answer from now on. The context is counted anew with
// its encoding and window.
func (c *Conversation) Use(b llm.Brain) error {
	if c.ahead != nil && b.Model.Ref() != c.Model() { // nobody waits for the model that was left
		c.drop(errOvertaken)
	}
	c.think(b)
	c.prompt.CountAnew()
	return nil
}
