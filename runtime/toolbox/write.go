package toolbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/pattern"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

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
	out := Outcome{Text: fmt.Sprintf("saved: %s:%d %s ^%s", w.Path, w.Line, w.Text, w.ID), What: "saved", Wrote: []plan.Written{w}}
	out.Text += r.near(out.Wrote, at.Now)
	return out, nil
}

// near names the lines near in matter to what was added, where that took no line's
// place: which of them still hold is for the model to say. It is a hint only: what was
// written is written, also where memory cannot be read now.
func (r *Runner) near(wrote []plan.Written, now time.Time) string {
	var added []string
	for _, w := range wrote {
		added = append(added, w.ID)
	}
	var near []string
	for _, w := range wrote {
		lines, err := r.store.Near(w.Text, now, added...)
		if err != nil {
			return ""
		}
		for _, e := range lines {
			line := fmt.Sprintf("  %s:%d %s ^%s", e.Path, e.Line, e.Text, e.ID)
			if len(near) < maxNear && !slices.Contains(near, line) {
				near = append(near, line)
			}
		}
	}
	if len(near) == 0 {
		return ""
	}
	return "\nnear it, and still current; edit or forget what no longer holds:\n" + strings.Join(near, "\n")
}

// maxNear is how many lines are named beside what was added.
const maxNear = 3

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
	out := appended(u)
	if !slices.ContainsFunc(u.Written, func(w plan.Written) bool { return w.What == "struck" }) {
		out.Text += r.near(out.Wrote, at.Now)
	}
	return out, nil
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
func forgotten(wrote []plan.Written) Outcome {
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
