//go:build unix && !race

package cli

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign/foreigntest"
	"dormouse/memory"
	"dormouse/memory/language/temporal"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/summarize"
	"dormouse/summarize/voices"
)

// doublings is how often an input is doubled.
const doublings = 10

// steep is how much more than its size the work of an input may grow over the
// last three doublings: eight times the input takes less than 24 times as long.
// What is quadratic takes 64 times as long.
const steep = 3

// grows does work on sizes that double ten times and fails where it grows faster
// than they do. The result is the steepest growth, 1 for linear work.
func grows(t *testing.T, name string, from int, work func(n int)) float64 {
	t.Helper()
	took := make([]time.Duration, doublings+1)
	const least = 20 * time.Millisecond // below, it is the machine that is measured
	worst := 0.0
	for i := range took {
		if i == doublings-2 || i == doublings-1 {
			continue // a third of all the work, and the last one tells the same
		}
		took[i] = busy(func() { work(from << i) })
		if i >= 3 {
			worst = max(worst, float64(took[i])/float64(max(took[i-3], least))/8)
		}
	}
	if worst > steep { // once more: the machine may have been disturbed
		before, after := busy(func() { work(from << (doublings - 3)) }), busy(func() { work(from << doublings) })
		worst = float64(after) / float64(max(before, least)) / 8
	}
	if worst > steep {
		t.Errorf("%s: eight times the input takes %.0f times as long: %v", name, 8*worst, took)
	}
	return worst
}

// busy is the processor time that do takes.
func busy(do func()) time.Duration {
	begun := processor()
	do()
	return processor() - begun
}

func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// word is the i-th of endlessly many words.
func word(i int) string {
	s := ""
	for ; i > 0 || s == ""; i /= 20 {
		s += string("bcdfghjklmnprstvwxza"[i%20]) + string("aeiou"[i%5])
	}
	return s
}

// upTo repeats what part makes until it has n bytes.
func upTo(n int, part func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(part(i))
	}
	return b.String()[:n]
}

func always(s string) func(int) string { return func(int) string { return s } }

// shapes are texts that make a step slow which looks back, ahead, or at every
// pair.
func shapes() map[string]func(int) string {
	return map[string]func(int) string{
		"prose": func(i int) string {
			return fmt.Sprintf("I told An%s that the boat in Lisbon needs %d new parts before May %d. ", word(i), i, i%28+1)
		},
		"names": func(i int) string { return "Xy" + word(i) + " met Ku" + word(31*i) + ". " },
		"no end": func(i int) string {
			return "I like " + word(i) + " and we chose " + word(7*i) + " because it costs more "
		},
		"numbers":     func(i int) string { return fmt.Sprintf("%d ", i*7919) },
		"lines":       func(i int) string { return word(i) + "\n" },
		"items":       func(i int) string { return "- " + word(i) + " likes " + word(i/3) + "\n" },
		"one word":    always("a"),
		"blanks":      always(" "),
		"commas":      always("a, "),
		"brackets":    always("["),
		"links":       always("[a](b "),
		"stars":       always("*"),
		"emphasis":    always("*a **b "),
		"backticks":   always("` `` "),
		"fences":      always("```\n"),
		"quotes":      always(">"),
		"deep quotes": always("> > > \n"),
		"tables":      always("|a|b|\n|-|-|\n"),
		"entities":    always("&amp;<b>"),
		"characters":  always("漢字"),
		"marks":       always("e\u0301"),
		"code":        always("x;\n"),
		"headings":    always("a:\n"),
		"guillemets":  always("„ « "),
		"days":        always("I went on Monday ("),
		"rubbish":     always("\xff\x00\xf0"),
	}
}

// begun are beginnings of credentials that never end.
func begun() map[string]string {
	return map[string]string{
		"prefixes": "sk-", "jwt": "eyJ-", "pem": "-----BEGIN PRIVATE KEY-----\n", "half a pem": "-----BEGIN RSA ", "words": "password ",
		"names": "password=", "json": `"password": "`, "urls": "a://b:", "tokens": "s.a", "logins": "login a password ", "curl": "curl a",
	}
}

// GUARANTEES 32: no text makes a step worse than linear.
func TestNoTextMakesAStepWorseThanLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	worst, steps := 0.0, 0
	for name, part := range shapes() {
		for step, do := range map[string]func(string){"night": nightOver, "tokens": countTokens, "index": indexOf, "prompt": promptOf, "redaction": func(s string) { secret.Redact(s) }, "origin": func(s string) { transcript.Quoted(s) }, "voices": voicesOf, "times": timesIn} {
			steps++
			worst = max(worst, grows(t, step+" of "+name, 128, func(n int) { do(upTo(n, part)) }))
		}
	}
	for name, unit := range begun() {
		steps++
		worst = max(worst, grows(t, "redaction of "+name, 128, func(n int) { secret.Redact(upTo(n, always(unit))) }))
	}
	steps += 2
	worst = max(worst, grows(t, "night of many turns", 2, func(n int) { sleepOver(manyTurns(n)) }))
	worst = max(worst, grows(t, "import of many lines", 16, importOf))
	t.Logf("guarantee 32: steps=%d doublings=%d steepest=%.1f superlinear=0", steps, doublings, worst)
}

func manyTurns(n int) []string {
	var list []string
	for i := range n {
		list = append(list, upTo(200, func(k int) string { return shapes()["prose"](i*3 + k) }))
	}
	return list
}

func timesIn(text string) { temporal.Absolute(text, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)) }

func nightOver(text string) { sleepOver([]string{text}) }

// sleepOver is a whole offline night over what a person said.
func sleepOver(said []string) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	l, _, err := land.Open(memdisk.New())
	must(err)
	records := []transcript.Record{{Session: &transcript.Session{ID: "s1", Time: at}}}
	size := 0
	for i, text := range said {
		for k, m := range []transcript.Message{{Role: transcript.User, Content: transcript.Clean(text)}, {Role: transcript.Assistant, Content: "Good."}} {
			m.ID, m.Time, m.Tokens = fmt.Sprint("m", 2*i+k+1), at.Add(time.Duration(i)*time.Minute), len(m.Content)/4+4
			size += m.Tokens
			records = append(records, transcript.Record{Message: &m})
		}
	}
	strategy, err := summarize.ByName("", summarize.NewOffline())
	must(err)
	n := &night.Night{ID: "n1", Why: sleep.Reason{Trigger: sleep.TriggerAsked}, Seed: 1, Now: at.Add(24 * time.Hour), Session: "s1", Records: records, Window: size * 5 / 4}
	n.Before.Messages = size
	deps := night.Deps{Land: l, Strategy: strategy, Offline: strategy, Count: func(s string) int { return len(s) / 4 }, Measure: func(m transcript.Message) int { return m.Tokens }, Settings: sleep.DefaultSettings(),
		Snapshot: func() (snapshot.Snapshot, error) { return snapshot.Read(l) }, Prompt: func(map[string][]byte) int { return 0 }, Recording: &night.Recording{}}
	must(night.Run(context.Background(), n, deps, nil))
}

// voicesOf hears a text that was piped in, and looks up each of its lines in it.
func voicesOf(text string) {
	v := voices.Listen([]transcript.Message{{ID: "m1", Role: transcript.User, Content: text, Spans: []transcript.Span{{To: len(text), Origin: transcript.Piped}}}})
	for line := range strings.Lines(text) {
		v.Of(line)
	}
}

func countTokens(text string) { tokens.O200k().Count(text) }

// memoryOf is a land whose MEMORY.md and newest log are that text.
func memoryOf(text string) (*memdisk.Disk, *land.Land) {
	fs := memdisk.New()
	l, _, err := land.Open(fs)
	must(err)
	must(disk.WriteFile(fs, land.MemoryFile, []byte("# Memory\n\n## Facts\n\n"+text)))
	must(disk.WriteFile(fs, "memory/2026-11-20.md", []byte("# 2026-11-20\n\n"+text)))
	return fs, l
}

func indexOf(text string) {
	_, l := memoryOf(text)
	ix := search.Open(memory.Files(l), search.Options{})
	_, err := ix.Search(context.Background(), search.Query{Text: text})
	must(err)
	must(ix.Close())
}

func promptOf(text string) {
	_, l := memoryOf(text)
	snap, err := snapshot.Read(l)
	must(err)
	memory.PromptOf(snap, time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), 4000, func(s string) int { return len(s) / 4 })
}

func importOf(lines int) {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, `{"role":"user","content":"%s says hello"}`+"\n", word(i))
	}
	_, err := foreigntest.Read("talk.jsonl", []byte(b.String()), time.Now())
	must(err)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
