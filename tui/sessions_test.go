package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/config"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/page"
)

// cupboard keeps two sessions.
type cupboard struct {
	list []backend.SessionChoice
	did  []string
}

func (c *cupboard) Rename(id, title string) error {
	c.did = append(c.did, "rename "+id+" "+title)
	for i := range c.list {
		if c.list[i].ID == id {
			c.list[i].Title = title
		}
	}
	return nil
}

func (c *cupboard) Delete(id string) error {
	c.did = append(c.did, "delete "+id)
	c.list = slices.DeleteFunc(c.list, func(s backend.SessionChoice) bool { return s.ID == id })
	return nil
}

func (c *cupboard) Fork(id, upTo string) (string, error) {
	if upTo == "gone" {
		return "", errors.New("there is no such message")
	}
	c.did = append(c.did, "fork "+id+" at "+upTo)
	return "fork-1", nil
}

func newCupboard() *cupboard {
	return &cupboard{list: []backend.SessionChoice{
		{ID: "20261121-093000-abcd", Title: "Where do I live?", Last: day, Messages: 2},
		{ID: "20261120-080000-wxyz", Title: "Boats\x1b[2J", Last: day.AddDate(0, 0, -1), Messages: 1234, Size: 5_000_000, Path: "sessions/20261120-080000-wxyz.jsonl", Note: "forked from x"},
	}}
}

// sessionsScene lists two sessions.
func sessionsScene(s *stage) {
	c := newCupboard()
	s.Options.Archive, s.Options.Zone = c, time.UTC
	s.Options.Sessions = func() ([]backend.SessionChoice, error) { return c.list, nil }
	s.tell(opened(user("1", "Where do I live?")), meterAt(1630, llm.FromEstimate))
	s.carry(s.run("sessions", ""))
}

func withSessions(t *testing.T) (*stage, *cupboard) {
	t.Helper()
	c := newCupboard()
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Zone, o.Archive = time.UTC, c
		o.Sessions = func() ([]backend.SessionChoice, error) { return slices.Clone(c.list), nil }
		o.Open = func(string) (backend.Source, error) { return &script{events: make(chan runtime.Event)}, nil }
	})
	s.tell(opened(user("1", "Where do I live?"), assistant("2", "In Oslo.")))
	return s, c
}

func TestSessionsAreListedAndSearched(t *testing.T) {
	s, _ := withSessions(t)
	s.carry(s.run("sessions", ""))
	s.want("sessions", "Where do I live?", "this one · 2 messages", "forked from x · 1,234 messages", "f2 renames", "delete deletes")
	s.sound()
	s.typeText("boats")
	s.want("1 of 2")
	s.press("enter")
	s.wantAsked(runtime.Quit{})
}

func TestDeletingASessionSaysAllAndWantsAWord(t *testing.T) {
	s, c := withSessions(t)
	s.carry(s.run("sessions", ""))
	s.act("down")
	s.act("delete")
	s.want("delete this session for good?", "sessions/20261120-080000-wxyz.jsonl goes: 1,234 messages", "5.0 MB", "cannot be brought back", "What memory keeps of it stays", "type delete")
	s.sound()
	s.act("enter")
	s.typeText("delet")
	s.act("enter")
	if len(c.did) != 0 {
		t.Fatalf("deleted without the word: %v", c.did)
	}
	s.typeText("e")
	if v := s.View(); v.Cursor == nil || !strings.HasPrefix(strings.Split(s.text(), "\n")[v.Cursor.Y], "> delete") || v.Cursor.X != len("> delete") {
		t.Errorf("the cursor is at %+v", v.Cursor)
	}
	s.act("enter")
	if len(c.did) != 1 || c.did[0] != "delete 20261120-080000-wxyz" {
		t.Fatalf("did %v", c.did)
	}
	s.want("1 of 1")
	s.act("delete")
	s.want("this session is open")
	s.act("enter")
	if len(c.did) != 1 {
		t.Errorf("the open session was deleted: %v", c.did)
	}
}

func TestSessionsAreRenamed(t *testing.T) {
	s, c := withSessions(t)
	s.carry(s.run("sessions", ""))
	s.act("down")
	s.act("f2")
	s.want("a new name", "> Boats")
	for range len("Boats\x1b[2J") + 3 {
		s.act("backspace")
	}
	s.act("enter")
	s.typeText("The blue boat")
	s.act("enter")
	if len(c.did) != 1 || c.did[0] != "rename 20261120-080000-wxyz The blue boat" {
		t.Fatalf("did %v", c.did)
	}
	s.want("The blue boat")
	s.press("esc")
	s.typeText("/rename Where I live")
	s.press("enter")
	s.wantAsked(runtime.Rename{Title: "Where I live"})
	s.tell(runtime.Renamed{Title: "Where I live"})
	s.want("this session is called Where I live")
	if got := s.View().WindowTitle; got != "dormouse · Where I live" {
		t.Errorf("the window is called %q", got)
	}
}

func TestFork(t *testing.T) {
	s, c := withSessions(t)
	s.press("alt+up", "alt+up") // the question
	s.carry(s.run("fork", ""))
	if len(c.did) != 1 || c.did[0] != "fork 20261121-093000-abcd at 1" {
		t.Fatalf("did %v", c.did)
	}
	s.wantAsked(runtime.Quit{})
	s.do(s.received(eventsMsg{source: s.source, closed: true})())
	s.tell(opened(user("1", "Where do I live?")))
	s.want("a copy of 20261121-093000-abcd, which stays as it is")
	s.tell(runtime.Asking{})
	s.carry(s.run("fork", ""))
	s.want("forked when the reply or the night has ended")
}

// TestASessionThatIsNotThereLeavesTheTalkAsItIs: nothing is left before the session
// that is meant is found.
func TestASessionThatIsNotThereLeavesTheTalkAsItIs(t *testing.T) {
	s, _ := withSessions(t)
	s.Options.Named = func(typed string) (string, error) {
		if typed == "Boats" {
			return "20261120-080000-wxyz", nil
		}
		return "", errors.New("there is no session " + typed)
	}
	s.carry(s.run("resume", "nope"))
	s.want("! there is no session nope", "In Oslo.")
	s.wantNot("closing", "opening the session")
	if len(s.script.asked) != 0 {
		t.Errorf("the talk was left: %v", s.script.asked)
	}
	s.typeText("and before that?")
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "and before that?"})
	var opened string
	s.Options.Open = func(id string) (backend.Source, error) {
		opened = id
		return (&script{events: make(chan runtime.Event, 1)}).with(), nil
	}
	s.carry(s.run("resume", "Boats"))
	s.wantAsked(runtime.Quit{})
	s.perform(s.ended())
	if opened != "20261120-080000-wxyz" {
		t.Errorf("%q was opened", opened)
	}
}

// TestASessionThatDoesNotOpenGivesWayToTheOneBefore: one that cannot be opened, and one
// that ends before it has opened, as where another program holds it.
func TestASessionThatDoesNotOpenGivesWayToTheOneBefore(t *testing.T) {
	held := errors.New("another dormouse has it open")
	for what, answers := range map[string][]error{
		"cannot be opened": {held, nil},
		"ends at once":     {nil, held, nil}, // how it ended is what the next Open says
	} {
		s, _ := withSessions(t)
		answerOpen(s, answers)
		s.typeText("a draft")
		s.carry(s.GoTo("elsewhere", "hello"))
		s.perform(s.ended())
		if what == "ends at once" {
			s.perform(s.ended())
		}
		s.tell(opened(user("1", "Where do I live?"), assistant("2", "In Oslo.")))
		s.want("! another dormouse has it open", "In Oslo.", "> a draft")
		s.wantNot("closing", "opening the session", "hello")
		s.typeText(" goes on")
		s.press("enter")
		s.wantAsked(runtime.Say{Text: "a draft goes on"})
	}
	s, _ := withSessions(t)
	answerOpen(s, []error{held, held})
	s.carry(s.GoTo("elsewhere", ""))
	s.perform(s.ended())
	if !errors.Is(s.lost, held) {
		t.Errorf("no conversation is left, and %v is said", s.lost)
	}
}

// answerOpen has Open fail with these errors one after the other; nil opens.
func answerOpen(s *stage, answers []error) {
	s.Options.Open = func(string) (backend.Source, error) {
		err := answers[0]
		if answers = answers[1:]; err != nil {
			return nil, err
		}
		s.script = (&script{events: make(chan runtime.Event, 64)}).with()
		return s.script, nil
	}
}

func TestConfigIsListedWithItsSources(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.ConfigFile = "~/.config/dormouse/config.toml"
		o.Settings = func() ([]config.Setting, error) {
			return []config.Setting{{Key: "model", Value: "", From: "default"}, {Key: "sleep.threshold", Value: "0.7", From: "user /home/x/config.toml:12"}}, nil
		}
	})
	s.tell(opened())
	s.carry(s.run("config", ""))
	s.want(`model = ""`, "default", "sleep.threshold = 0.7", "user /home/x/config.toml:12", "enter edits ~/.config")
	s.sound()
	s.press("down")
	s.act("enter")
	s.want("no editor is set", "~/.config/dormouse/config.toml")
	s.carry(s.run("config", "thresh"))
	s.want("1 of 2")
}

func TestThemeIsChosen(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("/theme l")
	s.want("› /theme light")
	s.press("enter")
	if s.theme.Name != "light" {
		t.Errorf("the theme is %s", s.theme.Name)
	}
	s.run("theme", "")
	s.want("› auto", "no colour")
	s.press("down", "enter")
	if s.theme.Name != "dark" {
		t.Errorf("the theme is %s", s.theme.Name)
	}
}

func TestEveryCommandIsInHelpPaletteAndPopup(t *testing.T) {
	for _, want := range strings.Fields("help new sessions resume fork model sleep undo memory why remember forget pin status context export theme config quit") {
		s := newStage(t, 140, 80)
		s.tell(opened())
		s.run("help", "")
		help := s.text()
		s.press("esc", "ctrl+p")
		palette := s.text()
		s.press("esc")
		s.typeText("/" + want)
		popup := len(s.popup.offers) > 0
		name := "/" + want
		if want == "status" {
			name = "/context" // another name of it
		}
		if !strings.Contains(help, name) || !strings.Contains(palette, name) || !popup {
			t.Errorf("/%s: help %v, palette %v, completion %v", want, strings.Contains(help, name), strings.Contains(palette, name), popup)
		}
	}
}

// TestALongTitleLeavesRoomForItsNote: when a talk was had tells it apart as much
// as its first words do.
func TestALongTitleLeavesRoomForItsNote(t *testing.T) {
	sh := &page.Shell{Painter: &draw.Painter{Theme: draw.NewTheme("none", 0)}}
	p := page.NewPicker(sh, "sessions", []page.Choice{{Label: strings.Repeat("long words ", 12), Note: "2026-11-21 07:13 · this one · 104 messages"}}, nil)
	for width, want := range map[int]string{60: "2026-11-21 07:13 · this", 80: "2026-11-21 07:13 · this one · 104", 100: "2026-11-21 07:13 · this one · 104 messages"} {
		if got := strings.Join(p.View(width, 10).Lines, "\n"); !strings.Contains(got, want) {
			t.Errorf("at %d columns %q is cut:\n%s", width, want, got)
		}
	}
}
