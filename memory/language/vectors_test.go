package language

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	var v Vocabulary
	for _, w := range []string{"dog", "cat", "piano", "treaty", "xqzt"} {
		v.Mark(w)
	}
	var words []string
	last := 2.0
	for _, n := range Nearest("puppy", v, 2, 0.2) {
		words = append(words, n.Word)
		if n.Weight > last {
			t.Errorf("%s comes after one that is less near", n.Word)
		}
		last = n.Weight
	}
	if !slices.Equal(words, []string{"dog", "cat"}) {
		t.Errorf("%v", words)
	}
	if got := Nearest("xqzt", v, 5, 0); got != nil {
		t.Errorf("of no word: %v", got)
	}
}

// Finding a vector copies nothing.
func TestVectorsAreNotCopied(t *testing.T) {
	a, ok := VectorOf("dog")
	if !ok {
		t.Error("no vector of a common word")
	}
	if n := testing.AllocsPerRun(100, func() { b, _ := VectorOf("cat"); a.Cosine(b) }); n != 0 {
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

// The bridge counts words of the vectors; it must be made anew with them.
func TestBridge(t *testing.T) {
	if openBridge().n == 0 {
		t.Fatal("the bridge was made for other vectors: make train")
	}
	for _, c := range []struct {
		l         Lang
		low, want string
	}{
		{German, "hunden", "dog"}, {German, "telefonnummer", "phone"}, {French, "chien", "dog"}, {Spanish, "perros", "dog"}, {Italian, "cane", "dog"},
		{Portuguese, "cachorro", "dog"}, {Dutch, "honden", "dog"}, {Russian, "собака", "dog"},
	} {
		if !slices.ContainsFunc(c.l.InEnglish(c.low), func(n Near) bool { return n.Word == c.want }) {
			t.Errorf("%s %s: %v", c.l, c.low, c.l.InEnglish(c.low))
		}
	}
	for _, c := range []struct {
		l    Lang
		text string
	}{{Japanese, "私の犬は大きい"}, {Chinese, "我的狗很大"}} {
		found := false
		for _, near := range c.l.Translated(c.text) {
			found = found || slices.ContainsFunc(near, func(n Near) bool { return n.Word == "dog" })
		}
		if !found {
			t.Errorf("%s %s: %v", c.l, c.text, c.l.Translated(c.text))
		}
	}
}
