package search

import (
	"slices"

	"dormouse/memory/language"
	"dormouse/memory/search/index"
)

const (
	// leading is how many messages of the transcripts may lead to entries, and
	// leadReach how far from one a message may stand that an entry rests on: what is
	// asked in one message is answered in the next.
	leading   = 100
	leadReach = 1
	// besideLead is what an entry gets by a message beside the one it rests on, of
	// what it gets by that one.
	besideLead = 0.6
	// leadShare is what an entry gets that the best of the messages leads to, of the
	// best score by words, where no line of memory holds any of the question.
	leadShare = 3
	// toldEnough is the share of the question's weight in one line of memory from which
	// the transcripts are not asked.
	toldEnough = 0.6
	// leadBytes bounds the session files that are read for it.
	leadBytes = 4 << 20
	// mostTraces is of how many session files the traces are kept.
	mostTraces = 1024
)

// spoken is what the transcripts say to a question.
type spoken struct {
	ix   *Index
	q    Query
	look func() error       // brings their index in step with their files, once
	rest map[place][]string // of the messages that lead somewhere: the entries that rest on each
}

// place is a line of a transcript.
type place struct {
	path string
	line int
}

// leads are the entries that rest on what was said in the words of the question, or
// beside it, with what speaks for each, in [0, 1]. An entry is short and often lacks
// the words by which it was talked about; the talk has them.
func (s *spoken) leads() map[string]float64 {
	if s.look() != nil {
		return nil // what memory has stands
	}
	c := &s.ix.sessions
	_, ranked, _, err := c.ranking(s.q, nil, nil)
	if err != nil {
		_ = c.renew() // for the next search
		return nil
	}
	s.rest = map[place][]string{}
	out, best, size := map[string]float64{}, 0.0, 0
	for _, r := range ranked[:min(len(ranked), leading)] {
		file := c.file(r.fileRef)
		said := s.ix.tracesOf(file, &size)
		for i := max(0, r.i-leadReach); i < min(r.i+leadReach+1, len(said)); i++ {
			score := r.score
			if i != r.i {
				score *= besideLead
			} else {
				s.rest[place{file.Name, said[i].Line}] = said[i].Entries
			}
			for _, id := range said[i].Entries {
				out[id] = max(out[id], score)
				best = max(best, score)
			}
		}
	}
	for id := range out {
		out[id] /= best
	}
	return out
}

// marks are those of a passage.
func (c *collection) marks(r *scored) uint8 {
	return c.parts[r.part].seg.Marks[c.file(r.fileRef).First+index.Slot(r.i)]
}

// tells reports whether a person tells something in a passage, and asks nothing.
func (c *collection) tells(r *scored) bool {
	seg := c.parts[r.part].seg
	who := seg.Names[seg.Speakers[c.file(r.fileRef).First+index.Slot(r.i)]]
	return c.marks(r)&index.MarkQuestion == 0 && who != index.AssistantVoice && who != index.ToolVoice
}

// leadWeight is what the best of the messages adds, of the best score by words, where
// one line of memory holds this share of the question's weight: the more of it memory
// itself has, the less the talk has to say, and where an answer takes several lines
// those that hold words of the question keep their places.
func leadWeight(cover float64) float64 {
	lacks := max(0, 1-cover/toldEnough)
	return leadShare * lacks * lacks
}

// tracesOf are the traces of a session file, read once while it does not change; nil
// where a question has had enough read for it.
func (ix *Index) tracesOf(f *index.FileEntry, size *int) []index.Trace {
	if t, ok := ix.traces[f.Hash]; ok {
		return t
	}
	if *size > leadBytes {
		return nil
	}
	data, err := ix.files.Read(f.Name)
	if err != nil || contentHash(data) != f.Hash {
		return nil // it changed meanwhile
	}
	*size += len(data)
	if len(ix.traces) >= mostTraces {
		clear(ix.traces)
	}
	t := index.ReadTraces(data)
	ix.traces[f.Hash] = t
	return t
}

// besides are hits of the transcripts without the messages that an entry among some
// hits of memory rests on: that stands for them.
func (s *spoken) besides(memory, said []Hit) []Hit {
	listed := map[string]bool{}
	for _, h := range memory {
		listed[h.ID] = h.ID != ""
	}
	return slices.DeleteFunc(said, func(h Hit) bool {
		return slices.ContainsFunc(s.rest[place{h.Path, h.Line}], func(id string) bool { return listed[id] })
	})
}

// told gives the hits of both without those that are only near in meaning, where somebody
// told in so many words what was asked for: the notes that rest on that are no less. ok is
// whether somebody did.
func (s *spoken) told(memory, said []Hit) (notes, talk []Hit, ok bool) {
	rest := map[string]bool{}
	for _, h := range said {
		if !h.sure || !s.saysMore(h.Matched()) {
			continue
		}
		ok = true
		for _, id := range s.rest[place{h.Path, h.Line}] {
			rest[id] = true
		}
	}
	if !ok {
		return memory, said, false
	}
	near := func(h Hit) bool { return h.Why == Meaning && !rest[h.ID] }
	return slices.DeleteFunc(memory, near), slices.DeleteFunc(said, near), true
}

// saysMore reports whether a message tells anything beside the words of the question. The
// question itself is a message, too, as is whoever asked it before.
func (s *spoken) saysMore(text string) bool {
	_, text = index.Speaker(text)
	asked := map[string]bool{}
	for _, w := range index.Words(s.q.Text, nil) {
		asked[w.Text] = true
	}
	if !slices.ContainsFunc(index.Words(text, nil), func(w index.Word) bool { return !asked[w.Text] }) {
		return false
	}
	act := language.Judge(text, language.Guess(text), language.Person).Act
	return act != language.Asks && act != language.Request
}

// led adds to a ranking what the transcripts lead to, with this weight. What is told in
// one message leads to the entry that holds what the question asks for.
func (c *collection) led(a *asked, ranked []scored, leads map[string]float64, weight float64) []scored {
	if len(leads) == 0 {
		return ranked
	}
	best, at := 1.0, make(map[spot]int, len(ranked))
	for i := range ranked {
		at[ranked[i].spot] = i
		best = max(best, ranked[i].score)
	}
	for id, share := range leads {
		for _, g := range c.standsAt(id) {
			i, ok := at[g.spot]
			if !ok {
				i = len(ranked)
				g.held = 0
				ranked = append(ranked, g.scored)
				at[g.spot] = i
			}
			ranked[i].score += weight * best * share * a.suits(c.marks(&ranked[i]))
			ranked[i].led = true
		}
	}
	order(ranked, c.parts)
	return ranked
}
