package asking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language/claims"
	"dormouse/summarize"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// TestInventionsAreRejected: the message, what a model made of it, and the words of
// the message that bear it out, "" for an invention: none of these may pass, and all
// of the rest must be kept, as it was written or in those words.
// The day of the message is Monday 2023-05-08.
func TestInventionsAreRejected(t *testing.T) {
	const said = "We paid 1,200 euros for twelve chairs on May 3rd, 2023. Yesterday Ana drove me to Lisbon; the lease runs for two years and costs 3.5% more. I moved there 4 years ago with my dog Rex."
	for _, c := range []struct {
		text, said string
	}{
		{"User: Paid 1,200 euros for twelve chairs", "1,200 euros"},
		{"User: Paid 1200 euros for 12 chairs", "1,200 euros"},
		{"User: Paid 1.2k euros for a dozen chairs", "1,200 euros"},
		{"User: Paid 1,300 euros for twelve chairs", ""},
		{"User: Paid 12,000 euros for the chairs", ""},
		{"User: Paid 120 euros for the chairs", ""},
		{"User: Bought thirteen chairs", ""},
		{"User: Bought 13 chairs", ""},
		{"User: Bought two hundred chairs", ""},
		{"User: Bought twenty-four chairs", ""},
		{"User: The lease runs for 2 years", "the lease runs"},
		{"User: The lease runs for two years", "the lease runs"},
		{"User: The lease runs for three years", ""},
		{"User: The lease costs 3.5% more", "the lease runs"},
		{"User: The lease costs 35% more", ""},
		{"User: The lease costs 3.6% more", ""},
		{"User: Paid for the chairs on 2023-05-03", "1,200 euros"},
		{"User: Paid for the chairs on 3 May 2023", "1,200 euros"},
		{"User: Paid for the chairs on May 3, 2023", "1,200 euros"},
		{"User: Paid for the chairs on 03.05.2023", "1,200 euros"},
		{"User: Paid for the chairs on 2023-05-04", ""},
		{"User: Paid for the chairs on 4 May 2023", ""},
		{"User: Paid for the chairs on June 3rd", ""},
		{"User: Paid for the chairs in 2022", ""},
		{"User: Ana drove to Lisbon on 2023-05-07", "Ana drove me"},
		{"User: Ana drove to Lisbon on 2023-05-06", ""},
		{"User: Ana drove to Lisbon on Sunday 2023-05-07", "Ana drove me"},
		{"User: Moved to Lisbon with Rex", "with my dog Rex"},
		{"User: Moved to Lisbon in 2019", "with my dog Rex"},
		{"User: Moved to Lisbon in 2018", ""},
		{"User: Moved to Lisbon in May 2023", "with my dog Rex"},
		{"User: Moved to Lisbon in April 2023", ""},
		{"User: Ana drove to Porto", ""},
		{"User: Anna drove to Lisbon", ""},
		{"User: Has a dog called Max", ""},
		{"User: Has a dog called Rex", "with my dog Rex"},
		{"User: Rex's kennel is in Lisbon", "with my dog Rex"},
		{"User: Maria's kennel is in Lisbon", ""},
		{"Peter: Paid for the chairs", ""},
		{"Maria drove to Lisbon with Rex", ""},
		{"User: Prefers the third chair", ""},
		{"User: Chairs cost 1200 EUR", "1,200 euros"},
	} {
		m := transcript.Message{ID: "m", Role: transcript.User, Content: said, Time: time.Date(2023, 5, 8, 12, 0, 0, 0, time.UTC)}
		v := listen(summarize.Input{New: []transcript.Message{m}, Location: time.UTC}).Check(c.text, m.ID)
		kept := v.Holds == c.text || c.said != "" && slices.ContainsFunc(v.Own, func(p claims.Passage) bool { return strings.Contains(p.Text, c.said) })
		if kept != (c.said != "") {
			t.Errorf("%q: holds %q, own words %v: %s", c.text, v.Holds, v.Own, v.Why)
		}
	}
}

// gateTalk is a talk with what a good and what a careless model makes of it.
type gateTalk struct {
	Name     string
	Known    []document.Entry
	Messages []transcript.Message
	Good     []gateEntry
	Bad      []gateEntry
}

// gateEntry is one of these. Said are words of the person that tell a true one.
type gateEntry struct {
	Kind, Text, Wrong string
	From, Said        []string
}

// gateCount is what became of entries: written as they were, in the words that tell
// them, in words of the messages they are taken from where nobody noted which tell
// them, in others.
type gateCount struct {
	all, whole, own, cited, other int
	claimed, written              int // characters of those that stand in other words, and of these
}

// tellsDated reports whether a text has some words that were said, with absolute dates.
func tellsDated(text, words string, said []claims.Passage) bool {
	return strings.Contains(text, words) || slices.ContainsFunc(said, func(p claims.Passage) bool {
		return strings.Contains(text, strings.TrimRight(extract.Join(extract.Dated(words, p.Day)), ".,"))
	})
}

// add counts an entry, in whose place own stands where it does not hold.
func (c *gateCount) add(e gateEntry, v claims.Verdict, own string) (kept bool) {
	c.all++
	if v.Holds == e.Text {
		c.whole++
		return true
	}
	if own != "" {
		c.claimed, c.written = c.claimed+utf8.RuneCountInString(e.Text), c.written+utf8.RuneCountInString(own)
	}
	switch {
	case len(e.Said) > 0 && !slices.ContainsFunc(e.Said, func(s string) bool { return !tellsDated(own, s, v.Own) }):
		c.own++
		return true
	case len(e.Said) == 0 && len(e.From) > 0 && !slices.ContainsFunc(e.From, func(id string) bool {
		return !slices.ContainsFunc(v.Own, func(p claims.Passage) bool { return p.ID == id })
	}):
		c.cited++
	case len(v.Own) > 0:
		c.other++
	}
	return false
}

func (c gateCount) String() string {
	return fmt.Sprintf("%d of %d kept: %d whole, %d in the person's words; of %d words of all their messages, not known which; of %d other words; words of theirs are %.2f times as long", c.whole+c.own, c.all, c.whole, c.own, c.cited, c.other, c.longer())
}

// longer is how many times as long as the entries the words are that stand in for them.
func (c gateCount) longer() float64 { return float64(c.written) / float64(max(1, c.claimed)) }

// Bounds of TestTheGate: what is reached, but for an entry or two.
const (
	keptLeast    = .93
	stoppedLeast = .93
	longerMost   = 1.25
)

// TestTheGate counts over the talks of testdata/gate, from which the gate has learned
// nothing, how many true entries are kept, whole or in the words they were said in, and
// of how many false ones what is false is refused. Of talks elsewhere it prints no line.
func TestTheGate(t *testing.T) {
	own := filepath.Join("testdata", "gate")
	dir := cmp.Or(os.Getenv("GATE_TALKS"), own)
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no talks", err)
	}
	var good, inferred gateCount
	stopped, bad := 0, 0
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var talk gateTalk
		if err := json.Unmarshal(b, &talk); err != nil {
			t.Fatal(name, err)
		}
		in := summarize.Input{New: talk.Messages, Known: document.Pointers(talk.Known), Location: time.UTC}
		k := listen(in)
		for _, e := range talk.Good {
			v, count := k.Check(e.Text, e.From...), &good
			if e.Kind == "inference" {
				count = &inferred
			}
			n := night{in: in, d: &summarize.Digest{}, heard: voices.Listen(in.New), labels: labelsOf(in.New, nil)}
			instead, _ := n.ownWords(foundEntry{Text: e.Text, From: e.From}, v.Own)
			if !count.add(e, v, instead.Text) && dir == own {
				t.Logf("%s, true (%s): %q\n\tholds %q, own words %v: %s", talk.Name, e.Kind, e.Text, v.Holds, v.Own, strings.Join(v.Why, "; "))
			}
		}
		for _, e := range talk.Bad {
			v := k.Check(e.Text, e.From...)
			bad++
			if v.Holds == "" || e.Wrong != "" && !strings.Contains(v.Holds, strings.Trim(e.Wrong, ",")) {
				stopped++
			} else if dir == own {
				t.Logf("%s, false (%s): %q\n\tholds %q", talk.Name, e.Kind, e.Text, v.Holds)
			}
		}
	}
	if dir == own && (float64(good.whole+good.own) < keptLeast*float64(good.all) || float64(stopped) < stoppedLeast*float64(bad) || good.longer() > longerMost) {
		t.Errorf("want %.0f%% of the true entries and %.0f%% of the false ones, and words %.2f times as long at most", 100*keptLeast, 100*stoppedLeast, longerMost)
	}
	t.Logf("true entries: %s\ninferences: %s\nfalse ones: %d of %d stopped (%.0f%%)", good, inferred, stopped, bad, 100*float64(stopped)/float64(bad))
}

// BenchmarkGate holds the entries of a night against a talk of so many messages.
func BenchmarkGate(b *testing.B) {
	for _, n := range []int{400, 8000} {
		b.Run(fmt.Sprintf("%d messages", n), func(b *testing.B) {
			once := fixture(b, "coding.jsonl")
			in := once
			in.Old, in.New = nil, nil
			for i := range n {
				m := once.New[i%len(once.New)]
				m.ID = fmt.Sprint("m", i)
				in.New = append(in.New, m)
			}
			for b.Loop() {
				k := listen(in)
				for i := range 40 {
					m := in.New[i*n/40]
					k.Check("User: "+m.Content, m.ID)
				}
			}
		})
	}
}
