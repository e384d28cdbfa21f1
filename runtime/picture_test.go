package runtime

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm/apitest"
	"dormouse/runtime/session"
	"dormouse/runtime/tokens"
)

// pictured is a picture with a noise that its name decides.
func pictured(t *testing.T, name string, width, height int) Upload {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, height))
	for i := range len(name) {
		m.SetGray(i, 0, color.Gray{name[i]})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	look, err := media.Look(name, b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return Upload{look, b.Bytes()}
}

func documented(t *testing.T, name string) Upload {
	t.Helper()
	data := []byte("%PDF-1.7\n1 0 obj <</Type /Page /Parent 2 0 R>>\n%%EOF")
	look, err := media.Look(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return Upload{look, data}
}

// Pictures and documents reach each dialect in its own form, with each request
// anew, also after the session was closed; their bytes are on disk once.
func TestPicturesReachEveryDialect(t *testing.T) {
	for _, m := range months() {
		t.Run(m.ref, func(t *testing.T) {
			l := newLand(t)
			m.server.Window = 200_000
			m.server.Say = func(apitest.Asked) apitest.Answer { return apitest.Answer{Text: "A heron in a pond."} }
			c := l.withModel(m.open(t), 200_000, "", 6000)
			heron, bill := pictured(t, "heron.png", 640, 480), documented(t, "bill.pdf")
			said := Say{Text: "What is this?\n\n" + heron.Line() + "\n\n" + bill.Line(), Media: []Upload{heron, bill}}
			if _, err := c.Show(t.Context(), said); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Show(t.Context(), Say{Text: "And again?\n\n" + heron.Line(), Media: []Upload{heron}}); err != nil {
				t.Fatal(err)
			}
			session := c.Session()
			c.Close()
			c = l.withModel(m.open(t), 200_000, session, 6000)
			if _, err := c.Say(t.Context(), "Where does it stand?"); err != nil {
				t.Fatal(err)
			}
			c.Close()
			for _, r := range m.server.Refusals() {
				t.Errorf("refused: %s", r)
			}
			for i, q := range m.server.Requests() {
				var seen []string
				for _, turn := range q.Turns {
					seen = append(seen, turn.Media...)
				}
				want := []string{"image/png", "application/pdf", "image/png"}[:min(3, 2+i)]
				if !slices.Equal(seen, want) {
					t.Errorf("request %d: the model saw %q, want %q", i, seen, want)
				}
			}
			if list, err := l.land.FS().ReadDir(media.Folder); err != nil || len(list) != 2 {
				t.Errorf("on disk: %v %v", list, err)
			}
			l.deleted(session)
		})
	}
}

// deleted deletes a session and wants its pictures gone.
func (l *testLand) deleted(id string) {
	l.t.Helper()
	if err := session.Delete(l.land.FS(), id); err != nil {
		l.t.Fatal(err)
	}
	if list, err := l.land.FS().ReadDir(media.Folder); err != nil && !errors.Is(err, fs.ErrNotExist) || len(list) != 0 {
		l.t.Errorf("the pictures of a deleted session are left: %v %v", list, err)
	}
}

// A server without eyes refuses a picture once; the turn is answered by its line, and
// the person is told.
func TestAModelWithoutEyesGetsTheLine(t *testing.T) {
	for _, m := range months() {
		t.Run(m.ref, func(t *testing.T) {
			l := newLand(t)
			m.server.Window, m.server.Blind = 200_000, true
			m.server.Say = func(q apitest.Asked) apitest.Answer { return apitest.Answer{Text: "I read: " + q.Last()} }
			c := l.withModel(m.open(t), 200_000, "", 6000)
			defer c.Close()
			heron := pictured(t, "heron.png", 640, 480)
			for range 2 {
				l.events = nil
				done, err := c.Show(t.Context(), Say{Text: "What is this?\n\n" + heron.Line(), Media: []Upload{heron}})
				if err != nil || !strings.Contains(done.Reply.Content, "[picture heron.png: 640 × 480") {
					t.Fatalf("%v %+v", err, done.Reply)
				}
				told := 0
				for _, e := range l.events {
					if n, ok := e.(Noticed); ok && strings.Contains(n.Text, "does not take pictures") {
						told++
					}
				}
				if told != 1 {
					t.Errorf("told %d times: %v", told, l.events)
				}
			}
			if n := len(m.server.Refusals()); n != 1 {
				t.Errorf("refused %d times: %q", n, m.server.Refusals())
			}
		})
	}
}

// The figures are those of the providers' own examples.
func TestPicturesAreCounted(t *testing.T) {
	for _, c := range []struct {
		model               string
		width, height, want int
	}{
		{"anthropic/claude-sonnet-5-5", 200, 200, 54}, {"anthropic/claude-sonnet-5-5", 1000, 1000, 1334}, {"anthropic/claude-sonnet-5-5", 8000, 4000, 1600},
		{"openai/gpt-4o", 1024, 1024, 765}, {"openai/gpt-4o", 2048, 4096, 1105},
		{"gemini/gemini-3.8-flash", 384, 384, 258}, {"gemini/gemini-3.8-flash", 960, 540, 516},
	} {
		e := tokens.For(c.model)
		with := transcript.Message{Media: []media.Media{{Type: "image/png", Width: c.width, Height: c.height}}}
		if got := tokens.CountMessage(e, with) - tokens.CountMessage(e, transcript.Message{}); got != c.want {
			t.Errorf("%s: %d × %d costs %d, want %d", c.model, c.width, c.height, got, c.want)
		}
	}
}
