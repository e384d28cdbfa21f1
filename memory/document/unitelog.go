package document

import (
	"bytes"
	"cmp"
	"slices"

	"dormouse/land/merge"
	"dormouse/land/pattern"
)

// part is one block of a log: from a heading of the second level to the next one,
// or what stands before the first.
type part struct {
	title string // with a number where it comes again
	text  []byte
}

// parts takes a log apart.
func parts(text []byte) []part {
	d := Parse(text)
	starts, titles := []int{0}, []string{""}
	for _, h := range d.heads {
		if h.level == 2 && h.start > 0 {
			starts, titles = append(starts, h.start), append(titles, h.title)
		}
	}
	seen := map[string]int{}
	var out []part
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		seen[titles[i]]++
		for n := seen[titles[i]]; n > 1; n-- {
			titles[i] += "\x00"
		}
		out = append(out, part{titles[i], text[at:end]})
	}
	return out
}

// uniteLog merges a day's log block by block. The blocks that nights added on either
// side stand in the order of their times; what stands under the same words that are
// no night's, as the notes do, is one block.
func uniteLog(base, ours, theirs []byte) []byte {
	was, mine, yours := parts(base), parts(ours), parts(theirs)
	find := func(list []part, title string) ([]byte, bool) {
		i := slices.IndexFunc(list, func(p part) bool { return p.title == title })
		if i < 0 {
			return nil, false
		}
		return list[i].text, true
	}
	var old, fresh []part
	for _, p := range mine {
		b, shared := find(was, p.title)
		t, both := find(yours, p.title)
		if both && (shared || !ofNight(p.title) || sameNight(t, p.text)) {
			p.text = merge.Union(b, t, p.text)
		}
		switch {
		case shared && !both && bytes.Equal(b, p.text): // deleted there
		case shared:
			old = append(old, p)
		default:
			fresh = append(fresh, p)
		}
	}
	for _, p := range yours {
		b, shared := find(was, p.title)
		o, both := find(mine, p.title)
		if both && (shared || !ofNight(p.title) || sameNight(o, p.text)) || shared && bytes.Equal(b, p.text) {
			continue
		}
		fresh = append(fresh, p)
	}
	slices.SortStableFunc(fresh, func(a, b part) int {
		return cmp.Or(cmp.Compare(hourOf(a.title), hourOf(b.title)), bytes.Compare(a.text, b.text))
	})
	return once(glue(append(old, fresh...)))
}

// nightForm is the title of a block that a night adds.
var nightForm = pattern.Of(`^(\d\d:\d\d) · `)

func ofNight(title string) bool { return nightForm().MatchString(title) }

// sameNight tells two versions of one night's block from the blocks of two nights: by
// its title and paragraph, for a merge may have left out entries of one.
func sameNight(a, b []byte) bool {
	said := func(text []byte) []byte { before, _, _ := bytes.Cut(text, []byte("\n### ")); return tail(before) }
	return bytes.Equal(said(a), said(b))
}

// hourOf is the time that a title begins with; what has none comes last.
func hourOf(title string) string {
	if m := nightForm().FindStringSubmatch(title); m != nil {
		return m[1]
	}
	return "~"
}

// tail is a block without the blank lines at its end.
func tail(text []byte) []byte { return bytes.TrimRight(text, " \t\r\n") }

// glue puts blocks together with a blank line between them.
func glue(list []part) []byte {
	var out []byte
	for _, p := range list {
		if n := len(out); n > 0 && len(p.text) > 0 && !bytes.HasSuffix(out, []byte("\n\n")) && !bytes.HasSuffix(out, []byte("\n\r\n")) {
			eol := lineEnding(out)
			if !bytes.HasSuffix(out, []byte("\n")) {
				out = append(out, eol...)
			}
			out = append(out, eol...)
		}
		out = append(out, p.text...)
	}
	return append(tail(out), lineEnding(out)...)
}
