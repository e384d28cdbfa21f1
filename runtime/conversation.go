package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime/llm"
	"dormouse/runtime/tokens"
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

// Conversation is one session: transcript, prompt, ledger and the model that
// answers. It is not safe for concurrent use.
type Conversation struct {
	o        Options
	log      *transcript.Log // nil until the first message
	held     io.Closer       // the session's lock
	session  transcript.Session
	prefix   prefix
	view     transcript.Context // what the next request holds
	ledger   ledger
	encoding *tokens.Encoding
	gauges   *tokens.Calibrations
	rand     *rand.Rand
	rest     rest
	total    int               // tokens of the messages added since Begin
	voice    string            // what the model knows INSTRUCTIONS.md to say
	told     map[string]bool   // notes of hand edits the model has had
	files    map[string]string // fingerprints of memory as the model knows it
	hands    *toolbox.Hands
	unsaved  []transcript.Message // that the disk did not take
	broken   bool                 // a write to the session failed: it is read again before the next
	// drowsy says that memory is to be frozen anew, or that the disk did not take
	// the line which says how it was.
	drowsy   bool
	recorded bool         // relived turns ask no model
	asleep   atomic.Value // sleep.Rest, for Stir
	ends     atomic.Value // context.CancelFunc of the night that runs
	bed      sleep.Bed    // of the asked-for night that lasts
	laps     map[string]lap
	ahead    *preparation // of the next night; nil for none
	beside   bool         // somebody runs preparations beside the talk
	vain     bool         // nothing can be prepared before the next night
	looked   bool         // for what an earlier program prepared
	turning  bool         // the night that runs fell within a turn
}

// rest is what the triggers look at, beside the ledger.
type rest struct {
	began, lastWake, lastNight, lastInput, failed time.Time
	beats                                         int
	stuck                                         string
	asked                                         *sleep.Request
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
	c := &Conversation{o: o, told: map[string]bool{}}
	c.rand = rand.New(rand.NewPCG(o.Seed, o.Stream))
	if c.o.Settings.Rhythm && c.o.Settings.RhythmOffset == 0 {
		c.o.Settings.RhythmOffset = offsetOf(o)
	}
	c.rest.began = o.Clock()
	c.asleep.Store(sleep.Rest{State: sleep.Awake})
	c.hands = toolbox.New(o.Store)
	c.loadGauges()
	c.prefix.tools = toolbox.Definitions()
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

// think makes b the model that answers: its encoding, window and calibration.
func (c *Conversation) think(b llm.Brain) {
	c.o.Brain = b
	c.encoding = tokens.For(b.Model.Ref())
	c.ledger.scale = c.estimate
	c.ledger.window, c.ledger.windowSource = b.Window, b.WindowSource
	c.ledger.threshold = c.o.Settings.Threshold
	c.ledger.reserve = b.Reserve()
}

// wake reads the land and freezes the memory part of the prompt. Once the
// session is on disk the frozen text is, too. What the disk refuses of that in a
// talk that goes on is done before the next message.
func (c *Conversation) wake() error {
	err := c.freeze()
	switch {
	case err != nil || c.log == nil || c.o.ReadOnly:
	case c.broken: // the line would stand behind others that this log has not read
		err = transcript.ErrBroken
	default:
		if err = c.log.Append(transcript.Record{Wake: c.view.Wake}); err != nil {
			c.broken = true
			err = fmt.Errorf("record waking: %w", err)
		}
	}
	c.drowsy = err != nil && c.log != nil && refused(err) && !c.recorded
	if c.drowsy {
		return nil
	}
	return err
}

// freeze makes the memory part of the prompt from what the land holds now.
func (c *Conversation) freeze() error {
	now := c.now()
	in, err := c.o.Store.Prompt(now, c.memoryBudget(), c.encoding.Count)
	if err != nil {
		return fmt.Errorf("read memory: %w", err)
	}
	if in.Files == nil {
		in.Files = map[string]string{}
	}
	if _, there := in.Files[land.MemoryFile]; !there {
		in.Files[land.MemoryFile] = "" // a MEMORY.md that a person makes later is a change, too
	}
	voice, notice, err := c.readVoice()
	if err != nil {
		return err
	}
	if notice != "" {
		c.o.Emit(Noticed{notice})
	}
	c.prefix.memory, c.prefix.wakeAt, c.prefix.voice = in.Text, now, voice
	c.files, c.voice = in.Files, voice
	c.view.Wake = &transcript.Wake{Time: now, Memory: in.Text, Voice: voice, Files: in.Files}
	c.recount()
	return nil
}

// memoryBudget is how many tokens of memory the prompt may hold, as we count them:
// fewer where the model counts more.
func (c *Conversation) memoryBudget() int {
	budget := c.o.Settings.MemoryBudget(c.ledger.window)
	if dearer := c.estimate(budget); dearer > budget {
		budget = budget * budget / dearer
	}
	return budget
}

// recount starts the ledger anew from what the next request holds.
func (c *Conversation) recount() {
	c.ledger.begin(c.prefix.count(c.encoding, c.view.Summary), c.view.Messages)
}

// append puts a message on disk, then into the context and the ledger. A
// message that was refused is in neither.
func (c *Conversation) append(m transcript.Message) (transcript.Message, error) {
	if m.Time.IsZero() {
		m.Time = c.now()
	}
	m = m.Rewritten(secret.Redact)
	m.Tokens = tokens.CountMessage(c.encoding, m)
	if err := c.write(&m); err != nil {
		return m, err
	}
	c.total += m.Tokens
	c.view.Messages = append(c.view.Messages, m)
	c.ledger.add(m)
	return m, nil
}

func (c *Conversation) now() time.Time { return c.o.Clock().In(c.o.Zone) }

// Session is the session's id; "" until its first message is on disk, which that
// of a private talk never is.
func (c *Conversation) Session() string {
	if c.o.Private {
		return ""
	}
	return c.session.ID
}

// Model is who answers, as "provider/name".
func (c *Conversation) Model() string { return c.o.Brain.Model.Ref() }

// Meter explains the ledger as it stands.
func (c *Conversation) Meter() Meter {
	m := c.ledger.meter(c.prefix.hash())
	m.Ahead = c.Ahead()
	return m
}

// Cost is the price of a usage with the present model; ok is false where no
// price is known.
func (c *Conversation) Cost(u transcript.Usage) (usd float64, ok bool) {
	return c.o.Brain.Price(u)
}

// Messages are all messages of the session, also those that nights replaced.
func (c *Conversation) Messages() []transcript.Message {
	if c.log == nil {
		return nil
	}
	return c.log.Messages()
}

// Request is what the next request would send, byte for byte.
func (c *Conversation) Request() llm.Request {
	r := c.prefix.request(c.view.Summary)
	r.Messages = settled(c.view.Messages)
	if len(transcript.MediaOf(r.Messages)) > 0 {
		folder := c.o.Land.FS()
		r.Open = func(m transcript.Media) ([]byte, error) { return transcript.LoadMedia(folder, m) }
	}
	r.MaxTokens = c.ledger.reserve
	if !c.o.Private {
		r.CacheKey = c.session.ID
	}
	return r
}

// settled leaves out replies that were cut and then asked for again: an
// interrupted reply counts only when a user's message follows it. A turn that was
// declined is left out once another follows, with the message that it answers: what
// was refused once would be refused again, and all after it. What the message's
// note told goes to the next one.
func settled(messages []transcript.Message) []transcript.Message {
	out := make([]transcript.Message, 0, len(messages))
	note := ""
	for i, m := range messages {
		last := i+1 == len(messages)
		switch {
		case m.Declined && !last && messages[i+1].Role == transcript.User:
			out, note = withoutTurn(out)
			continue
		case m.Role == transcript.Assistant && (m.Interrupted || m.Declined) && (last || messages[i+1].Role == transcript.Assistant):
			continue
		case note != "" && m.Role == transcript.User:
			m.Note, note = strings.TrimSpace(note+"\n"+m.Note), ""
		}
		out = append(out, m)
	}
	return out
}

// withoutTurn takes off the newest turn, from its user's message on, and gives the
// note of that message.
func withoutTurn(messages []transcript.Message) (rest []transcript.Message, note string) {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == transcript.User {
			return messages[:i], messages[i].Note
		}
	}
	return nil, ""
}

// Use makes another model answer from now on. The context is counted anew with
// its encoding and window.
func (c *Conversation) Use(b llm.Brain) error {
	if c.ahead != nil && b.Model.Ref() != c.Model() { // nobody waits for the model that was left
		c.forgo(errOvertaken)
	}
	c.think(b)
	for i, m := range c.view.Messages {
		c.view.Messages[i].Tokens = tokens.CountMessage(c.encoding, m)
	}
	c.recount()
	return nil
}
