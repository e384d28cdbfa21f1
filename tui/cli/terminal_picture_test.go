package cli

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormouse/runtime/llm/apitest"
)

// TestTerminalPicture attaches a picture by its name and drops another by its path:
// both are shown with their size before they are sent, and the model sees them.
func TestTerminalPicture(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	g, url := newGate(t, apitest.Chat, "qwen")
	b.with("OPENAI_API_KEY=" + g.key).config("model = \"openai/qwen\"\nwindow = \"32k\"\nreply = 2000\n[providers.openai]\nbase_url = \"" + url + "/v1\"\n")
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "pond.png")
	for _, name := range []string{filepath.Join(b.dir, "heron.png"), elsewhere} {
		if err := os.WriteFile(name, dot.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := newTerminal(b, 80, 24)
	x.start()
	x.write("What stands on @heron.png?")
	x.press("Enter")
	x.see("[picture heron.png: 1 × 1, 0.1 kB · ~")
	x.press("Enter")
	x.see("A heron answers.")
	x.paste(elsewhere)
	x.see("[picture pond.png: 1 × 1, 0.1 kB · ~")
	x.tmux("send-keys", "-l", " and here?")
	x.see("and here?")
	x.press("Enter")
	x.until("two answers", func(s string) bool { return strings.Count(s, "A heron answers.") == 2 })
	x.press("C-d")
	x.ended()
	var seen []string
	for _, turn := range g.Requests()[1].Turns {
		seen = append(seen, turn.Media...)
	}
	if len(seen) != 2 || len(g.Refusals()) > 0 {
		t.Errorf("the model saw %q; refused: %q", seen, g.Refusals())
	}
	if list, err := os.ReadDir(filepath.Join(b.land, "sessions", "media")); err != nil || len(list) != 1 {
		t.Errorf("one picture under two names is kept as %v %v", list, err)
	}
	b.run(0, "memory", "check")
	if out := b.run(0, "sessions", "show").out; !strings.Contains(out, "[picture heron.png: 1 × 1, 0.1 kB]") {
		t.Errorf("the session does not tell of it: %s", out)
	}
}
