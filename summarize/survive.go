package summarize

import (
	"sort"
	"strings"
	"sync"
	"unique"

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
	where := map[unique.Handle[string]]string{}
	for _, a := range all {
		where[unique.Make(plain(a))] = ""
	}
	for _, name := range names {
		for line := range strings.Lines(kept[name]) {
			for _, t := range exactTerms().Of(line, 0, func() []unique.Handle[string] { return exactTermsIn(line) }) {
				if first, asked := where[t]; asked && first == "" {
					where[t] = name
				}
			}
		}
	}
	var r Report
	for _, a := range all {
		a.Where = where[unique.Make(plain(a))]
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

// exactTerms remembers what the lines of all of memory hold: most of it is as the night
// before read it.
var exactTerms = sync.OnceValue(func() *memo.Memo[[]unique.Handle[string]] { return memo.New[[]unique.Handle[string]](memo.Lines) })

// exactTermsIn are all forms in which the anchors of a line are looked up.
func exactTermsIn(line string) (out []unique.Handle[string]) {
	add := func(form string) { out = append(out, unique.Make(form)) }
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
	return out
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
