package night

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/search"
	"dormouse/memory/search/index"
	"dormouse/summarize"
)

// ErrRecall is returned in strict mode when memory would answer too few
// questions about what leaves the context; the caller should show the report and
// may run again with a larger keep. Nothing has changed.
var ErrRecall = errors.New("too little could be found again")

// Recall is how much of what leaves the context a search of memory finds: probe
// questions, drawn from that text, are asked of memory as it was with the text
// itself beside it, and of memory as the night leaves it. A probe is answered
// when one of the first five hits holds the word that was asked for.
type Recall struct {
	Probes int `json:"probes"`
	// Before is how many can be answered at all, with the text at hand; Answered
	// is how many of these memory answers afterwards.
	Before   int `json:"answered_before"`
	Answered int `json:"answered"`
}

// Share is the part that is still answered, 1 when there was nothing to ask.
func (r Recall) Share() float64 { return share(r.Answered, r.Before) }

// Bounds of the gate. A night of usual size stays far below them; what is beyond
// is not asked about, so that the gate costs the same over a long history.
const (
	mostProbes = 24
	probeHits  = 5
	probeText  = 96 << 10  // bytes of leaving text that probes are drawn from
	shelfText  = 384 << 10 // bytes of memory that is searched, the newest first
)

// recall asks memory about what leaves the context. Where fewer answers than
// RecallFloor are left the report says so, and in strict mode the night is refused.
func (w *work) recall(ctx context.Context) error {
	left := sampled(readable(w.fit.Old), probeText)
	all := summarize.Probes(left, mostProbes)
	r := &w.n.Report.Recall
	r.Probes = len(all)
	if len(all) == 0 {
		return nil
	}
	then, err := w.shelf(false).answered(ctx, all, left)
	if err != nil {
		return err
	}
	now, err := w.shelf(true).answered(ctx, then, nil)
	if err != nil {
		return err
	}
	r.Before, r.Answered = len(then), len(now)
	if r.Share() >= w.Settings.RecallFloor {
		return nil
	}
	if w.Settings.Strict {
		return fmt.Errorf("%d of %d questions about what leaves the context would be answered, %.0f%% must: %w", r.Answered, r.Before, 100*w.Settings.RecallFloor, ErrRecall)
	}
	w.n.Report.Notices = append(w.n.Report.Notices, fmt.Sprintf("memory answers %d of %d questions about what left the context; %.0f%% were wanted", r.Answered, r.Before, 100*w.Settings.RecallFloor))
	return nil
}

// sampled are messages spread evenly over a list, with at most so many bytes of
// text; all of them where they are that small.
func sampled(list []transcript.Message, most int) []transcript.Message {
	size := 0
	for _, m := range list {
		size += len(m.Content)
	}
	step := (size + most - 1) / most
	if step <= 1 {
		return list
	}
	var out []transcript.Message
	for i := 0; i < len(list); i += step {
		if m := list[i]; len(m.Content) <= most {
			out = append(out, m)
		}
	}
	return out
}

// shelf is memory as a search reads it, in no folder: texts by the names of files.
type shelf map[string][]byte

// shelf puts the files of memory there, the newest first, as they are or as the
// plan leaves them.
func (w *work) shelf(planned bool) shelf {
	s, changed := shelf{}, map[string][]byte{}
	for _, c := range w.result.Changes {
		if people(c.Path) {
			changed[c.Path] = c.After
		}
	}
	others := slices.DeleteFunc(w.snap.Paths(), func(path string) bool { _, twice := changed[path]; return twice })
	slices.Reverse(others)
	room := shelfText
	for _, path := range append(slices.Sorted(maps.Keys(changed)), others...) {
		text := w.snap.Before(path)
		after, ok := changed[path]
		room -= max(len(text), len(after)) // the same files on both shelves
		if room < 0 {
			break
		}
		if ok && planned {
			text = after
		}
		if text != nil {
			s[path] = text
		}
	}
	return s
}

// List implements search.Files.
func (s shelf) List() ([]index.File, error) {
	var list []index.File
	for i, name := range slices.Sorted(maps.Keys(s)) {
		list = append(list, index.File{Name: name, Size: int64(len(s[name])), Inode: uint64(i + 1)})
	}
	return list, nil
}

// Read implements search.Files.
func (s shelf) Read(name string) ([]byte, error) {
	b, ok := s[name]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return b, nil
}

// answered are the probes that a search of the shelf answers, with messages laid
// beside it as one more note.
func (s shelf) answered(ctx context.Context, probes []summarize.Probe, beside []transcript.Message) (found []summarize.Probe, err error) {
	if len(beside) > 0 {
		s["memory/leaving.md"] = leaving(beside)
	}
	ix := search.Open(s, search.Options{})
	defer ix.Close()
	for _, p := range probes {
		a, err := ix.Search(ctx, search.Query{Text: p.Query, Limit: probeHits})
		if err != nil {
			return nil, fmt.Errorf("ask what is remembered: %w", err)
		}
		if slices.ContainsFunc(a.Results, func(h search.Hit) bool { return holdsWord(h.Text, p.Answer) }) {
			found = append(found, p)
		}
	}
	return found, nil
}

// leaving is the text of messages as a note, a bullet a line.
func leaving(list []transcript.Message) []byte {
	var b strings.Builder
	for _, m := range list {
		who := cmp.Or(m.Name, string(m.Role))
		for line := range strings.Lines(m.Content) {
			if line = strings.TrimSpace(line); line != "" {
				b.WriteString("- " + who + ": " + line + "\n")
			}
		}
	}
	return []byte(b.String())
}

// holdsWord tells whether a word, or words that follow each other, stand in a text,
// whatever their case and not as a part of a longer one.
func holdsWord(text, word string) bool {
	words := func(s string) string {
		var b strings.Builder
		for _, t := range language.TokensOf(s) {
			b.WriteString(" " + t.Fold)
		}
		return b.String() + " "
	}
	word = words(word)
	return word != " " && strings.Contains(words(text), word)
}
