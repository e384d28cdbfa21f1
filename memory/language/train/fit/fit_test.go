package fit

import (
	"bytes"
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
)

// TestFitIsReproducible: the same examples give the same bytes, and the bytes are a model
// that has learned from them.
func TestFitIsReproducible(t *testing.T) {
	seen := func(s string) classify.Input {
		return language.Features(s, language.English, language.Person, Options{}.Use())
	}
	var ex []Example
	for i, s := range []string{"red apple", "green apple", "old boat", "new boat"} {
		ex = append(ex, Example{Input: seen(s), Label: []string{"fruit", "fruit", "ship", "ship"}[i]})
	}
	fit := func() []byte {
		return Model(ex, []string{"fruit", "ship"}, Options{Epochs: 10, Decay: .01, Rate: .5})
	}
	if !bytes.Equal(fit(), fit()) {
		t.Error("two trainings differ")
	}
	m, err := classify.Decode(fit())
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := m.Best(m.Score(seen("yellow apple"))); l != "fruit" {
		t.Errorf("a yellow apple is a %s", l)
	}
}

// TestTreesLearn: what is seen tells what is so.
func TestTreesLearn(t *testing.T) {
	var ex []Judged
	for i := range 200 {
		ex = append(ex, Judged{Seen: classify.Sight{"heavy": uint8(i % 60), "red": 1}, Is: i%60 > 30, Weight: 1})
	}
	m, err := classify.DecodeTrees(Trees(ex, TreeOptions{Trees: 40, Rate: .3, Ridge: 1, Least: 2, Rows: 9, Within: 9}))
	if err != nil {
		t.Fatal(err)
	}
	if light, heavy := m.Of(classify.Sight{"heavy": 5}), m.Of(classify.Sight{"heavy": 50}); light > .2 || heavy < .8 {
		t.Errorf("light %.2f, heavy %.2f", light, heavy)
	}
}
