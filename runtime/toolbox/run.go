package toolbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

// Sleeper is what the tools of sleep ask of the conversation.
type Sleeper interface {
	// GoToSleep asks for a night after this turn; the error holds the words of
	// the safeguard that refused.
	GoToSleep(depth, reason string) (string, error)
	// WakeUp takes that wish back.
	WakeUp() string
}

// Moment is when and for whom a tool runs.
type Moment struct {
	Now     time.Time
	Session string
	Message string // the user message that the writes of this turn rest on
	// By and Name say who calls: what a tool may do hangs on that.
	By   plan.Actor
	Name string
	// Whose tells whose words a text is that is to be kept; nil: a person's.
	Whose func(text string) transcript.Part
	// Turned tells it of a text that takes the place of a line; nil: as Whose.
	Turned func(line, text string) transcript.Part
	// InSight says whether a text stands in the conversation as it is now: a search
	// that falls back on transcripts need not find what is in sight. May be nil.
	InSight func(text string) bool
	Sleeper Sleeper
}

// guest tells a program other than the chat itself: what is private is neither
// found nor shown to it.
func (m Moment) guest() bool { return m.By != plan.ByPerson && m.By != plan.ByModel }

func (m Moment) source() plan.Source {
	return plan.Source{By: m.By, Name: m.Name, Session: m.Session, Message: m.Message, Whose: m.Whose, Turned: m.Turned}
}

// Outcome is what came of a call. Text is the result for the model; Wrote is
// every line of memory that changed, for the screen.
type Outcome struct {
	Text  string
	What  string // "saved", "appended", "replaced", Forgotten
	Wrote []plan.Written
	// Answer and Excerpt are what a search found and what was read, as values.
	Answer  *search.Answer
	Excerpt *memory.Excerpt
}

// Runner runs tools on one land's memory.
type Runner struct{ store *memory.Store }

// New gives the runner of a store.
func New(store *memory.Store) *Runner { return &Runner{store} }

const errorMark = "error: "

// Error is the result of a call that failed.
func Error(text string) string { return errorMark + text }

// Failed says whether a result is that of a call that failed.
func Failed(result string) bool { return strings.HasPrefix(result, errorMark) }

// arguments are those of all tools.
type arguments struct {
	Query   string `json:"query"`
	Limit   int    `json:"limit"`
	AsOf    string `json:"as_of"`
	Context int    `json:"context"` // built-in engine only, never offered to a provider
	Path    string `json:"path"`
	From    int    `json:"from"`
	Lines   int    `json:"lines"`
	Text    string `json:"text"`
	Type    string `json:"type"`
	Mode    string `json:"mode"`
	Section string `json:"section"`
	ID      string `json:"id"`
	Depth   string `json:"depth"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Unsure  bool   `json:"unsure"`
}

// Run carries out a call. It never fails: what went wrong is the result.
func (r *Runner) Run(ctx context.Context, call transcript.Call, at Moment) Outcome {
	var a arguments
	d := json.NewDecoder(bytes.NewReader([]byte(call.Arguments)))
	d.DisallowUnknownFields()
	if strings.TrimSpace(call.Arguments) != "" {
		if err := d.Decode(&a); err != nil {
			return Outcome{Text: Error("the arguments are not what this tool takes: " + misfit(err))}
		}
	}
	out, err := r.run(ctx, call.Name, a, at)
	if err != nil {
		out = Outcome{Text: Error(err.Error() + remedy(err))}
	}
	if at.guest() {
		out.Text = shown(out.Text)
		if x := out.Excerpt; x != nil {
			x.Text = shown(x.Text)
		}
	}
	return out
}

// remedy says to the model what it can do instead.
func remedy(err error) string {
	var over memory.SupersededError
	switch {
	case errors.As(err, &over):
		return "; edit or forget that one"
	case errors.Is(err, memory.ErrForeign):
		return "; write only what the person says, in words of theirs, or note the rest with memory_save"
	case errors.Is(err, document.ErrHandWritten):
		return "; only the person changes it: tell them what to write there"
	case errors.Is(err, plan.ErrTakenOut):
		return "; it comes back when the person says it again"
	case errors.Is(err, document.ErrNoEntry):
		return "; memory_search shows the ids"
	}
	return ""
}

// misfit says what is wrong with arguments, without the names of our own types.
func misfit(err error) string {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return strings.TrimPrefix(err.Error(), "json: ")
	}
	if _, field, within := strings.Cut(kind.Field, "arguments."); within {
		kind.Field = field
	}
	if kind.Field == "" {
		return "they are no object"
	}
	return fmt.Sprintf("%q does not take a %s", kind.Field, kind.Value)
}

// shown is what a guest sees of a result: a line that says the code of a door and
// its like is left out of it, whichever tool it came from.
func shown(result string) string {
	if !secret.Private(result) {
		return result
	}
	var b strings.Builder
	for line := range strings.Lines(result) {
		if secret.Private(line) {
			line = "[private]\n"
		}
		b.WriteString(line)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (r *Runner) run(ctx context.Context, name string, a arguments, at Moment) (Outcome, error) {
	all := tools()
	i := slices.IndexFunc(all, func(t tool) bool { return t.name == name })
	if i < 0 {
		return Outcome{}, fmt.Errorf("there is no tool %q", name)
	}
	return all[i].run(r, ctx, a, at)
}
