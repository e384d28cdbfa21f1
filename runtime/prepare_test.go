package runtime

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/nightmodel"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// aheadLand is a land with a talk in which nights are prepared beside it, by a
// model that counts what it is asked.
type aheadLand struct {
	*testLand
	c      *Conversation
	m      *llmtest.Model
	turns  int
	nights int                  // questions of nights
	said   []transcript.Message // that the first stories stand in
}

// aWindow in which some 40 stories reach the share from which a night is prepared.
const aWindow = 16000

func newAhead(t *testing.T) *aheadLand {
	t.Helper()
	a := &aheadLand{testLand: newLand(t), m: llmtest.New()}
	a.m.Otherwise = a.answer
	a.open("")
	return a
}

func (a *aheadLand) answer(r llm.Request) llmtest.Reply {
	if len(r.Messages) > 2 && a.said == nil {
		a.said = r.Messages[:3]
	}
	if r.Tail == "" {
		return llmtest.Say("I see.")
	}
	a.nights++
	return finding(
		entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", a.said[0].ID, ""),
		entryOf("Henrik moved to Bergen in 1981 to look after a sick uncle.", a.said[2].ID, ""),
	)
}

func (a *aheadLand) open(session string) {
	a.t.Helper()
	a.c = a.begin(a.m, aWindow, session)
	a.c.o.Engine, a.c.background = "auto", true
}

// talk says stories until the context is so full.
func (a *aheadLand) talk(share float64) {
	a.t.Helper()
	for a.c.prompt.Ledger.Used() < int(share*float64(aWindow)) {
		if _, err := a.say(a.c, story(a.turns)); err != nil {
			a.t.Fatal(err)
		}
		a.turns++
	}
}

// prepare works out what there is to prepare, as the loop does between two turns.
func (a *aheadLand) prepare() *preparation {
	a.t.Helper()
	p := a.c.Prepare()
	if p == nil {
		a.t.Fatalf("nothing is to be prepared: %s", a.c.Decide(0))
	}
	p.run(a.t.Context())
	if p.err != nil {
		a.t.Fatal(p.err)
	}
	return p
}

// crossing says stories until a night falls, and gives its report.
func (a *aheadLand) crossing() night.Report {
	a.t.Helper()
	for range 40 {
		turn, err := a.say(a.c, story(a.turns))
		if err != nil {
			a.t.Fatal(err)
		}
		a.turns++
		if len(turn.Nights) > 0 {
			return turn.Nights[0]
		}
		if p := a.c.Prepare(); p != nil {
			p.run(a.t.Context())
		}
	}
	a.t.Fatal("no night fell")
	return night.Report{}
}

// sees are the texts of the context.
func (a *aheadLand) sees() string {
	var b strings.Builder
	for _, m := range a.c.prompt.Context.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

func TestAPreparedNightIsSavedAtTheCrossingWithoutAskingAnybody(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.talk(.7)
	before := a.mem.Files()
	a.prepare()
	if got := a.mem.Files(); !maps.Equal(got, before) {
		t.Error("preparing wrote to the land")
	}
	if a.nights != 1 || a.c.Ahead().State != IsReady {
		t.Fatalf("%d questions, %+v", a.nights, a.c.Ahead())
	}
	last := a.turns
	r := a.crossing()
	if a.nights != 1 || r.Calls != 1 || r.Engine != "model" {
		t.Errorf("%d questions; the report says %d by %s", a.nights, r.Calls, r.Engine)
	}
	limit := a.c.prompt.Ledger.Limit()
	if r.Trigger != sleep.TriggerContext || r.Prepared == nil || (r.Prepared.Said+1)/2 != a.turns-last || r.TokensBefore < limit {
		t.Errorf("%s at %d of %d, %+v; %d turns since", r.Trigger, r.TokensBefore, limit, r.Prepared, a.turns-last)
	}
	for i := last; i < a.turns; i++ {
		if !strings.Contains(a.sees(), story(i)) {
			t.Errorf("what was said meanwhile is not in the context: %s", story(i))
		}
	}
	if used := a.c.prompt.Ledger.Used(); used >= aWindow/2 || used > r.TokensAfter+aWindow/50 {
		t.Errorf("after the night %d of %d tokens, the report says %d", used, aWindow, r.TokensAfter)
	}
	if n := night.Waiting(a.c.session.Records()); n != 2*(a.turns-last) {
		t.Errorf("%d messages wait for the next night, %d were said", n, 2*(a.turns-last))
	}
	a.wantFile("MEMORY.md", "Ruth moved to Lisbon in 1980")
	if a.c.Ahead() != (Ahead{}) {
		t.Errorf("still %+v", a.c.Ahead())
	}
	again, err := nightmodel.RunAgain(t.Context(), a.land, mustRecord(t, a.testLand, r.Night), time.UTC)
	if err != nil || !again.Identical {
		t.Errorf("run again: %+v, %v", again, err)
	}
	list, err := night.Ledgers(a.land)
	if err != nil || len(list) != 1 || list[0].Calls != 1 || list[0].Bill == nil || list[0].TokensBefore != r.TokensBefore {
		t.Errorf("the list of nights: %+v, %v", list, err)
	}
	if paid, err := night.Unused(a.land); err != nil || len(paid) > 0 {
		t.Errorf("paid in vain: %+v, %v", paid, err)
	}
}

func mustRecord(t *testing.T, l *testLand, id string) *night.Plan {
	t.Helper()
	b, err := l.land.Read(night.RecordPath(id))
	if err != nil {
		t.Fatal(err)
	}
	p, err := night.ReadPlan(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// remembers is what a land holds for people.
func (a *aheadLand) remembers() string { return remembered(a.mem.Files()) }

func TestAPreparedNightRemembersWhatAnOrdinaryOneDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	var got [2]string
	for i := range got {
		a := newAhead(t)
		a.talk(.7)
		if i == 1 {
			a.prepare()
		}
		r, err := a.c.Sleep(t.Context(), NightOptions{})
		if err != nil || a.nights != 1 || (r.Prepared != nil) != (i == 1) {
			t.Fatalf("%d questions, %+v, %v", a.nights, r.Prepared, err)
		}
		got[i] = a.remembers() + a.c.prompt.Context.Summary + a.sees()
	}
	if got[0] != got[1] {
		t.Errorf("an ordinary night:\n%s\na prepared one:\n%s", got[0], got[1])
	}
}

func TestWhatHappensBetweenPreparingAndSaving(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	tests := []struct {
		name     string
		do       func(a *aheadLand) error
		prepared bool // the night that was prepared falls
		asked    int  // questions in all
		want     string
		not      string
	}{
		{"an edit by hand", func(a *aheadLand) error {
			return disk.WriteFile(a.mem, "MEMORY.md", []byte("# Memory\n\n## Facts\n\n- By my own hand.\n"))
		}, true, 1, "By my own hand.", ""},
		{"what was prepared is written by hand", func(a *aheadLand) error {
			return disk.WriteFile(a.mem, "MEMORY.md", []byte("# Memory\n\n## Facts\n\n- Ruth moved to Lisbon in 1980 because the rent doubled.\n"))
		}, true, 1, "Ruth moved to Lisbon", ""},
		{"a note", func(a *aheadLand) error {
			_, err := a.store.SaveNote("The ferry leaves at nine.", document.Fact, a.past.at, plan.Source{By: plan.ByPerson})
			return err
		}, true, 1, "The ferry leaves at nine.", ""},
		{"a night of another session", func(a *aheadLand) error {
			other := a.begin(llmtest.New(llmtest.Say("Noted.")), 8000, "")
			if _, err := a.say(other, "My sister Vera keeps goats in Faro."); err != nil {
				return err
			}
			_, err := other.Sleep(a.t.Context(), NightOptions{})
			return errors.Join(err, other.Close())
		}, true, 1, "goats in Faro", ""},
		{"it is forgotten", func(a *aheadLand) error {
			f, err := a.store.ForgettableText("My friend Ruth moved to Lisbon in 1980 because the rent doubled")
			if err != nil {
				return err
			}
			_, err = a.store.ForgetThis(f, a.past.at, plan.Source{By: plan.ByPerson})
			return err
		}, true, 2, "", "Lisbon in 1980"},
		{"another window", func(a *aheadLand) error {
			b := a.c.o.Brain
			b.Window -= 200
			return a.c.Use(b)
		}, true, 2, "Ruth moved", ""},
		{"another model", func(a *aheadLand) error {
			m := &llmtest.Model{Name: "openai/gpt-4o", Otherwise: a.answer}
			return a.c.Use(llm.Brain{Model: m, Window: aWindow, WindowSource: llm.FromFlag, Reply: 500})
		}, true, 2, "Ruth moved", ""},
		{"a pin", func(a *aheadLand) error {
			_, err := a.c.Pin(a.c.Messages()[0].ID, true)
			return err
		}, true, 2, "Ruth moved", ""},
		{"a restart", func(a *aheadLand) error {
			id := a.c.Session()
			if err := a.c.Close(); err != nil {
				return err
			}
			a.reopen()
			a.open(id)
			return nil
		}, true, 2, "Ruth moved", ""},
		{"a restart, when it was kept", func(a *aheadLand) error {
			id := a.c.Session()
			a.c.Prepare()
			if err := a.c.Close(); err != nil {
				return err
			}
			a.reopen()
			a.open(id)
			return nil
		}, true, 1, "Ruth moved", ""},
		{"it was kept and is forgotten while nobody talks", func(a *aheadLand) error {
			id := a.c.Session()
			a.c.Prepare()
			if err := a.c.Close(); err != nil {
				return err
			}
			f, err := a.store.ForgettableText("My friend Ruth moved to Lisbon in 1980 because the rent doubled")
			if err != nil {
				return err
			}
			_, err = a.store.ForgetThis(f, a.past.at, plan.Source{By: plan.ByPerson})
			a.reopen()
			a.open(id)
			return err
		}, true, 2, "", "Lisbon in 1980"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := newAhead(t)
			a.talk(.7)
			a.prepare()
			if err := tt.do(a); err != nil {
				t.Fatal(err)
			}
			a.c.o.Engine, a.c.background = "auto", true
			r := a.crossing()
			if (r.Prepared != nil) != tt.prepared || a.nights != tt.asked {
				t.Errorf("prepared %+v, %d questions", r.Prepared, a.nights)
			}
			all := a.remembers()
			if tt.want != "" && strings.Count(all, tt.want) == 0 || tt.not != "" && strings.Contains(all, tt.not) {
				t.Errorf("memory holds\n%s", all)
			}
			if used := a.c.prompt.Ledger.Used(); used >= a.c.prompt.Ledger.Window/2 {
				t.Errorf("%d of %d tokens after it", used, a.c.prompt.Ledger.Window)
			}
			paid, err := night.Unused(a.land)
			if err != nil || len(paid) > tt.asked-1 {
				t.Errorf("paid in vain: %+v, %v", paid, err)
			}
		})
	}
}

// The next program is not one that prepares: it takes what was paid for all the same.
func TestAnotherProgramTakesWhatWasPrepared(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.talk(.7)
	a.prepare()
	a.c.Prepare() // between two turns: it is kept
	id := a.c.Session()
	if k := a.c.PreparedNight(); k.State != IsReady || k.Calls != 1 || k.Messages != 2*a.turns {
		t.Errorf("status tells %+v after %d turns", k, a.turns)
	}
	if err := a.c.Close(); err != nil {
		t.Fatal(err)
	}
	a.reopen()
	a.open(id)
	a.c.background = false
	if r := a.crossing(); r.Prepared == nil || a.nights != 1 {
		t.Errorf("%+v, %d questions", r.Prepared, a.nights)
	}
	if _, err := a.land.Read(night.AheadPath(id)); err == nil {
		t.Error("what was kept of it is still there")
	}
}

// Another program sleeps on the land just then: what was prepared waits, too.
func TestAPreparedNightWaitsForAnotherNightOfTheLand(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.talk(.7)
	a.prepare()
	lock, err := a.land.Lock("night")
	if err != nil {
		t.Fatal(err)
	}
	a.talk(.81)
	if len(a.c.Nights()) > 0 || a.c.Ahead().State != IsReady {
		t.Fatalf("%d nights, %+v", len(a.c.Nights()), a.c.Ahead())
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	a.past.Set(a.past.at.Add(10 * time.Minute))
	if slept, err := a.c.SleepIfDue(t.Context()); !slept || err != nil || a.nights != 1 {
		t.Errorf("%v, %v, %d questions", slept, err, a.nights)
	}
}

// TestAnUndoneNightDoesNotComeBackByItself: the context is as full after the undo as
// it was before the night. The next one falls when the window is full, or asked for.
func TestAnUndoneNightDoesNotComeBackByItself(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.talk(.7)
	a.prepare()
	first := a.crossing()
	if _, err := a.c.UndoNight(""); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(a.remembers(), "Ruth moved") {
		t.Errorf("after the undo:\n%s", a.remembers())
	}
	// All that was said is in the context again, which is over the threshold now.
	if v := a.c.Decide(0); v.Sleep || !strings.Contains(v.String(), "taken back") || a.c.Prepare() != nil {
		t.Errorf("after the undo: %s", v)
	}
	turn, err := a.say(a.c, story(a.turns))
	if err != nil || len(turn.Nights) > 0 {
		t.Fatalf("%d nights, %v", len(turn.Nights), err)
	}
	a.turns++
	a.talk(.94)
	second := a.crossing()
	if second.Night == first.Night || second.Trigger != sleep.TriggerOverflow || a.c.prompt.Ledger.Used() >= aWindow/2 {
		t.Errorf("%s after %s (%s), %d tokens", second.Night, first.Night, second.Trigger, a.c.prompt.Ledger.Used())
	}
	if a.c.prompt.Context.TakenBack {
		t.Error("a night has fallen since")
	}
	a.wantFile("MEMORY.md", "Ruth moved to Lisbon in 1980")
}

func TestANightIsNotWaitedForWhileItIsPrepared(t *testing.T) {
	a := newAhead(t)
	a.talk(.7)
	p := a.c.Prepare() // and its model takes its time
	a.talk(.82)
	v := a.c.Decide(0)
	if v.Sleep || len(v.Held) == 0 || !strings.Contains(v.String(), "being prepared") || a.c.Meter().Ahead.State != Preparing {
		t.Fatalf("%s, %+v", v, a.c.Ahead())
	}
	p.run(t.Context())
	if slept, err := a.c.SleepIfDue(t.Context()); !slept || err != nil {
		t.Fatalf("%v, %v", slept, err)
	}
	if a.nights != 1 || a.c.prompt.Ledger.Used() >= aWindow/2 {
		t.Errorf("%d questions, %d tokens", a.nights, a.c.prompt.Ledger.Used())
	}
}

func TestAContextThatNothingWasPreparedForIsPreparedAtTheCrossing(t *testing.T) {
	a := newAhead(t)
	a.talk(.81) // in one go: nothing was prepared on the way
	if a.nights != 0 || len(a.c.Nights()) != 0 {
		t.Fatalf("%d questions, %d nights", a.nights, len(a.c.Nights()))
	}
	a.prepare()
	if slept, err := a.c.SleepIfDue(t.Context()); !slept || err != nil || a.nights != 1 {
		t.Errorf("%v, %v, %d questions", slept, err, a.nights)
	}
}

func TestANightThatIsOffIsNotPrepared(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.c.o.Settings.Prepare = 0
	a.talk(.79)
	if p := a.c.Prepare(); p != nil {
		t.Errorf("prepared %+v", p.night)
	}
	if r := a.crossing(); r.Prepared != nil || a.nights != 1 {
		t.Errorf("%+v, %d questions", r.Prepared, a.nights)
	}
}

func TestAnAskedNightHearsWhatWasSaidSince(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.talk(.7)
	a.prepare()
	a.talk(.72)
	a.c.Prepare() // between two turns: what it cost is written down
	r, err := a.c.Sleep(t.Context(), NightOptions{})
	if err != nil || r.Prepared != nil || a.nights != 2 {
		t.Errorf("%+v, %d questions, %v", r.Prepared, a.nights, err)
	}
	paid, err := night.Unused(a.land)
	if err != nil || len(paid) != 1 || paid[0].Calls != 1 || paid[0].Bill == nil {
		t.Errorf("what was prepared in vain: %+v, %v", paid, err)
	}
	if list, err := night.Ledgers(a.land); err != nil || len(list) != 1 {
		t.Errorf("%d nights, %v", len(list), err)
	}
}

func TestADeepNightTakesAFreshPlanAndDreams(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.talk(.7)
	a.prepare()
	r, err := a.c.Sleep(t.Context(), NightOptions{Depth: sleep.Deep})
	if err != nil || r.Prepared == nil || len(r.Dreams) == 0 || r.Depth != sleep.Deep {
		t.Fatalf("%+v, %d dreams, %v", r.Prepared, len(r.Dreams), err)
	}
	again, err := nightmodel.RunAgain(t.Context(), a.land, mustRecord(t, a.testLand, r.Night), time.UTC)
	if err != nil || !again.Identical {
		t.Errorf("run again: %+v, %v", again, err)
	}
}

func TestOverflowWaitsForThePreparationAndForNothingElse(t *testing.T) {
	a := newAhead(t)
	a.talk(.7)
	p := a.c.Prepare()
	a.talk(.8)
	ended := make(chan struct{})
	go func() { // ends when the night is worked out, which the turn below waits for
		defer close(ended)
		p.run(context.WithoutCancel(t.Context()))
	}()
	a.m.Add(llmtest.Fail(llm.TooLong, "the prompt is too long"))
	turn, err := a.say(a.c, story(a.turns))
	<-ended
	if err != nil || len(turn.Nights) != 1 || turn.Nights[0].Prepared == nil {
		t.Errorf("%+v, %v", turn.Nights, err)
	}
}

func TestAModelThatFailsDoesNotKeepTheNightFromFalling(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.m.Otherwise = func(r llm.Request) llmtest.Reply {
		if r.Tail != "" {
			a.nights++
			return llmtest.Fail(llm.Overloaded, "529")
		}
		return llmtest.Say("I see.")
	}
	a.talk(.7)
	a.prepare()
	r := a.crossing()
	if r.Engine != "offline" || r.Degraded == "" || r.Prepared == nil || len(r.Entries) == 0 {
		t.Errorf("%s, %q, %+v, %d entries", r.Engine, r.Degraded, r.Prepared, len(r.Entries))
	}
}

func TestAPreparedNightIsOfflineWhereNobodyIsAsked(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	a := newAhead(t)
	a.c.o.Engine = "offline"
	a.talk(.7)
	a.prepare()
	r := a.crossing()
	if r.Engine != "offline" || r.Degraded != "" || r.Prepared == nil || a.nights != 0 {
		t.Errorf("%s, %q, %+v, %d questions", r.Engine, r.Degraded, r.Prepared, a.nights)
	}
}
