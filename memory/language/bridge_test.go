package language

import (
	"slices"
	"testing"

	"dormouse/memory/language/vectors"
)

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
		if !slices.ContainsFunc(c.l.InEnglish(c.low), func(n vectors.Near) bool { return n.Word == c.want }) {
			t.Errorf("%s %s: %v", c.l, c.low, c.l.InEnglish(c.low))
		}
	}
	for _, c := range []struct {
		l    Lang
		text string
	}{{Japanese, "私の犬は大きい"}, {Chinese, "我的狗很大"}} {
		found := false
		for _, near := range c.l.Translated(c.text) {
			found = found || slices.ContainsFunc(near, func(n vectors.Near) bool { return n.Word == "dog" })
		}
		if !found {
			t.Errorf("%s %s: %v", c.l, c.text, c.l.Translated(c.text))
		}
	}
}
