package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/language/vectors"
)

// A decade is a made-up land of ten years: words of syllables whose frequencies
// follow Zipf's law, in logs as nights write them. The same seed gives the same
// bytes.
type decade struct {
	rnd   *rand.Rand
	vocab []string
	sums  []float64 // cumulated frequencies
	next  int
}

func newDecade(seed uint64) *decade {
	d := &decade{rnd: rand.New(rand.NewPCG(seed, 7))}
	seen := map[string]bool{}
	syllables := strings.Fields("ba ke li mo nu ra se ti vo za den far gol hin jas kor lum mer nop pel qui ros sam tur vel win yor zen chi sho")
	total := 0.0
	for len(d.vocab) < 120_000 {
		var w strings.Builder
		for range 2 + d.rnd.IntN(4) {
			w.WriteString(syllables[d.rnd.IntN(len(syllables))])
		}
		if seen[w.String()] {
			continue
		}
		seen[w.String()] = true
		d.vocab = append(d.vocab, w.String())
		total += 1 / math.Pow(float64(len(d.vocab))+8, 1.02)
		d.sums = append(d.sums, total)
	}
	return d
}

// withMeaning puts English words that have a meaning in the place of the commonest.
func (d *decade) withMeaning() *decade {
	for i, row := range d.rnd.Perm(vectors.Words()) {
		d.vocab[i] = vectors.WordAt(row)
	}
	return d
}

func (d *decade) word() string {
	x := d.rnd.Float64() * d.sums[len(d.sums)-1]
	return d.vocab[sort.SearchFloat64s(d.sums, x)]
}

var littleWords = strings.Fields("the a of to in and was with for on at by it that is had not from we they")

func (d *decade) sentence(b *strings.Builder, words int) {
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if d.rnd.IntN(5) < 2 {
			b.WriteString(littleWords[d.rnd.IntN(len(littleWords))])
		} else {
			b.WriteString(d.word())
		}
	}
}

// log is the log of one day, of about size bytes.
func (d *decade) log(day time.Time, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", day.Format("2006-01-02"))
	for n := 1; b.Len() < size; n++ {
		fmt.Fprintf(&b, "\n## %02d:%02d · night %d · context 81%%\n\n", n%24, n*7%60, d.next)
		d.sentence(&b, 60)
		b.WriteString(".\n")
		for _, h := range [...]string{"Facts", "Decisions", "Events"} {
			fmt.Fprintf(&b, "\n### %s\n\n", h)
			for range 2 + d.rnd.IntN(3) {
				b.WriteString("- ")
				d.sentence(&b, 8+d.rnd.IntN(14))
				d.next++
				fmt.Fprintf(&b, " ^k%05x\n", d.next)
			}
		}
	}
	return b.String()
}

// write makes the land; it returns how many bytes of text it has.
func (d *decade) write(t testing.TB, folder disk.FS, days, size int) int64 {
	t.Helper()
	if err := folder.Mkdir("memory"); err != nil {
		t.Fatal(err)
	}
	total, day := int64(0), time.Date(2016, 11, 21, 0, 0, 0, 0, time.UTC)
	for i := range days {
		text := d.log(day.AddDate(0, 0, i), size)
		name := "memory/" + day.AddDate(0, 0, i).Format("2006-01-02") + ".md"
		put(t, folder, name, text)
		total += int64(len(text))
	}
	text := "# Memory\n\n## Facts\n\n- Lives in Oslo ^k01\n"
	put(t, folder, "MEMORY.md", text)
	return total + int64(len(text))
}

// put replaces a file in place, without the cost of making it durable.
func put(t testing.TB, folder disk.FS, name, text string) {
	t.Helper()
	_ = folder.Remove(name)
	f, err := folder.Append(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// questions are queries of n words, rare and common ones mixed as people mix them.
func (d *decade) questions(count, n int) []string {
	out := make([]string, count)
	for i := range out {
		var b strings.Builder
		b.WriteString("when did we")
		for range n {
			b.WriteByte(' ')
			if d.rnd.IntN(3) == 0 {
				b.WriteString(d.vocab[d.rnd.IntN(len(d.vocab))])
			} else {
				b.WriteString(d.word())
			}
		}
		out[i] = b.String()
	}
	return out
}
