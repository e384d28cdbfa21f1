// Package voices knows who said what in some messages: whose words a sentence rests on,
// which messages bear it out, and how those who speak are called. It tells a person's
// words from those of texts that they or a tool brought in; it judges no claim.
package voices

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"dormouse/land/pattern"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/summarize/extract"
)

// Voices knows who said what in some messages, to tell whose words a sentence
// rests on that a model wrote: the person's, or those of a text that the person
// or a tool brought in. It goes by the words that a sentence shares with one
// sentence of theirs, the rare ones counting most.
type Voices struct {
	heard   []transcript.Part  // of each passage, without its text
	from    []string           // and the message it stands in
	asked   map[int32]bool     // passages that are questions
	by      map[string][]int32 // term → passages
	foreign bool
}

// Bounds of what is believed.
const (
	sharedLeast = .34 // of the weight of a sentence's words must stand in one passage
	mostCommon  = 256 // passages that are looked at for one word
	mostWords   = 64  // of a passage; a longer sentence is several
	mostAsked   = 256 // words of a sentence that are asked about
	// functionWeight is what a word counts that is about nothing.
	functionWeight = .05
	// askedWeight is what the words of a person's question count: who asks whether
	// something is so has not said it.
	askedWeight = .5
)

// Listen hears messages. Results of the memory tools should not be among them:
// what they say was heard before.
func Listen(messages []transcript.Message) *Voices {
	v := &Voices{asked: map[int32]bool{}, by: map[string][]int32{}}
	calls := map[string]transcript.Call{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			calls[c.ID] = c
		}
		for _, p := range m.Parts() {
			if m.Role == transcript.Tool && p.Name == "" {
				p = printed(p, calls[m.ToolCallID])
			}
			v.add(p, m.ID)
		}
	}
	return v
}

// Remember hears lines of memory that name a foreign origin, and those of old
// transcripts, where nobody looked who says what. The others are no evidence of
// anything, for they are what was kept of all these voices.
func (v *Voices) Remember(text string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, transcript.Folder+"/") {
			v.add(transcript.Part{Text: place().ReplaceAllString(strings.TrimSpace(line), ""), Origin: transcript.Printed, Name: transcript.Folder}, "")
			continue
		}
		line = strings.TrimLeft(place().ReplaceAllString(strings.TrimSpace(line), ""), "-*+ ")
		if o := transcript.LabelOf(line); o.Foreign() {
			_, said, _ := strings.Cut(line, ": ")
			v.add(transcript.Part{Text: said, Origin: o}, "")
		}
	}
}

// place is how a tool says where a line stands.
var place = pattern.Of(`^\S+:\d+ (?:\[[^\]]*\] )?`)

func (v *Voices) add(p transcript.Part, message string) {
	text := p.Text
	p.Text = ""
	v.foreign = v.foreign || Data(p) && strings.TrimSpace(text) != ""
	for _, s := range extract.Sentences(text) {
		asked := strings.HasSuffix(s.Text, "?") || strings.HasSuffix(s.Text, "？")
		for words := range slices.Chunk(extract.Split(s.Text), mostWords) {
			n := int32(len(v.heard))
			v.heard, v.from = append(v.heard, p), append(v.from, message)
			if asked {
				v.asked[n] = true
			}
			for _, t := range v.terms(words) {
				v.by[t] = append(v.by[t], n)
			}
		}
	}
}

// Foreign reports whether anything was heard that neither a person nor a model
// said.
func (v *Voices) Foreign() bool { return v.foreign }

// Of tells whose words a sentence rests on. sure is false where nobody heard said
// enough of it.
func (v *Voices) Of(text string) (p transcript.Part, sure bool) {
	shared, total := v.shared(text)
	least := sharedLeast * total
	mine, _ := best(shared, func(n int32) bool { return v.heard[n].Origin == transcript.Typed })
	theirs, at := best(shared, func(n int32) bool { return Data(v.heard[n]) })
	switch {
	case total == 0:
		return transcript.Part{}, false
	case theirs >= least && theirs > mine+1e-9:
		return v.heard[at], true
	case mine >= least:
		return transcript.Part{}, true
	}
	if model, at := best(shared, func(n int32) bool { return v.heard[n].Origin == transcript.Modelled }); model >= least {
		return v.heard[at], true
	}
	return transcript.Part{Origin: transcript.Modelled}, false
}

// Data reports whether a part is neither a person's nor a model's.
func Data(p transcript.Part) bool { return p.Origin.Foreign() && p.Origin != transcript.Modelled }

// shared is the weight of the words that a sentence has in common with each
// passage, and that of all its words.
func (v *Voices) shared(text string) (weights map[int32]float64, total float64) {
	return v.sharing(v.asking(text))
}

// asking are the terms of a text that is asked about.
func (v *Voices) asking(text string) []string {
	words := extract.Split(text)
	return v.terms(words[:min(len(words), mostAsked)])
}

func (v *Voices) sharing(terms []string) (weights map[int32]float64, total float64) {
	weights = map[int32]float64{}
	for _, t := range terms {
		said := v.by[t]
		weight := math.Log(2 + float64(len(v.heard))/float64(1+len(said)))
		if function(t) {
			weight *= functionWeight // it decides between two that have all else: "never" or "always"
		}
		total += weight
		for _, n := range said[:min(len(said), mostCommon)] {
			if v.asked[n] && v.heard[n].Origin == transcript.Typed {
				weights[n] += weight * askedWeight
			} else {
				weights[n] += weight
			}
		}
	}
	return weights, total
}

// Remembered reports whether a sentence says again what memory holds of somebody
// else, and no message.
func (v *Voices) Remembered(text string) bool {
	shared, total := v.shared(text)
	most, at := best(shared, func(n int32) bool { return true })
	here, _ := best(shared, func(n int32) bool { return v.from[n] != "" })
	return at >= 0 && v.from[at] == "" && most >= sharedLeast*total && most > here+1e-9
}

// Evidence are the messages a sentence rests on: those of the cited ones that say
// at least half of what any says. Where none does the citation is wrong, and the
// message that does takes its place, if it may.
func (v *Voices) Evidence(text string, cited []string, may func(message string) bool) []string {
	shared, total := v.shared(text)
	most, at := best(shared, func(n int32) bool { return may(v.from[n]) })
	if at < 0 || most < sharedLeast*total {
		return cited
	}
	says := map[string]float64{}
	for n, w := range shared {
		says[v.from[n]] = max(says[v.from[n]], w)
	}
	right := slices.DeleteFunc(slices.Clone(cited), func(id string) bool { return says[id] < most/2 })
	if len(right) == 0 {
		return []string{v.from[at]}
	}
	return right
}

// best is the passage with the most weight, the first of equals.
func best(of map[int32]float64, may func(int32) bool) (most float64, at int32) {
	at = -1
	for n, w := range of {
		if may(n) && (w > most+1e-9 || w > most-1e-9 && n < at) {
			most, at = w, n
		}
	}
	return most, at
}

// function reports whether a term is a word that is about nothing.
func function(t string) bool { return language.InAny(t).Has(language.Stop | language.Dull) }

// terms are the parts of some words, each once.
func (v *Voices) terms(words []extract.Word) []string {
	var out []string
	seen := map[string]bool{}
	add := func(p string) {
		if p == "" || p == string(transcript.User) || p == string(transcript.Assistant) {
			return // how entries call who speaks
		}
		if p = extract.Stem(p); !seen[p] {
			seen[p], out = true, append(out, p)
		}
	}
	for _, w := range words {
		switch {
		case w.Core == "":
		case extract.Wide(w.Core):
			extract.Pairs(w.Low, add)
		default:
			extract.Parts(w.Low, add)
		}
	}
	return out
}

// printed names a tool's text by the call it answers: what it was about, and
// whether that was an address.
func printed(p transcript.Part, call transcript.Call) transcript.Part {
	if call.Name == "" {
		return p
	}
	p.Name = call.Name
	if got := Arguments(call, "url"); len(got) > 0 {
		p.Origin, p.Name = transcript.Web, got[0]
	}
	return p
}

// Whose is the origin of a sentence that a model wrote, on the word of the
// messages it cites: where nobody is heard to say it, it is the person's only if
// nothing foreign was there to come from.
func (v *Voices) Whose(text string, cited ...transcript.Message) transcript.Part {
	p, sure := v.Of(text)
	if sure {
		return p
	}
	tools := len(cited) > 0
	for _, m := range cited {
		tools = tools && m.Role == transcript.Tool
	}
	switch {
	case tools:
		return transcript.Part{Origin: transcript.Printed}
	case !v.foreign && slices.ContainsFunc(cited, func(m transcript.Message) bool { return m.Own() == transcript.Typed }):
		return transcript.Part{}
	}
	return transcript.Part{Origin: transcript.Modelled}
}

// Turned is the origin of a text that a model puts in place of a person's line, on
// the word of a message. What nobody is heard to say is the person's all the same
// where it turns the line as they ask: none of its new words come from data, and what
// they typed is about what changes, or about a line of which most stays.
func (v *Voices) Turned(line, text string, said transcript.Message) transcript.Part {
	p := v.Whose(text, said)
	if p.Origin != transcript.Modelled || transcript.LabelOf(line).Foreign() {
		return p
	}
	old, now, typed := v.matter(line), v.matter(text), v.matter(said.Words())
	added, dropped, kept := without(now, old), without(old, now), common(old, now)
	if data, ok := v.fromData(added); ok {
		return data
	}
	about := len(common(typed, added)) + len(common(typed, dropped))
	if about > 0 || 2*len(kept) >= len(old) && len(common(typed, kept)) > 0 {
		return transcript.Part{}
	}
	return p
}

// matter are the terms of a text that are about something.
func (v *Voices) matter(text string) []string {
	return slices.DeleteFunc(v.asking(text), function)
}

// fromData is the foreign part that holds as much of some terms as what rests on it
// does, and more than any that a person typed.
func (v *Voices) fromData(terms []string) (transcript.Part, bool) {
	shared, total := v.sharing(terms)
	mine, _ := best(shared, func(n int32) bool { return v.heard[n].Origin == transcript.Typed })
	theirs, at := best(shared, func(n int32) bool { return Data(v.heard[n]) })
	if at < 0 || theirs < sharedLeast*total || theirs <= mine+1e-9 {
		return transcript.Part{}, false
	}
	return v.heard[at], true
}

func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(t string) bool { return !slices.Contains(b, t) })
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(t string) bool { return slices.Contains(b, t) })
}

// Arguments are the string values of a call under the given keys.
func Arguments(c transcript.Call, keys ...string) []string {
	var m map[string]any
	if json.Unmarshal([]byte(c.Arguments), &m) != nil {
		return nil
	}
	var out []string
	for _, k := range keys {
		if s, ok := m[k].(string); ok && s != "" {
			out = append(out, document.OneLine(s))
		}
	}
	return out
}
