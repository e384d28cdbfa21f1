package runtime

import (
	"strings"
	"time"

	"dormouse/sleep"
	"dormouse/sleep/night"
)

// laterKinds differ in what a person or another program did before the night.
func laterKinds() []kind {
	return []kind{
		{name: "forced: nothing else would begin it", before: func(k *kindLand) { k.tell(0, 3) }, night: asked(sleep.Light),
			proof: func(r night.Report) bool { return r.Trigger == sleep.TriggerAsked && len(r.Entries) > 0 }},
		{name: "with pinned messages", window: 4000, night: asked(sleep.Light),
			change: func(o *Options) { o.Settings.Threshold = 0.99 },
			before: func(k *kindLand) {
				k.tell(0, 40)
				for _, i := range []int{0, 3} {
					if _, err := k.c.Pin(k.c.Messages()[i].ID, true); err != nil {
						k.t.Fatal(err)
					}
				}
			},
			proof: func(r night.Report) bool { return r.TokensAfter < r.TokensBefore }},
		{name: "with hand edits between two nights", night: asked(sleep.Deep),
			before: func(k *kindLand) {
				k.tell(0, 12)
				first := k.rest().Entries[0]
				b, _ := k.land.Read(first.Path)
				k.mem.Pass(time.Minute) // a person has seen what the night wrote
				k.mem.Put(first.Path, []byte(strings.Replace(string(b), first.Text, first.Text+" As I know well.", 1)+"\n- Mine, between two nights.\n"))
				k.mem.Put("MEMORY.md", []byte("# Memory\n\n## Preferences\n\n- Tea, never coffee.\n"))
				k.tell(12, 24)
			},
			proof: func(r night.Report) bool { return len(r.Entries) > 0 }},
		{name: "of a resumed session", night: asked(sleep.Light),
			before: func(k *kindLand) {
				k.tell(0, 12)
				k.rest()
				k.tell(12, 24)
				k.c = k.begin(k.m, 8000, k.reopened())
			},
			proof: func(r night.Report) bool { return len(r.Entries) > 0 }},
		{name: "of a daemon", before: func(k *kindLand) {
			k.tell(0, 12)
			k.past.Set(awakeHour().Add(24*time.Hour - 10*time.Minute))
		}, night: daemonic,
			proof: func(r night.Report) bool { return r.Trigger == sleep.TriggerIdle && len(r.Entries) > 0 }},
	}
}

// daemonic is a night of a program without a screen, while the chat is closed.
func daemonic(k *kindLand) (night.Report, error) {
	id := k.reopened()
	v := k.watch(k.past.Clock(), nil)
	if _, err := v.Look(k.t.Context()); err != nil {
		return night.Report{}, err
	}
	k.c = k.begin(k.m, 8000, id)
	if len(v.naps) != 1 {
		return night.Report{}, nil
	}
	return v.naps[0].report, v.naps[0].err
}
