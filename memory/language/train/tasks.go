package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/temporal"
	"dormouse/memory/language/train/fit"
)

// task is one model: its name, its labels, and how examples are made.
type task struct {
	name    string
	labels  []string
	options fit.Options
	make    func(fit.Options) ([]example, error)
}

// example is a fit.Example with what decides its fold and its row in a table.
type example struct {
	fit.Example
	fold   string // file and topic: never split
	writer string
	lang   string
	extra  bool // made from others: trained on, never judged by
}

// fit trains the model on some examples.
func (t task) fit(ex []fit.Example) *classify.Model {
	m, err := classify.Decode(fit.Model(ex, t.labels, t.options))
	if err != nil {
		panic(err) // it reads what it wrote
	}
	return m
}

func tasks() []task {
	base := fit.Options{Epochs: 8, Decay: .05, Rate: .3, Size: classify.Wide, Without: classify.MeaningGroup}
	kind := base
	kind.Without |= classify.RoleGroup
	narrow := base
	narrow.Size = 0
	ill := kind
	ill.Size, ill.Without = 0, classify.RoleGroup
	many := base
	many.Size = classify.Middle
	many.Orders = 10 // of so many wishes some have few examples
	lang := narrow
	lang.Without |= classify.ClassGroup | classify.RoleGroup | classify.FormGroup
	return []task{
		{"lang", codes(), lang, guesses},
		{"act", corpus.Acts, base, acts},
		{"keep", []string{"drop", "keep"}, packed(base), told(worth)},
		{"kind", corpus.Kinds[:5], packed(kind), told(kindOf)},
		{"lasts", []string{"year", "month", "day"}, packed(base), told(lastsOf)},
		{"whose", []string{"me", "mine", "world", "you"}, packed(base), told(whoseOf)},
		{"health", corpus.OfHealth, ill, health},
		{"wish", corpus.Wishes, many, wishes},
		{"stay", corpus.Objecting, many, objections},
		{"relate", corpus.Relations, fit.Options{Epochs: 10, Decay: .03, Rate: .2, Orders: 4}, relations},
		{"over", []string{"holds", "over"}, fit.Options{Epochs: 8, Decay: .03, Rate: .2}, overs},
		{"change", []string{"stays", "changes"}, kind, changed},
		{"lean", corpus.Leanings, fit.Options{Epochs: 8, Decay: .05, Rate: .15, Without: classify.MeaningGroup}, leanings},
		{"revise", corpus.Turnings, fit.Options{Epochs: 20, Decay: .01, Rate: .2, Without: classify.MeaningGroup}, revisions},
	}
}

// grouped reports whether a model may do without a class of features: what a message
// wants and how two statements relate is read from a fixed set.
func (t task) grouped() bool {
	return t.name != "wish" && t.name != "stay" && t.name != "relate" && t.name != "over" && t.name != "revise" && t.name != "lean"
}

// acts makes examples of what sentences do: those of the corpus, and questions without a mark
// beside what is told in their words.
func acts(o fit.Options) ([]example, error) {
	out, err := sentences(func(l corpus.Line) string { return l.Fields[0] })(o)
	asked, more := corpus.Questions()
	for _, l := range asked {
		out = append(out, exampleOf(l, language.Features(l.Text, l.Lang, language.Person, o.Use()), l.Fields[0]))
	}
	return out, errors.Join(err, more)
}

func worth(l corpus.Line) string {
	if l.Fields[1] != "-" {
		return "keep"
	}
	return "drop"
}

func kindOf(l corpus.Line) string { return strings.TrimPrefix(l.Fields[1], "-") }

func lastsOf(l corpus.Line) string {
	if l.Fields[0] != "state" && l.Fields[0] != "order" {
		return ""
	}
	return strings.TrimPrefix(l.Fields[2], "-")
}

func whoseOf(l corpus.Line) string { return strings.TrimPrefix(l.Fields[3], "-") }

func codes() []string {
	var out []string
	for _, l := range language.Langs() {
		out = append(out, l.String())
	}
	return out
}

// packed are options of a model that is to be small: at this price of room these are as right
// on what they have not seen.
func packed(o fit.Options) fit.Options {
	o.Room = 8
	return o
}

// sentences makes examples of the sentences that label gives a label.
func sentences(label func(corpus.Line) string) func(fit.Options) ([]example, error) {
	return labelled(corpus.Sentences, label)
}

// told makes examples of these and of scenes: what is only told teaches nothing on what a
// sentence does.
func told(label func(corpus.Line) string) func(fit.Options) ([]example, error) {
	return labelled(tellings, label)
}

// tellings are sentences and scenes.
func tellings() ([]corpus.Line, error) {
	lines, err := corpus.Sentences()
	scenes, more := corpus.Scenes()
	return append(lines, scenes...), errors.Join(err, more)
}

func labelled(of func() ([]corpus.Line, error), label func(corpus.Line) string) func(fit.Options) ([]example, error) {
	return func(o fit.Options) ([]example, error) {
		lines, err := of()
		var out []example
		for _, l := range lines {
			if s := label(l); s != "" {
				out = append(out, exampleOf(l, language.Features(l.Text, l.Lang, speaker(l), o.Use()), s))
			}
		}
		return out, err
	}
}

func speaker(l corpus.Line) language.Speaker {
	if l.Other {
		return language.Other
	}
	return language.Person
}

// wishes rest on the weights of act and keep: train those first.
func wishes(o fit.Options) ([]example, error) {
	lines, err := corpus.Intents()
	var out []example
	for _, l := range lines {
		out = append(out, exampleOf(l, language.WishFeatures(l.Text, l.Lang), l.Fields[0]))
	}
	chats, more := inChats()
	return append(out, misread(chats, out, corpus.Wishes, o)...), errors.Join(err, more)
}

// ofMemory are the wishes of questions about what was told, as those of talks are: which of them
// it is, others teach.
var ofMemory = []string{"recall", "orders", "todo", "list", "aboutme", "recap", "span"}

// misread are those of some questions that a model of others takes for something else. All of
// them would drown what is seldom asked for.
func misread(some, others []example, labels []string, o fit.Options) (out []example) {
	var known []fit.Example
	for _, e := range others {
		if e.writer != blindWriter {
			known = append(known, e.Example)
		}
	}
	m := task{labels: labels, options: o}.fit(known)
	for _, e := range some {
		if label, _ := m.Best(m.Score(e.Input)); !slices.Contains(ofMemory, label) {
			out = append(out, e)
		}
	}
	return out
}

// inChats are the questions that are asked of talks: they want to recall. Those of the blind
// writer are not among them, for by these other models are judged.
func inChats() (out []example, err error) {
	chats, err := corpus.Chats()
	for i := range chats {
		c := &chats[i]
		if c.Writer == blindWriter {
			continue
		}
		for _, a := range c.Asked {
			out = append(out, example{fit.Example{Input: language.WishFeatures(a.Text, c.Lang), Label: "recall"}, c.Name, c.Writer, c.Lang.String(), true})
		}
	}
	return out, err
}

// intentEach is of how many messages that ask something one stands beside the objections.
const intentEach = 8

// objections are messages by whether they object to what was said before them; few of what
// else is typed do.
func objections(fit.Options) (out []example, err error) {
	lines, err := corpus.Objections()
	for _, l := range lines {
		out = append(out, exampleOf(l, language.WishFeatures(l.Text, l.Lang), l.Fields[0]))
	}
	others, more := corpus.Intents()
	for i, l := range others {
		if i%intentEach == 0 {
			out = append(out, exampleOf(l, language.WishFeatures(l.Text, l.Lang), corpus.Objecting[0]))
		}
	}
	return out, errors.Join(err, more)
}

// statementPairs are pairs and endings.
func statementPairs() ([]corpus.Line, error) {
	lines, err := corpus.Pairs()
	endings, more := corpus.Endings()
	return append(lines, endings...), errors.Join(err, more)
}

// changed are the newer statements of the pairs, by whether they end the older one, the
// older ones, and the lines of lives, by whether they end any.
func changed(o fit.Options) ([]example, error) {
	lines, err := statementPairs()
	label := map[bool]string{false: "stays", true: "changes"}
	var out []example
	for _, l := range lines {
		ends := l.Fields[0] == statement.Denies.String() || l.Fields[0] == statement.Replaces.String()
		out = append(out, exampleOf(l, language.ChangeFeatures(l.Newer, l.Lang, o.Use()), label[ends]), exampleOf(l, language.ChangeFeatures(l.Text, l.Lang, o.Use()), label[false]))
	}
	lands, more := corpus.Lands()
	for _, l := range lands {
		for _, t := range l.Lines {
			out = append(out, example{fit.Example{Input: language.ChangeFeatures(t.Text, l.Lang, o.Use()), Label: label[len(t.Ends) > 0]}, l.Name, l.Writer, l.Lang.String(), false})
		}
	}
	return out, errors.Join(err, more)
}

// overs are the pairs by whether the newer one ends the older one, and the lines of lives
// beside news.
func overs(o fit.Options) ([]example, error) {
	out, err := relations(o)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Label = map[bool]string{false: "holds", true: "over"}[out[i].Label == statement.Denies.String() || out[i].Label == statement.Replaces.String()]
	}
	lives, err := besideLives()
	return append(out, lives...), err
}

// leanings are sentences with the one before each.
func leanings(fit.Options) ([]example, error) {
	lines, err := corpus.Leans()
	var out []example
	for _, l := range lines {
		out = append(out, exampleOf(l, language.LeanFeatures(l.Text, l.Newer, l.Lang), l.Fields[0]))
	}
	return out, err
}

// guesses are all texts, labelled with their language. Their features are read
// as if all were English, as they are when the language is not known.
func guesses(o fit.Options) ([]example, error) {
	var out []example
	for _, of := range []func() ([]corpus.Line, error){corpus.Sentences, corpus.Intents, corpus.Pairs} {
		lines, err := of()
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			out = append(out, exampleOf(l, language.Features(l.Text, language.English, language.Person, o.Use()), l.Lang.String()))
		}
	}
	return out, nil
}

func exampleOf(l corpus.Line, seen classify.Input, label string) example {
	fold := l.Lang.String() + l.Writer + l.Topic
	if l.Topic == "" {
		fold = l.Place
	}
	return example{fit.Example{Input: seen, Label: label}, fold, l.Writer, l.Lang.String(), false}
}

// relations are the pairs; beside each, one of the two with a chat line behind it,
// what a memory makes of one that names a day by today's, and pairs of two topics
// that share a word or an attribute by chance: a memory is full of those, and a
// false end among them destroys. Pairs that share nothing are not learned from, for
// they drown what turns; Relate takes care of them.
func relations(fit.Options) ([]example, error) {
	lines, err := statementPairs()
	if err != nil {
		return nil, err
	}
	chat, err := chatter()
	if err != nil {
		return nil, err
	}
	var out []example
	pair := func(l corpus.Line, old, newer, label string, extra bool) {
		a, b := statement.ReadIn(old, l.Lang), statement.ReadIn(newer, l.Lang)
		if extra && label == apart && !statement.Meet(a, b) {
			return
		}
		e := exampleOf(l, statement.RelateInput(a, b), label)
		e.extra = extra
		out = append(out, e)
	}
	for i, l := range lines {
		pair(l, l.Text, l.Newer, l.Fields[0], false)
		now := said.AddDate(0, 0, i%200)
		if newer := temporal.Absolute(l.Newer, now); newer != l.Newer {
			pair(l, temporal.Absolute(l.Text, now.AddDate(0, -2, 0)), newer, l.Fields[0], true)
		}
		talk := chat[l.Lang]
		if len(talk) == 0 {
			continue
		}
		aside := talk[i*37%len(talk)].Text
		if i%2 == 0 {
			pair(l, l.Text, l.Newer+". "+aside, l.Fields[0], true)
		} else {
			pair(l, l.Text+". "+aside, l.Newer, l.Fields[0], true)
		}
		if i%4 == 0 {
			pair(l, l.Text, talk[(i*53+11)%len(talk)].Text, apart, true)
		}
	}
	return out, nil
}

// apart is the label of two statements that have nothing to do with each other.
var apart = statement.Unrelated.String()

// chatter are what people say in a chat, by language.
func chatter() (map[language.Lang][]corpus.Line, error) {
	lines, err := corpus.Sentences()
	by := map[language.Lang][]corpus.Line{}
	for _, l := range lines {
		if l.Fields[0] == "state" || l.Fields[0] == "filler" {
			by[l.Lang] = append(by[l.Lang], l)
		}
	}
	return by, err
}

// said is a day on which a statement may have been said.
var said = time.Date(2026, 1, 7, 10, 0, 0, 0, time.UTC)

// elsewhere is a pair of another topic in the language of pair i.
func elsewhere(lines []corpus.Line, i, step int) *corpus.Line {
	for n := 1; n < 200; n++ {
		if o := &lines[(i+n*step)%len(lines)]; o.Lang == lines[i].Lang && o.Topic != lines[i].Topic {
			return o
		}
	}
	return nil
}

// revisions are what is said next; beside them what people tell one after the other of
// one topic, which corrects nothing.
func revisions(fit.Options) ([]example, error) {
	lines, err := corpus.Turns()
	if err != nil {
		return nil, err
	}
	told, err := chatter()
	if err != nil {
		return nil, err
	}
	var out []example
	add := func(l corpus.Line, label string, extra bool) {
		e := exampleOf(l, classify.Input{Features: statement.ReviseFeatures(statement.ReadIn(l.Text, l.Lang), statement.ReadIn(l.Newer, l.Lang))}, label)
		e.extra = extra
		out = append(out, e)
	}
	for _, l := range lines {
		add(l, l.Fields[0], false)
	}
	pairs, err := corpus.Pairs()
	if err != nil {
		return nil, err
	}
	for _, l := range pairs {
		if l.Fields[0] == statement.Adds.String() || l.Fields[0] == apart {
			add(l, corpus.Turnings[0], true)
		}
	}
	for _, code := range codes() {
		l, _ := language.ParseLang(code)
		list := told[l]
		for i := 1; i < len(list); i += toldEach {
			if a, b := list[i-1], list[i]; a.Topic == b.Topic {
				b.Text, b.Newer = a.Text, b.Text
				add(b, corpus.Turnings[0], true)
			}
		}
	}
	return out, nil
}

// toldEach is of how many sentences one is paired with that before it.
const toldEach = 24
