package prompt

import (
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// Breakdown is the ledger by part, in tokens.
type Breakdown struct {
	System   int `json:"system"`
	Tools    int `json:"tools"`
	Memory   int `json:"memory"`
	Summary  int `json:"summary"`
	Messages int `json:"messages"`
	Reserve  int `json:"reserve"`
}

// Used is what the next request would send: everything but the reserve.
func (b Breakdown) Used() int {
	return b.System + b.Tools + b.Memory + b.Summary + b.Messages
}

// Meter is the explained context meter: every number with its source. All
// counts are tokens.
type Meter struct {
	Used         int        `json:"used"`
	UsedSource   llm.Source `json:"used_source"`
	Window       int        `json:"window"`
	WindowSource llm.Source `json:"window_source"`
	Threshold    int        `json:"threshold"` // a night is due from here
	Percent      float64    `json:"percent"`   // of the window, 0 to 100
	Breakdown    Breakdown  `json:"breakdown"`
	PrefixHash   string     `json:"prefix_hash"`
	// TurnsUntilNight is a forecast from the mean growth of the last turns; -1
	// while there is nothing to go by.
	TurnsUntilNight int `json:"turns_until_night"`
	// LastError is by how much the last estimate was off, in percent of what the
	// provider then reported; 0 while nothing was reported.
	LastError float64 `json:"last_error_percent"`
}

// Ledger counts a conversation by part. Messages are counted once, when they
// are appended; what a provider reports for a request replaces the estimate of
// everything that request held. Counts are kept as counted; scale calibrates
// them whenever they are looked at.
type Ledger struct {
	Window       int // tokens
	WindowSource llm.Source
	Reserve      int     // tokens kept free for the reply
	Threshold    float64 // share of the window from which a night is due

	scale func(int) int

	fixed Breakdown // system, tools, memory, summary: estimates
	// messages is the estimate of all messages in the context.
	messages int
	// anchor is what the provider reported for the context up to and including
	// the last reply that came with usage; since is what was added after it.
	anchor   int
	anchored bool
	since    int
	// looked are the tokens of what the built-in engine looked up since the newest message
	// of the person: the next one leaves them out.
	looked  int
	lookups lookups

	turns     []int // growth of the last turns, oldest first
	turnStart int
	lastError float64
}

// begin starts a new context: after opening, a night or an undo.
func (l *Ledger) begin(fixed Breakdown, messages []transcript.Message) {
	l.fixed = fixed
	l.messages, l.anchored, l.anchor, l.since = 0, false, 0, 0
	l.looked, l.lookups = 0, lookups{}
	for _, m := range messages {
		l.Add(m)
	}
	l.since, l.turnStart = 0, l.Used()
}

// Add counts one more message.
func (l *Ledger) Add(m transcript.Message) {
	if m.Role == transcript.User {
		l.messages, l.since = l.messages-l.looked, max(0, l.since-l.looked)
		l.looked = 0
	}
	l.messages += m.Tokens
	l.since += m.Tokens
	if l.lookups.has(m) {
		l.looked += m.Tokens
	}
}

// Report replaces the estimate by what a provider counted for the request that
// gave reply, which must have been added already.
func (l *Ledger) Report(u transcript.Usage, reply int) {
	if u.Input <= 0 {
		return // local servers report zero; an estimate is better than that
	}
	estimate := l.scale(l.Counted() - reply)
	l.lastError = 100 * float64(estimate-u.Input) / float64(u.Input)
	l.anchorAt(u, 0)
}

// anchorAt makes what a provider counted the base, with since more tokens of
// messages after it.
func (l *Ledger) anchorAt(u transcript.Usage, since int) {
	l.anchor, l.anchored, l.since = u.Input+max(u.Output-u.Reasoning, 0), true, since
}

// Used is the size of the next request in tokens.
func (l *Ledger) Used() int {
	if l.anchored {
		return l.anchor + l.scale(l.since)
	}
	return l.scale(l.Counted())
}

// Counted is the context as our tokenizer counts it, before calibration.
func (l *Ledger) Counted() int { return l.fixed.Used() + l.messages }

func (l *Ledger) source() llm.Source {
	switch {
	case !l.anchored:
		return llm.FromEstimate
	case l.since > 0:
		return llm.FromBoth
	}
	return llm.FromProvider
}

// EndTurn notes how much the turn added, for the forecast.
func (l *Ledger) EndTurn() {
	const remembered = 8
	if grown := l.Used() - l.turnStart; grown > 0 {
		l.turns = append(l.turns, grown)
		if len(l.turns) > remembered {
			l.turns = l.turns[1:]
		}
	}
	l.turnStart = l.Used()
}

// Growth is the mean of the last turns, in tokens; 0 while there is none.
func (l *Ledger) Growth() int {
	if len(l.turns) == 0 {
		return 0
	}
	sum := 0
	for _, n := range l.turns {
		sum += n
	}
	return max(1, sum/len(l.turns))
}

// forecast is how many more turns of the mean size fit below the threshold.
func (l *Ledger) forecast() int {
	mean := l.Growth()
	if mean == 0 {
		return -1
	}
	left := l.Limit() - l.Used()
	if left <= 0 {
		return 0
	}
	return (left + mean - 1) / mean
}

// Limit is ⌊window × threshold⌋.
func (l *Ledger) Limit() int { return int(float64(l.Window) * l.Threshold) }

// meter explains the ledger.
func (l *Ledger) meter(prefixHash string) Meter {
	b := Breakdown{
		System: l.scale(l.fixed.System), Tools: l.scale(l.fixed.Tools),
		Memory: l.scale(l.fixed.Memory), Summary: l.scale(l.fixed.Summary),
	}
	b.Messages = max(0, l.Used()-b.Used())
	b.Reserve = l.Reserve
	m := Meter{
		Used: l.Used(), UsedSource: l.source(),
		Window: l.Window, WindowSource: l.WindowSource,
		Threshold: l.Limit(), Breakdown: b, PrefixHash: prefixHash,
		TurnsUntilNight: l.forecast(), LastError: l.lastError,
	}
	if l.Window > 0 {
		m.Percent = 100 * float64(m.Used) / float64(l.Window)
	}
	return m
}
