package tui

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/backend"
)

// folder is a folder of files that can be attached.
type folder map[string]string

func (s folder) Find(typed string, limit int) ([]backend.FileChoice, error) {
	var out []backend.FileChoice
	for _, name := range []string{"notes.md", "src", "src/main.go", "odd\x1b[31m`name.txt"} {
		if text, ok := s[name]; strings.HasPrefix(name, typed) && (ok || name == "src") && len(out) < limit {
			out = append(out, backend.FileChoice{Path: name, Folder: !ok, Size: int64(len(text))})
		}
	}
	return out, nil
}

func (s folder) Read(name string) (backend.Attached, error) {
	if text, ok := s[name]; ok {
		return backend.Attached{Text: text}, nil
	}
	switch name {
	case "photo.png":
		return backend.Attached{}, errors.New("it is no text in UTF-8")
	case "cat.png":
		u, err := s.Media("cat.png")
		return backend.Attached{Media: &u}, err
	}
	return backend.Attached{}, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (s folder) Media(name string) (runtime.Upload, error) {
	if path.Base(name) != "cat.png" || strings.Contains(name, " ") {
		return runtime.Upload{}, fs.ErrNotExist
	}
	return runtime.Upload{Media: media.Media{Hash: "c0", Type: "image/png", Name: "cat.png", Size: 81_200, Width: 1024, Height: 768}, Data: []byte("meow")}, nil
}

// A picture is named, described in a line and sent with its bytes.
func TestAPictureGoesWithTheMessage(t *testing.T) {
	s := withFiles(t)
	s.screen.Options.CountMedia = func(string, media.Media) int { return 1049 }
	s.typeText("what is on @cat.png")
	s.answer("enter")
	s.want("[picture cat.png: 1024 × 768, 81.2 kB · ~1,049 tokens]")
	s.typeText("?")
	s.press("enter")
	said, ok := s.script.asked[len(s.script.asked)-1].(runtime.Say)
	if !ok || !strings.HasPrefix(said.Text, "what is on `cat.png`") || !strings.Contains(said.Text, "\n\n[picture cat.png: 1024 × 768, 81.2 kB]") ||
		len(said.Media) != 1 || string(said.Media[0].Data) != "meow" {
		t.Errorf("sent: %+v", s.script.asked)
	}
}

// The path of a picture that is all of a paste is the picture; any other paste, and
// a path within a text, attach nothing.
func TestAPastedPathIsThePicture(t *testing.T) {
	for pasted, media := range map[string]int{
		"/home/ana/cat.png": 1, "'/home/ana/cat.png' ": 1, "file:///home/ana/cat.png": 1, "/home/ana/notes.md": 0, "see /home/ana/cat.png": 0, "/home/ana/cat.png\nx": 0,
	} {
		s := withFiles(t)
		s.carry(s.pasted(pasted))
		s.typeText(" look")
		s.press("enter")
		said, ok := s.script.asked[len(s.script.asked)-1].(runtime.Say)
		if !ok || len(said.Media) != media {
			t.Errorf("%q: sent %+v", pasted, s.script.asked)
		}
	}
}

// After a restart the bytes are gone, and what stands there says what to do.
func TestAPictureInADraftIsToBeAttachedAgain(t *testing.T) {
	s := withFiles(t)
	s.typeText("look at @cat.png")
	s.answer("enter")
	kept := s.input.Marshal(nil)
	if strings.Contains(string(kept), "meow") || strings.Contains(string(kept), "bWVvdw") {
		t.Errorf("the draft holds the bytes: %s", kept)
	}
	s = withFiles(t)
	s.input.Restore(kept)
	if got := s.input.Text(); strings.TrimSpace(got) != "look at @cat.png" || len(s.input.Media()) != 0 {
		t.Errorf("restored: %q", got)
	}
}

func withFiles(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Files = folder{"notes.md": "one\ntwo ``` three\n", "src/main.go": "package main\n", "odd\x1b[31m`name.txt": "x\x1b[2J"}
	})
	s.tell(opened(), meterAt(1630, llm.FromEstimate))
	return s
}

// awaitFiles runs what the screen asks of files until nothing is asked.
func (s *stage) awaitFiles(cmds ...tea.Cmd) {
	s.Helper()
	for range 10 {
		if s.finding { // its command was dropped by do: ask again
			s.finding, s.popup.asked = false, ""
		}
		if cmd := s.findSoon(); cmd != nil {
			s.do(cmd())
		}
	}
}

// answer presses a key and runs the one command that reads a file.
func (s *stage) answer(name string) {
	s.Helper()
	cmd := s.pressed(keyOf(name))
	if cmd == nil {
		s.Fatalf("%s asks for no file", name)
	}
	s.do(cmd())
}

func TestAttachByCompletion(t *testing.T) {
	s := withFiles(t)
	s.typeText("look at @no")
	s.awaitFiles()
	s.want("› @notes.md", "18 bytes")
	s.answer("enter")
	s.want("> look at [notes.md · 18 bytes · 5 tokens]")
	if len(s.script.asked) != 0 {
		t.Fatal("the key that chose a file also sent")
	}
	s.typeText("please")
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "look at `notes.md` please\n\n`notes.md`:\n\n````md\none\ntwo ``` three\n````", Spans: []transcript.Span{{From: 27, To: 69, Origin: transcript.Attached, Name: "notes.md"}}})
}

func TestFoldersAreLookedInto(t *testing.T) {
	s := withFiles(t)
	s.typeText("@sr")
	s.awaitFiles()
	s.want("› @src/")
	s.press("enter")
	s.awaitFiles()
	s.want("src/main.go", "> @src/")
	s.press("down")
	s.answer("tab")
	s.want("[src/main.go · 13 bytes · 4 tokens]")
}

func TestTypedInFullIsShownBeforeItIsSent(t *testing.T) {
	s := withFiles(t)
	s.typeText("@notes.md")
	s.answer("enter")
	s.want("> [notes.md · 18 bytes")
	if len(s.script.asked) != 0 {
		t.Error("a file was sent that was not shown")
	}
	s = withFiles(t)
	s.typeText("read @notes.md")
	s.Update(keyOf("esc")) // no list was shown; it says nothing
	cmd := s.pressed(tea.KeyPressMsg{Code: ' ', Text: " "})
	s.do(cmd())
	s.want("> read [notes.md · 18 bytes")
}

func TestWhatIsNoFileIsAWord(t *testing.T) {
	s := withFiles(t)
	s.typeText("ask @henrik")
	s.answer("enter")
	s.wantAsked(runtime.Say{Text: "ask @henrik"})
	s.wantNot("there is no such file")
	for _, text := range []string{"mail me@example.org", "a@b"} {
		s := withFiles(t)
		s.typeText(text)
		if s.popup.word != "" {
			t.Errorf("%q is taken for a file", text)
		}
	}
}

func TestPasteNeverAttaches(t *testing.T) {
	s := withFiles(t)
	s.do(tea.PasteMsg{Content: "see @notes.md for it\nand more"})
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "see @notes.md for it\nand more", Spans: []transcript.Span{{From: 0, To: 29, Origin: transcript.Pasted}}})
}

func TestRefusedFilesSaySo(t *testing.T) {
	s := withFiles(t)
	s.typeText("see @photo.png")
	s.answer("enter")
	s.want("! attach photo.png: it is no text in UTF-8", "nothing was attached", "> see @photo.png")
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "see @photo.png"})
	s = withFiles(t)
	s.typeText("is this @hero.png?") // what ends like a picture is meant as one
	s.answer("enter")
	s.want("! attach hero.png?: there is no such file here", "nothing was attached", "> is this @hero.png?")
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "is this @hero.png?"})
	s = withFiles(t)
	s.Options.Files.(folder)["notes.md"] = strings.Repeat("word ", 20_000)
	s.typeText("@notes.md")
	s.answer("enter")
	s.want("! attach notes.md: it is ~25,000 tokens", "room for 6,964")
}

func TestNamesOfFilesAreMadeSafe(t *testing.T) {
	s := withFiles(t)
	s.typeText("@odd")
	s.awaitFiles()
	s.sound()
	s.answer("tab")
	s.sound()
	c := s.input.Chips[0]
	if strings.ContainsAny(c.Label+c.Path, "\x1b\n") {
		t.Errorf("control characters in %q", c.Label)
	}
	if got := s.input.Text(); strings.Count(got, "```") != 2 || strings.Count(got, "\x1b") != 1 {
		t.Errorf("the name breaks the fence or keeps its controls: %q", got)
	}
}

func TestAttachedFileIsKeptWithTheDraft(t *testing.T) {
	s := withFiles(t)
	s.typeText("@notes.md")
	s.answer("enter")
	data := s.input.Marshal(nil)
	r := withFiles(t)
	r.do(loadedMsg{"draft", data, nil})
	if got, want := r.input.Text(), s.input.Text(); got != want || !strings.Contains(got, "two ``` three") {
		t.Errorf("restored %q, want %q", got, want)
	}
	r.press("backspace", "backspace")
	if !r.input.Empty() {
		t.Errorf("backspace must take the chip whole, left %q", r.input.Value())
	}
}

// wild is a folder whose names hold every class of control.
type wild struct{}

const wildName = "a\x1b]0;t\x07\x9b1m\u202e\u200b\U000e0041\r\n`[b].md"

func (wild) Find(string, int) ([]backend.FileChoice, error) {
	return []backend.FileChoice{{Path: wildName, Size: 3}, {Path: wildName + "d", Folder: true}}, nil
}
func (wild) Read(string) (backend.Attached, error) { return backend.Attached{Text: "x\x1b[2J"}, nil }
func (wild) Media(string) (runtime.Upload, error)  { return runtime.Upload{}, fs.ErrNotExist }

func TestNoControlOfAFileNameReachesTheTerminal(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Files = wild{} })
	s.tell(opened(), meterAt(1630, llm.FromEstimate))
	s.typeText("@a")
	s.awaitFiles()
	s.sound()
	s.press("down", "tab") // the folder
	s.sound()
	s.press("ctrl+c")
	s.typeText("@a")
	s.awaitFiles()
	s.answer("tab")
	s.sound()
	s.press("enter")
	s.sound()
	s.do(attachedMsg{attaching{path: wildName, word: "@a", chosen: true}, backend.Attached{}, errors.New(wildName)})
	s.sound()
}
