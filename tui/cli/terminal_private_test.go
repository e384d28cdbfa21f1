package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTerminalPrivateTalk types a private talk into a real terminal, with a draft
// that waits for longer than drafts take to be saved, a night and an end by a
// kill: no file of the home, the land or the folder for temporary files holds a
// word of it. Then one is kept.
func TestTerminalPrivateTalk(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	temp := t.TempDir()
	b.with("TMPDIR=" + temp)
	b.run(0, "memory", "update", "--append", "--text", "Ana keeps bees in Oslo.")
	x := newTerminal(b, 80, 24)
	x.start()
	x.see("offline/extractive")
	x.say("/private")
	x.see("PRIVATE", "this talk is private")
	x.say("The vault is at Rue Xyzzy.")
	x.see("│ The vault is at Rue Xyzzy", "Heard")
	x.say("Where does Ana keep bees?")
	x.see("Oslo", "PRIVATE")
	x.say("remember that the vault is at Rue Xyzzy")
	x.see("memory is read and not")
	x.command("/sleep")
	x.see("slept")
	x.press("C-t")
	x.see("reserve", "PRIVATE")
	x.escape()
	x.gone("reserve")
	x.write("a draft about Xyzzy")
	time.Sleep(time.Second) // longer than a draft waits to be saved
	x.kill()
	noTrace(t, "Xyzzy", b.dir, b.land, temp)

	x = newTerminal(b, 80, 24)
	x.start("--private")
	x.see("PRIVATE")
	x.say("My cousin lives under the blue bridge.")
	x.see("│ My cousin lives under the blue bridge", "Heard")
	noTrace(t, "blue bridge", b.dir, b.land, temp)
	x.say("/keep")
	x.see("this talk is kept now", "│ My cousin lives under the blue bridge")
	x.gone("PRIVATE")
	x.say("/quit")
	if said := x.ended(); !strings.Contains(said, "resume with: dormouse --session ") {
		t.Errorf("no resume command:\n%s", said)
	}
	if _, lines := b.session(); len(lines) < 3 {
		t.Errorf("the session has %d lines", len(lines))
	}
	b.run(0, "memory", "check")
}

// noTrace wants a word in no file of the folders, nor in a file's name.
func noTrace(t *testing.T, word string, dirs ...string) {
	t.Helper()
	read := 0
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read++
			if strings.Contains(string(text)+path, word) {
				t.Errorf("%s holds %q", path, word)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("guarantee 29: %d files after a private talk in a terminal, 0 with a word of it", read)
}
