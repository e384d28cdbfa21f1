package claims

import (
	"math/bits"
	"slices"
	"strconv"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/temporal"
	"dormouse/memory/language/vectors"
)

// see is what the model sees of a clause: the clause that says most of it, where its
// words stand that this one lacks, and how the two differ.
func (t *Talk) see(c *claimed, p *part) classify.Sight {
	s := classify.Sight{}
	near := t.near(p, c.cited)
	list := t.alignments(p, near)
	s.Is("reason", p.reason)
	if len(list) == 0 {
		c.best = append(c.best, aligned{})
		s.Is("nothing", true)
		return s
	}
	best := list[0]
	c.best = append(c.best, best)
	said, parts := t.said[best.passage], t.partsAt(best.passage)
	e := &parts[best.part]
	s.Much("total", best.total)
	s.Much("direct", best.direct)
	s.Much("deed", best.deed)
	s.Much("rank", best.rank())
	if i := slices.IndexFunc(list, func(a aligned) bool { return a.passage != best.passage }); i > 0 {
		s.Much("before the next", best.rank()-list[i].rank())
	}
	s.Is("asks", said.asks)
	s.Is("refuted", t.refuted(best.passage))
	s.Is("assistant", said.Role == transcript.Assistant)
	s.Is("memory", said.Message < 0)
	s.Is("uncited", said.Message >= 0 && !c.cited[said.ID])
	s.Is("opposed", slices.ContainsFunc(parts, func(q part) bool { return opposed(p, &q) }))
	for _, n := range p.guessed {
		s.Is("unheard", t.unheard(n))
	}
	for _, n := range p.names {
		s.Is("name apart", !t.standsBy(n, best.passage))
	}
	field := t.field(near)
	t.seeWords(s, p, best, field)
	t.seeEvidence(s, c, p, best, field)
	t.seeAnchors(s, p, field)
	t.seeReason(s, c, p, best)
	t.seeFigures(s, p, e, best)
	t.seeStance(s, p, best)
	seeDoer(s, p, e)
	s.Is("other language", p.lang != said.Lang)
	return s
}

// rarity is how rare a word is, by doublings of its rank.
func rarity(w *term) float64 {
	r := unknownRarity
	switch {
	case w.lang.Lists(w.low).Has(language.Stop):
		r = 0
	case language.Everyday(w.low):
		r = everydayRarity
	}
	for _, m := range w.means {
		if v, ok := vectors.Of(m.Word); ok {
			r = min(r, float64(bits.Len(uint(v.Rank()/rankStep))))
		}
	}
	return r
}

const (
	unknownRarity = 10. // of a word that no dictionary has
	// of a word that no dictionary has, and that people use of anything
	everydayRarity = 5.
	rankStep       = 50
	rare           = 5. // of a word that says much
	unsaid         = .45
	verbatim       = .9
)

// reach is what a word counts by where it stands: in the clause, its sentence, the
// message, around that, anywhere near.
var reach = [...]float64{1, .95, .85, .75, .65}

// place is where a word of a clause stands best.
type place struct {
	ring, passage, part int
	sim                 float64
	upTo                [len(reach)]float64 // how much it is said so far from the clause
}

func (t *Talk) place(w *term, best aligned, rings [][]int) place {
	at := place{passage: best.passage, part: best.part}
	at.sim = t.best(w, t.partsAt(best.passage)[best.part].terms)
	most := at.sim
	at.upTo[0] = at.sim
	for ring, list := range rings {
		at.upTo[ring+1] = at.upTo[ring]
		for _, i := range list {
			for e, q := range t.partsAt(i) {
				v := t.best(w, q.terms)
				at.upTo[ring+1] = max(at.upTo[ring+1], v)
				if v*reach[ring+1] > most {
					most, at.ring, at.passage, at.part, at.sim = v*reach[ring+1], ring+1, i, e, v
				}
			}
		}
	}
	return at
}

// seeWords adds which share of a clause's words stands where, and how those places
// differ from it; and how rare the words are that stand nowhere.
func (t *Talk) seeWords(s classify.Sight, p *part, best aligned, field []int) {
	same, other, earlier := t.around(best.passage)
	rings := [][]int{{best.passage}, same, append(other, earlier...), field}
	n, total, cover, share := 0, 0.0, [len(reach)]float64{}, map[string]float64{}
	missing, surprise, rareness, rarest := 0, 0.0, 0.0, 0.0
	for i := range p.terms {
		w := &p.terms[i]
		if w.weight == 0 || w.weight == nameWeight {
			continue
		}
		at, r := t.place(w, best, rings), rarity(w)
		n, total = n+1, total+w.weight
		for ring, much := range at.upTo {
			cover[ring] += much * w.weight
		}
		much := at.upTo[len(reach)-1]
		surprise, rareness = surprise+(1-much)*r, rareness+r
		if much < unsaid {
			missing++
			rarest = max(rarest, r)
			s.Is("unsaid, rare", r >= rare)
			continue
		}
		s.Is("said, rare", r >= rare && at.sim >= verbatim)
		q, said := &t.partsAt(at.passage)[at.part], t.said[at.passage]
		for name, is := range map[string]bool{
			"in other words": at.sim < verbatim, "where it is denied": (q.denied || t.refuted(at.passage)) != p.denied, "where it is open": q.unreal() && !p.unreal(),
			"in questions": said.asks, "by the assistant": said.Role == transcript.Assistant, "far": at.ring > 2, "of another doer": q.doer != p.doer && q.doer != "" && p.doer != "",
			"of another doer, told": q.doer != p.doer && q.told && p.told, "of the doer, told": q.doer == p.doer && q.told && p.told,
		} {
			if is {
				share[name] += w.weight
			}
		}
	}
	total = max(total, .25)
	for ring, much := range cover {
		s.Much("cover "+strconv.Itoa(ring), much/total)
	}
	for name, much := range share {
		s.Much(name, much/total)
	}
	s.Much("missing", float64(missing)/4)
	s.Much("missing share", float64(missing)/max(1, float64(n)))
	s.Much("rarest", rarest/4)
	s.Much("surprise", surprise/4)
	s.Much("surprise each", surprise/max(1, float64(n))/2)
	s.Much("surprise share", surprise/max(1, rareness))
}

// seeFigures adds where the figures of a clause stand.
func (t *Talk) seeFigures(s classify.Sight, p, e *part, best aligned) {
	wide := t.widely(p, best.passage)
	for i, f := range p.figures {
		got := t.borne(p, f, best.passage, best.part, wide.figures[i])
		s.Is("figure here", got >= inSentence)
		s.Is("telling figure here", got >= inSentence && (f.Kind >= quantity.Hour || f.Value > 20))
		s.Is("figure near", got > 0 && got < inSentence)
		s.Is("figure elsewhere", got == 0)
		s.Is("other figure there", got < inSentence && slices.ContainsFunc(e.figures, func(g quantity.Figure) bool { return g.Rivals(f) }))
	}
}

// opposed reports whether a word of one clause means the opposite of one of the
// other, which the first does not have.
func opposed(p, e *part) bool {
	return slices.ContainsFunc(p.terms, func(a term) bool {
		return slices.ContainsFunc(e.terms, func(b term) bool { return p.lang.Opposed(a.stem, b.stem) }) && !slices.ContainsFunc(e.terms, func(b term) bool { return a.stem == b.stem })
	})
}

// seeDoer adds whether the same one does it, and to whom.
func seeDoer(s classify.Sight, p, e *part) {
	both := p.doer != "" && e.doer != ""
	differ := both && p.doer != e.doer
	s.Is("same doer", both && !differ)
	s.Is("nobody does it", p.doer == "")
	s.Is("nobody did it", e.doer == "")
	s.Is("I and they", differ && p.doer == me && !e.carried)
	s.Is("they and I", differ && e.doer == me && !p.carried)
	s.Is("they and others", differ && p.doer != me && e.doer != me)
	to, from := p.doer != "" && slices.Contains(e.others, p.doer), e.doer != "" && slices.Contains(p.others, e.doer)
	deed := sameDeed(p, e)
	s.Is("same deed", deed)
	s.Is("same deed of others", deed && differ)
	s.Is("done to the doer", to)
	s.Is("the doer it was done to", from)
	s.Is("the other way round", to && from)
	s.Is("deed turned", deed && (to || from))
}

// sameDeed reports whether what is done in a clause of a claim is done in the one
// that was said.
func sameDeed(p, e *part) bool {
	return slices.ContainsFunc(p.does, func(stem string) bool {
		return slices.ContainsFunc(e.terms, func(w term) bool { return w.stem == stem })
	})
}

// unreal reports whether a clause tells of what is not sure, or only wanted.
func (p *part) unreal() bool { return p.open && p.mode&language.Decides == 0 }

// stances are how a clause may stand to what it speaks of.
var stances = []struct {
	name string
	is   func(language.Mode) bool
}{
	{"against", func(m language.Mode) bool { return m&(language.Negates|language.Refuses|language.Forbids) != 0 }},
	{"open", func(m language.Mode) bool { return m&(language.Doubts|language.Wants) != 0 }},
	{"settled", func(m language.Mode) bool { return m&language.Decides != 0 }},
	{"may", func(m language.Mode) bool { return m&language.Allows != 0 }},
	{"must not", func(m language.Mode) bool {
		return m&language.Forbids != 0 || m&language.Allows != 0 && m&language.Negates != 0
	}},
	{"must", func(m language.Mode) bool { return m&language.Obliges != 0 }},
}

// seeStance adds which stances a clause shares with the one that says most of it, with
// its sentence, and with what stands around that.
func (t *Talk) seeStance(s classify.Sight, p *part, best aligned) {
	parts := t.partsAt(best.passage)
	clause, sentence := parts[best.part].mode, language.Mode(0)
	for _, q := range parts {
		sentence |= q.mode
	}
	around := sentence
	same, other, _ := t.around(best.passage)
	for _, i := range append(same, other...) {
		for _, q := range t.partsAt(i) {
			around |= q.mode
		}
	}
	for _, of := range stances {
		claimed, far := of.is(p.mode), 3
		for d, m := range []language.Mode{clause, sentence, around} {
			if of.is(m) {
				far = d
				break
			}
		}
		s.Is(of.name+" "+strconv.FormatBool(claimed)+strconv.Itoa(far), claimed || far < 3)
		for _, o := range stances {
			s.Is(of.name+" for "+o.name, claimed && !o.is(p.mode) && o.is(sentence) && !of.is(sentence))
		}
	}
	before, after := tenses(p)
	was, willBe := tenses(&parts[best.part])
	s.Is("past for future", before && willBe && !was)
	s.Is("future for past", after && was && !willBe)
}

func tenses(p *part) (past, future bool) {
	for _, w := range language.Words(p.text) {
		past, future = past || temporal.Tense(p.lang, w.Low) < 0, future || temporal.Tense(p.lang, w.Low) > 0
	}
	return past, future
}
