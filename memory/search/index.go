package search

import (
	"context"
	"hash/fnv"
	"strings"
)

// Options say how an index works. The zero value searches without writing
// anything.
type Options struct{}

// Index answers queries about the files of one land. Its methods may be
// called from several goroutines.
type Index struct {
	files Files
	lex   *lexicon
}

// Open makes an index of files. It reads nothing yet.
func Open(files Files, o Options) (*Index, error) {
	return &Index{files: files, lex: newLexicon()}, nil
}

// Close gives back what the index holds.
func (ix *Index) Close() error { return nil }

// Search answers a query. The error is never about the query's text: it is the
// context's, or that the folder could not be listed.
func (ix *Index) Search(ctx context.Context, q Query) (Answer, error) {
	ans := Answer{Query: q.Text, Results: []Hit{}}
	list, err := ix.files.List()
	if err != nil {
		ans.Verdict = StaleIndex
		return ans, err
	}
	b := newBuilder(ix.lex)
	text := map[string][]byte{}
	unread := 0
	for _, f := range list {
		if !strings.HasSuffix(f.Name, ".md") {
			continue
		}
		if q.AsOf.IsZero() == false && dayIn(f.Name) > dayOf(q.AsOf) {
			continue
		}
		data, err := ix.files.Read(f.Name)
		if err != nil {
			unread++
			continue
		}
		h := fnv.New64a()
		h.Write(data)
		b.add(f, h.Sum64(), data)
		text[f.Name] = data
	}
	ans.Results = ix.find(q, []part{{seg: b.seg}}, text)
	switch {
	case len(ans.Results) > 0:
		ans.Verdict = Hits
	case unread > 0:
		ans.Verdict = StaleIndex
	case len(b.seg.lengths) == 0:
		ans.Verdict = EmptyStore
	default:
		ans.Verdict = NoMatch
	}
	return ans, ctx.Err()
}

func (ix *Index) find(q Query, parts []part, text map[string][]byte) []Hit {
	live, terms, first, newest := 0, uint64(0), 0, 0
	for _, p := range parts {
		terms += p.seg.total
		for i, f := range p.seg.files {
			if p.dead == nil || !p.dead[i] {
				live += f.count
				if f.day != 0 {
					newest = max(newest, f.day)
					if first == 0 || f.day < first {
						first = f.day
					}
				}
			}
		}
	}
	if live == 0 {
		return nil
	}
	avg := max(1, float64(terms)/float64(live))
	a := ix.lex.parse(q, parts, first, newest)
	if a.gather(parts, live) != nil {
		return nil
	}
	limit := q.Limit
	if limit <= 0 {
		limit = 10
	}
	var hits []Hit
	for _, s := range rank(&a, parts, live, avg) {
		if len(hits) == limit {
			break
		}
		seg := parts[s.part].seg
		f := seg.files[s.file]
		ps := scan(text[f.Name])
		p := ps[s.i]
		h := Hit{Path: f.Name, Start: p.start, End: p.end, Text: p.text, Score: s.score, ID: p.id, SupersededBy: p.by}
		d := p.day
		if d == 0 {
			d = f.day
		}
		h.Date = dayString(d)
		for j := p.parent; j >= 0; j = ps[j].parent {
			if ps[j].heading {
				h.Heading = ps[j].text
				break
			}
		}
		hits = append(hits, h)
	}
	return hits
}

func (s *segment) postings(term string) ([]posting, error) { return s.terms[term], nil }
func (s *segment) placesOf(file int) ([]place, error)      { return s.places[file], nil }
