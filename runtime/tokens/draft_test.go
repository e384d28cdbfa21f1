package tokens

import (
	"math/rand"
	"strings"
	"testing"
)

// TestSafeCutsChangeNothing takes every safe place of mixed texts.
func TestSafeCutsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	texts := cases()
	for range 600 {
		texts = append(texts, mixed(r, 1+r.Intn(60)))
	}
	for _, e := range encodings() {
		cuts := 0
		for _, s := range texts {
			whole := e.Count(s)
			for i := 1; i < len(s); i++ {
				if !safe(e.load(0).classes, s, i) {
					continue
				}
				cuts++
				if parts := e.Count(s[:i]) + e.Count(s[i:]); parts != whole {
					t.Fatalf("%s: %q cut at %d has %d tokens, whole %d", e.Name(), s, i, parts, whole)
				}
			}
		}
		if cuts < 500 {
			t.Errorf("only %d safe places: the texts show nothing", cuts)
		}
	}
}

// TestDraftIsExact edits drafts as people do, and worse.
func TestDraftIsExact(t *testing.T) {
	for name, text := range kinds() {
		r := rand.New(rand.NewSource(8))
		for _, e := range encodings() {
			d := NewDraft(e)
			s := text(r, 3000)
			for range 60 {
				if got, want := d.Set(s), e.Count(s); got != want || d.Count() != want {
					t.Fatalf("%s, %s: Set = %d, Count %d, want %d in %q", e.Name(), name, got, d.Count(), want, clip(s))
				}
				at := r.Intn(len(s) + 1)
				switch r.Intn(6) {
				case 0: // at the end, the usual case
					s += text(r, 1)
				case 1:
					s = s[:at] + text(r, 1+r.Intn(20)) + s[at:]
				case 2:
					s = s[:at] + s[min(len(s), at+1+r.Intn(30)):]
				case 3: // a paste
					s = s[:at] + text(r, 1500) + s[at:]
				case 4: // a cut
					s = s[:at] + s[min(len(s), at+r.Intn(1500)):]
				case 5: // one byte, also within a character
					s = s[:at] + string([]byte{byte(r.Intn(256))}) + s[at:]
				}
			}
			if n := d.Set(""); n != 0 {
				t.Errorf("an empty draft has %d tokens", n)
			}
		}
	}
}

// TestDraftCountsOnlyWhatChanged looks at which blocks a letter in the middle
// makes anew.
func TestDraftCountsOnlyWhatChanged(t *testing.T) {
	d := NewDraft(O200k())
	s := strings.Repeat("a line of the input, as it is\n", 2000)
	d.Set(s)
	for i := range d.blocks {
		d.blocks[i].tokens = 1000 // wrong, so that what is counted anew can be told
	}
	all := len(d.blocks)
	at := len(s) / 2
	d.Set(s[:at] + "x" + s[at:])
	fresh := 0
	for _, b := range d.blocks {
		if b.tokens != 1000 {
			fresh++
		}
	}
	if all < 50 || fresh == 0 || fresh > 3 {
		t.Errorf("%d of %d blocks were counted again for one letter", fresh, all)
	}
}

func FuzzDraft(f *testing.F) {
	f.Add("hello world ", "x", " again\n", 3)
	f.Add("a\n", "/", "b", 1)
	f.Fuzz(func(t *testing.T, a, b, c string, repeat int) {
		if len(a)+len(b)+len(c) > 3000 {
			t.Skip()
		}
		n := max(0, min(repeat, 1500/(len(a)+1)))
		for _, e := range encodings() {
			d := NewDraft(e)
			for _, s := range []string{strings.Repeat(a, n) + c, strings.Repeat(a, n) + b + c, a + b + c, b + c} {
				if got, want := d.Set(s), e.Count(s); got != want {
					t.Fatalf("%s: Set(%q) = %d, want %d", e.Name(), s, got, want)
				}
			}
		}
	})
}

// BenchmarkDraft types one letter into the middle of 100 kB; x-count is how many
// times as fast as counting all of it.
func BenchmarkDraft(b *testing.B) {
	s := kinds()["prose"](rand.New(rand.NewSource(9)), 100_000)
	at := len(s) / 2
	with := s[:at] + "x" + s[at:]
	d := NewDraft(O200k())
	d.Set(s)
	whole := elapsed(func() { O200k().Count(s) })
	for b.Loop() {
		d.Set(with)
		d.Set(s)
	}
	b.ReportMetric(whole/(float64(b.Elapsed())/float64(2*b.N)), "x-count")
}
