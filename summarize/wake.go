package summarize

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/summarize/extract"
	"dormouse/summarize/note"
	"dormouse/summarize/voices"
)

// Bounds of the files and the lines that a section gains in one night.
const (
	noteFiles = 12
	noteLines = 8
)

// note is the text that opens the next context: what the newest of the old
// messages were about, merged section by section with the earlier note. It
// never has more than budget tokens; the oldest detail gives way first.
func (o *Offline) note(in Input, budget int, v View) string {
	if budget <= 0 {
		return ""
	}
	var items []note.Item
	if !v.Fresh {
		items = note.Parse(in.Earlier)
	}
	if len(in.Old) > 0 {
		items = append(items, o.wake(in, budget, v)...)
	}
	return note.Fit(note.Merge(items), budget, in.Count)
}

// wake reads the lines of a note off the old messages.
func (o *Offline) wake(in Input, budget int, v View) []note.Item {
	r := read(in, in.Old)
	r.weigh(o.w)
	var out []note.Item
	out = append(out, r.requests()...)
	out = append(out, r.signed(note.Decisions, func(l *line) bool { return l.decide && !l.ask && (l.me || r.user(l)) })...)
	out = append(out, r.artifacts()...)
	out = append(out, r.signed(note.Rejected, func(l *line) bool {
		return l.decide && !l.ask && r.user(l) && slices.ContainsFunc(l.pieces, func(p piece) bool { return p.turns })
	})...)
	out = append(out, r.command()...)
	out = append(out, r.loose()...)
	used := 0
	for _, it := range out {
		used += in.Count("- " + it.Text + "\n")
	}
	if rest := budget - used - 30; rest > 20 {
		out = append(out, o.said(r, rest, v)...)
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].At < out[b].At })
	return out
}

// user reports whether a person says the line: also in a conversation of two
// people, where both are told apart by name.
func (r *reading) user(l *line) bool {
	s := &r.said[l.said]
	return r.role(s) == transcript.User || r.role(s) == transcript.Assistant && s.who != "Assistant" && l.me
}

// chat is how many messages a wish may lie before a mere question and still be
// what is being worked on.
const chat = 8

// requests is the newest thing asked for by the user, and the first. Work that is
// wanted comes before a question asked in between.
func (r *reading) requests() []note.Item {
	var wish, ask, first *note.Item
	for i := range r.said {
		s := &r.said[i]
		if r.role(s) != transcript.User {
			continue
		}
		text, wants := "", false
		for k := s.from; k < s.to; k++ {
			l := &r.lines[k]
			if l.kind == extract.InCode || l.kind == extract.InCaption || !l.ask && !r.imperative(l) {
				continue
			}
			wants = wants || r.imperative(l)
			text = strings.TrimSpace(text + " " + extract.Join(l.words))
		}
		if text == "" {
			continue
		}
		it := &note.Item{Section: note.Request, Text: note.Clip(extract.UpperFirst(text), note.LineBytes), At: s.msg}
		if ask = it; wants {
			wish = it
		}
		if first == nil {
			first = it
		}
	}
	if ask == nil {
		return nil
	}
	if wish != nil && ask.At-wish.At <= chat {
		ask = wish
	}
	if first.At < ask.At {
		return []note.Item{*ask, *first}
	}
	return []note.Item{*ask}
}

// imperative reports whether a line of the user asks for work to be done.
func (r *reading) imperative(l *line) bool {
	if len(l.words) < 3 {
		return false
	}
	lang := r.said[l.said].lang
	text := extract.Join(l.words[:3])
	return slices.ContainsFunc(lang.Cues(text, language.Words(text)), func(c language.Cue) bool {
		return c.From == 0 && (c.Class == language.Make || c.Class == language.Polite)
	})
}

// signed are the newest lines that carry a sign, written whole.
func (r *reading) signed(section int, sign func(*line) bool) []note.Item {
	var out []note.Item
	for i := len(r.lines) - 1; i >= 0 && len(out) < noteLines; i-- {
		l := &r.lines[i]
		if l.kind == extract.InCode || l.kind == extract.InCaption || r.said[l.said].tool || len(l.words) < 4 || !sign(l) {
			continue
		}
		out = append(out, note.Item{Section: section, Text: r.quote(l), At: r.said[l.said].msg})
	}
	return out
}

func (r *reading) quote(l *line) string {
	return note.Clip(r.said[l.said].label+": "+extract.UpperFirst(strings.Trim(extract.Join(l.words), " .!,;-–—")), note.LineBytes)
}

// artifacts are the files that were worked on, and the addresses that a person gave or a
// tool was sent to, the newest last: what a search shows nobody works on.
func (r *reading) artifacts() []note.Item {
	last := map[string]int{}
	var names []string
	add := func(s string, at int) {
		if _, ok := last[s]; !ok {
			names = append(names, s)
		}
		last[s] = at
	}
	for i, m := range r.msgs {
		for _, c := range m.ToolCalls {
			for _, f := range voices.Arguments(c, "path", "file", "file_path", "filename", "url") {
				add(f, i)
			}
		}
		for _, p := range m.Parts() {
			if p.Origin.Foreign() && p.Origin != transcript.Modelled {
				continue
			}
			for _, a := range extract.Anchors(p.Text) {
				if a.Kind == extract.Path || a.Kind == extract.URL && p.Origin == transcript.Typed {
					add(a.Text, i)
				}
			}
		}
	}
	sort.SliceStable(names, func(a, b int) bool { return last[names[a]] > last[names[b]] })
	var out []note.Item
	for _, n := range names[:min(len(names), noteFiles)] {
		out = append(out, note.Item{Section: note.InHand, Text: note.Clip("`"+n+"`", note.LineBytes), At: last[n]})
	}
	return out
}

// command is the last command that was run, and how it ended.
func (r *reading) command() []note.Item {
	for i := len(r.msgs) - 1; i >= 0; i-- {
		calls := r.msgs[i].ToolCalls
		for j := len(calls) - 1; j >= 0; j-- {
			got := voices.Arguments(calls[j], "command", "cmd", "script")
			if len(got) == 0 {
				continue
			}
			text := "`" + note.Clip(got[0], note.LineBytes/2) + "`"
			if res := r.result(calls[j].ID, i); res != "" {
				text += " (tool): " + res
			}
			return []note.Item{{Section: note.LastCommand, Text: note.Clip(text, note.LineBytes), At: i}}
		}
	}
	for i := len(r.lines) - 1; i >= 0; i-- {
		if l := &r.lines[i]; l.kind == extract.InCode && len(l.words) > 1 && l.words[0].Post == "$" {
			return []note.Item{{Section: note.LastCommand, Text: note.Clip("`"+strings.TrimPrefix(extract.Join(l.words), "$ ")+"`", note.LineBytes), At: r.said[l.said].msg}}
		}
	}
	return nil
}

// pointer opens what stands for a tool's answer that was left out of the context.
const pointer = "[result of "

// result is the telling line of a tool's answer: the first that speaks of an
// error, else the last.
func (r *reading) result(id string, from int) string {
	for _, m := range r.msgs[from:] {
		if m.Role != transcript.Tool || m.ToolCallID != id {
			continue
		}
		if strings.HasPrefix(m.Content, pointer) {
			return ""
		}
		last := ""
		for _, l := range strings.Split(m.Content, "\n") {
			l = strings.TrimSpace(l)
			if failing(l) {
				return note.Clip(l, note.LineBytes/2)
			}
			if l != "" {
				last = l
			}
		}
		return note.Clip(last, note.LineBytes/2)
	}
	return ""
}

// failing reports whether a line of a tool's output tells of an error, also within a
// name: "TypeError".
func failing(l string) bool {
	start := 0
	for i, r := range l + " " {
		if upper := unicode.IsUpper(r); unicode.IsLetter(r) && (!upper || i == start) {
			continue
		}
		if language.InAny(language.Fold(l[start:i])).Has(language.Hindered) {
			return true
		}
		start = i
		if !unicode.IsLetter(r) {
			start += utf8.RuneLen(r)
		}
	}
	return false
}

// loose are what was left open: what a person says is, what anybody lists so
// ("Open: the berth"), and a question of a person that nobody answered. A model
// ends many a reply with a question; what follows it is the answer.
func (r *reading) loose() []note.Item {
	out := r.signed(note.Open, func(l *line) bool {
		return l.undone && (r.user(l) || strings.HasPrefix(l.words[0].Post, ":"))
	})
	if n := len(r.said); n > 0 && !r.said[n-1].model && !r.said[n-1].tool {
		for i := r.said[n-1].to - 1; i >= r.said[n-1].from; i-- {
			if l := &r.lines[i]; l.ask && len(l.words) > 2 {
				return append(out, note.Item{Section: note.Open, Text: r.quote(l), At: r.said[n-1].msg})
			}
		}
	}
	return out
}

// said are the lines that tell most of the rest.
func (o *Offline) said(r *reading, budget int, v View) []note.Item {
	scale := func(line int) float64 {
		if l := &r.lines[line]; r.said[l.said].tool && !r.said[l.said].shown && !failing(extract.Join(l.words)) {
			return 0 // what a tool said can be asked for again
		}
		if v.Old == nil {
			return 1
		}
		return v.Old[r.said[r.lines[line].said].msg]
	}
	c := newChoice(r, o.w, r.unit.budget(budget, r.msgs, r.in.Count), scale, &known{})
	c.fillLines(0, len(r.lines))
	at := map[string]int{}
	for i, m := range r.msgs {
		at[m.ID] = i
	}
	var out []note.Item
	for _, cand := range c.compose() {
		out = append(out, note.Item{Section: note.Said, Text: cand.Text, At: at[cand.From[0]]})
	}
	return out
}
