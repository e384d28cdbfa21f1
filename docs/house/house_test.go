package main

import "testing"

// TestNothingOfAPackageChanges: variables of a package are errors, patterns and tables.
func TestNothingOfAPackageChanges(t *testing.T) {
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
}
