package main

import (
	"testing"

	"dormouse/land/disk"
)

// languageFolder is the one in which the weights stand.
func languageFolder(t *testing.T) disk.FS {
	t.Helper()
	folder, err := disk.OpenDir("..")
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// Examples that were changed, or a model that another one's examples are made with, ask for
// training: what is shipped is what the trainer writes.
func TestWeightsAreThoseOfTheCorpus(t *testing.T) {
	folder := languageFolder(t)
	all, err := readMade(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(order) {
		t.Fatalf("%s tells of %d models of %d", madeFile, len(all), len(order))
	}
	for i, m := range all {
		if m.name != order[i] {
			t.Fatalf("model %d is %s, not %s", i, m.name, order[i])
		}
		of, err := madeOf(folder, m.name, m.read)
		if err != nil {
			t.Fatal(err)
		}
		if of != m.of {
			t.Errorf("%s was made of other examples, options or models than are here; run make train, or train -into memory/language %s and of what follows it", m.name, m.name)
		}
		bytes, err := digest(folder, m.name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes != m.bytes {
			t.Errorf("%s is not what was trained", fileOf(m.name))
		}
	}
}

// What a model reads is noted.
func TestWhatIsReadIsNoted(t *testing.T) {
	all, err := readMade(languageFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if len(m.read) == 0 && m.name != "names" {
			t.Errorf("%s was made of nothing", m.name)
		}
	}
}
