package model

import (
	"testing"
	"time"

	"dormouse/runtime/llm"
	"dormouse/tui/cli/settings"
)

// TestPatienceHoldsForTheFirstWord: whether it comes after the answer's head or with it.
func TestPatienceHoldsForTheFirstWord(t *testing.T) {
	o := Opener{Config: settings.Chosen{Patience: 20 * time.Minute}, Getenv: func(string) string { return "" }}
	l := o.Provider("local", llm.Catalogue{}, nil).Limits
	if l.Header != 20*time.Minute || l.First != 20*time.Minute || l.Mute != 20*time.Minute {
		t.Errorf("got %+v", l)
	}
	o.Config.Patience = time.Minute
	if l := o.Provider("local", llm.Catalogue{}, nil).Limits; l.Header != 5*time.Minute {
		t.Errorf("a model that is loaded gets %s", l.Header)
	}
}
