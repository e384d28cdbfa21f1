package sleep

import (
	"math"
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
		"states":   s.TimeLimit == 30*time.Minute && s.LowGain == 0.1 && s.LowGainNights == 2,
		"phases":   s.Keep == 0.2 && s.Least == 360 && s.Target == 0.5 && s.KeptTurns == 0.2 && s.MaxLoss == 0.25 && s.PromptMemory == 0.15 && s.LastingFrom == 0.7,
		"sizes":    s.LongTerm == 4000 && s.PruneResult == 400 && s.ForgetAfter == 30*24*time.Hour,
		"gates":    s.Floor == 0 && s.RecallFloor == 0 && !s.Strict,
		"replay":   s.Replay == Replay{0.4, 0.3, 0.2, 0.1, 0.1, 20, 0.3, 0.9, 0.05, 0.15, 0.01, 0.1, 20},
		"energy":   s.Energy == Energy{500, 0.5, 0.05, 1, 8, 0.7, 1.3, 1, 6, 0.5, 5, 30, 2, 0.6, 1.4, 0.5, 0.4, 0.08, 0.05, 0.6},
	} {
		if !same {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// A light profile keeps less, an archivist more.
func TestProfileIsAShareOfKeep(t *testing.T) {
	s := DefaultSettings()
	for profile, want := range map[string]float64{"light": 0.1, "balanced": 0.2, "archivist": 0.3} {
		if s.Profile = profile; math.Abs(s.Share()-want) > 1e-9 {
			t.Errorf("%s: %v", profile, s.Share())
		}
	}
	if s.Keep, s.Profile = 1, "archivist"; s.Share() != 1 {
		t.Errorf("more than all: %v", s.Share())
	}
}

func TestOffset(t *testing.T) {
	a, b := Offset("land a"), Offset("land b")
	if a == b || a != Offset("land a") || a < 0 || a.Hours() >= 24 {
		t.Errorf("offsets %v, %v", a, b)
	}
}
