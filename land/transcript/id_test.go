package transcript

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// draws is a source that gives the same in every run.
func draws() rand.Source { return rand.NewPCG(1, 2) }

var formOfID = regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{26}$`)

func TestIDsAreUniqueAndSortByTime(t *testing.T) {
	at := time.Date(2026, 11, 21, 14, 30, 5, 0, time.FixedZone("", -7*3600))
	one, two := rand.NewPCG(1, 2), rand.NewPCG(1, 3) // two machines at the same moment
	seen := map[string]bool{}
	for range 1000 {
		for _, r := range []rand.Source{one, two} {
			id := NewID(at, r)
			if !formOfID.MatchString(id) || !SafeID(id) || seen[id] {
				t.Fatalf("%s", id)
			}
			seen[id] = true
		}
	}
	zones := []*time.Location{time.UTC, time.FixedZone("", 14*3600), time.FixedZone("", -12*3600)}
	var last string
	for i := range 100 {
		id := NewID(at.Add(time.Duration(i)*time.Millisecond).In(zones[i%3]), one)
		if id <= last {
			t.Errorf("%s does not sort after %s", id, last)
		}
		last = id
	}
	if a, b := NewID(at, draws()), NewID(at, draws()); a != b {
		t.Errorf("the same time and source give %s and %s", a, b)
	}
	for _, odd := range []time.Time{{}, time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(99999, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if id := NewID(odd, one); !formOfID.MatchString(id) {
			t.Errorf("%v gives %q", odd, id)
		}
	}
}

func TestNamedIDsAreTheSameEverywhere(t *testing.T) {
	at := time.Date(2026, 11, 21, 14, 30, 5, 0, time.UTC)
	a := NamedID(at, "chatgpt:1", "x")
	if b := NamedID(at.In(time.FixedZone("", 3600)), "chatgpt:1", "x"); a != b || !formOfID.MatchString(a) {
		t.Errorf("%s and %s", a, b)
	}
	for _, other := range []string{NamedID(at, "chatgpt:2", "x"), NamedID(at, "chatgpt:1x"), NamedID(at.Add(time.Second), "chatgpt:1", "x")} {
		if other == a {
			t.Errorf("%s names two things", a)
		}
	}
}

// Messages sort in the order in which they were said, also where the clock stands
// still or jumps back, and a session of counters goes on with such ids.
func TestNextIDFollowsWhatIsThere(t *testing.T) {
	_, l := newLog(t)
	appendAll(t, l, say("m1", User, "from an older program"))
	r := draws()
	at := time.Date(2026, 11, 21, 14, 30, 5, 0, time.UTC)
	var ids []string
	for i := range 20 {
		id := l.NextID(at.Add(-time.Duration(i)*time.Hour), r)
		if !l.Free(id) || l.Free("m1") || l.Free("D1:3") {
			t.Fatalf("%s is not free", id)
		}
		appendAll(t, l, say(id, User, "word"))
		ids = append(ids, id)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("%q", ids)
	}
	short := map[string]bool{}
	for _, id := range ids {
		short[ShortID(id)] = true
	}
	if len(short) != len(ids) {
		t.Errorf("%d messages have %d short ids", len(ids), len(short))
	}
}

func TestMatch(t *testing.T) {
	ids := []string{"01kajr4ab6xxxxxxxxxxxxxxxx", "01kajr4ab7xxxxxxxxxxxxxxxx", "m1", "m12", "20261121-143005-k7f3"}
	for typed, want := range map[string]string{
		"m1": "m1", "m12": "m12", "01kajr4ab6": ids[0], "01KAJR4AB7": ids[1], "2026": ids[4], "x": "", "": "", ids[0] + "y": "",
	} {
		if got, err := Match(typed, ids); got != want || err != nil {
			t.Errorf("%q: %q, %v", typed, got, err)
		}
	}
	_, err := Match("01kajr", ids)
	if !errors.Is(err, ErrAmbiguous) || !strings.Contains(err.Error(), ids[0]) || !strings.Contains(err.Error(), ids[1]) {
		t.Errorf("%v", err)
	}
	if a, b := ShortID(ids[4]), ShortID("m12"); a != ids[4] || b != "m12" {
		t.Errorf("old ids are shortened: %s, %s", a, b)
	}
}
