package tell

import (
	"strings"
	"testing"
	"time"

	"dormouse/memory"
	"dormouse/memory/document"
)

func TestOriginSaysWhereALineComesFrom(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	rests := document.Entry{Sources: []string{"m1"}}
	for _, c := range []struct {
		o    memory.Origin
		want string
	}{
		{memory.Origin{Session: "s-1", Written: at}, "Typed in this session, 2026-11-21 10:30."},
		{memory.Origin{Session: "s-2", Written: at}, "Typed in session s-2, 2026-11-21 10:30."},
		{memory.Origin{Session: "s-1", Written: at, Entry: rests}, "Saved in this session."},
		{memory.Origin{Session: "s-2", Written: at, Entry: rests}, "Saved in session s-2."},
		{memory.Origin{Session: "s-2", Night: "n-1", Written: at}, "Remembered by night n-1 from session s-2"},
		{memory.Origin{Session: "s-2", ByHand: true}, "Written by hand."},
		{memory.Origin{Written: at}, "Saved outside a conversation, 2026-11-21 10:30."},
		{memory.Origin{}, "Saved outside a conversation."},
	} {
		if got := Origin(c.o, nil, "s-1", time.FixedZone("", 3600))[3]; !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}
