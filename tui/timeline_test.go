package tui

import (
	"errors"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/backend"
	"dormouse/tui/page"
	"dormouse/tui/plot"
	"dormouse/tui/tell"
)

// calendar is a land of a few nights.
type calendar struct {
	undone []string
	err    error
}

func (c *calendar) Timeline() (backend.Timeline, error) {
	var t backend.Timeline
	for i := range 5 {
		at := day.AddDate(0, 0, i)
		session := "20261121-093000-abcd"
		if i == 1 {
			session = "another"
		}
		n := night.Ledger{Night: fmt.Sprint("n-", i+1), Number: i + 1, Session: session, Time: at, Trigger: "context", Engine: "offline", Window: 8192, TokensBefore: 6000 + 100*i, TokensAfter: 2500, Entries: i, Undone: i == 2}
		if i == 3 {
			usd := 0.0123
			n.Bill = &night.Bill{Model: "openai/small\x1b[2J", USD: &usd, TookMS: 2500}
		}
		for _, u := range c.undone {
			n.Undone = n.Undone || u == n.Night
		}
		t.Nights = append(t.Nights, n)
		t.Uses = append(t.Uses, plot.Use{Time: at.Add(-8 * time.Hour), Share: 31}, plot.Use{Time: at.Add(-time.Hour), Share: 74}, plot.Use{Time: at, Share: 31, Was: 75 + float64(i), Night: true})
	}
	return t, c.err
}

func (c *calendar) Report(id string) (night.Report, error) {
	if id == "n-3" {
		return night.Report{}, errors.New("night n-3: its record went when it was taken back")
	}
	r := report()
	r.Night, r.Calls, r.TookMS = id, 2, 1800
	return r, nil
}

func (c *calendar) Undo(night string) (string, error) {
	c.undone = append(c.undone, night)
	return "night " + night + " is taken back", nil
}

// atNights opens the timeline.
func atNights(t *testing.T, width, height int) (*stage, *calendar) {
	t.Helper()
	c := &calendar{}
	s := newStage(t, width, height, func(o *backend.Options) { o.Nights, o.Zone = c, time.UTC })
	s.tell(opened(user("1", "Where do I live?")))
	s.carry(page.OpenNights(&s.Shell))
	return s, c
}

func TestTimeline(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {140, 50}, {40, 12}} {
		s, _ := atNights(t, size[0], size[1])
		s.sound()
		s.want("› ", "5  2026-11-25 09:30")
		if size[1] >= 20 {
			s.want("5 nights (|)", "taken back", "6,400 → 2,500")
		}
	}
}

func TestNightOpensWithItsReport(t *testing.T) {
	s, _ := atNights(t, 80, 40)
	s.press("down")
	s.act("enter")
	s.want("night 4", "MEMORY.md:5  Lives in Oslo since March 2024.", "survival: 41 of 43", "cost: 2 model calls · $0.0123 · openai/small␛[2J · took 2.5 s", "lost: number 4711", "alt+u takes it back")
	s.sound()
	s.press("esc")
	s.want("› ", "4  2026-11-24")
	s.press("down")
	s.act("enter")
	s.want("is taken back, and its report with it")
	s.press("alt+u")
	s.want("it is taken back already")
}

func TestNightIsTakenBackWhereItBelongs(t *testing.T) {
	s, c := atNights(t, 80, 24)
	s.act("enter")
	s.press("alt+u")
	s.want("take this night back?", "Night 5 of 2026-11-25 09:30", "enter takes it back")
	s.pressed(keyOf("enter")) // this session's: the loop does it
	if s.flying != (runtime.UndoNight{ID: "n-5"}) {
		t.Errorf("asked %#v", s.flying)
	}
	c.undone = append(c.undone, "n-5")
	s.do(runtimeEnd(s, runtime.TakenBack{Night: "n-5", Text: "night n-5 is taken back"}))
	s.want("5  2026-11-25 09:30  taken back")
	c.undone = nil
	s.press("home", "down", "down", "down", "alt+u")
	s.want("session another")
	s.act("enter")
	if len(c.undone) != 1 || c.undone[0] != "n-2" {
		t.Errorf("taken back: %v", c.undone)
	}
	s.want("2  2026-11-22 09:30  taken back")
	s.press("esc")
	s.want("night n-2 is taken back")
}

func TestBlockOfANightSaysThatItIsTakenBack(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Woke{Report: report()})
	s.want("ctrl+o shows what was kept · /undo takes it back")
	s.press("alt+up", "alt+u")
	s.wantAsked(runtime.UndoNight{ID: "n-20261121"})
	s.tell(runtime.TakenBack{Night: "n-20261121", Text: "night n-20261121 is taken back: MEMORY.md"})
	s.want("taken back\n", "is taken back: MEMORY.md")
	s.wantNot("/undo takes it back")
}

// runtimeEnd lets the screen hear an event, and gives what it then reads again.
func runtimeEnd(s *stage, e runtime.Event) tea.Msg {
	s.apply(e)
	cmd := s.reloadSoon()
	if cmd == nil {
		s.Fatalf("nothing is read again after %T", e)
	}
	return cmd()
}

func TestTheNightsTellWhatWasPreparedInVain(t *testing.T) {
	usd := 0.0123
	paid := night.Ledger{Calls: 1, Bill: &night.Bill{USD: &usd}}
	for want, list := range map[string][]night.Ledger{
		"": nil,
		"prepared and not used: 1 night · 1 model call · $0.0123":   {paid},
		"prepared and not used: 2 nights · 2 model calls · $0.0123": {paid, {Calls: 1}},
	} {
		if got := tell.Unused(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
