package vectors

import (
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	var v Vocabulary
	for _, w := range []string{"dog", "cat", "piano", "treaty", "xqzt"} {
		v.Mark(w)
	}
	var words []string
	last := 2.0
	for _, n := range Likeness.Nearest("puppy", v, 2, 0.2) {
		words = append(words, n.Word)
		if n.Weight > last {
			t.Errorf("%s comes after one that is less near", n.Word)
		}
		last = n.Weight
	}
	if !slices.Equal(words, []string{"dog", "cat"}) {
		t.Errorf("%v", words)
	}
	if got := Likeness.Nearest("xqzt", v, 5, 0); got != nil {
		t.Errorf("of no word: %v", got)
	}
}

// Finding a vector copies nothing.
func TestVectorsAreNotCopied(t *testing.T) {
	a, ok := Of("dog")
	if !ok {
		t.Error("no vector of a common word")
	}
	if n := testing.AllocsPerRun(100, func() { b, _ := Of("cat"); a.Cosine(b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"freind", "friend", 1}, {"yelow", "yellow", 1}, {"cat", "dog", -1}, {"becuase", "because", 1}, {"accomodaton", "accommodation", 2},
		{"book", "boook", 1}, {"same", "same", 0}, {"acords", "accorded", -1},
	} {
		if got := Slips(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if got := Respelled("freind", 1); len(got) != 1 || got[0].Word != "friend" {
		t.Errorf("%v", got)
	}
}

// What is a kind of the thing, or another name of it, is found; the thing itself and what
// the vocabulary lacks are not.
func TestKinds(t *testing.T) {
	var v Vocabulary
	for _, w := range []string{"gp", "doctor", "antibiotic", "cousin", "treaty"} {
		v.Mark(w)
	}
	for low, want := range map[string]string{"doctor": "gp", "medicine": "antibiotic", "medicines": "antibiotic", "relative": "cousin", "xqzt": ""} {
		var words []string
		for _, n := range Kinds(low, v) {
			words = append(words, n.Word)
			if n.Weight <= 0 || n.Weight > 1 {
				t.Errorf("%s, %s: %v", low, n.Word, n.Weight)
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %q, want %q", low, got, want)
		}
	}
	if openKinds().ends == "" {
		t.Error("the kinds count other words than the vectors")
	}
}

// A question is nearer to the line that answers it than to others, without one word of it,
// and so are the everyday words that newspapers seldom print.
func TestGist(t *testing.T) {
	gist := func(text string) Direction {
		var g Gist
		for _, low := range strings.Fields(text) {
			if row, ok := Row(low); ok {
				g.Add(row)
			}
		}
		if g.Empty() {
			t.Errorf("no word of %q has a vector", text)
		}
		return g.Direction()
	}
	lines := []string{"allergic to penicillin", "plumber fixed the kettle", "landlord raises rent", "beekeeper sells honey", "kitten sleeps in the cupboard"}
	for i, question := range []string{"medicine i must avoid", "who repaired the boiler tap", "what does the apartment cost monthly", "hives and their owner", "where is the cat"} {
		asked := gist(question)
		for k, line := range lines {
			right, other := gist(lines[i]), gist(line)
			if k != i && asked.Like(&other) >= asked.Like(&right) {
				t.Errorf("%q is as near to %q as to %q", question, line, lines[i])
			}
		}
	}
	var none Gist
	if d := none.Direction(); d.Like(&d) != 0 {
		t.Error("no words have a direction")
	}
}

// All vectors have a direction: the cosine of two words is a number.
func TestEachWordHasADirection(t *testing.T) {
	dog, _ := Of("dog")
	for i := range Words() {
		v, _ := Of(WordAt(i))
		if c := dog.Cosine(v); !(c >= -1.001 && c <= 1.001) {
			t.Fatalf("%s: %v", WordAt(i), c)
		}
	}
}

// The vectors by which one asks are of the words that the others are of, and their head tells
// one set from another.
func TestAskedIsOfTheWords(t *testing.T) {
	if U32(askedFile, 0) != ID() || len(askedFile) != askedHead+Words()*(1+Dimensions) {
		t.Error("the vectors by which one asks are of other words: make them anew")
	}
	if want := crc32.ChecksumIEEE([]byte(askedFile[askedHead:])); AskedSum() != want {
		t.Errorf("the file says %08x, its vectors have %08x", AskedSum(), want)
	}
}

// Words lead as far in a direction as their gist does.
func TestToward(t *testing.T) {
	gist := func(words ...string) Gist {
		g := Asking.Gist()
		for _, w := range words {
			row, ok := Row(w)
			if !ok {
				t.Fatalf("%s has no vector", w)
			}
			g.Add(row)
		}
		return g
	}
	asked, told := gist("plumber", "kitchen"), gist("leak", "sink", "tap")
	direction, other := asked.Direction(), told.Direction()
	toward, sum := Asking.Toward(&direction), int32(0)
	for _, w := range []string{"leak", "sink", "tap"} {
		row, _ := Row(w)
		sum += toward.Along(row)
	}
	if got, want := float64(sum)/told.Length(), direction.Like(&other); math.Abs(got-want) > .005 {
		t.Errorf("the words lead %.3f along, their gist %.3f", got, want)
	}
	if toward.Along(uint16(Words())) != 0 {
		t.Error("a word that is none leads somewhere")
	}
}

// What one asks by leads to what is told, which is no kind of it.
func TestWhatIsAskedBy(t *testing.T) {
	for asked, told := range map[string]string{"skin": "dermatologist", "electricity": "fuse", "marry": "wedding", "rent": "landlord"} {
		var v Vocabulary
		v.Mark(told)
		if got := Kinds(asked, v); len(got) != 1 {
			t.Errorf("%s leads to %v, want %s", asked, got, told)
		}
	}
}
