package land

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"dormouse/land/disk"
)

// BenchmarkSave saves nights on a real disk. "x-rename" is their time against the
// least that is durable at all: one file written, synced, renamed, its folder
// synced. "x-append" is against one line appended and synced.
func BenchmarkSave(b *testing.B) {
	dir := openDir(b)
	l, _, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	memory := bytes.Repeat([]byte("- An entry of the usual length, about something ^k1\n"), 1000)
	if _, err := l.Save(Tx{ID: "first", Changes: []Change{{Path: MemoryFile, After: memory}}}); err != nil {
		b.Fatal(err)
	}
	i := 0
	for b.Loop() {
		i++
		after := fmt.Appendf(bytes.Clone(memory), "- Entry %d\n", i)
		_, err := l.Save(Tx{ID: fmt.Sprintf("n%d", i), Kind: "night", Undoable: true, Changes: []Change{
			{Path: MemoryFile, Before: memory[:len(memory):len(memory)], After: after},
			{Path: fmt.Sprintf("memory/%d.md", i), After: []byte(newLog)},
			{Path: sessionFile, Append: []byte("{}\n")},
			{Path: stateFile, After: fmt.Appendf(nil, "{%d}", i), Force: true},
		}})
		if err != nil {
			b.Fatal(err)
		}
		memory = after
	}
	save := b.Elapsed().Seconds() / float64(b.N)
	rename := timed(b, func() error { return disk.WriteFile(dir, ".dormouse/plain", memory) })
	line := timed(b, func() error {
		f, err := dir.Append("sessions/plain.jsonl")
		if err != nil {
			return err
		}
		return disk.Fill(f, []byte("{\"id\":\"m1\"}\n"))
	})
	b.ReportMetric(save/rename, "x-rename")
	b.ReportMetric(save/line, "x-append")
	b.ReportMetric(line*1e6, "µs/append")
}

// timed is the mean of a few runs, in seconds.
func timed(b *testing.B, act func() error) float64 {
	const runs = 50
	start := time.Now()
	for range runs {
		if err := act(); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start).Seconds() / runs
}

// BenchmarkOpen opens a land in order, as every command does.
func BenchmarkOpen(b *testing.B) {
	dir := openDir(b)
	newLand(b, dir)
	for b.Loop() {
		newLand(b, dir)
	}
}
