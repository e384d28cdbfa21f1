package runtime

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
)

// turns are three questions and what is answered to each, told apart wherever
// they stand.
var turns = [3][2]string{{"first?", "one heron over"}, {"second?", "two boats moored"}, {"third?", "three bells ring"}}

// answering answers each of the turns with its own words.
func answering() *llmtest.Model {
	m := llmtest.New()
	m.Otherwise = func(r llm.Request) llmtest.Reply {
		for _, t := range turns {
			if r.Messages[len(r.Messages)-1].Content == t[0] {
				return llmtest.Say(t[1])
			}
		}
		return llmtest.Say("what?")
	}
	return m
}

// GUARANTEES 2 and 15: a disk that takes the stream of a reply and not the session
// (once, or from some operation on), and a kill before any operation after that:
// whatever words of a reply were once on disk are in the session on resume, once, right
// behind the message that they answer.
func TestNoKillLosesAPartialReplyThatTheDiskRefused(t *testing.T) {
	faults, kills := 0, 0
	for _, lasting := range []bool{false, true} {
		for k := 1; ; k++ {
			l := newLand(t)
			c := l.begin(answering(), 8000, "")
			n, fired := 0, false
			images := []map[string]string{}
			l.mem.Hook(func(op memdisk.Op) error {
				if fired && op.Changes {
					images = append(images, l.mem.Files())
				}
				if !op.Changes || !strings.HasPrefix(op.Name, "sessions") {
					return nil
				}
				if n++; n == k || lasting && n > k {
					fired = true
					return syscall.EIO
				}
				return nil
			})
			for _, turn := range turns {
				if _, err := l.say(c, turn[0]); err != nil {
					t.Fatalf("operation %d: %v", k, err)
				}
			}
			l.mem.Hook(nil)
			if !fired {
				break
			}
			faults++
			seen := map[string]bool{}
			for i, image := range append(images, l.mem.Files()) {
				kills++
				for _, text := range image {
					for word := range strings.FieldsSeq(text) {
						seen[strings.Trim(word, `"`)] = true
					}
				}
				if err := l.resumedAfter(image, c.session.ID(), seen); err != nil {
					t.Fatalf("lasting %t, operation %d of a session refused, killed before change %d after it: %v", lasting, k, i+1, err)
				}
			}
		}
	}
	t.Logf("guarantee 2: faults_fired=%d kills=%d lost=0 doubled=0", faults, kills)
	t.Logf("guarantee 15: faults_fired=%d kills=%d lost=0 doubled=0", faults, kills)
}

// resumedAfter opens a session on what a kill left, and looks for the words of the
// replies that were seen on disk before.
func (l *testLand) resumedAfter(image map[string]string, session string, seen map[string]bool) error {
	if image["sessions/"+session+".jsonl"] == "" {
		return nil // it was never there
	}
	killed := &testLand{t: l.t, mem: memdisk.New(), past: l.past}
	for name, text := range image {
		if strings.HasPrefix(name, ".dormouse/locks/") {
			continue
		}
		killed.mem.Put(name, []byte(text))
	}
	killed.reopen()
	c := killed.begin(answering(), 8000, session)
	said := contents(c.Messages())
	for _, turn := range turns {
		for words := range strings.FieldsSeq(turn[1]) {
			if is := strings.Count(said, words); seen[words] && is != 1 || is > 1 {
				return fmt.Errorf("%q stands %d times in %s", words, is, said)
			}
		}
		if at := strings.Index(said, turn[1][:3]); at > 0 && !strings.HasSuffix(said[:at], turn[0]+"|") {
			return fmt.Errorf("the answer to %q stands elsewhere: %s", turn[0], said)
		}
	}
	return c.Close()
}
