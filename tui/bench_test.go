package tui

import (
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/runtime/tokens"
	"dormouse/tui/backend"
)

// long is a session of 10,000 messages, together about 5 MB.
func long() runtime.Opened {
	paragraph := strings.Repeat("Some words about harbours, bicycles and the weather. ", 8)
	reply := paragraph + "\n\n- one `thing`\n- **another**\n\n```go\nfunc f() int { return 42 }\n```\n"
	var messages []transcript.Message
	for i := range 5000 {
		messages = append(messages, user(fmt.Sprint("u", i), paragraph), assistant(fmt.Sprint("a", i), fmt.Sprintf("%d\n\n", i)+reply))
	}
	return opened(messages...)
}

func quiet(width, height int) *screen {
	m := newScreen(backend.Options{Source: &script{events: make(chan runtime.Event)}, Theme: "dark"})
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return m
}

// frames reports the times of single frames.
type frames []time.Duration

func (f frames) report(b *testing.B) {
	slices.Sort(f)
	b.ReportMetric(float64(f[len(f)*99/100]), "p99-ns")
	b.ReportMetric(float64(f[len(f)/2]), "p50-ns")
	b.ReportMetric(float64(f[len(f)-1]), "max-ns")
}

// BenchmarkOpen10k is Update and the first View of a session of 10,000 messages.
func BenchmarkOpen10k(b *testing.B) {
	o := long()
	b.ReportAllocs()
	var m *screen
	for b.Loop() {
		m = quiet(120, 40)
		m.Update(eventsMsg{events: []runtime.Event{o}})
		m.View()
	}
	for range 2000 { // and after someone has read all of it
		m.update(keyOf("pgup"))
		m.View()
	}
	var mem goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&mem)
	b.ReportMetric(float64(mem.HeapAlloc)/(1<<20), "heap-MB")
	goruntime.KeepAlive(m)
}

// BenchmarkStream10k is one frame of a reply that comes at 500 tokens a second
// into a session of 10,000 messages: the batch of one pace, Update and View. The
// reply holds prose, lists, code and a table, and begins anew every 64 kB.
func BenchmarkStream10k(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 64<<10; i++ {
		fmt.Fprintf(&text, "## Part %d\n\n", i)
		text.WriteString(strings.Repeat("A sentence that says little but is long enough to be broken. ", 9))
		text.WriteString("\n\n- first `item` of it\n- second **item**\n\n| a | b |\n|---|---|\n| one | two |\n\n```go\n")
		for j := range 90 {
			fmt.Fprintf(&text, "\tvalue%d := compute(%d, \"text\") // why\n", j, j)
		}
		text.WriteString("```\n\n")
	}
	stream := text.String()
	m := quiet(120, 40)
	m.Update(eventsMsg{events: []runtime.Event{long()}})
	const batch = 20 * 4 // 500 tokens/s × 40 ms, four bytes each
	at := 0
	var took frames
	b.ReportAllocs()
	for b.Loop() {
		if at+batch > len(stream) {
			at = 0
			m.Update(eventsMsg{events: []runtime.Event{runtime.Replied{Message: assistant("x", stream)}}})
		}
		var events []runtime.Event
		for i := 0; i < batch; i += 4 {
			events = append(events, runtime.Delta{Text: stream[at+i : at+i+4]})
		}
		at += batch
		begun := time.Now()
		m.Update(eventsMsg{events: events})
		m.View()
		took = append(took, time.Since(begun))
	}
	took.report(b)
}

// BenchmarkKeyEcho is one key press, Update and View, in that session.
func BenchmarkKeyEcho(b *testing.B) {
	m := quiet(120, 40)
	m.Update(eventsMsg{events: []runtime.Event{long()}})
	m.View()
	var took frames
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		msg := tea.KeyPressMsg{Code: 'a', Text: "a"}
		if i%60 == 59 {
			msg = keyOf("ctrl+c") // a line is full: begin the next
		}
		begun := time.Now()
		m.Update(msg)
		m.Update(burstMsg{}) // nobody types faster than frames
		m.View()
		took = append(took, time.Since(begun))
	}
	took.report(b)
}

// BenchmarkResize is one resize of that session.
func BenchmarkResize(b *testing.B) {
	m := quiet(120, 40)
	m.Update(eventsMsg{events: []runtime.Event{long()}})
	var took frames
	for i := 0; b.Loop(); i++ {
		begun := time.Now()
		m.Update(tea.WindowSizeMsg{Width: 80 + i%60, Height: 40})
		m.View()
		took = append(took, time.Since(begun))
	}
	took.report(b)
}

// BenchmarkBigPaste is a paste of 10,000 lines.
func BenchmarkBigPaste(b *testing.B) {
	text := strings.Repeat("a line of pasted text that is not very long\n", 10_000)
	for b.Loop() {
		m := quiet(120, 40)
		m.Update(tea.PasteMsg{Content: text})
		m.View()
	}
}

// BenchmarkTyping3000 is 3,000 letters that come without a bracketed paste, two
// hundred of them in each frame, in that session.
func BenchmarkTyping3000(b *testing.B) {
	text := strings.Repeat("the quick brown fox jumps over the lazy dog; ", 67)[:3000]
	o := long()
	count := tokens.NewDraft(tokens.O200k()).Set
	for b.Loop() {
		m := quiet(120, 40)
		m.input.Count = count
		m.Update(eventsMsg{events: []runtime.Event{o}})
		for i, r := range text {
			m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
			m.View()
			if i%200 == 199 {
				m.Update(burstMsg{})
				m.View()
			}
		}
		if m.Update(burstMsg{}); m.input.Text() != text {
			b.Fatal("letters are lost")
		}
	}
}
