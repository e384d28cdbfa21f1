package night

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
	"dormouse/summarize/asking"
)

// Inputs are all that went into a night beside the land and the transcript: with
// it the night can be run again. It is kept in the night's record.
type Inputs struct {
	Before   Parts                      `json:"before"`
	Names    map[transcript.Role]string `json:"names,omitempty"`
	Records  int                        `json:"records"` // lines of the session when the night began
	Zone     string                     `json:"zone"`    // name of the local zone
	Room     int                        `json:"room,omitempty"`
	Settings sleep.Settings             `json:"settings"`
	// Memory is a digest of the files of memory as they were read.
	Memory string `json:"memory"`
	Recording
}

// Recording is what a caller told a night while it ran, in the order in which it
// was asked. The caller sets the first block; the answers are written down as
// they come. It belongs to one night.
type Recording struct {
	Strategy string         `json:"strategy,omitempty"` // its name
	Counted  string         `json:"counted"`            // the model whose tokens were counted
	Limits   *asking.Limits `json:"limits,omitempty"`   // of a model that was asked; nil for none

	Prompt  []int    `json:"prompt,omitempty"`  // answers of Deps.Prompt, tokens
	Answers []Answer `json:"answers,omitempty"` // of the model
}

// Answer is one answer of a model, without well-known shapes of keys.
type Answer struct {
	Text string `json:"text,omitempty"`
	// Length is that of an answer too long to be used, in bytes; Text is its
	// beginning.
	Length int              `json:"length,omitempty"`
	Usage  transcript.Usage `json:"usage"`
	Cut    bool             `json:"cut,omitempty"` // it ends at its limit
	// Failed is why there was none; TooLong when the question did not fit.
	Failed  string `json:"failed,omitempty"`
	TooLong bool   `json:"too_long,omitempty"`
	// Over is set when it would have cost more than the night may.
	Over bool `json:"over,omitempty"`
}

// Note writes an answer down and returns it as the night is to hear it.
func (h *Recording) Note(a asking.Answer, err error) (asking.Answer, error) {
	a.Text = secret.Redact(a.Text)
	kept := Answer{Text: a.Text, Usage: a.Usage, Cut: a.Cut}
	if most := h.longest(); len(kept.Text) > most {
		kept.Text, kept.Length = strings.TrimRight(strings.ToValidUTF8(kept.Text[:beginning], ""), " "), len(kept.Text)
	}
	if err != nil {
		kept.Failed, kept.TooLong, kept.Over = err.Error(), errors.Is(err, asking.ErrTooLong), errors.Is(err, asking.ErrBudget)
	}
	h.Answers = append(h.Answers, kept)
	return a, err
}

// beginning is how much is kept of an answer that is too long, in bytes.
const beginning = 1 << 10

// longest is how long an answer may be to be used, in bytes.
func (h *Recording) longest() int {
	if h.Limits != nil && h.Limits.Bytes > 0 {
		return max(h.Limits.Bytes, beginning)
	}
	return 256 << 10
}

// costs gives the recorded answers of Deps.Prompt again; past their end, the
// last one.
func (h Recording) costs() func(map[string][]byte) int {
	left := h.Prompt
	return func(map[string][]byte) (cost int) {
		if len(left) > 0 {
			cost = left[0]
		}
		if len(left) > 1 {
			left = left[1:]
		}
		return cost
	}
}

// Playback gives recorded answers again, in their order, whatever is asked.
type Playback struct {
	left  []Answer
	heard *Recording
}

// Ask implements summarize.Model.
func (e *Playback) Ask(ctx context.Context, q asking.Question) (asking.Answer, error) {
	return e.heard.Note(e.next())
}

func (e *Playback) next() (asking.Answer, error) {
	if len(e.left) == 0 {
		return asking.Answer{}, errors.New("the model was asked more often than it had answered")
	}
	a := e.left[0]
	e.left = e.left[1:]
	out := asking.Answer{Text: a.Text + strings.Repeat(" ", max(0, a.Length-len(a.Text))), Usage: a.Usage, Cut: a.Cut}
	switch {
	case a.TooLong:
		return out, failed{errors.New(a.Failed), asking.ErrTooLong}
	case a.Over:
		return out, failed{errors.New(a.Failed), asking.ErrBudget}
	case a.Failed != "":
		return out, errors.New(a.Failed)
	}
	return out, nil
}

// failed is an error in the words that were kept of it.
type failed struct {
	error
	kind error
}

// Unwrap implements what errors.Is looks at.
func (f failed) Unwrap() error { return f.kind }

// inputs is what the night's record keeps.
func (w *work) inputs() *Inputs {
	return &Inputs{
		Before: w.n.Before, Names: w.n.Names, Records: len(w.n.Records), Zone: w.n.Now.Location().String(), Room: w.n.Room,
		Settings: w.Settings, Memory: fingerprint(w.snap), Recording: *w.Recording,
	}
}

// fingerprint is a short digest of all files of memory.
func fingerprint(s snapshot.Snapshot) string {
	sum := sha256.New()
	for _, path := range s.Paths() {
		b := s.Before(path)
		fmt.Fprintf(sum, "%s %d\n", path, len(b))
		sum.Write(b)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8])
}

// Again is the night that the plan was worked out for, over the records that it read,
// as it was given it. zone is the local one.
func (p *Plan) Again(records []transcript.Record, zone *time.Location) *Night {
	g := p.Inputs
	return &Night{
		ID: p.Night, Why: sleep.Reason{Trigger: p.Report.Trigger, Text: p.Report.Reason}, Depth: p.Report.Depth, Seed: p.Seed, Now: p.local(zone),
		Session: p.Session, Records: records[:g.Records], Window: p.Report.Window, Before: g.Before, Names: g.Names, Room: g.Room,
	}
}

// local is the time that a night was worked out for, in its own zone: here where that is
// the one, or the zone of that name, or its offset alone.
func (p *Plan) local(here *time.Location) time.Time {
	at := p.Time
	if p.Late != nil {
		at = p.Late.Prepared
	}
	_, want := at.Zone()
	fits := func(z *time.Location) bool {
		_, offset := at.In(z).Zone()
		return z.String() == p.Inputs.Zone && offset == want
	}
	if here != nil && fits(here) {
		return at.In(here)
	}
	if z, err := time.LoadLocation(p.Inputs.Zone); err == nil && fits(z) {
		return at.In(z)
	}
	return at
}
