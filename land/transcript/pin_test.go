package transcript

import (
	"errors"
	"testing"

	"dormouse/land/disk/memdisk"
)

func pin(id string, off bool) Record { return Record{Pin: &Pin{Message: id, Off: off, Time: monday}} }

func TestPinsAreAsTheLastOneSays(t *testing.T) {
	for name, c := range map[string]struct {
		records []Record
		want    string
	}{
		"before the night":           {all(users(1, 4), pin("m2", false), night("n1", "m1", "m3")), "m2 m4"},
		"after it, it comes back":    {all(users(1, 4), night("n1", "m1", "m3"), pin("m1", false)), "m1 m4"},
		"and is let go again":        {all(users(1, 4), night("n1", "m1", "m3"), pin("m1", false), pin("m1", true)), "m4"},
		"over two nights":            {all(users(1, 2), pin("m1", false), night("n1", "m1", "m2"), users(3, 5), night("n2", "m1", "m4")), "m1 m5"},
		"of what is not there":       {all(users(1, 2), pin("m9", false)), "m1 m2"},
		"pinned when it was said":    {all(pinned("p"), users(1, 2), night("n1", "p", "m1")), "p m2"},
		"then unpinned":              {all(pinned("p"), users(1, 2), pin("p", true), night("n1", "p", "m1")), "m2"},
		"before its message, merged": {all(pin("m1", false), users(1, 2), night("n1", "m1", "m1")), "m1 m2"},
	} {
		got := ""
		for i, m := range Replay(c.records).Messages {
			if i > 0 {
				got += " "
			}
			got += m.ID
		}
		if got != c.want {
			t.Errorf("%s: the context is %q, want %q", name, got, c.want)
		}
	}
}

func TestPinIsALineOfTheSession(t *testing.T) {
	fsys := memdisk.New()
	l, err := Create(fsys, Session{ID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range users(1, 3) {
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	lines := len(l.Records())
	for range 2 { // the second time there is nothing to do
		if m, err := l.Pin("", true, monday); err != nil || m.ID != "m3" || !m.Pinned {
			t.Errorf("pinned %+v, %v", m, err)
		}
	}
	if _, err := l.Pin("m9", true, monday); !errors.Is(err, ErrNoMessage) {
		t.Errorf("a message that is not there: %v", err)
	}
	again, notices, err := Open(fsys, "s")
	if err != nil || len(notices) > 0 || len(again.Records()) != lines+1 {
		t.Fatalf("%v, %v, %d lines", err, notices, len(again.Records()))
	}
	if m, err := again.Find("m3"); err != nil || !m.Pinned {
		t.Errorf("read again it is %+v, %v", m, err)
	}
	if e := Export(again.Records()); !e.Messages[2].Pinned || e.Messages[1].Pinned {
		t.Errorf("exported as %+v", e.Messages)
	}
}
