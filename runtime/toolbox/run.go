package toolbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/pattern"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
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
	By   memory.Actor
	Name string
	// Whose tells whose words a text is that is to be kept; nil: a person's.
	Whose func(text string) transcript.Part
	// InSight says whether a text stands in the conversation as it is now: a search
	// that falls back on transcripts need not find what is in sight. May be nil.
	InSight func(text string) bool
	Sleeper Sleeper
}

// guest tells a program other than the chat itself: what is private is neither
// found nor shown to it.
func (m Moment) guest() bool { return m.By != memory.ByPerson && m.By != memory.ByModel }

func (m Moment) source() memory.Source {
	return memory.Source{By: m.By, Name: m.Name, Session: m.Session, Message: m.Message, Whose: m.Whose}
}

// Outcome is what came of a call. Text is the result for the model; Wrote is
// every line of memory that changed, for the screen.
type Outcome struct {
	Text  string
	What  string // "saved", "appended", "replaced", Forgotten
	Wrote []memory.Written
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
		out = Outcome{Text: Error(err.Error())}
	}
	if at.guest() {
		out.Text = shown(out.Text)
		if x := out.Excerpt; x != nil {
			x.Text = shown(x.Text)
		}
	}
	return out
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

func (r *Runner) goToSleep(_ context.Context, a arguments, at Moment) (Outcome, error) {
	text, err := at.Sleeper.GoToSleep(a.Depth, a.Reason)
	return Outcome{Text: text}, err
}

func (r *Runner) wakeUp(_ context.Context, _ arguments, at Moment) (Outcome, error) {
	return Outcome{Text: at.Sleeper.WakeUp()}, nil
}

// reminded is how many entries that are associated with the first hits come with
// an answer.
const reminded = 2

func (r *Runner) search(ctx context.Context, a arguments, at Moment) (Outcome, error) {
	q := search.Query{Text: a.Query, Limit: a.Limit, Now: at.Now, Associated: reminded}
	if a.AsOf != "" {
		day, err := time.ParseInLocation(time.DateOnly, a.AsOf, at.Now.Location())
		if err != nil {
			return Outcome{}, fmt.Errorf("as_of %q is no day, such as 2026-11-21", a.AsOf)
		}
		q.AsOf = day
	}
	if q.Limit < 1 || q.Limit > 50 {
		q.Limit = 8
	}
	answer, err := r.store.Search(ctx, q)
	if err != nil {
		return Outcome{}, err
	}
	answer = public(unseen(answer, at), at)
	return Outcome{Text: FormatAnswer(answer), Answer: &answer}, nil
}

// Sessions finds what was said, in the transcripts alone: at most limit lines.
func (r *Runner) Sessions(ctx context.Context, query string, limit int, at Moment) Outcome {
	if limit < 1 || limit > 50 {
		limit = 8
	}
	answer, err := r.store.Search(ctx, search.Query{Text: query, Limit: 50, Transcripts: true, Now: at.Now})
	if err != nil {
		return Outcome{Text: Error(err.Error())}
	}
	answer = public(without(answer, func(h search.Hit) bool { return !strings.HasPrefix(h.Path, land.SessionsDir+"/") }), at)
	answer.Results = answer.Results[:min(limit, len(answer.Results))]
	out := Outcome{Text: FormatAnswer(answer), Answer: &answer}
	if at.guest() {
		out.Text = shown(out.Text)
	}
	return out
}

// Note is the whole of a file of memory, as whoever asks is shown it.
func (r *Runner) Note(name string, at Moment) (string, error) {
	var b strings.Builder
	for from := 1; ; {
		x, err := r.store.Get(name, from, 0)
		if err != nil {
			return "", err
		}
		b.WriteString(x.Text)
		if !x.More || x.To < from {
			break
		}
		if !strings.HasSuffix(x.Text, "\n") {
			b.WriteByte('\n')
		}
		from = x.To + 1
	}
	if at.guest() {
		return shown(b.String()), nil
	}
	return b.String(), nil
}

// unseen leaves out hits of the running session that are in sight.
func unseen(a search.Answer, at Moment) search.Answer {
	if at.InSight == nil || at.Session == "" {
		return a
	}
	own := transcript.File(at.Session)
	return without(a, func(h search.Hit) bool { return h.Path == own && at.InSight(h.Matched()) })
}

// public leaves out what a guest is not shown: not even that there is something.
func public(a search.Answer, at Moment) search.Answer {
	if !at.guest() {
		return a
	}
	a = without(a, func(h search.Hit) bool { return secret.Private(h.Text) || secret.Private(h.Heading) })
	if secret.Private(a.Query) || len(a.Results) == 0 {
		a.Query = "…" // what was asked for may be a code: it is not said again
	}
	return a
}

// without is an answer without some of its hits.
func without(a search.Answer, some func(search.Hit) bool) search.Answer {
	kept := a.Results[:0:0]
	for _, h := range a.Results {
		if !some(h) {
			kept = append(kept, h)
		}
	}
	a.Results = kept
	if len(kept) == 0 && a.Verdict == search.Hits {
		a.Verdict = search.NoMatch
	}
	return a
}

func (r *Runner) get(_ context.Context, a arguments, _ Moment) (Outcome, error) {
	x, err := r.store.Get(a.Path, a.From, a.Lines)
	if errors.Is(err, fs.ErrNotExist) && a.Path == land.MemoryFile {
		return Outcome{Text: "empty: there is no MEMORY.md yet"}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	if x.Text == "" {
		return Outcome{Text: fmt.Sprintf("empty: %s has %d lines and none of them was asked for", x.Path, x.Lines)}, nil
	}
	var b strings.Builder
	n := x.From
	for line := range strings.Lines(x.Text) {
		fmt.Fprintf(&b, "%s:%d %s\n", x.Path, n, strings.TrimRight(line, "\r\n"))
		n++
	}
	if x.More {
		fmt.Fprintf(&b, "[more: %d lines in all]\n", x.Lines)
	}
	return Outcome{Text: strings.TrimSuffix(b.String(), "\n"), Excerpt: &x}, nil
}

func (r *Runner) save(_ context.Context, a arguments, at Moment) (Outcome, error) {
	t := document.Type(a.Type)
	if t == "" {
		t = document.Fact
	}
	if !known(t) {
		return Outcome{}, fmt.Errorf("type %q is none of fact, preference, decision, event, learning", a.Type)
	}
	w, err := r.store.SaveNote(a.Text, t, at.Now, at.source())
	if err != nil {
		return Outcome{}, err
	}
	if w.What == there {
		return Outcome{Text: fmt.Sprintf("known already: %s:%d %s", w.Path, w.Line, w.Text)}, nil
	}
	return Outcome{Text: fmt.Sprintf("saved: %s:%d %s ^%s", w.Path, w.Line, w.Text, w.ID), What: "saved", Wrote: []memory.Written{w}}, nil
}

// Forgotten is Outcome.What where lines of the session itself may be hidden now.
const Forgotten = "forgotten"

// there is Written.What of a line that was there before.
const there = "there"

func known(t document.Type) bool {
	for _, k := range document.Types {
		if k == t {
			return true
		}
	}
	return false
}

func (r *Runner) update(_ context.Context, a arguments, at Moment) (Outcome, error) {
	mode := memory.Mode(a.Mode)
	switch mode {
	case memory.Append, memory.Replace:
	case edit, forget:
		return r.one(mode, a, at)
	default:
		return Outcome{}, fmt.Errorf("mode %q is none of append, replace, edit, forget", a.Mode)
	}
	u, err := r.store.Update(mode, a.Text, a.Section, at.Now, at.source())
	if err != nil {
		return Outcome{}, err
	}
	if mode == memory.Replace {
		if u.Diff == "" {
			return Outcome{Text: "unchanged: MEMORY.md says so already"}, nil
		}
		return Outcome{Text: "replaced: MEMORY.md\n" + u.Diff, What: "replaced", Wrote: u.Written}, nil
	}
	return appended(u), nil
}

// The modes that change one entry.
const (
	edit   memory.Mode = "edit"
	forget memory.Mode = "forget"
)

// one changes or hides the entry that an id names.
func (r *Runner) one(mode memory.Mode, a arguments, at Moment) (Outcome, error) {
	ref := "^" + strings.TrimPrefix(strings.TrimSpace(a.ID), "^")
	if !isRef(ref) {
		return Outcome{}, fmt.Errorf("%s needs the id of a line, such as k7f3a2", mode)
	}
	if mode == forget {
		wrote, err := r.store.Forget(ref, at.Now, at.source())
		return forgotten(wrote), err
	}
	u, err := r.store.Correct(ref, a.Text, at.Now, at.source())
	if err != nil {
		return Outcome{}, err
	}
	return appended(u), nil
}

func appended(u memory.Updated) Outcome {
	out := Outcome{What: "appended"}
	var lines []string
	for _, w := range u.Written {
		if w.What == there {
			lines = append(lines, fmt.Sprintf("known already: %s:%d %s", w.Path, w.Line, w.Text))
			continue
		}
		if w.What == "struck" {
			lines = append(lines, fmt.Sprintf("replaced: %s:%d %s ^%s", w.Path, w.Line, w.Text, w.ID))
			continue
		}
		out.Wrote = append(out.Wrote, w)
		what := "appended"
		if w.Path != land.MemoryFile { // no person typed it, or it corrects a log
			what = "saved"
		}
		lines = append(lines, fmt.Sprintf("%s: %s:%d %s ^%s", what, w.Path, w.Line, w.Text, w.ID))
	}
	out.Text = strings.Join(lines, "\n")
	return out
}

// forget forgets what is meant when it is clear; else it names what may be, and
// nothing is forgotten. The result does not repeat what is forgotten: it stands in
// the transcript.
func (r *Runner) forget(_ context.Context, a arguments, at Moment) (Outcome, error) {
	switch {
	case a.Message != "":
		text, err := r.store.SaidIn(at.Session, a.Message)
		if err != nil {
			return Outcome{}, err
		}
		wrote, err := r.store.ForgetText(text, at.Now, at.source())
		return forgotten(wrote), err
	case isRef(a.Query):
		wrote, err := r.store.Forget(a.Query, at.Now, at.source())
		return forgotten(wrote), err
	}
	list, err := r.store.Meant(a.Query)
	if err != nil {
		return Outcome{}, err
	}
	switch {
	case len(list) == 0:
		return Outcome{Text: "no_match: " + nothing(search.NoMatch, a.Query)}, nil
	case len(list) > 1 || a.Unsure:
		return Outcome{Text: whichOf(list)}, nil
	case list[0].Ref != "":
		wrote, err := r.store.Forget(list[0].Ref, at.Now, at.source())
		return forgotten(wrote), err
	}
	wrote, err := r.store.ForgetText(list[0].Text, at.Now, at.source())
	return forgotten(wrote), err
}

// isRef tells "^k7f3a2" and "MEMORY.md:7" from words.
func isRef(s string) bool { return refForm().MatchString(s) }

var refForm = pattern.Of(`^(?:\^[A-Za-z0-9-]+|\S+\.md:\d+)$`)

// maxMeant is how many candidates a question names.
const maxMeant = 8

func whichOf(list []memory.Meant) string {
	var b strings.Builder
	b.WriteString("unsure: which of these is meant? Nothing was forgotten yet.\n")
	for _, m := range list[:min(len(list), maxMeant)] {
		ref := m.Ref
		if ref == "" {
			ref = "you said so"
		}
		fmt.Fprintf(&b, "\n- %s — %s `%s`", document.OneLine(m.Text), m.Day, ref)
	}
	if more := len(list) - maxMeant; more > 0 {
		fmt.Fprintf(&b, "\n- and %d more", more)
	}
	b.WriteString("\n\nSay “forget” with one of these marks, or with more of its words.")
	return b.String()
}

// forgotten counts where something was hidden.
func forgotten(wrote []memory.Written) Outcome {
	files := map[string]int{}
	out := Outcome{What: Forgotten}
	for _, w := range wrote {
		switch {
		case w.What == there:
			return Outcome{Text: "Forgotten already."}
		case w.What == "hidden":
			files[w.Path]++
		}
		out.Wrote = append(out.Wrote, w)
	}
	out.Text = "Forgotten. It is not shown, found or dreamt of any more"
	if len(files) > 0 {
		var in []string
		for _, path := range slices.Sorted(maps.Keys(files)) {
			in = append(in, fmt.Sprintf("%s (%d)", path, files[path]))
		}
		out.Text += "; also hidden where it was said: " + strings.Join(in, ", ")
	}
	if len(wrote) > 0 && wrote[0].Tx != "" {
		out.Text += ". It can be brought back; `dormouse memory forget --hard` takes it off the disk"
	}
	out.Text += "."
	return out
}
