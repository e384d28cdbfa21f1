package sleep

import (
	"bytes"
	"fmt"
	"strings"
)

// Told is what a night did beside remembering, in words, a line each; nothing of
// what it did not do.
func (r Report) Told() (lines []string) {
	say := func(n int, one, more string) {
		if n == 1 {
			lines = append(lines, one)
		} else if n > 1 {
			lines = append(lines, fmt.Sprintf(more, n))
		}
	}
	if x := r.Replay; x != nil {
		if x.Replayed > 0 {
			found := "found nothing that was missed"
			if x.Added > 0 {
				found = fmt.Sprintf("found what was missed: %s", counted(x.Added, "line", "lines"))
			}
			lines = append(lines, fmt.Sprintf("read %s of %d again, and %s", counted(x.Replayed, "old turn", "old turns"), x.Past, found))
		}
		say(x.Used, "one memory was used, and is stronger", "%d memories were used, and are stronger")
		say(x.Formed, "connected one pair of memories", "connected %d pairs of memories")
		say(x.Strengthened, "one connection was used, and is stronger", "%d connections were used, and are stronger")
		say(x.Pruned, "let one connection go that nobody used", "let %d connections go that nobody used")
		if len(x.Marked) == 0 { // an older program's night
			say(x.Doubted, "one memory may be out of date, and is marked", "%d memories may be out of date, and are marked")
		}
		for i, m := range x.Marked {
			if i == mostMarks {
				lines = append(lines, fmt.Sprintf("and %d more", len(x.Marked)-mostMarks))
				break
			}
			lines = append(lines, fmt.Sprintf("marked %q, which may be out of date: %q", m.Text, m.Now))
		}
	}
	say(len(r.Promoted), "one memory is used so much, or was said again, that it went to MEMORY.md", "%d memories are used so much, or were said again, that they went to MEMORY.md")
	say(len(r.Retired), "one memory left MEMORY.md: its day is over, or there was no room", "%d memories left MEMORY.md: their day is over, or there was no room")
	for _, d := range r.Dreams {
		if s := d.Told(); s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// mostMarks bounds the doubts that are told one by one.
const mostMarks = 5

// Told is a dream in words; "" for one that did nothing.
func (d Dreamt) Told() string {
	if d.Failed != "" {
		return fmt.Sprintf("dreamt, to %s, and failed: %s", d.Task, d.Failed)
	}
	if d.Count == 0 {
		return ""
	}
	what := map[string]string{
		DreamLink:     "connected " + counted(d.Count, "pair of memories", "pairs of memories"),
		DreamPrune:    "dropped " + counted(d.Count, "connection", "connections") + " of what is gone",
		DreamMerge:    "merged " + counted(d.Count, "line", "lines") + " of MEMORY.md into others that say the same and more",
		DreamReflect:  "wrote down " + counted(d.Count, "insight", "insights"),
		DreamSalvage:  "remembered " + counted(d.Count, "line", "lines") + " of sessions that lie idle",
		DreamCompress: "made " + counted(d.Count, "idle session", "idle sessions") + " smaller",
	}[d.Task]
	if what == "" {
		return ""
	}
	return "dreamt: " + strings.Join(append([]string{what}, d.Notes...), "; ")
}

// Did counts the dreams that did something.
func Did(list []Dreamt) (n int) {
	for _, d := range list {
		if d.Count > 0 {
			n++
		}
	}
	return n
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// ReadDreams parses what the dreams of a night wrote of themselves.
func ReadDreams(b []byte) (list []Dreamt) {
	for part := range bytes.SplitSeq(b, []byte("---\n")) {
		var d Dreamt
		if _, err := fmt.Sscanf(string(part), "dream_task:\n  task: %s\n  count: %d\n", &d.Task, &d.Count); err == nil {
			list = append(list, d)
		}
	}
	return list
}
