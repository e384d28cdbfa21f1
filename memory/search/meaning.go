package search

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"dormouse/memory/search/index"
)

// Embedder turns texts into vectors whose directions are alike when the texts
// mean alike. It is the only way by which text leaves this package, and there
// is none unless Options name one.
type Embedder interface {
	// Embed returns a vector for each text, in their order, all of one length, which
	// is at most 8192. Texts are never empty.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Name is of the model and where it runs: vectors under another name are
	// not comparable.
	Name() string
}

const (
	// embedBatch is how many passages are embedded before the next look at ctx.
	embedBatch = 96
	// embedEach is how many passages one search embeds at most; the next goes on.
	embedEach = 10 * embedBatch
	// maxEmbedded is how many bytes of a passage or a question are embedded.
	maxEmbedded = 2000
	// keptQuestions is how many questions' vectors are remembered.
	keptQuestions = 128
	// maxVectors bounds the vectors kept, in bytes; passages beyond it are found by
	// their words.
	maxVectors = 128 << 20
	// maxPause is how many searches at most go by after failures before the
	// provider is asked again.
	maxPause = 63
)

// meaning is what an index with an Embedder has more. Its fields but learning
// are guarded by the index's mutex.
type meaning struct {
	embedder Embedder
	clean    func(string) string
	store    index.Store
	limit    int64 // maxVectors, but in tests

	learning sync.Mutex // held while passages are embedded
	v        *embeddings
	blobs    map[string]bool  // those that v holds
	asked    map[string]probe // by text of the question
	rest     int              // how many searches it was left alone after the last failure
	pause    int              // those still to come
	reason   string           // of the last failure
}

// forget drops what is in memory.
func (m *meaning) forget() {
	m.v, m.blobs, m.asked = nil, map[string]bool{}, map[string]probe{}
}

// meant is the vector of a question, nil for going by words alone. note says
// why meaning was left out or was not complete; "" when there is nothing to say.
func (ix *Index) meant(ctx context.Context, q Query) (v *probe, note string) {
	m := ix.meaning
	text := m.text(q.Text)
	if text == "" {
		return nil, ""
	}
	ix.mu.Lock()
	if m.pause > 0 {
		m.pause--
		note = m.reason
		ix.mu.Unlock()
		return nil, note
	}
	p, ok := m.asked[text]
	ix.mu.Unlock()
	if !ok {
		vs, err := m.embedder.Embed(ctx, []string{text})
		if err != nil {
			return nil, ix.failed(ctx, err)
		}
		p = probeOf(vs[0])
		ix.mu.Lock()
		if len(m.asked) >= keptQuestions {
			clear(m.asked)
		}
		m.asked[text] = p
		ix.mu.Unlock()
	}
	return &p, ix.learnSome(ctx, len(p.numbers))
}

// learnSome embeds what is new, unless another search is at it.
func (ix *Index) learnSome(ctx context.Context, dims int) (note string) {
	m := ix.meaning
	if !m.learning.TryLock() {
		return ""
	}
	defer m.learning.Unlock()
	left, err := ix.learn(ctx, embedEach, dims)
	if err != nil {
		return ix.failed(ctx, err)
	}
	ix.mu.Lock()
	m.rest = 0
	ix.mu.Unlock()
	if left > 0 {
		return fmt.Sprintf("%d lines are searched by their words alone", left)
	}
	return ""
}

// failed notes that the provider did not answer. The next searches leave it
// alone: one after the first failure, then three, up to maxPause.
func (ix *Index) failed(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return ""
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	m := ix.meaning
	m.rest = min(2*m.rest+1, maxPause)
	m.pause = m.rest
	m.reason = "searched by words alone: " + err.Error()
	return m.reason
}

// learn embeds at most some passages. The mutex learning is held; that of the
// index is not while the provider is asked. dims is the length that vectors have now.
func (ix *Index) learn(ctx context.Context, most, dims int) (left int, err error) {
	m := ix.meaning
	texts, keys, left := ix.unlearned(ctx, most, dims)
	for len(texts) > 0 {
		n := min(embedBatch, len(texts))
		var vs [][]float32
		if vs, err = m.embedder.Embed(ctx, texts[:n]); err != nil || !ix.keep(keys[:n], vs) {
			break
		}
		texts, keys = texts[n:], keys[n:]
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if m.v != nil {
		m.save(&ix.memory)
	}
	return left + len(texts), err
}

// keep puts vectors into the cache; false when they do not fit, or it was closed
// meanwhile.
func (ix *Index) keep(keys []uint64, vs [][]float32) bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	v := ix.meaning.v
	if v == nil || v.room(ix.meaning.limit) < len(keys) {
		return false
	}
	v.put(keys, vs)
	return true
}

// unlearned looks at the files and lists passages that have no vector.
func (ix *Index) unlearned(ctx context.Context, most, dims int) (texts []string, keys []uint64, left int) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if _, err := ix.look(ctx); err != nil {
		return nil, nil, 0 // the search will say so
	}
	m := ix.meaning
	if m.v == nil {
		m.open()
	}
	if m.v.dims != dims {
		m.v.restart(dims)
	}
	return m.todo(&ix.memory, most)
}

// todo walks the files, MEMORY.md first and then from the newest log. Files
// that are known and whole are not read.
func (m *meaning) todo(c *collection, most int) (texts []string, keys []uint64, left int) {
	if m.v.room(m.limit) < most && m.v.dead(c) > 0 {
		m.v = m.v.only(c)
	}
	most = min(most, m.v.room(m.limit))
	seen := map[uint64]bool{}
	for _, e := range c.newestFirst() {
		if _, whole := m.v.sheet(e.Hash); whole {
			continue
		}
		if len(texts) >= most {
			left += e.Count
			continue
		}
		data, err := c.files.Read(e.Name)
		if err != nil || contentHash(data) != e.Hash {
			continue // it changed just now: the next search sees it
		}
		words := m.texts(c, data)
		sheet := make([]uint64, len(words))
		for i, text := range words {
			if text == "" {
				continue
			}
			k := max(contentHash([]byte(text)), 1)
			sheet[i] = k
			switch _, ok := m.v.rows[k]; {
			case ok || seen[k]:
			case len(texts) < most:
				seen[k] = true
				texts, keys = append(texts, text), append(keys, k)
			default:
				left++
			}
		}
		m.v.note(e.Hash, sheet)
	}
	return texts, keys, left
}

// texts are what is sent of each passage of a file; "" for nothing: headings,
// forgotten entries, and lines in which something was cleaned away, be it that
// they are a part of a longer secret.
func (m *meaning) texts(c *collection, data []byte) []string {
	ps := c.cut(data)
	var clean map[string]bool // nil when all are
	if s := m.clean(string(data)); s != string(data) {
		clean = map[string]bool{}
		for _, p := range c.cut([]byte(s)) {
			clean[p.Text] = true
		}
	}
	out := make([]string, len(ps))
	for i := range ps {
		p := &ps[i]
		if p.Heading || p.Forgotten != "" || c.notes.forgotten[p.ID] || clean != nil && !clean[p.Text] {
			continue
		}
		out[i] = m.text(p.Text)
	}
	return out
}

// text is what is sent of a passage or a question: cleaned, of bounded length;
// "" when it says nothing.
func (m *meaning) text(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(m.clean(s), " ")), " ")
	s = strings.ToValidUTF8(s[:min(len(s), maxEmbedded)], "") // no half of a letter at the end
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return s
}
