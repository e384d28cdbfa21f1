package fit

import (
	"bytes"
	"strconv"
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

// TestRoomHasAPrice: where room costs, weights that are seldom seen take what takes little of
// it, and the model says the same.
func TestRoomHasAPrice(t *testing.T) {
	var ex []Example
	labels := []string{"a", "b", "c"}
	for i := range 3000 {
		f := classify.NewFeatures(classify.AllGroups)
		f.Add("tells", labels[i%3])
		for n := range 9 { // what tells nothing
			f.Add("noise", strconv.Itoa(i*(n+7)%(900+n)), classify.Digit(n))
		}
		ex = append(ex, Example{Input: classify.Input{Features: f.List()}, Label: labels[i%3]})
	}
	o := Options{Epochs: 8, Decay: .02, Rate: .3, Without: classify.MeaningGroup}
	loose := Model(ex, labels, o)
	o.Room = 8
	tight := Model(ex, labels, o)
	if len(tight)*5 > len(loose)*4 {
		t.Errorf("%d bytes, %d where room costs nothing", len(tight), len(loose))
	}
	m, err := classify.Decode(tight)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range ex {
		if l, _ := m.Best(m.Score(e.Input)); l != e.Label {
			t.Fatalf("%s is taken for %s", e.Label, l)
		}
	}
}
