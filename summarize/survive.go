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
	for i := len(names) - 1; i >= 0; i-- {
		w.find(kept[names[i]], names[i])
	}
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

// find notes the name of a text under each wanted anchor that stands in it. Most of
// memory is as the night before read it: what a line holds is remembered.
func (w *wanted) find(text, name string) {
	for line := range strings.Lines(text) {
		for _, t := range exactKnown().Of(line, 0, func() []uint64 { return exactTerms(line) }) {
			if !w.some.has(t) {
				continue
			}
			if _, asked := w.where[t]; asked {
				w.where[t] = name
			}
		}
	}
}

var exactKnown = sync.OnceValue(func() *memo.Memo[[]uint64] { return memo.New[[]uint64](remembered) })

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
	return slices.Clip(slices.Compact(out))
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
