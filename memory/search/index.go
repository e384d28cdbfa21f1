package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dormouse/memory/search/index"
)

// Options say how an index works. The zero value searches without writing
// anything.
type Options struct {
	// Store keeps the index of a large land; nil keeps it in memory only.
	Store index.Store
	// Embedder makes the search look for meaning as well as for words. With it
	// the text of MEMORY.md and the logs, and the questions, are given to the
	// Embedder; transcripts never are. nil: nothing is, and the search goes by
	// words alone.
	Embedder Embedder
	// Clean takes out of a text what must not be given to the Embedder; lines
	// that it changes are not given at all. It goes with every Embedder.
	Clean func(string) string
}

// Index answers queries about the files of one land. Its methods may be
// called from several goroutines; several processes may have one each.
type Index struct {
	files   index.Files
	meaning *meaning // nil without an Embedder

	mu       sync.Mutex
	memory   collection
	sessions collection
	traces   map[uint64][]index.Trace // by the hash of a session file
}

// Open makes an index of files. It reads nothing before the first search.
func Open(files index.Files, o Options) *Index {
	ix := &Index{files: files, traces: map[uint64][]index.Trace{}}
	ix.memory = collection{name: "memory", files: files, store: o.Store, small: smallText, cut: index.Scan,
		takes: func(name string) bool { return strings.HasSuffix(name, ".md") }} // a person's own notes, too, where Files has them
	ix.sessions = collection{name: "sessions", files: files, store: o.Store, small: smallText, cut: index.ScanTranscript,
		takes: func(name string) bool {
			return strings.HasPrefix(name, "sessions/") && strings.HasSuffix(name, ".jsonl")
		}}
	if o.Embedder != nil {
		ix.meaning = &meaning{embedder: o.Embedder, clean: o.Clean, store: o.Store, limit: maxVectors}
		ix.meaning.forget()
		ix.memory.meaning = ix.meaning
	}
	return ix
}

// Close gives back what the index holds. Searching after it opens it again.
func (ix *Index) Close() error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.memory.reset()
	ix.sessions.reset()
	if ix.meaning != nil {
		ix.meaning.forget()
	}
	return nil
}

// Search answers a query. The error is never about the query's text: it is the
// context's, or that the folder could not be listed. An Embedder that fails is
// no error: the words alone are searched, and Answer.Notice says why.
func (ix *Index) Search(ctx context.Context, q Query) (Answer, error) {
	ans := Answer{Query: q.Text, Verdict: EmptyStore, Results: []Hit{}}
	var like *probe
	if ix.meaning != nil {
		like, ans.Notice = ix.meant(ctx, q)
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if q.Limit <= 0 {
		q.Limit = 10
	}
	list, err := ix.look(ctx)
	if err != nil {
		ans.Verdict = StaleIndex
		return ans, fmt.Errorf("search: %w", err)
	}
	talk := spoken{ix: ix, q: q, look: sync.OnceValue(func() error { return ix.sessions.refresh(ctx, list) })}
	hits, verdict := ix.memory.find(q, like, talk.leads)
	ans.Results, ans.Verdict = append(ans.Results, hits...), verdict
	if !q.Transcripts && verdict == Hits && !onlyNear(hits) {
		return ans, nil
	}
	if err := talk.look(); err != nil {
		return ans, fmt.Errorf("search transcripts: %w", err)
	}
	more, also := ix.sessions.find(q, nil, nil)
	notes, more, told := talk.told(ans.Results, more)
	if !q.Transcripts && verdict == Hits && !told {
		return ans, nil
	}
	ans.Results = notes
	if verdict != Hits || also == Hits {
		ans.Results = merge(ans.Results, talk.besides(ans.Results, more), q.Limit)
	}
	ans.Verdict = both(ans.Verdict, also)
	return ans, nil
}

// onlyNear reports whether hits hold no word of the question.
func onlyNear(hits []Hit) bool {
	return !slices.ContainsFunc(hits, func(h Hit) bool { return h.Why != Meaning })
}

// look brings the index of the memory in step with the files, and lists them.
func (ix *Index) look(ctx context.Context) ([]index.File, error) {
	list, err := ix.files.List()
	if err == nil {
		err = ix.memory.refresh(ctx, list)
	}
	return list, err
}

// merge puts the hits of two searches in one order; memory goes first where
// they are equal, and has at least every other place that it can fill, the first
// among them: what a night wrote is shorter than what was said, and meant to be read.
func merge(memory, sessions []Hit, limit int) []Hit {
	out := make([]Hit, 0, limit)
	for len(out) < limit && len(memory)+len(sessions) > 0 {
		first := len(sessions) == 0 || len(memory) > 0 && (memory[0].Score >= sessions[0].Score || len(out)%2 == 0)
		if first && len(memory) > 0 {
			out, memory = append(out, memory[0]), memory[1:]
		} else {
			out, sessions = append(out, sessions[0]), sessions[1:]
		}
	}
	return out
}

// both is the verdict of two searches: the one that says more.
func both(a, b Verdict) Verdict {
	for _, v := range [...]Verdict{Hits, StaleIndex, BelowThreshold, NoMatch} {
		if a == v || b == v {
			return v
		}
	}
	return EmptyStore
}
