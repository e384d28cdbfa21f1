package presence

import (
	"encoding/json"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/sleep"
)

// askedFile is there while an asked-for night lasts, so that other programs on the
// land know of it. One that a killed program left behind says nothing any more:
// the night's lock is free then.
const askedFile = ".dormouse/bed.json"

// TellAsked writes down that an asked-for night lasts, and how far it is. A land
// that takes no more files has no such word, and the night itself says why.
func TellAsked(l *land.Land, b sleep.AskedNight) {
	if text, err := json.Marshal(b); err == nil {
		_ = disk.WriteFile(l.FS(), askedFile, append(text, '\n'))
	}
}

// EndAsked takes that word back, and with it what keeps the schedule off.
func EndAsked(l *land.Land) { _ = l.FS().Remove(askedFile) }

// Asked is the asked-for night that lasts on a land; ok is false when there is
// none.
func Asked(l *land.Land) (b sleep.AskedNight, ok bool) {
	text, err := disk.ReadFile(l.FS(), askedFile)
	if err != nil || json.Unmarshal(text, &b) != nil || !b.Asleep || !NightRuns(l) {
		return sleep.AskedNight{}, false
	}
	return b, true
}

// ScheduleOff says whether an asked-for night keeps the schedule off.
func ScheduleOff(l *land.Land) bool {
	b, ok := Asked(l)
	return ok && b.ScheduleWas
}
