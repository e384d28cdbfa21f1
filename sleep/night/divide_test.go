package night

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/land/transcript"
)

// talk makes a conversation of a sketch: u user, a assistant, c assistant with a
// call, t its result; a number is the cost in tokens, ! pins.
func talk(sketch string) []transcript.Message {
	var list []transcript.Message
	call := ""
	for i, f := range strings.Fields(sketch) {
		m := transcript.Message{ID: fmt.Sprintf("%s%d", f[:1], i), Time: noon, Pinned: strings.HasSuffix(f, "!")}
		fmt.Sscanf(f[1:], "%d", &m.Tokens)
		switch f[0] {
		case 'u':
			m.Role = transcript.User
		case 't':
			m.Role, m.ToolCallID = transcript.Tool, call
		case 'c':
			call = "call" + m.ID
			m.Role, m.ToolCalls = transcript.Assistant, []transcript.Call{{ID: call}}
		default:
			m.Role = transcript.Assistant
		}
		m.Content = strings.Repeat("x ", m.Tokens)
		list = append(list, m)
	}
	return list
}

func idsOf(list []transcript.Message) string {
	var ids []string
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	return strings.Join(ids, " ")
}

func TestDivide(t *testing.T) {
	tests := []struct {
		name, sketch string
		budget       int
		h            hardness
		old, kept    string
		pruned       string
	}{
		{"the last turns in the budget", "u10 a10 u10 a10 u10 a10", 40, gentle, "u0 a1", "u2 a3 u4 a5", ""},
		{"a turn is kept whole or not at all", "u10 a10 u10 a10 u10 a10", 39, gentle, "u0 a1 u2 a3", "u4 a5", ""},
		{"the newest user message is always kept", "u10 a10 u90", 40, gentle, "u0 a1", "u2", ""},
		{"and its unfinished turn", "u10 a10 u30 c30 t30", 40, gentle, "u0 a1", "u2 c3 t4", ""},
		{"pinned messages stay", "u10 a10! u10 a10 u10 a10", 20, gentle, "u0 u2 a3", "a1 u4 a5", ""},
		{"a pinned result brings its call", "u10 c10 t10! a10 u10 a10", 20, gentle, "u0 a3", "c1 t2 u4 a5", ""},
		{"a finished turn too large keeps question and answer", "u10 a10 u10 c10 t90 a10", 40, gentle, "u0 a1 c3 t4", "u2 a5", ""},
		{"large old results are pruned", "u10 c10 t500 a10 u10 a10", 100, pruning, "", "u0 c1 t2 a3 u4 a5", "t2"},
		{"a turn shrinks before it leaves", "u10 a10 u10 c10 t500 a10 u10 a10", 100, gentle, "u0 a1", "u2 c3 t4 a5 u6 a7", "t4"},
		{"and not where there is room", "u10 c10 t500 a10 u10 a10", 600, gentle, "", "u0 c1 t2 a3 u4 a5", ""},
		{"not those of the current turn", "u10 a10 u10 c10 t500", 100, pruning, "u0 a1", "u2 c3 t4", ""},
		{"then half the tail", "u10 a10 u10 a10 u10 a10", 80, halved, "u0 a1", "u2 a3 u4 a5", ""},
		{"then the current turn only", "u10 a10 u10 a10 u10 c10 t500 c10 t500", 80, bare, "u0 a1 u2 a3", "u4 c5 t6 c7 t8", "t6"},
		{"then all of its results", "u10 c10 t500 c10 t500", 80, starved, "", "u0 c1 t2 c3 t4", "t2 t4"},
		{"at last a finished turn leaves", "u10 a10 u500 a10", 40, released, "u0 a1 u2 a3", "", ""},
		{"an unfinished one never", "u10 a10 u500", 40, released, "u0 a1", "u2", ""},
		{"nothing", "", 40, gentle, "", "", ""},
		{"no user message at all", "a10 a10", 5, gentle, "a0 a1", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := divide(talk(tt.sketch), tt.budget, 100, tt.h, func(m transcript.Message) int { return m.Tokens })
			if idsOf(c.Old) != tt.old || idsOf(c.Kept) != tt.kept || strings.Join(c.Pruned, " ") != tt.pruned {
				t.Errorf("old %q, kept %q, pruned %q; want %q, %q, %q", idsOf(c.Old), idsOf(c.Kept), c.Pruned, tt.old, tt.kept, tt.pruned)
			}
		})
	}
}

func TestFresh(t *testing.T) {
	for _, tt := range []struct{ sketch, cursor, want string }{
		{"u1 a1 u1 a1", "", "u0 a1 u2 a3"},
		{"u1 a1 u1 a1", "a1", "u2 a3"},
		{"u1 a1 u1 a1", "a3", ""},
		{"u1 a1 u1", "", "u0 a1"},              // the last turn is not over
		{"u1 a1 u1 c1 t1", "", "u0 a1"},        // nor this one
		{"u1 u1 a1", "", "u0 u1 a2"},           // two in a row: the first is over
		{"u1 a1 u1 a1", "gone", "u0 a1 u2 a3"}, // a lost cursor: read again, memory knows it
	} {
		all := talk(tt.sketch)
		records := []transcript.Record{{Session: &transcript.Session{ID: "s", Read: tt.cursor}}}
		for i := range all {
			records = append(records, transcript.Record{Message: &all[i]})
		}
		if got := idsOf(fresh(all, transcript.Replay(records))); got != tt.want {
			t.Errorf("%q after %q: %q, want %q", tt.sketch, tt.cursor, got, tt.want)
		}
	}
}
