package runtime

import (
	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// lieDown sets the fields of an asked-for night; a schedule is off while it
// lasts. A land that takes no more files has no bed, and the night says why.
func (s *sleeper) lieDown(r sleep.Request) {
	s.bed, _ = sleep.AskedNight{LastWake: s.rest.lastWake, Beats: s.rest.beats}.Begin(s.now(), r, s.o.Settings.Schedule, night.Waiting(s.session.Records()))
	presence.TellAsked(s.o.Land, s.bed)
}

// turnOver keeps how far the night is.
func (s *sleeper) turnOver(p night.Progress) {
	if !s.bed.Asleep || p.Phase != night.PhaseProcess && p.State != sleep.Dreaming {
		return
	}
	b := &s.bed.Progress
	if b.Processed = min(p.Done, b.Total); p.State == sleep.Dreaming {
		b.Processed = b.Total
	}
	if b.Completed = b.Processed == b.Total; b.Completed {
		presence.TellAsked(s.o.Land, s.bed)
	}
}

// getUp clears the fields of the night, however it ended, and with them what
// keeps the schedule off.
func (s *sleeper) getUp() {
	s.bed, _ = s.bed.End(s.now(), s.o.Settings.Schedule)
	presence.EndAsked(s.o.Land)
}
