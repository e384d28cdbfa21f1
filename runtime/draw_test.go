package runtime

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"dormouse/memory/document"
)

var (
	draw     = flag.Int("draw", 0, "print so many entries of the relived talks, for a reader to judge")
	drawSeed = flag.Uint64("draw-seed", 1, "which ones")
)

// TestDraw prints entries that nights wrote of the talks in testdata, drawn with a
// printed seed, under the four questions that a reader answers of each. A person
// judges; the test only sees to it that there is something to judge.
//
//	go test ./runtime -run TestDraw -v -args -draw 50 -draw-seed 7
func TestDraw(t *testing.T) {
	if *draw == 0 {
		t.Skip("prints entries for a reader: -draw 50")
	}
	type drawn struct {
		talk string
		document.Entry
	}
	var all []drawn
	for _, f := range readFixtures(t) {
		l := newLand(t)
		l.live(t, f.messages)
		entries, err := l.store.Entries()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !e.Struck {
				all = append(all, drawn{f.name, e})
			}
		}
	}
	if len(all) < *draw {
		t.Fatalf("%d entries, of which %d shall be drawn", len(all), *draw)
	}
	rand.New(rand.NewPCG(*drawSeed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	fmt.Printf("seed %d, %d of %d entries; of each: complete? true? one fact? glad of it in a year?\n", *drawSeed, *draw, len(all))
	for i, d := range all[:*draw] {
		fmt.Printf("%2d [ ] [ ] [ ] [ ]  %s %s (%s): %s\n", i+1, d.talk, d.Path, d.Type, d.Text)
	}
}
