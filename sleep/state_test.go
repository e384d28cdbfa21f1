package sleep

import (
	"strings"
	"testing"
)

// stirs is every state and event, in three kinds of night: a light one, a deep one,
// and one that an overflow began. Where they agree one cell is given, else "light |
// deep | overflow".
const stirs = `
         awake    entering_sleep   light_sleep      deep_sleep  dreaming              waking
key      nothing  drop|drop|hold   drop|drop|hold   defer       between|hold|between  nothing
message  nothing  drop|drop|hold   drop|drop|hold   defer       between|hold|between  nothing
wake_up  nothing  drop|drop|hold   drop|drop|hold   defer       between               nothing
`

func TestEveryStateAndEvent(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(stirs), "\n")
	for i, s := range strings.Fields(lines[0]) {
		if State(s) != States[i] {
			t.Fatalf("column %d is %s", i, s)
		}
	}
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		for j, cell := range f[1:] {
			kinds := strings.Split(cell, "|")
			for k, rest := range []Status{{Depth: Light}, {Depth: Deep}, {Depth: Light, Overflow: true}} {
				rest.State = States[j]
				next, do := rest.Interrupt(Event(f[0]))
				if want := kinds[min(k, len(kinds)-1)]; string(do) != want || next.State != rest.State {
					t.Errorf("%+v, %s: %s, want %s", rest, f[0], do, want)
				}
				if waits := do == Defer || do == Between; next.Deferred != waits {
					t.Errorf("%+v, %s: deferred is %v", rest, f[0], next.Deferred)
				}
			}
		}
	}
}
