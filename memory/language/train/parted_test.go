package main

import (
	"testing"

	"dormouse/memory/knowledge"
)

// Notes that tell several things, by a writer who saw none of those that are trained on, with
// news of one: what stays is right of two in five, and of few is what no longer holds.
func TestWhatStaysOfANote(t *testing.T) {
	all, err := partings()
	if err != nil {
		t.Fatal(err)
	}
	var how [partLoses + 1]int
	asked := 0
	for i := range all {
		if p := &all[i]; p.Writer == blindWriter {
			asked++
			how[p.judge(knowledge.Rest(p.Note, p.News))]++
		}
	}
	t.Logf("of %d notes %d are right, all goes of %d, something over stays of %d, something is lost of %d",
		asked, how[partRight], how[partGone], how[partStays], how[partLoses])
	if 5*how[partRight] < 2*asked || 4*how[partStays] > asked {
		t.Error("too few are right, or of too many something stays that is over")
	}
}
