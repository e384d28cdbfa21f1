package tui

import (
	"io/fs"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/backend"
)

// savedDrafts keeps drafts in memory and counts what is saved.
type savedDrafts struct {
	files map[string]string
	saves int
}

func (s *savedDrafts) Load(name string) ([]byte, error) {
	if text, ok := s.files[name]; ok {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

func (s *savedDrafts) Save(name string, data []byte) error {
	s.saves++
	s.files[name] = string(data)
	return nil
}

// with lets whoever listens to a source hear something, so that a test need not
// wait for it.
func (s *script) with() *script {
	s.events <- runtime.Metered{}
	return s
}

// perform runs a command and all that come of it, without waiting for ticks.
func (s *stage) perform(cmd tea.Cmd) {
	s.Helper()
	if cmd == nil {
		return
	}
	msg := cmd()
	if list := reflect.ValueOf(msg); list.Kind() == reflect.Slice { // a batch or a sequence
		for i := range list.Len() {
			s.perform(list.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	switch msg.(type) {
	case savedMsg, movedMsg, loadedMsg, sentMsg:
		s.perform(s.update(msg))
	}
}

// enter presses enter and does what comes of it.
func (s *stage) enter() {
	s.Helper()
	s.perform(s.pressed(keyOf("enter")))
}

// TestThePrivateScreenSaysSoAndKeepsNothing: before a private talk the draft is
// put away; in it, at every size and in every view, the screen says PRIVATE, and
// neither draft nor history is saved, at the end either; after it the history is
// what it was.
func TestThePrivateScreenSaysSoAndKeepsNothing(t *testing.T) {
	kept := &savedDrafts{files: map[string]string{}}
	next := &script{events: make(chan runtime.Event, 64)}
	var opened []string
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Drafts = kept
		o.Hide = func() (backend.Source, error) { opened = append(opened, "private"); return next.with(), nil }
		o.Open = func(session string) (backend.Source, error) {
			opened = append(opened, "kept:"+session)
			return next.with(), nil
		}
	})
	s.tell(openedOf("s1"), meterAt(1630, llm.FromEstimate))
	s.typeText("a public question")
	s.press("enter")
	s.tell(runtime.Said{Message: user("1", "a public question")}, runtime.TurnEnded{})
	s.wantNot("PRIVATE")
	s.typeText("/private")
	s.enter()
	s.perform(s.ended())
	if kept.saves == 0 || strings.Contains(kept.files["draft"], "private") || !strings.Contains(kept.files["history"], "a public question") {
		t.Errorf("put away: %v", kept.files)
	}
	before := kept.saves
	s.tell(runtime.Opened{Private: true, Model: "offline/extractive"}, meterAt(1630, llm.FromEstimate))
	s.want("PRIVATE", "this talk is private", "/keep")
	s.typeText("where is Xyzzy street")
	s.press("enter")
	s.tell(runtime.Said{Message: user("1", "where is Xyzzy street")}, runtime.TurnEnded{})
	s.typeText("a draft of Xyzzy")
	s.perform(s.save())
	for _, size := range [][2]int{{80, 24}, {60, 20}, {140, 50}, {24, 8}, {20, 4}, {20, 2}} {
		s.do(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.want("PRIVATE")
	}
	s.do(tea.WindowSizeMsg{Width: 80, Height: 24})
	for _, key := range []string{"ctrl+t", "ctrl+p"} {
		s.press(key)
		s.want("PRIVATE")
		s.press("esc")
	}
	if !strings.Contains(s.View().WindowTitle, "private") {
		t.Errorf("the title is %q", s.View().WindowTitle)
	}
	if err := s.saveOnExit(); err != nil {
		t.Error(err)
	}
	if kept.saves != before {
		t.Errorf("%d saves in a private talk", kept.saves-before)
	}
	s.press("ctrl+u")
	s.typeText("/private off")
	s.enter()
	s.perform(s.ended())
	s.tell(openedOf("s1"), meterAt(1630, llm.FromEstimate))
	s.wantNot("PRIVATE")
	s.perform(s.save())
	for name, text := range kept.files {
		if strings.Contains(text, "Xyzzy street") {
			t.Errorf("%s holds what was said: %s", name, text)
		}
	}
	if got := s.input.History.Lines; len(got) == 0 || strings.Contains(strings.Join(got, "\n"), "Xyzzy") {
		t.Errorf("the history is %q", got)
	}
	if strings.Join(opened, " ") != "private kept:s1" {
		t.Errorf("opened %q", opened)
	}
}

// openedOf is an ordinary session.
func openedOf(id string) runtime.Opened {
	return runtime.Opened{Session: id, Model: "offline/extractive"}
}

// TestKeepGoesOnInTheSession that a private talk has become.
func TestKeepGoesOnInTheSession(t *testing.T) {
	next := &script{events: make(chan runtime.Event, 64)}
	open := ""
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Private = true
		o.Hide = func() (backend.Source, error) { return next, nil }
		o.Open = func(session string) (backend.Source, error) { open = session; return next.with(), nil }
	})
	s.want("PRIVATE")
	s.tell(runtime.Opened{Private: true, Model: "offline/extractive"}, meterAt(1630, llm.FromEstimate))
	s.typeText("/keep")
	s.press("enter")
	s.wantAsked(runtime.Keep{})
	s.tell(runtime.Kept{Session: "s7"})
	s.wantAsked(runtime.Quit{})
	s.perform(s.ended())
	if open != "s7" {
		t.Errorf("it goes on in %q", open)
	}
	s.tell(openedOf("s7"), meterAt(1630, llm.FromEstimate))
	s.want("this talk is kept now, as session s7")
	s.wantNot("PRIVATE")
}
