package main

import "testing"

// mostLines is the longest that a function may be: it fits a screen.
const mostLines = 70

// TestBars holds what docs/house.md says: no variable of a package changes, and no
// function is longer than a screen.
func TestBars(t *testing.T) {
	f, err := measure("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.files) < 500 {
		t.Fatalf("only %d files were read", len(f.files))
	}
	for _, name := range f.mutable {
		t.Errorf("%s is a variable of a package that changes", name)
	}
	if n := above(f.functions, mostLines); n > 0 {
		t.Errorf("%d functions have more than %d lines", n, mostLines)
	}
}
