package cli

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dormouse/runtime/llm/apitest"
	"dormouse/tui/cli/fault"
)

// pictures are a picture and a document in the working folder, and a picture with a
// blank in its name elsewhere, whose path it gives.
func (b *bench) pictures() (elsewhere string) {
	b.t.Helper()
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		b.t.Fatal(err)
	}
	elsewhere = filepath.Join(b.t.TempDir(), "the pond.png")
	for name, data := range map[string][]byte{
		filepath.Join(b.dir, "heron.png"): dot.Bytes(), elsewhere: dot.Bytes(), filepath.Join(b.dir, "torn.png"): dot.Bytes()[:20],
		filepath.Join(b.dir, "bill.pdf"): []byte("%PDF-1.7\n1 0 obj <</Type /Page /Parent 2 0 R>>\n%%EOF"), filepath.Join(b.dir, "notes.txt"): []byte("the reeds are high\n"),
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			b.t.Fatal(err)
		}
	}
	return elsewhere
}

// eyed is a program beside a server of one dialect that looks at pictures, or that is
// blind.
func eyed(t *testing.T, d apitest.Dialect, ref string, blind bool) (*bench, *apitest.Server) {
	_, name, _ := strings.Cut(ref, "/")
	s := &apitest.Server{Dialect: d, Model: name, Blind: blind, Window: 200_000, Reply: 6000, Say: func(q apitest.Asked) apitest.Answer {
		return apitest.Answer{Text: "I read: " + q.Last()}
	}}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	b := newBench(t).with("OPENAI_API_KEY="+testKey, "ANTHROPIC_API_KEY="+testKey, "GEMINI_API_KEY="+testKey)
	provider, _, _ := strings.Cut(ref, "/")
	more := map[apitest.Dialect]string{apitest.Messages: "", apitest.Chat: "/v1", apitest.Responses: "/v1\"\napi = \"openai-responses", apitest.Gemini: "/v1beta"}[d]
	b.config(fmt.Sprintf("model = %q\nwindow = \"200k\"\nreply = 6000\n[providers.%s]\nbase_url = \"%s%s\"\n", ref, provider, web.URL, more))
	return b, s
}

// eachEye runs do with a server of each dialect.
func eachEye(t *testing.T, blind bool, do func(t *testing.T, b *bench, s *apitest.Server)) {
	t.Parallel()
	for _, d := range []struct {
		ref     string
		dialect apitest.Dialect
	}{
		{"anthropic/claude-sonnet-5-5", apitest.Messages}, {"openai/gpt-6.2-sol", apitest.Responses},
		{"gemini/gemini-3.8-flash", apitest.Gemini}, {"ollama/qwen", apitest.Chat},
	} {
		t.Run(d.ref, func(t *testing.T) {
			t.Parallel()
			b, s := eyed(t, d.dialect, d.ref, blind)
			do(t, b, s)
			for _, r := range s.Refusals() {
				if !s.Blind {
					t.Errorf("refused: %s", r)
				}
			}
		})
	}
}

func seen(s *apitest.Server, request int) (out []string) {
	for _, turn := range s.Requests()[request].Turns {
		out = append(out, turn.Media...)
	}
	return out
}

// A prompt without a screen attaches what it names: the model sees the pictures and the
// document, reads the text, and they are kept for the next turn.
func TestPromptTakesPictures(t *testing.T) {
	eachEye(t, false, func(t *testing.T, b *bench, s *apitest.Server) {
		elsewhere := b.pictures()
		r := b.run(0, "-p", "What is @heron.png, and how like @'"+elsewhere+"'? Mail ana@heron.png and @Bo. (@bill.pdf) @notes.txt")
		for _, want := range []string{"What is `heron.png`, ", "and how like `the pond.png`? Mail ana@heron.png and @Bo. (`bill.pdf`)", "[picture heron.png: 3 × 2, 0.1 kB]", "[PDF bill.pdf: 1 page, 0.1 kB]", "the reeds are high"} {
			if !strings.Contains(r.out, want) {
				t.Errorf("%q was not sent: %s", want, r.out)
			}
		}
		if !strings.Contains(r.err, "· attached picture heron.png: 3 × 2") || !strings.Contains(r.err, "· attached notes.txt · 19 bytes") {
			t.Errorf("it does not say what goes: %s", r.err)
		}
		b.run(0, "-c", "-p", "And the beak?")
		for i := range 2 {
			if got := seen(s, i); !slices.Equal(got, []string{"image/png", "image/png", "application/pdf"}) {
				t.Errorf("request %d: the model saw %q", i, got)
			}
		}
		if out := b.run(0, "sessions", "show", "--json").out; strings.Count(out, `"origin":"attached"`) != 4 {
			t.Errorf("attachments are taken for the person's words: %s", out)
		}
		b.run(0, "memory", "check")
	})
}

// A model that takes no pictures gets their lines, and the person a plain word.
func TestPromptSaysWhereAModelTakesNoPictures(t *testing.T) {
	eachEye(t, true, func(t *testing.T, b *bench, s *apitest.Server) {
		b.pictures()
		r := b.run(0, "-p", "What is this? @heron.png")
		if !strings.Contains(r.out, "[picture heron.png: 3 × 2") || !strings.Contains(r.err, "does not take pictures or documents: it was sent the line") {
			t.Errorf("%q %q", r.out, r.err)
		}
	})
}

// What cannot be attached is said in a line, and nothing is sent.
func TestPromptRefusesWhatCannotBeAttached(t *testing.T) {
	b, s := eyed(t, apitest.Chat, "ollama/qwen", false)
	b.pictures()
	for prompt, want := range map[string]string{
		"Look: @torn.png": "attach torn.png: read the picture", "Is @hero.png here?": "attach hero.png: there is no such file here",
		"Read @/etc/hostname": "attach /etc/hostname: only files below the folder",
	} {
		r := b.run(fault.ExitUsage, "-p", prompt)
		if !strings.Contains(r.err, want) || !strings.Contains(r.err, "hint: ") {
			t.Errorf("%s: %q", prompt, r.err)
		}
	}
	if n := len(s.Requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
	// Offline nothing looks at a picture, and what is piped names no file.
	if r := b.run(0, "--model", "offline/extractive", "-p", "What is on @heron.png?"); !strings.Contains(r.err, "does not take pictures") {
		t.Errorf("%q %q", r.out, r.err)
	}
	c := b.command("-p", "Say it again:")
	c.Stdin = strings.NewReader("Look at @heron.png now")
	out, err := c.CombinedOutput()
	if err != nil || strings.Contains(string(out), "attached") || len(seen(s, 0)) > 0 {
		t.Errorf("%v %s", err, out)
	}
}

// The line mode attaches in the same way, and says so before the answer.
func TestPlainTakesPictures(t *testing.T) {
	eachEye(t, false, func(t *testing.T, b *bench, s *apitest.Server) {
		b.pictures()
		c := b.command("--plain")
		c.Stdin = strings.NewReader("What is @heron.png?\nAnd @torn.png?\nThanks, @Bo.\n/quit\n")
		raw, err := c.CombinedOutput()
		out := string(raw)
		if err != nil {
			t.Fatalf("%v %s", err, out)
		}
		for _, want := range []string{"attached picture heron.png: 3 × 2", "I read: What is `heron.png`?", "error: attach torn.png: read the picture: ", "nothing was sent", "I read: Thanks, @Bo."} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not printed:\n%s", want, out)
			}
		}
		if n := len(s.Requests()); n != 2 || !slices.Equal(seen(s, 1), []string{"image/png"}) {
			t.Errorf("%d requests, the last with %q", n, seen(s, n-1))
		}
	})
}
