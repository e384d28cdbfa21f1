package summarize

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"dormouse/land/transcript"
	"dormouse/memory/language/memo"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// Report says which exact strings of the messages that left the context can
// still be read, and where.
type Report struct {
	Kept []extract.Anchor `json:"kept"`
	Lost []extract.Anchor `json:"lost"`
}

// Survive looks for the ids, paths, URLs, numbers, dates, code names and quoted
// strings of old in the texts that stay: the wake note, the messages kept word
// for word, the memory files. Keys of kept are their names, as they are to be
// shown; of several the first by name is reported.
func Survive(old []transcript.Message, kept map[string]string) Report {
	var all []extract.Anchor
	seen := map[string]bool{}
	for _, m := range old {
		for _, a := range messageAnchors(m) {
			if !seen[a.Text] {
				seen[a.Text] = true
				a.MessageID = m.ID
				all = append(all, a)
			}
		}
	}
	names := make([]string, 0, len(kept))
	for n := range kept {
		names = append(names, n)
	}
	sort.Strings(names)
	w := wanted{where: map[uint64]string{}}
	for _, a := range all {
		w.where[wordSum(plain(a))] = ""
		w.some.set(wordSum(plain(a)))
	}
	w.find(names, kept)
	var r Report
	for _, a := range all {
		a.Where = w.where[wordSum(plain(a))]
		if a.Where == "" {
			a.Where = spelled(a, names, kept)
		}
		if a.Where == "" {
			r.Lost = append(r.Lost, a)
		} else {
			r.Kept = append(r.Kept, a)
		}
	}
	return r
}

func messageAnchors(m transcript.Message) []extract.Anchor {
	out := extract.Anchors(m.Content)
	for _, c := range m.ToolCalls {
		for _, s := range voices.Arguments(c, "path", "file", "file_path", "filename", "url", "command", "cmd") {
			out = append(out, extract.Anchors(s)...)
		}
	}
	return out
}

// plain is the form in which an anchor is looked up.
func plain(a extract.Anchor) string {
	if a.Kind == extract.Number {
		if n := extract.DigitNumbers(a.Text); len(n) == 1 {
			return "=" + n[0]
		}
	}
	return extract.Fold(a.Text)
}

// wanted are anchors by the sum of the form in which they are looked up, and where each
// stands.
type wanted struct {
	where map[uint64]string
	some  bits
}

// find notes under each wanted anchor the first text by name in which it stands. Most of
// memory is as the night before read it: what its lines hold is remembered.
func (w *wanted) find(names []string, texts map[string]string) {
	var lines []string
	ends := make([]int, len(names)) // of a text: where its lines end; the last text stands first
	for i, name := range slices.Backward(names) {
		lines = slices.AppendSeq(lines, strings.Lines(texts[name]))
		ends[i] = len(lines)
	}
	for _, run := range exactRuns().Of(len(lines), func(i int) string { return lines[i] }, func(from, to int) exactRun { return newExactRun(lines[from:to]) }) {
		for i, t := range run.Value.terms {
			if !w.some.has(t) {
				continue
			}
			if _, asked := w.where[t]; asked {
				at := run.From + int(run.Value.last[i])
				w.where[t] = names[len(names)-1-sort.Search(len(names), func(i int) bool { return ends[len(names)-1-i] > at })]
			}
		}
	}
}

// exactRun are the forms in which anchors are looked up that a run of lines has.
type exactRun struct {
	terms []uint64 // their sums
	last  []int32  // of each, the last line that has it
}

var exactRuns = sync.OnceValue(func() *memo.Runs[exactRun] { return memo.NewRuns[exactRun](runLeast) })

func newExactRun(lines []string) (r exactRun) {
	at := map[uint64]int{}
	for i, line := range lines {
		for _, t := range exactTerms(line) {
			n, known := at[t]
			if !known {
				n = len(r.terms)
				at[t], r.terms, r.last = n, append(r.terms, t), append(r.last, 0)
			}
			r.last[n] = int32(i)
		}
	}
	return r
}

// exactTerms are the sums of all forms in which the anchors of a line are looked up.
func exactTerms(line string) []uint64 {
	var out []uint64
	add := func(form string) { out = append(out, wordSum(form)) }
	for _, a := range extract.Anchors(line) {
		add(plain(a))
		add(extract.Fold(a.Text))
	}
	for _, w := range extract.Split(line) {
		add(w.Low)
		for _, n := range extract.DigitNumbers(w.Core) {
			add("=" + n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spelled looks for an anchor of several words or signs letter by letter.
func spelled(a extract.Anchor, names []string, kept map[string]string) string {
	if a.Kind == extract.Number {
		return ""
	}
	for _, n := range names {
		if strings.Contains(kept[n], a.Text) {
			return n
		}
	}
	return ""
}
