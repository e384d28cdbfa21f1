package cli

import (
	"strings"
	"testing"
)

// TestTerminalKilled kills the program in a terminal and goes on in another one:
// the draft is in the input again, to the letter, and nothing that was said is
// lost or doubled (GUARANTEES 1, 2, 6).
func TestTerminalKilled(t *testing.T) {
	for name, kill := range map[string]func(*testing.T){"idle": killIdle, "reply": killReply, "night": killNight, "closed": closeWindow} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kill(t)
		})
	}
}

const (
	halfDraft  = "Half a draft — with ümlauts, “quotes”, 日本, a backslash \\ and a tag <b>"
	secondLine = "on two lines"
)

// writeDraft writes a draft of two lines and waits until it is on disk.
func (x *terminal) writeDraft() {
	x.t.Helper()
	x.write(halfDraft)
	x.press("C-j")
	x.write(secondLine)
	x.kept(secondLine)
}

// sendDraft wants the draft as it was written, and sends it.
func (x *terminal) sendDraft(before ...string) {
	x.t.Helper()
	want := joined(strings.Join(append(before, halfDraft, secondLine), " "))
	x.until("the draft "+want, func(s string) bool { return draftOf(s) == want })
	x.press("Enter")
	x.until("an empty input", func(s string) bool { return draftOf(s) == "" })
}

// wantDraftSent wants exactly the draft as the last message of the person.
func (b *bench) wantDraftSent(before ...string) {
	b.t.Helper()
	want := strings.Join(append(before, halfDraft, secondLine), "\n")
	if n := b.said(want); n != 1 {
		b.t.Errorf("the draft was sent %d times: %+v", n, b.messages())
	}
	b.run(0, "memory", "check")
}

func killIdle(t *testing.T) {
	b := newBench(t)
	s := newSleeper(t)
	x := newTerminal(b, 80, 24)
	x.start(s.ask()...)
	x.say("The loom came from Turin.")
	x.see("Heron number 1")
	x.writeDraft()
	x.kill()
	x = newTerminal(b, 100, 30)
	x.start(s.ask("-c")...)
	x.see("│ The loom came from Turin.", "Heron number 1")
	x.sendDraft()
	x.see("│ Half a draft", "Heron number 2")
	x.press("C-d")
	x.ended()
	b.wantSaid("The loom came from Turin.")
	b.wantDraftSent()
}

// killReply also has a message waiting, which is not in the session yet.
func killReply(t *testing.T) {
	b := newBench(t)
	f := newFake(t)
	f.will(f.stalls("This is half a reply and then "), says("A whole one."))
	x := newTerminal(b, 80, 24)
	x.start(f.ask()...)
	x.say("Tell me about the heron.")
	x.see("This is half a reply and then")
	x.say("This one waits.")
	x.see("queued: This one waits.")
	x.writeDraft()
	x.kept("This one waits.")
	x.kill()
	x = newTerminal(b, 80, 24)
	x.start(f.ask("-c")...)
	x.see("│ Tell me about the heron.", "This is half a reply and then")
	x.sendDraft("This one waits.")
	x.see("A whole one.")
	x.press("C-d")
	x.ended()
	b.wantDraftSent("This one waits.")
	m := b.messages()
	if len(m) != 4 || m[0].Content != "Tell me about the heron." || !m[1].Interrupted || m[1].Content != "This is half a reply and then " {
		t.Errorf("messages: %+v", m)
	}
	checkRequest(t, f.last(t))
}

func killNight(t *testing.T) {
	b := newBench(t)
	s := newSleeper(t)
	x := newTerminal(b, 80, 24)
	x.start(s.ask()...)
	x.say("We decided to drain the heron pond in May.")
	x.see("Heron number 1")
	x.command("/sleep")
	s.asleep(t)
	x.see("asleep")
	x.writeDraft()
	x.kill()
	b.wantNights(0)
	x = newTerminal(b, 80, 24)
	x.start(s.ask("-c")...)
	x.see("│ We decided to drain", "Heron number 1")
	x.sendDraft()
	x.see("Heron number 2")
	close(s.letGo)
	x.command("/sleep") // the killed one's lock is free
	x.see("slept:")
	x.press("C-d")
	x.ended()
	b.wantDraftSent()
	b.wantSaid("We decided to drain the heron pond in May.")
	b.wantNights(1)
}

// closeWindow closes the window as soon as the last letter is typed, while a
// reply streams.
func closeWindow(t *testing.T) {
	b := newBench(t)
	f := newFake(t)
	f.will(f.stalls("This is half a reply and then "), says("A whole one."))
	x := newTerminal(b, 80, 24)
	x.start(f.ask()...)
	x.say("Tell me about the heron.")
	x.see("This is half a reply and then")
	x.write(halfDraft)
	x.press("C-j")
	x.write(secondLine)
	x.hangUp()
	x = newTerminal(b, 80, 24)
	x.start(f.ask("-c")...)
	x.see("│ Tell me about the heron.", "This is half a reply and then")
	x.sendDraft()
	x.see("A whole one.")
	x.press("C-d")
	x.ended()
	b.wantDraftSent()
	if m := b.messages(); len(m) != 4 || !m[1].Interrupted {
		t.Errorf("messages: %+v", m)
	}
}
