package night

import (
	"slices"
	"strings"
	"testing"

	"dormouse/sleep/replay"
)

// A night tells what it did in words, and nothing of what it did not do: tasks that
// found nothing are no dreams.
func TestTold(t *testing.T) {
	quiet := Report{Replay: &replay.Replayed{}, Dreams: []Dreamt{{Task: DreamLink}, {Task: DreamMerge}}}
	if got := quiet.Told(); len(got) != 0 || Did(quiet.Dreams) != 0 {
		t.Errorf("a quiet night tells %q", got)
	}
	busy := Report{
		Replay:   &replay.Replayed{Replayed: 4, Past: 90, Added: 1, Used: 2, Formed: 3, Strengthened: 1, Pruned: 1},
		Promoted: []Noted{{}}, Retired: []Noted{{}, {}},
		Dreams: []Dreamt{{Task: DreamMerge, Count: 1}, {Task: DreamReflect, Count: 2, Notes: []string{"Jars follow shelves."}}, {Task: DreamPrune, Failed: "no room"}},
	}
	want := []string{
		"read 4 old turns of 90 again, and found what was missed: 1 line", "2 memories were used, and are stronger", "connected 3 pairs of memories",
		"one connection was used, and is stronger", "let one connection go that nobody used",
		"one memory is used so much, or was said again, that it went to MEMORY.md", "2 memories left MEMORY.md: their day is over, or there was no room",
		"dreamt: merged 1 line of MEMORY.md into others that say the same and more", "dreamt: wrote down 2 insights; Jars follow shelves.", "dreamt, to prune, and failed: no room",
	}
	if got := busy.Told(); !slices.Equal(got, want) || Did(busy.Dreams) != 2 {
		t.Errorf("%d dreams:\n%s", Did(busy.Dreams), strings.Join(got, "\n"))
	}
	doubting := Report{Replay: &replay.Replayed{Doubted: 1, Marked: []replay.Mark{{Text: "Nuria rests on Tuesdays", Now: "Nuria rests on Thursdays now"}}}}
	if got := doubting.Told(); len(got) != 1 || got[0] != `marked "Nuria rests on Tuesdays", which may be out of date: "Nuria rests on Thursdays now"` {
		t.Errorf("a night that doubts tells %q", got)
	}
	list := ReadDreams([]byte("---\ndream_task:\n  task: link\n  count: 3\n---\ndream_task:\n  task: merge\n  count: 1\n"))
	if !slices.EqualFunc(list, []Dreamt{{Task: DreamLink, Count: 3}, {Task: DreamMerge, Count: 1}}, func(a, b Dreamt) bool { return a.Task == b.Task && a.Count == b.Count }) {
		t.Errorf("read %+v", list)
	}
}
