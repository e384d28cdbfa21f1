package summarize

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// fixture reads a conversation of testdata as an input whose messages are all
// old and all new.
func fixture(t testing.TB, name string) Input {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var ms []transcript.Message
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var m transcript.Message
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		ms = append(ms, m)
	}
	return Input{Old: ms, New: ms, Location: time.UTC, Count: quarter}
}

func entryOf(c Candidate) document.Entry {
	return document.Entry{ID: "k7f3a2", Type: c.Type, Text: c.Text}
}

func hybrid(e Engine) Strategy { return strategy{"hybrid", e} }
