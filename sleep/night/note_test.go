package night

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// noter writes a wake note: a line for each of lines, else for each old message.
type noter struct {
	engine string
	lines  []string
	extra  []summarize.Candidate
	inputs []summarize.Input
}

func (s *noter) Summarize(_ context.Context, in summarize.Input, b summarize.Budget) (summarize.Digest, error) {
	s.inputs = append(s.inputs, in)
	lines := slices.Clone(s.lines)
	if lines == nil {
		for _, m := range in.Old {
			lines = append(lines, "Offline of "+m.ID)
		}
	}
	text := "## Said\n"
	for _, l := range lines {
		if more := text + "\n- " + l; words(more) <= b.Summary {
			text = more
		}
	}
	return summarize.Digest{Engine: s.engine, Summary: text, Candidates: s.extra}, nil
}

// TestAModelsNoteIsKept: where the first division leaves more than there was, for memory
// has grown, the model's note gives up its least lines; where that is not enough the note
// stays, and only what it was not shown is noted offline.
func TestAModelsNoteIsKept(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("word ", 12))
	for _, c := range []struct {
		name    string
		lines   int // of the model's note, of 15 words each
		memory  int // words of the entries that it writes
		turns   float64
		kept    int // lines at least that are left of it
		offline bool
	}{
		{"it fits", 4, 20, .2, 4, false},
		{"some lines too much", 16, 260, .05, 8, false},
		{"memory has grown", 4, 260, .2, 4, true},
	} {
		d := newDormitory(t, memdisk.New())
		d.deps.Settings.PromptMemory, d.deps.Settings.KeptTurns = .5, c.turns
		model, offline := &noter{engine: "model"}, &noter{engine: "offline"}
		for i := range c.lines {
			model.lines = append(model.lines, fmt.Sprintf("Model line %d %s", i, long))
		}
		for i := range 12 {
			d.turn(fmt.Sprintf("The box number %d holds thing%d and stuff%d.", i, i*7, i*11), 30)
		}
		for i := range c.memory / 20 {
			model.extra = append(model.extra, summarize.Candidate{Type: document.Fact, Importance: .9, From: []string{"m1"}, Text: fmt.Sprintf("Entry%d %s %s%d", i, strings.Repeat(fmt.Sprintf("thing%d ", i), 14), "end", i)})
		}
		d.deps.Strategy, d.deps.Offline = model, offline
		n := d.sleep(2000)
		summary := d.log.Context().Summary
		if got := strings.Count(summary, "- Model line "); got < c.kept || strings.Contains(summary, "Offline of ") != c.offline || (n.Report.Degraded != "") != c.offline {
			t.Errorf("%s: %d → %d, %q, the note is\n%s", c.name, n.Report.TokensBefore, n.Report.TokensAfter, n.Report.Degraded, summary)
		}
		if n.Report.TokensAfter >= n.Report.TokensBefore {
			t.Errorf("%s: %d → %d", c.name, n.Report.TokensBefore, n.Report.TokensAfter)
		}
		shown := map[string]bool{}
		for _, m := range model.inputs[0].Old {
			shown[m.ID] = true
		}
		for _, in := range offline.inputs {
			if slices.ContainsFunc(in.Old, func(m transcript.Message) bool { return shown[m.ID] }) {
				t.Errorf("%s: what the model noted was noted offline again", c.name)
			}
		}
	}
}
