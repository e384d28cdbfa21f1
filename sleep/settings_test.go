package sleep

import (
	"testing"
	"time"
)

// The numbers that the design of nights names, as the table's defaults fill them
// in; the energy's are tested by its formulas.
func TestDefaultSettings(t *testing.T) {
	s := DefaultSettings()
	for name, same := range map[string]bool{
		"triggers": s.Auto && s.Threshold == 0.8 && s.Cooldown == 5*time.Minute && s.AskedCooldown == time.Hour && s.MinBeats == 10,
		"schedule": !s.Schedule && s.StartHour == 2 && s.DurationHours == 4 && s.MinAwakeTicks == 10,
		"idle":     s.Idle && s.IdleAfter == 5*time.Minute && s.IdleAwake == time.Hour && s.IdleQueue == 100 && s.IdleForce == 400,
		"rhythm":   !s.Rhythm && s.RhythmAwake == 16*time.Hour && s.MinInterval == 18*time.Hour && !s.Pressure && s.RhythmOffset == 0,
		"states":   s.MaxCycles == 8 && s.TimeLimit == 30*time.Minute && s.LowGain == 0.1 && s.LowGainNights == 2 && s.UrgentPriority == 8,
		"phases":   s.Keep == 0.2 && s.Least == 240 && s.Target == 0.5 && s.KeptTurns == 0.2 && s.MaxLoss == 0.25 && s.PromptMemory == 0.15 && s.LastingFrom == 0.7,
		"sizes":    s.LongTerm == 4000 && s.PruneResult == 400 && s.HistoryChunk == 10 && s.ToolChunk == 20 && s.ForgetAfter == 30*24*time.Hour,
		"gates":    s.Floor == 0 && s.RecallFloor == 0 && !s.Strict,
		"mind":     s.Mind == Mind{Profile: "balanced", Retention: 0.2, ShortTermEvery: 10 * time.Minute, PromoteFrom: 0.4, PromoteGoalFrom: 0.2, PromoteEmotion: 0.6, PromoteEvery: 4 * time.Hour},
		"replay":   s.Replay == Replay{0.4, 0.3, 0.2, 0.1, 0.1, 50, 0.7, 0.5, 0.15, 0.9, 0.05, 0.15, 0.01, 0.1, 20},
		"energy":   s.Energy == Energy{500, 0.5, 0.05, 1, 8, 0.7, 1.3, 1, 6, 0.5, 5, 30, 2, 0.6, 1.4, 0.5, 0.4, 0.08, 0.05, 0.6},
	} {
		if !same {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestOffset(t *testing.T) {
	a, b := Offset("land a"), Offset("land b")
	if a == b || a != Offset("land a") || a < 0 || a.Hours() >= 24 {
		t.Errorf("offsets %v, %v", a, b)
	}
}
