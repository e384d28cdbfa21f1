package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"dormouse/land/disk"
	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

// order is what is trained, each behind what its examples are made with.
var order = []string{
	"common", "vocabulary", "names", "lang", "act", "keep", "kind", "lasts", "whose", "health", "wish", "stay", "relate", "change",
	"over", "lean", "revise", "claim", "ended", "answered", "followed", "parted",
}

// madeFile tells of all that was trained what it was made of, so that a test sees what is
// older than its examples.
const madeFile = "train/made.txt"

// made is what one file of weights was made of.
type made struct {
	name  string
	of    string   // what went in: the options, the examples, what had been trained before
	bytes string   // what came out
	read  []string // folders and files of the corpus; with a + before it, what had been trained
}

func (m made) String() string {
	return strings.Join(append([]string{m.name, m.of, m.bytes}, m.read...), " ")
}

// trained opens the name of what had been trained before.
const trained = "+"

// fileOf is where what is trained stands below memory/language.
func fileOf(name string) string {
	switch name {
	case "common":
		return "weights/common.txt"
	case "names":
		return "translate/names.bin"
	}
	return "weights/" + name + ".bin"
}

// into trains one model, writes it below a folder, memory/language, and notes there what it was
// made of.
func into(path, name string) error {
	if !slices.Contains(order, name) {
		return fmt.Errorf("no model %q", name)
	}
	folder, err := disk.OpenDir(path)
	if err != nil {
		return err
	}
	b, err := weights(name)
	if err != nil {
		return err
	}
	m := made{name: name, read: corpus.Read()}
	for _, n := range language.Loaded() {
		if slices.Index(order, n) >= slices.Index(order, name) {
			return fmt.Errorf("%s is made with %s, which is trained later", name, n)
		}
		m.read = append(m.read, trained+n)
	}
	if err := disk.WriteFile(folder, fileOf(name), b); err != nil {
		return err
	}
	all, err := readMade(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if m.of, err = madeOf(folder, name, m.read); err != nil {
		return err
	}
	if m.bytes, err = digest(folder, name); err != nil {
		return err
	}
	var out strings.Builder
	for _, n := range order {
		at := slices.IndexFunc(all, func(m made) bool { return m.name == n })
		switch {
		case n == name:
			fmt.Fprintln(&out, m)
		case at >= 0:
			fmt.Fprintln(&out, all[at])
		}
	}
	return disk.WriteFile(folder, madeFile, []byte(out.String()))
}

func readMade(folder disk.FS) ([]made, error) {
	b, err := disk.ReadFile(folder, madeFile)
	var all []made
	for row := range strings.Lines(string(b)) {
		f := strings.Fields(row)
		if len(f) < 3 {
			return nil, fmt.Errorf("%s: want NAME OF BYTES READ …, have %q", madeFile, row)
		}
		all = append(all, made{f[0], f[1], f[2], f[3:]})
	}
	return all, err
}

// madeOf is the digest of what goes into a model.
func madeOf(folder disk.FS, name string, read []string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%+v\n", optionsOf(name))
	for _, n := range read {
		var b []byte
		var err error
		if before, ok := strings.CutPrefix(n, trained); ok {
			b, err = disk.ReadFile(folder, fileOf(before))
		} else {
			b, err = corpus.Digest(n)
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %x\n", n, sha256.Sum256(b))
	}
	return short(h.Sum(nil)), nil
}

func digest(folder disk.FS, name string) (string, error) {
	b, err := disk.ReadFile(folder, fileOf(name))
	sum := sha256.Sum256(b)
	return short(sum[:]), err
}

func short(sum []byte) string { return fmt.Sprintf("%x", sum[:8]) }

// optionsOf are the options by which a model is fit, nil where there are none.
func optionsOf(name string) any {
	switch name {
	case "claim":
		return claimTrees
	case "ended":
		return endedTrees
	case "answered":
		return answerTrees
	case "followed":
		return followTrees
	case "parted":
		return partTrees
	}
	if t, err := taskOf(name); err == nil {
		return t.options
	}
	return nil
}
