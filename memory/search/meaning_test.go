package search

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dormouse/memory/search/index"
)

// thesaurus is an embedder that needs no model: each word, or the word that a
// table says means the same, has a direction of its own, and a text goes into
// the sum of its words' directions.
type thesaurus struct {
	dims  int
	same  map[string]string
	texts []string // all that was sent
	calls int
	err   error
	most  int // texts, after which it fails; 0 for all
}

func newThesaurus() *thesaurus {
	return &thesaurus{dims: 256, same: map[string]string{
		"pedicurist": "podiatrist", "automobile": "car", "infant": "baby", "purchased": "bought",
	}}
}

func (t *thesaurus) Name() string { return "thesaurus" }

func (t *thesaurus) Embed(_ context.Context, texts []string) ([][]float32, error) {
	t.calls++
	if t.err != nil {
		return nil, t.err
	}
	t.texts = append(t.texts, texts...)
	var out [][]float32
	for _, s := range texts {
		v := make([]float32, t.dims)
		for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' }) {
			if same, ok := t.same[w]; ok {
				w = same
			}
			h := fnv.New64a()
			h.Write([]byte(w))
			rnd := rand.New(rand.NewPCG(h.Sum64(), 1))
			for i := range v {
				v[i] += float32(rnd.NormFloat64())
			}
		}
		out = append(out, v)
	}
	if t.most > 0 && len(t.texts) > t.most {
		return nil, errors.New("no more")
	}
	return out, nil
}

// sent is how many of the texts sent hold a word.
func (t *thesaurus) sent(word string) int {
	n := 0
	for _, s := range t.texts {
		if strings.Contains(s, word) {
			n++
		}
	}
	return n
}

// town is a memory in which one line answers by meaning alone.
func town() map[string]string {
	files := map[string]string{
		"MEMORY.md": "# Memory\n\n- Anna rides horses ^k01\n- Ben sees his podiatrist on Mondays ^k02\n- The roof leaks in autumn ^k03\n",
	}
	for i := range 12 {
		day := fmt.Sprintf("2024-03-%02d", i+1)
		meal := "Supper of dish%d in our kitchen"
		if i < 4 {
			meal = "Lunch number%d at the harbour"
		}
		files["memory/"+day+".md"] = fmt.Sprintf("# %s\n\n- "+meal+"\n- Walked %d miles along river%d\n", day, i, i+3, i)
	}
	return files
}

func openWith(t *testing.T, s *shelf, e Embedder, change ...func(*Options)) *Index {
	t.Helper()
	o := Options{Store: shelfStore{s}, Embedder: e, Clean: func(s string) string { return s }}
	for _, c := range change {
		c(&o)
	}
	ix := Open(s, o)
	return ix
}

func find(t *testing.T, ix *Index, text string) Answer {
	t.Helper()
	a, err := ix.Search(context.Background(), Query{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// asks are questions of every kind: with words that occur, without, and none.
var asks = []string{"horses", "lunch harbour", "pedicurist", "roof autumn", "zeppelin", "", "?!", "what is it", "2024-03-05", "Anna roof"}

func TestWithoutAnEmbedderNothingIsDifferent(t *testing.T) {
	s := newShelf(town())
	plain := openWith(t, s, nil)
	broken := openWith(t, s, &thesaurus{err: errors.New("no network")})
	for _, ask := range asks {
		a, b := find(t, plain, ask), find(t, broken, ask)
		if a.Notice != "" {
			t.Errorf("%q without an embedder: notice %q", ask, a.Notice)
		}
		if b.Notice = ""; !reflect.DeepEqual(a, b) {
			t.Errorf("%q:\n%+v\nwith an embedder that fails\n%+v", ask, a, b)
		}
	}
	if len(s.files) == 0 {
		t.Error("the shelf is empty")
	}
	for n := range s.blobs {
		if strings.HasPrefix(n, vectorPrefix) {
			t.Errorf("%s was written", n)
		}
	}
}

func TestMeaningFindsWhatWordsDoNot(t *testing.T) {
	s, e := newShelf(town()), newThesaurus()
	if a := find(t, openWith(t, s, nil), "pedicurist"); a.Verdict != NoMatch {
		t.Fatalf("by words: %s", a.Verdict)
	}
	ix := openWith(t, s, e)
	if a := find(t, ix, "pedicurist"); a.Verdict != Hits || places(a)[:11] != "MEMORY.md:4" || a.Notice != "" {
		t.Errorf("%s %s %q", a.Verdict, places(a), a.Notice)
	}
	// A word that occurs does not hide the line that another word means.
	if a := find(t, ix, "which Mondays pedicurist"); !strings.HasPrefix(places(a), "MEMORY.md:4") {
		t.Errorf("both: %s", places(a))
	}
	a, err := ix.Search(t.Context(), Query{Text: "harbour pedicurist"})
	if err != nil || !strings.Contains(places(a), "MEMORY.md:4") || !strings.Contains(places(a), "2024-03-04.md:3") {
		t.Errorf("either: %s %v", places(a), err)
	}
	// What nothing is near to is still not found.
	if a := find(t, ix, "zeppelin"); a.Verdict != NoMatch || len(a.Results) != 0 {
		t.Errorf("%s %s", a.Verdict, places(a))
	}
}

func TestVectorsAreKept(t *testing.T) {
	s, e := newShelf(town()), newThesaurus()
	first := find(t, openWith(t, s, e), "pedicurist")
	e.texts, e.calls = nil, 0
	ix := openWith(t, s, e) // another process
	if a := find(t, ix, "pedicurist"); !reflect.DeepEqual(a, first) {
		t.Errorf("%+v\nat first %+v", a, first)
	}
	find(t, ix, "pedicurist")
	if len(e.texts) != 1 || e.texts[0] != "pedicurist" {
		t.Errorf("sent again: %q", e.texts)
	}
	// Of a file that changed, only the line that did is sent.
	e.texts = nil
	s.put("memory/2024-03-04.md", "# 2024-03-04\n\n- Lunch number3 at the harbour\n- Purchased an automobile\n")
	if a := find(t, ix, "car bought"); !strings.HasPrefix(places(a), "2024-03-04.md:4") {
		t.Errorf("changed line: %s", places(a))
	}
	slices.Sort(e.texts)
	if want := []string{"Purchased an automobile", "car bought"}; !slices.Equal(e.texts, want) {
		t.Errorf("sent %q, want %q", e.texts, want)
	}
	// What is gone from the memory is gone from the cache.
	if n := len(openAll(t, s, "thesaurus").keys); n != 3+24 {
		t.Errorf("%d vectors are kept", n)
	}
}

// openAll reads all blobs of a shelf.
func openAll(t *testing.T, s *shelf, name string) *embeddings {
	t.Helper()
	v := newEmbeddings()
	for n, b := range s.blobs {
		if strings.HasPrefix(n, vectorPrefix) && !v.decode(b.data, name) {
			t.Errorf("%s cannot be read", n)
		}
	}
	return v
}

func TestAnotherModelBeginsAnew(t *testing.T) {
	s, e := newShelf(town()), newThesaurus()
	find(t, openWith(t, s, e), "pedicurist")
	for _, change := range []func(){
		func() { e.dims = 64 }, // under the same name
		func() {
			for n, b := range s.blobs { // another name, same length
				if strings.HasPrefix(n, vectorPrefix) {
					v := newEmbeddings()
					v.decode(b.data, "thesaurus")
					b.data = v.encode("another", 0, slices.Collect(maps.Keys(v.files)))
					s.blobs[n] = b
				}
			}
		},
	} {
		change()
		e.texts = nil
		if a := find(t, openWith(t, s, e), "pedicurist"); !strings.HasPrefix(places(a), "MEMORY.md:4") {
			t.Errorf("%s %s", a.Verdict, places(a))
		}
		if len(e.texts) != 1+27 {
			t.Errorf("%d texts were sent", len(e.texts))
		}
		if v := openAll(t, s, "thesaurus"); v.dims != e.dims || len(v.keys) != 27 {
			t.Errorf("kept: %d of %d numbers", len(v.keys), v.dims)
		}
	}
}

func TestDamagedVectorsAreMadeAnew(t *testing.T) {
	s, e := newShelf(town()), newThesaurus()
	want := find(t, openWith(t, s, e), "pedicurist")
	rnd := rand.New(rand.NewPCG(3, 4))
	for round := range 24 {
		for n, b := range s.blobs {
			if !strings.HasPrefix(n, vectorPrefix) {
				continue
			}
			b.data = slices.Clone(b.data)
			if round%3 == 0 {
				b.data = b.data[:rnd.IntN(len(b.data))]
			} else {
				b.data[rnd.IntN(len(b.data))] ^= 1 << rnd.IntN(8)
			}
			s.blobs[n] = b
		}
		e.texts = nil
		if a := find(t, openWith(t, s, e), "pedicurist"); !reflect.DeepEqual(a, want) {
			t.Fatalf("round %d: %+v", round, a)
		}
		if len(e.texts) != 28 {
			t.Fatalf("round %d: %d texts were sent", round, len(e.texts))
		}
		openAll(t, s, "thesaurus") // the damaged one is gone
	}
}

func TestAFailingEmbedderIsNoError(t *testing.T) {
	s, e := newShelf(town()), &thesaurus{err: errors.New("401 no such key")}
	ix := openWith(t, s, e)
	a := find(t, ix, "horses")
	if !strings.HasPrefix(places(a), "MEMORY.md:3") || !strings.Contains(a.Notice, "words alone") {
		t.Errorf("%s %q", places(a), a.Notice)
	}
	// It is not asked at each search, and asked again in the end.
	calls := e.calls
	if a := find(t, ix, "horses"); e.calls != calls || a.Notice == "" {
		t.Errorf("asked at once again, notice %q", a.Notice)
	}
	for range 80 {
		find(t, ix, "horses")
	}
	if e.calls == calls || e.calls > calls+8 {
		t.Errorf("asked %d times in 80 searches", e.calls-calls)
	}
}

// A batch that fails takes nothing from the ones before it.
func TestHalfEmbedded(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("memory/2024-%02d-%02d.md", i/28+1, i%28+1)] = fmt.Sprintf("- the note%d about thing%d\n", i, i)
	}
	files["MEMORY.md"] = "- Ben sees his podiatrist\n"
	s, e := newShelf(files), newThesaurus()
	e.most = 150
	ix := openWith(t, s, e)
	a := find(t, ix, "pedicurist")
	if !strings.HasPrefix(places(a), "MEMORY.md:1") || a.Notice == "" {
		t.Errorf("%s %q", places(a), a.Notice)
	}
	e.most, e.texts = 0, nil
	left, err := embedAll(t, ix, 256)
	if left != 0 || err != nil || len(e.texts) != 301-embedBatch {
		t.Errorf("%d left, %v, %d sent", left, err, len(e.texts))
	}
}

func TestOneSearchEmbedsOnlySome(t *testing.T) {
	var b strings.Builder
	for i := range embedEach + 50 {
		fmt.Fprintf(&b, "- line%d of the list\n", i)
	}
	s, e := newShelf(map[string]string{"memory/2024-01-01.md": b.String()}), newThesaurus()
	ix := openWith(t, s, e)
	if a := find(t, ix, "list"); a.Notice != "50 lines are searched by their words alone" || len(e.texts) != embedEach+1 {
		t.Errorf("%q, %d sent", a.Notice, len(e.texts))
	}
	if a := find(t, ix, "list"); a.Notice != "" || len(e.texts) != embedEach+51 {
		t.Errorf("%q, %d sent", a.Notice, len(e.texts))
	}
	// A bound on what is kept is kept.
	e = newThesaurus()
	ix = openWith(t, newShelf(map[string]string{"memory/2024-01-01.md": b.String()}), e)
	ix.meaning.limit = 200 * (256 + rowCost)
	left, err := embedAll(t, ix, 256)
	if err != nil || left < embedEach+50-200 || len(ix.meaning.v.keys) > 200 {
		t.Errorf("%d left, %v, %d kept", left, err, len(ix.meaning.v.keys))
	}
}

// What is forgotten, redacted, or no memory is not sent.
//
// GUARANTEES 28.
func TestWhatIsNotSent(t *testing.T) {
	files := town()
	files["memory/2024-04-01.md"] = "# 2024-04-01 headline\n\n- Anna met Carla again ^k07\n- key secret-1234 for the door\n- ***\n\nbegin block\nqwertz\nend block\n"
	files["memory/2024-04-02.md"] = "- Forgotten: ^k07 (from memory/2024-01-05.md)\n"
	files["sessions/a.jsonl"] = `{"type":"message","id":"1","role":"user","content":"whispered to the model"}` + "\n"
	s, e := newShelf(files), newThesaurus()
	ix := openWith(t, s, e, func(o *Options) {
		o.Clean = func(s string) string {
			s = strings.ReplaceAll(s, "secret-1234", "[redacted]")
			if i, j := strings.Index(s, "begin block"), strings.Index(s, "end block"); i >= 0 && j > i {
				s = s[:i] + "[redacted]" + s[j+len("end block"):]
			}
			return s
		}
	})
	if _, err := ix.Search(t.Context(), Query{Text: "door secret-1234", Transcripts: true}); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"secret-1234", "qwertz", "Carla", "headline", "***", "whispered", "Forgotten"} {
		if e.sent(word) != 0 {
			t.Errorf("%q was sent", word)
		}
	}
	if e.sent("[redacted]") != 1 || e.sent("door") != 1 {
		t.Errorf("the question went as %q", e.texts[0])
	}
	if e.sent("podiatrist") != 1 {
		t.Error("the memory was not sent")
	}
}

// Numbers of the kind that models give lose little as bytes.
func TestQuantise(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, dims := range []int{1, 7, 64, 768, 3072} {
		for range 50 {
			a, b := make([]float32, dims), make([]float32, dims)
			ab, aa, bb := 0.0, 0.0, 0.0
			for i := range a {
				a[i] = float32(rnd.NormFloat64() * 1e-3)
				b[i] = a[i] + float32(rnd.NormFloat64()*1e-3)
				ab += float64(a[i]) * float64(b[i])
				aa += float64(a[i]) * float64(a[i])
				bb += float64(b[i]) * float64(b[i])
			}
			v := newEmbeddings()
			v.dims = dims
			v.put([]uint64{1}, [][]float32{a})
			p := probeOf(b)
			if got, want := float64(v.likeness(&p, 0)), ab/math.Sqrt(aa*bb); math.Abs(got-want) > 0.01 {
				t.Errorf("%d numbers: %.4f, want %.4f", dims, got, want)
			}
		}
	}
	v := newEmbeddings()
	v.dims = 8
	v.put([]uint64{1}, [][]float32{make([]float32, 8)})
	if p := probeOf(make([]float32, 8)); v.likeness(&p, 0) != 0 {
		t.Error("a vector without a direction is like another")
	}
}

func FuzzVectors(f *testing.F) {
	v := newEmbeddings()
	v.dims = 3
	v.put([]uint64{1, 2}, [][]float32{{1, 2, 3}, {3, -2, 1}})
	v.note(9, []uint64{1, 0, 2})
	f.Add(v.encode("name", 0, []uint64{9}))
	f.Add([]byte(vectorMagic))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, sum := range []bool{false, true} {
			if sum { // past the checksum
				b = appendSum(b)
			}
			v := newEmbeddings()
			if v.decode(b, "name") {
				for h := range v.files {
					rows, _ := v.sheet(h)
					for _, r := range rows {
						if r >= 0 && len(v.numbers(r)) != v.dims {
							t.Fatal("a row without numbers")
						}
					}
				}
			}
		}
	})
}

func appendSum(b []byte) []byte {
	if len(b) > 4 {
		b = b[:len(b)-4]
	}
	s := index.Checksum(b)
	return append(slices.Clone(b), byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
}

// BenchmarkMeaning is a question over 60,000 vectors of 768 numbers: comparing
// it with all of them, and reading them from the disk.
func BenchmarkMeaning(b *testing.B) {
	const n, dims = 60_000, 768
	rnd := rand.New(rand.NewPCG(1, 2))
	v := newEmbeddings()
	v.dims = dims
	c := &collection{where: map[string]fileRef{}, parts: []part{{seg: &index.Segment{}}}, meaning: &meaning{v: v}}
	number := func() []float32 {
		x := make([]float32, dims)
		for i := range x {
			x[i] = float32(rnd.NormFloat64())
		}
		return x
	}
	var files []uint64
	for at := range n / 20 {
		sheet := make([]uint64, 20)
		for i := range sheet {
			sheet[i] = uint64(at*20 + i + 1)
			v.put(sheet[i:i+1], [][]float32{number()})
		}
		h := uint64(1_000_000 + at)
		v.note(h, sheet)
		files = append(files, h)
		name := fmt.Sprintf("memory/%05d.md", at)
		c.parts[0].seg.Files = append(c.parts[0].seg.Files, index.FileEntry{File: index.File{Name: name}, Hash: h, Count: 20})
		c.where[name] = fileRef{0, at}
	}
	b.Run("Question", func(b *testing.B) {
		p := probeOf(number())
		for b.Loop() {
			if c.near(&p).n != n {
				b.Fatal("not all were compared")
			}
		}
	})
	data := v.encode("name", 0, files)
	b.Run("Read", func(b *testing.B) {
		b.ReportMetric(float64(len(data))/1e6, "MB")
		for b.Loop() {
			if v := newEmbeddings(); !v.decode(data, "name") {
				b.Fatal("it cannot be read")
			}
		}
	})
}

// embedAll gives vectors to all passages that have none, as far as they fit.
func embedAll(t *testing.T, ix *Index, dims int) (left int, err error) {
	ix.meaning.learning.Lock()
	defer ix.meaning.learning.Unlock()
	return ix.learn(t.Context(), math.MaxInt, dims)
}
