// Package prompt holds what the model sees, and counts it: instructions and tools,
// then the memory part (MEMORY.md, today's and yesterday's log) frozen since waking,
// then the last night's summary, then messages.
//
// Nothing before the messages changes between two nights, so provider caches hold;
// the hash of that prefix is part of every Meter. The Ledger counts by part, each
// message once; what a provider counted replaces the estimate, and calibrates the
// next one.
//
// The package reads the land, and writes of it only how far estimates were off. It
// sends nothing and has no clock.
package prompt

import (
	"fmt"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/memory"
	"dormouse/runtime/llm"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
)

// Options are what a prompt is made from.
type Options struct {
	Folder   disk.FS // of the land
	Store    *memory.Store
	Settings sleep.Settings
	Tools    []llm.Tool
	Private  bool // nothing of the conversation is kept
	// Voice and Persona are as in the options of a conversation; both may be nil.
	Voice, Persona func() ([]byte, error)
}

// Prompt is the context of one conversation. It is not safe for concurrent use.
type Prompt struct {
	Ledger  Ledger             // what the next request takes
	Prefix  Prefix             // what stays the same until the next night
	Context transcript.Context // what of the session the next request holds

	o            Options
	model        string // "provider/name"
	encoding     *tokens.Encoding
	calibrations *tokens.Calibrations
	known        known
}

// New is an empty prompt. It is ready once a model answers (Answers) and memory is
// frozen or taken up from a session.
func New(o Options) *Prompt {
	return &Prompt{
		o: o, Prefix: Prefix{tools: o.Tools, private: o.Private}, calibrations: readCalibrations(o.Folder),
		known: known{told: map[string]bool{}},
	}
}

// Answers makes b the model that answers: its encoding, window and calibration.
func (p *Prompt) Answers(b llm.Brain) {
	p.model = b.Model.Ref()
	p.encoding = tokens.For(p.model)
	p.Ledger.scale, p.Ledger.Threshold = p.Estimate, p.o.Settings.Threshold
	p.Ledger.Window, p.Ledger.WindowSource, p.Ledger.Reserve = b.Window, b.WindowSource, b.Reserve()
}

// Freeze makes the memory part from what the land holds now. notice is for the
// person; "" for none.
func (p *Prompt) Freeze(now time.Time) (notice string, err error) {
	in, err := p.o.Store.Prompt(now, p.MemoryBudget(), p.encoding.Count)
	if err != nil {
		return "", fmt.Errorf("read memory: %w", err)
	}
	if in.Files == nil {
		in.Files = map[string]string{}
	}
	if _, there := in.Files[land.MemoryFile]; !there {
		in.Files[land.MemoryFile] = "" // a MEMORY.md that a person makes later is a change, too
	}
	instructions, notice, err := p.readInstructions()
	if err != nil {
		return "", err
	}
	p.wokenBy(&transcript.Wake{Time: now, Memory: in.Text, Voice: instructions, Files: in.Files})
	return notice, nil
}

// Woken takes the prefix up that the session has it woke with last; false where it
// has none.
func (p *Prompt) Woken() bool {
	if p.Context.Wake == nil {
		return false
	}
	p.wokenBy(p.Context.Wake)
	return true
}

func (p *Prompt) wokenBy(w *transcript.Wake) {
	p.Context.Wake = w
	p.Prefix.Memory, p.Prefix.WakeAt, p.Prefix.Voice = w.Memory, w.Time, w.Voice
	p.known.files, p.known.instructions = w.Files, w.Voice
	p.Recount()
}

// Holds makes c what of the session the next request holds. Messages that nobody
// has counted are counted.
func (p *Prompt) Holds(c transcript.Context) {
	p.Context = c
	for i, m := range p.Context.Messages {
		if m.Tokens == 0 {
			p.Context.Messages[i].Tokens = p.Measure(m)
		}
	}
}

// Add puts one more message into the context and the ledger. The result of a call
// that was waited for stands where the call wants it.
func (p *Prompt) Add(m transcript.Message) {
	waited := len(p.Context.Messages)
	p.Context.Messages = transcript.Added(p.Context.Messages, m)
	if len(p.Context.Messages) == waited { // what stood for it was counted
		p.Recount()
		return
	}
	p.Ledger.Add(m)
}

// Recount starts the ledger anew from what the next request holds.
func (p *Prompt) Recount() {
	p.Ledger.begin(p.Prefix.count(p.encoding, p.Context.Summary), p.Context.Messages)
}

// Anchor takes up the provider's own count of this context, where the newest reply of
// the session came with one and neither a night nor a waking changed the context
// since.
func (p *Prompt) Anchor(records []transcript.Record) {
	since := 0
	for i := len(records) - 1; i >= 0; i-- {
		r := records[i]
		if r.Night != nil || r.Undo != nil || r.Wake != nil {
			return
		}
		m := r.Message
		if m == nil {
			continue
		}
		if m.Usage != nil && m.Usage.Input > 0 && m.Model == p.model {
			p.Ledger.anchorAt(*m.Usage, since)
			return
		}
		since += m.Tokens
	}
}

// CountAnew counts every message with the present encoding.
func (p *Prompt) CountAnew() {
	for i, m := range p.Context.Messages {
		p.Context.Messages[i].Tokens = p.Measure(m)
	}
	p.Recount()
}

// Request is what the next request would send, byte for byte.
func (p *Prompt) Request() llm.Request {
	r := p.Prefix.request(p.Context.Summary)
	r.Messages = sent(p.Context.Messages)
	if len(transcript.MediaOf(r.Messages)) > 0 {
		r.Open = func(m media.Media) ([]byte, error) { return media.Load(p.o.Folder, m) }
	}
	r.MaxTokens = p.Ledger.Reserve
	return r
}

// Meter explains the ledger as it stands.
func (p *Prompt) Meter() Meter { return p.Ledger.meter(p.Prefix.hash()) }

// Encoding is that of the model that answers.
func (p *Prompt) Encoding() *tokens.Encoding { return p.encoding }

// Measure is how many tokens a message takes, before calibration.
func (p *Prompt) Measure(m transcript.Message) int { return tokens.CountMessage(p.encoding, m) }

// LastUser is the newest message of the person in the context.
func (p *Prompt) LastUser() transcript.Message {
	for i := len(p.Context.Messages) - 1; i >= 0; i-- {
		if m := p.Context.Messages[i]; m.Role == transcript.User {
			return m
		}
	}
	return transcript.Message{}
}

// Room is how many tokens one message may take at most, whatever a night makes of
// the others.
func (p *Prompt) Room() int {
	f := p.Ledger.fixed
	return p.Ledger.Window - p.Ledger.Reserve - p.Estimate(f.System+f.Tools+f.Memory)
}
