package search

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// plenty gives long vectors cheaply: few of their numbers are not 0.
type plenty struct {
	mu   sync.Mutex
	sent int
}

func (p *plenty) Name() string { return "plenty" }

func (p *plenty) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent += len(texts)
	out := make([][]float32, len(texts))
	for i, s := range texts {
		out[i] = make([]float32, maxDims)
		for w := range strings.FieldsSeq(s) {
			out[i][contentHash([]byte(w))%maxDims]++
		}
	}
	return out, ctx.Err()
}

func blobs(s *shelf) (n, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, b := range s.blobs {
		if strings.HasPrefix(name, vectorPrefix) {
			n, size = n+1, size+len(b.data)
		}
	}
	return n, size
}

func lines(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "- item%d of things%d\n", i, i)
	}
	return b.String()
}

// Above wholeVectors, what is new is written by itself, and rewritten with the
// rest when there are many pieces or many vectors are of no use any more.
func TestManyVectorsAreWrittenInPieces(t *testing.T) {
	s, e := newShelf(map[string]string{"memory/2024-01-01.md": lines(0, 600)}), &plenty{}
	ix := openWith(t, s, e)
	find(t, ix, "item3")
	if n, size := blobs(s); n != 1 || size < wholeVectors {
		t.Fatalf("%d blobs of %d bytes", n, size)
	}
	most := 0
	for i := range 12 {
		s.put(fmt.Sprintf("memory/2024-02-%02d.md", i+1), lines(1000+i, 1001+i))
		find(t, ix, "item3")
		n, _ := blobs(s)
		most = max(most, n)
	}
	if most < 3 || most > maxVectorBlobs {
		t.Errorf("up to %d blobs", most)
	}
	e.sent = 0
	again := openWith(t, s, e)
	if find(t, again, "item1003"); e.sent != 1 {
		t.Errorf("%d texts were sent again", e.sent)
	}
	s.put("memory/2024-01-01.md", lines(0, 400)+"- one more\n")
	if find(t, again, "item1003"); e.sent != 2 {
		t.Errorf("%d texts were sent", e.sent)
	}
	if n, size := blobs(s); n != 1 || size > 414*(maxDims+100) {
		t.Errorf("%d blobs of %d bytes after lines were removed", n, size)
	}
}

// Two processes that embed different lines lose none of them.
func TestTwoProcessesKeepBoth(t *testing.T) {
	s, e := newShelf(map[string]string{"MEMORY.md": lines(0, 20)}), &plenty{}
	a, b := openWith(t, s, e), openWith(t, s, e)
	find(t, a, "item1")
	find(t, b, "item1")
	s.put("memory/2024-01-01.md", lines(20, 30))
	find(t, a, "item1")
	s.put("memory/2024-01-02.md", lines(30, 40))
	find(t, b, "item1")
	s.locked = true // somebody else writes: the rest stays in memory
	s.put("memory/2024-01-03.md", lines(40, 50))
	find(t, a, "item1")
	s.locked = false
	s.put("memory/2024-01-04.md", lines(50, 60))
	find(t, a, "item1")
	e.sent = 0
	if find(t, openWith(t, s, e), "item55"); e.sent != 1 {
		t.Errorf("%d texts were sent again", e.sent)
	}
}

func TestSearchesAtOnce(t *testing.T) {
	s, e := newShelf(map[string]string{"MEMORY.md": lines(0, 50)}), &plenty{}
	ix := openWith(t, s, e)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 8 {
				if g == 0 {
					s.put(fmt.Sprintf("memory/2024-01-%02d.md", i+1), lines(100*i, 100*i+20))
				}
				if g == 1 && i == 4 {
					ix.Close()
				}
				a, err := ix.Search(context.Background(), Query{Text: fmt.Sprintf("item%d", g)})
				if err != nil || a.Verdict != Hits {
					t.Errorf("%s %v", a.Verdict, err)
				}
			}
		})
	}
	all.Wait()
	if left, err := embedAll(t, ix, maxDims); left != 0 || err != nil {
		t.Errorf("%d left, %v", left, err)
	}
}
