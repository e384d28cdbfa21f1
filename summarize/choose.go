package summarize

import (
	"slices"
	"sort"
	"time"

	"dormouse/memory/language"
	"dormouse/summarize/extract"
)

const (
	lineWords = 38 // a line is not longer than this
	// what a person tells a program of themselves, their likes and rules is at
	// least of this importance: it holds beyond the day
	lastingFrom = .71
)

// choice is a growing set of pieces: greedy maximal coverage under a budget, in the
// unit of the reading. The value of a set is submodular, so a lazily updated queue
// finds the best next piece (Minoux 1978).
type choice struct {
	r       *reading
	w       weights
	value   []float64
	taken   [][]bool // line → piece
	count   []int    // pieces taken in a slot
	size    []int    // words taken in a slot
	topics  []string // slot → topic put in front of its entry
	days    map[int64]bool
	covers  map[int64]int // speaker and term → how often
	left    int
	greedy  bool // by the importance of whole lines, whatever they cost
	first   bool // only what every talk needs
	queue   queue
	scale   func(line int) float64 // what a strategy thinks of a line
	known   *known
	abouts  map[int]about     // line → its topic, once looked for
	ending  map[int]bool      // line → whether it ends something, once asked
	stating map[int64][]int32 // speaker and term → lines that state something, once asked
	terms   []int32           // of the run that is looked at
	exact   []int32
}

func newChoice(r *reading, w weights, budget int, scale func(int) float64, k *known) *choice {
	c := &choice{r: r, w: w, value: r.values(w), taken: make([][]bool, len(r.lines)), count: make([]int, r.slots),
		size: make([]int, r.slots), topics: make([]string, r.slots), days: map[int64]bool{}, covers: map[int64]int{}, left: budget, scale: scale, known: k, abouts: map[int]about{}, ending: map[int]bool{}}
	c.grade()
	for i := range r.lines {
		c.taken[i] = make([]bool, len(r.lines[i].pieces))
	}
	return c
}

// slot is the place whose lines are written together.
func (c *choice) slot(line int) int { return c.r.lines[line].slot }

// gain is the most value for its cost that piece j of line i brings now, alone
// or with as many of the pieces that lean on it as make it best: "I drove out" is
// worth little before "to see the seals". It tells what they cost and which piece
// comes behind them.
func (c *choice) gain(i, j int) (perCost float64, cost, to int) {
	l := &c.r.lines[i]
	var run piece
	worth, plain := 0.0, 0
	for k := j; k < len(l.pieces); k++ {
		p := &l.pieces[k]
		if k > j && (!p.bound || p.gone || c.taken[i][k]) {
			break
		}
		v, n := c.news(l, p, run.terms)
		worth += v
		plain += n
		c.extend(&run, p, k > j)
		if g, n := c.rate(i, &run, worth, plain); k == j || g > perCost {
			perCost, cost, to = g, n, k+1
		}
	}
	return perCost, cost, to
}

// news is what the terms of a piece are worth besides those of the run it
// follows, and how many of them are not dull.
func (c *choice) news(l *line, p *piece, before []int32) (worth float64, plain int) {
	voice := c.r.said[l.said].voice
	for _, t := range p.terms {
		if slices.Contains(before, t) {
			continue
		}
		if c.r.common[t] < 2 || c.r.orders(l) {
			plain++
		}
		x := c.term(l, t)
		if c.known.told[t] && !p.changes {
			x *= c.w.told
		}
		for n := c.covers[key(voice, t)]; n > 0 && x > .01 && !p.changes; n-- {
			x *= c.w.again
		}
		worth += x
	}
	return worth, plain
}

// term is what a term is worth in a line: in a standing order no word is dull, for
// "never push to main" has no other.
func (c *choice) term(l *line, t int32) float64 {
	if c.r.orders(l) {
		return max(c.value[t], c.w.everyday)
	}
	return c.value[t]
}

// extend adds a piece to a run, which is valid until the next run is begun.
func (c *choice) extend(run, p *piece, more bool) {
	if !more {
		*run = *p
		return
	}
	c.terms = append(append(c.terms[:0], run.terms...), p.terms...)
	c.exact = append(append(c.exact[:0], run.exact...), p.exact...)
	run.terms, run.exact = c.terms, c.exact
	run.cost += p.cost
	run.size += p.size
	run.dates += p.dates
	run.rare += p.rare
	run.turns = run.turns || p.turns
}

// rate is the value for its cost of a run of line i whose words are worth so
// much, so many of them not dull, and what it costs.
func (c *choice) rate(i int, run *piece, v float64, plain int) (perCost float64, cost int) {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	slot := c.slot(i)
	if plain > 0 && l.me {
		v += c.w.dates(run)
	}
	v *= l.weight
	cost = run.cost
	charged := float64(cost)
	if c.count[slot] == 0 || c.size[slot]+run.size > lineWords*(1+c.size[slot]/lineWords) {
		head := s.head
		if c.count[slot] == 0 && c.needsTopic(i) {
			if t := c.topicOf(i); t.text != "" {
				head += t.cost
				for _, id := range t.terms {
					if !slices.Contains(run.terms, id) {
						v += c.value[id] * c.w.topic * l.weight
					}
				}
			}
		}
		cost += head + c.r.unit.line
		charged += float64(head + c.r.unit.begun)
	}
	if c.r.lasting(l) {
		if c.r.undated(i) {
			charged += float64(c.r.unit.date)
			cost += c.r.unit.date
		}
	} else if !c.days[s.day.Unix()] {
		charged += float64(c.r.unit.day) * c.w.open
	}
	if v <= 0 || c.mute(i, run, plain) {
		return 0, cost
	}
	if c.greedy {
		return l.grade * c.scale(i), cost
	}
	return v * c.scale(i) / charged, cost
}

// mute reports whether a run of line i, with so many words that are not dull,
// tells nothing that should be remembered.
func (c *choice) mute(i int, run *piece, plain int) bool {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	opens := c.count[c.slot(i)] == 0
	switch {
	case s.model || l.fills:
		return true
	case run.gone || l.leads && len(run.exact) == 0 || l.ask && l.kind != extract.InCaption:
		return true
	case plain == 0 && !c.r.heard():
		return true
	case s.work && s.shown: // what the person made of it is in their own words
		return true
	case l.kind == extract.InCode && (!s.tool || s.shown): // a file that was shown is no word of who shows it
		return true
	case c.r.heard() && !c.r.worth(l) && !c.ends(i):
		return true
	case c.r.heard() && !s.tool:
		turns := straight
		if run.turns {
			turns = turnsRound
		}
		return c.known.has(run.terms, run.exact, s.origin, turns, extract.Join(run.words))
	case plain < 2 && s.asked < 0 && (opens || len(run.exact) == 0):
		return true
	}
	return c.known.has(run.terms, run.exact, s.origin, anyTurn, "")
}

// grade gives every line its importance. Above 0.7, what may stand in long-term
// memory, is what is judged to last where a person tells it to a program; of all else
// only the best of the text (weights.long): that memory goes with every request.
func (c *choice) grade() {
	var top []int
	text := 0
	for i := range c.r.lines {
		l := &c.r.lines[i]
		v := 0.0
		for _, p := range l.pieces {
			for _, t := range p.terms {
				v += c.term(l, t)
			}
			if l.me {
				v += c.w.dates(&p)
			}
		}
		v *= l.weight
		l.grade = v / (v + c.w.half)
		cost := 0
		for _, p := range l.pieces {
			cost += p.cost
		}
		text += cost
		switch s := &c.r.said[l.said]; {
		case s.tool, s.model:
			l.grade = min(l.grade, .5)
		}
		switch {
		case c.r.lasts(l):
			l.grade = max(l.grade, lastingFrom)
		case c.r.heard() && l.judged.Kind != language.Event: // it passes: the day's log has it
			l.grade = min(l.grade, .7)
		}
		if l.grade > .7 {
			top = append(top, i)
		}
	}
	sort.SliceStable(top, func(a, b int) bool { return c.r.lines[top[a]].grade > c.r.lines[top[b]].grade })
	left := max(120, int(float64(text)*c.w.long))
	for _, i := range top {
		l := &c.r.lines[i]
		if !l.me || l.will || c.r.lasts(l) {
			continue
		}
		for _, p := range l.pieces {
			left -= p.cost
		}
		if left < 0 {
			l.grade = min(l.grade, .7)
		}
	}
}

func key(voice int, t int32) int64 { return int64(voice)<<32 | int64(t) }

// take takes the pieces from:to of line i, which cost so much.
func (c *choice) take(i, from, to, cost int) {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	c.left -= cost
	slot := c.slot(i)
	opens := c.count[slot] == 0
	for k := from; k < to; k++ {
		c.taken[i][k] = true
		c.count[slot]++
		c.size[slot] += l.pieces[k].size
		for _, t := range l.pieces[k].terms {
			c.covers[key(s.voice, t)]++
		}
	}
	if opens && c.needsTopic(i) {
		c.topics[slot] = c.topicOf(i).text
	}
	if to < len(l.pieces) && l.pieces[to].bound && !c.taken[i][to] {
		c.again(i, to)
	}
	if opens {
		c.reopenSlot(l.said, slot)
	}
	if day := s.day.Unix(); !c.days[day] && !c.r.lasting(l) {
		c.days[day] = true
		c.reopen(s.day)
	}
}

// reopenSlot looks again at the pieces whose line is now begun.
func (c *choice) reopenSlot(at, slot int) {
	for m := max(0, at-2*together); m < len(c.r.said) && m <= at+2*together; m++ {
		for k := c.r.said[m].from; k < c.r.said[m].to; k++ {
			if c.slot(k) == slot {
				c.offer(k)
			}
		}
	}
}

// reopen looks again at the pieces of a day whose heading is now paid for.
func (c *choice) reopen(day time.Time) {
	for _, s := range c.r.said {
		for k := s.from; k < s.to && s.day.Equal(day); k++ {
			c.offer(k)
		}
	}
}
