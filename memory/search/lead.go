package search

import (
	"context"
	"slices"

	"dormouse/memory/search/index"
)

const (
	// leading is how many messages of the transcripts may lead to entries, and
	// leadReach how far from one a message may stand that an entry rests on: what is
	// asked in one message is answered in the next.
	leading   = 20
	leadReach = 1
	// besideLead is what an entry gets by a message beside the one it rests on, of
	// what it gets by that one.
	besideLead = 0.6
	// leadShare is what an entry gets that the best of the messages leads to, of the
	// best score by words.
	leadShare = 2
	// toldEnough is the share of the question's weight in one line of memory from which
	// the transcripts are not asked.
	toldEnough = 0.6
	// leadBytes bounds the session files that are read for it.
	leadBytes = 4 << 20
)

// spoken is what the transcripts say to a question; they are searched once, when
// that is first asked.
type spoken struct {
	look    func() ([]Hit, Verdict, error)
	read    func(name string) ([]byte, error)
	done    bool
	hits    []Hit
	rest    [][]string // by hit: the entries that rest on that message
	verdict Verdict
	err     error
}

func (s *spoken) ask() ([]Hit, Verdict, error) {
	if !s.done {
		s.hits, s.verdict, s.err = s.look()
		s.done = true
	}
	return s.hits, s.verdict, s.err
}

// leads are the entries that rest on what was said in the words of the question, or
// beside it, with what speaks for each, in [0, 1]. An entry is short and often lacks
// the words by which it was talked about; the talk has them.
func (s *spoken) leads() map[string]float64 {
	hits, verdict, err := s.ask()
	if err != nil || verdict != Hits {
		return nil
	}
	hits = hits[:min(len(hits), leading)]
	s.rest = make([][]string, len(hits))
	files, size := map[string]*index.Traces{}, 0
	out, best := map[string]float64{}, 0.0
	for i, h := range hits {
		t, ok := files[h.Path]
		if !ok && size < leadBytes {
			if data, err := s.read(h.Path); err == nil { // else it went meanwhile
				size += len(data)
				t = index.ReadTraces(data)
			}
			files[h.Path] = t
		}
		if t == nil {
			continue
		}
		t.Near(h.Line, leadReach, func(id string, far int) {
			score := h.Score
			if far > 0 {
				score *= besideLead
			} else {
				s.rest[i] = append(s.rest[i], id)
			}
			out[id] = max(out[id], score)
			best = max(best, score)
		})
	}
	for id := range out {
		out[id] /= best
	}
	return out
}

// besides are the hits of the transcripts without the messages that an entry among
// some hits of memory rests on: that stands for them.
func (s *spoken) besides(memory []Hit) []Hit {
	listed := map[string]bool{}
	for _, h := range memory {
		listed[h.ID] = h.ID != ""
	}
	var out []Hit
	for i, h := range s.hits {
		if i >= len(s.rest) || !slices.ContainsFunc(s.rest[i], func(id string) bool { return listed[id] }) {
			out = append(out, h)
		}
	}
	return out
}

// led adds to a ranking what the transcripts lead to.
func (c *collection) led(ranked []scored, leads map[string]float64) []scored {
	if len(leads) == 0 {
		return ranked
	}
	best, at := 1.0, make(map[spot]int, len(ranked))
	for i := range ranked {
		at[ranked[i].spot()] = i
		best = max(best, ranked[i].score)
	}
	for id, share := range leads {
		for _, g := range c.standsAt(id) {
			i, ok := at[g.spot()]
			if !ok {
				i = len(ranked)
				g.held = 0
				ranked = append(ranked, g.scored)
				at[g.spot()] = i
			}
			ranked[i].score += leadShare * best * share
			ranked[i].led = true
		}
	}
	order(ranked, c.parts)
	return ranked
}

// transcripts are the transcripts to be asked a question.
func (ix *Index) transcripts(ctx context.Context, q Query, list []index.File) *spoken {
	q.Limit = max(q.Limit, leading)
	return &spoken{read: ix.files.Read, look: func() ([]Hit, Verdict, error) {
		if list == nil {
			var err error
			if list, err = ix.files.List(); err != nil {
				return nil, EmptyStore, nil // the memory's answer stands
			}
		}
		if err := ix.sessions.refresh(ctx, list); err != nil {
			return nil, EmptyStore, err
		}
		hits, verdict := ix.sessions.find(q, nil, nil)
		return hits, verdict, nil
	}}
}
