package prompt

import (
	"strings"
	"time"

	"dormouse/land/transcript"
)

// known is what the model knows of the files: it is told once of what a person
// changes there.
type known struct {
	instructions string            // what INSTRUCTIONS.md says
	files        map[string]string // fingerprints of memory
	told         map[string]bool   // notes it has had
}

// knowsOf says whether the model has had a note that holds a text.
func (k known) knowsOf(text string) bool {
	for note := range k.told {
		if strings.Contains(note, text) {
			return true
		}
	}
	return false
}

// Told takes note of the notes that messages brought.
func (p *Prompt) Told(messages []transcript.Message) {
	for _, m := range messages {
		if m.Note != "" {
			p.known.told[m.Note] = true
		}
	}
}

// Note tells the model what a person changed in the memory files since waking,
// once, and that another day has begun. now is in the local zone.
func (p *Prompt) Note(now time.Time) string {
	var parts []string
	text, files, err := p.o.Store.Changes(p.Prefix.Memory, p.known.files)
	if err == nil { // what cannot be read now is told when it can
		p.known.files = files
		if text != "" && !p.known.knowsOf(text) {
			parts = append(parts, text)
		}
	}
	if instructions, _, err := p.readInstructions(); err == nil && instructions != p.known.instructions {
		if p.known.instructions = instructions; instructions == "" {
			instructions = "(nothing)"
		}
		if text := "The person changed how they want to be answered. It is now, as a whole:\n" + instructions; !p.known.knowsOf(text) {
			parts = append(parts, text)
		}
	}
	if today := day(now); today != p.lastDay(now.Location()) {
		parts = append(parts, "It is now "+today+".")
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, "\n") + "]"
}

// lastDay is the day the model believes it is.
func (p *Prompt) lastDay(zone *time.Location) string {
	if m := p.LastUser(); m.Role == transcript.User {
		return day(m.Time.In(zone))
	}
	return day(p.Prefix.WakeAt)
}

// day is a day as the model reads it.
func day(t time.Time) string { return t.Format("Monday, 2006-01-02") }
