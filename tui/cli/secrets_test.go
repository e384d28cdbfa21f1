package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// drawn makes a credential of a pattern in land/secret/testdata/credentials.txt,
// and says what of it must not be on the disk.
func drawn(r *rand.Rand, pattern string) (text, must string) {
	sets := map[string]string{"h": "0123456789abcdef", "s": "abcdefghijklmnopqrstuvwxyz0123456789", "32": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "U": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "d": "0123456789"}
	sets["62"] = sets["s"] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	sets["u"], sets["64"] = sets["62"]+"-_", sets["62"]+"+/"
	var b strings.Builder
	for {
		before, rest, more := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !more {
			break
		}
		spec, after, _ := strings.Cut(rest, "}")
		name, count, _ := strings.Cut(spec, ":")
		set, n := sets[name], 0
		if fmt.Sscan(count, &n); set == "" {
			b.WriteString("{")
			pattern = rest
			continue
		}
		for range n {
			b.WriteByte(set[r.IntN(len(set))])
		}
		pattern = after
	}
	text = strings.ReplaceAll(b.String(), `\n`, "\n")
	before, rest, marked := strings.Cut(text, "‹")
	if !marked {
		return text, text
	}
	must, after, _ := strings.Cut(rest, "›")
	return before + must + after, strings.Trim(must, `"`)
}

// TestNoCredentialReachesTheDisk lives a conversation in which the person and the
// assistant say every shape of credential, with its nights and a debug log, and
// looks for them in every file afterwards, undo images unpacked.
func TestNoCredentialReachesTheDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	b := newBench(t)
	patterns, err := os.ReadFile("../../land/secret/testdata/credentials.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	var lines bytes.Buffer
	var musts []string
	say := json.NewEncoder(&lines)
	for pattern := range strings.Lines(string(patterns)) {
		if pattern = strings.TrimRight(pattern, "\n"); pattern == "" || strings.HasPrefix(pattern, "# ") {
			continue
		}
		mine, must := drawn(r, pattern)
		theirs, also := drawn(r, pattern)
		musts = append(musts, must, also)
		for role, text := range map[string]string{"user": mine, "assistant": theirs} {
			if err := say.Encode(map[string]string{"role": role, "content": "Remember this:\n" + text + "\n# the end"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	debug := filepath.Join(b.dir, "debug.log")
	b.run(0, "import", "--relive", "--window", "8k", "--debug", debug, file)
	b.run(0, "sleep", "--all")
	land := strings.TrimSpace(b.run(0, "path").out)
	files, onDisk := 0, 0
	look := func(name string) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files++
		if strings.Contains(name, "/undo/") {
			text = plainImage(t, text)
		}
		for _, m := range musts {
			raw, _ := json.Marshal(m)
			if piece := m[:min(len(m), 40)]; strings.Contains(string(text), piece) || strings.Contains(string(text), strings.Trim(string(raw), `"`)) {
				onDisk++
				t.Errorf("%s holds %q", name, m)
			}
		}
	}
	look(debug)
	if err := filepath.WalkDir(land, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			look(name)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if files < 10 {
		t.Fatalf("only %d files were read", files)
	}
	b.run(0, "doctor", "--secrets")
	t.Logf("guarantee 27: %d credentials of %d shapes said in a conversation with its nights: %d on disk in %d files", len(musts), len(musts)/2, onDisk, files)
}

// plainImage is what an undo image says of its files.
func plainImage(t *testing.T, image []byte) []byte {
	t.Helper()
	_, body, _ := bytes.Cut(image, []byte("\n"))
	if z, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
		if body, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	var j struct {
		Files []struct{ Before, Middle, Append, Back []byte }
	}
	if err := json.Unmarshal(body, &j); err != nil {
		t.Fatal(err)
	}
	for _, f := range j.Files {
		body = append(body, bytes.Join([][]byte{f.Before, f.Middle, f.Append, f.Back}, []byte("\n"))...)
	}
	return body
}
