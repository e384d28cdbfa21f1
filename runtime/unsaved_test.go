package runtime

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
)

func contents(messages []transcript.Message) string {
	var said []string
	for _, m := range messages {
		said = append(said, m.Content)
	}
	return strings.Join(said, "|")
}

// countOff answers each message with how many messages it was sent.
func countOff() *llmtest.Model {
	m := llmtest.New()
	m.Otherwise = func(r llm.Request) llmtest.Reply {
		return llmtest.Say(strings.Repeat("x", len(r.Messages)))
	}
	return m
}

// GUARANTEES 15: on a full disk, from the first message or a later one on, a
// question is answered and said to be not saved; with room again the session
// holds all of it, in order and once.
func TestTheChatGoesOnWithoutRoom(t *testing.T) {
	for name, from := range map[string]int{"from the beginning": 0, "within a session": 1} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			c := l.begin(countOff(), 8000, "")
			var want []string
			for i, text := range []string{"first", "second", "third", "fourth"} {
				full := i >= from && i < 3
				if l.mem.Hook(nil); full {
					l.mem.Hook(func(op memdisk.Op) error {
						if op.Changes {
							return syscall.ENOSPC
						}
						return nil
					})
				}
				l.events = nil
				turn, err := l.say(c, text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				want = append(want, text, strings.Repeat("x", 2*i+1))
				if turn.Reply.Content != want[len(want)-1] || c.Unsaved() != full {
					t.Errorf("%s: the reply is %q, unsaved %t", text, turn.Reply.Content, c.Unsaved())
				}
				said := slices.ContainsFunc(l.events, func(e Event) bool { n, ok := e.(Noticed); return ok && strings.HasPrefix(n.Text, "not saved: ") })
				if said != (full && i == from) {
					t.Errorf("%s: said that it is not saved: %t", text, said)
				}
			}
			if got := contents(c.Messages()); got != strings.Join(want, "|") {
				t.Errorf("the session holds %s", got)
			}
			session := c.Session()
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if again := l.begin(countOff(), 8000, session); contents(again.Messages()) != strings.Join(want, "|") {
				t.Errorf("opened again it holds %s", contents(again.Messages()))
			}
		})
	}
}

// Each file operation of three turns fails once: whatever was answered is in the
// session in the end, once.
func TestNoFaultLosesOrDoublesAMessage(t *testing.T) {
	points := 0
	for k := 1; ; k++ {
		l := newLand(t)
		c := l.begin(countOff(), 8000, "")
		n, fired := 0, false
		l.mem.Hook(func(memdisk.Op) error {
			if n++; n == k {
				fired = true
				return syscall.EIO
			}
			return nil
		})
		var want []string
		for _, text := range []string{"first", "second", "third"} {
			turn, err := l.say(c, text)
			if err != nil {
				t.Fatalf("operation %d: %s: %v", k, text, err)
			}
			want = append(want, text, turn.Reply.Content)
		}
		l.mem.Hook(nil)
		if _, err := l.say(c, "last"); err != nil {
			t.Fatalf("operation %d: %v", k, err)
		}
		if got := contents(c.Messages()); !strings.HasPrefix(got, strings.Join(want, "|")+"|last|") || c.Unsaved() {
			t.Fatalf("operation %d: the session holds %s", k, got)
		}
		if !fired {
			break
		}
		points++
	}
	t.Logf("guarantee 15: faults_fired=%d lost=0 doubled=0", points)
}

// What the disk did not take stays in sight when the session is read again.
func TestReadAgainKeepsTheUnsavedInSight(t *testing.T) {
	l := newLand(t)
	c := l.begin(countOff(), 8000, "")
	if _, err := l.say(c, "first"); err != nil {
		t.Fatal(err)
	}
	l.mem.Hook(func(op memdisk.Op) error {
		if op.Changes {
			return syscall.ENOSPC
		}
		return nil
	})
	if _, err := l.say(c, "second"); err != nil || !c.Unsaved() {
		t.Fatalf("%v, unsaved %t", err, c.Unsaved())
	}
	l.mem.Hook(nil)
	if err := c.reread(); err != nil || c.Unsaved() {
		t.Fatalf("%v, unsaved %t", err, c.Unsaved())
	}
	const want = "first|x|second|xxx"
	if got := contents(c.prompt.Context.Messages); got != want || contents(c.Messages()) != want {
		t.Errorf("in sight %s, on disk %s", got, contents(c.Messages()))
	}
}

// flood is a model that does not stop.
type flood struct{ *llmtest.Model }

func (flood) Stream(ctx context.Context, _ llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		for ctx.Err() == nil && yield(llm.Chunk{Text: strings.Repeat("words and more words. ", 50)}, nil) {
		}
	}
}

func TestAReplyHasALargestSize(t *testing.T) {
	for name, c := range map[string]struct{ window, most int }{"of the model": {8000, 16 << 10}, "in any case": {1 << 30, (2 << 20)}} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			conv := l.begin(flood{llmtest.New()}, c.window, "")
			conv.prompt.Ledger.Reserve = c.window / 16
			if _, err := l.say(conv, "Tell me everything."); !errors.Is(err, llm.ErrRunaway) {
				t.Fatalf("got %v", err)
			}
			if kept := last(conv.Messages()); !kept.Interrupted || kept.Content == "" || len(kept.Content) > c.most {
				t.Errorf("kept %d bytes, interrupted %t", len(kept.Content), kept.Interrupted)
			}
		})
	}
}

func TestAModelThatDoesNotAnswer(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(llmtest.Say(""), llmtest.Say("Now."), llmtest.Say("").Stop(llm.Refused), llmtest.Say("Three."))
	c := l.begin(m, 8000, "")
	if _, err := l.say(c, "one"); !errors.Is(err, ErrEmpty) {
		t.Errorf("nothing: %v", err)
	}
	if turn, err := c.Retry(t.Context()); err != nil || turn.Reply.Content != "Now." {
		t.Errorf("again: %v %q", err, turn.Reply.Content)
	}
	if _, err := l.say(c, "two"); !errors.Is(err, ErrDeclined) {
		t.Errorf("declined: %v", err)
	}
	if got := contents(c.Messages()); got != "one|Now.|two|" {
		t.Errorf("the session holds %s", got)
	}
	// What was refused stays in the session and is not sent again, also after the
	// session was closed.
	for _, again := range []bool{false, true} {
		if again {
			c.Close()
			m = llmtest.New(llmtest.Say("Four."))
			c = l.begin(m, 8000, c.Session())
		}
		if _, err := l.say(c, "more"); err != nil {
			t.Fatal(err)
		}
		requests := m.Requests()
		if sent := contents(requests[len(requests)-1].Messages); strings.Contains(sent, "two") || !strings.HasPrefix(sent, "one|Now.|more") {
			t.Errorf("resumed %t: sent %s", again, sent)
		}
	}
}

func TestAbsurdUsageIsNotBelieved(t *testing.T) {
	for _, u := range []transcript.Usage{{Input: 100_000_000_000_000, Output: 5}, {Input: 900, Output: 1 << 50}, {Input: -4, Output: 2}, {Input: 900, Cached: 1 << 40}} {
		l := newLand(t)
		c := l.begin(llmtest.New(llmtest.Say("Fine.").Usage(u)), 8000, "")
		turn, err := l.say(c, "hello")
		if err != nil {
			t.Fatal(err)
		}
		if m := c.Meter(); m.UsedSource != llm.FromEstimate || m.Used > 8000 || turn.Reply.Usage != nil {
			t.Errorf("%+v: the meter says %d from %s", u, m.Used, m.UsedSource)
		}
	}
}
