package prompt

import (
	"strings"
	"time"

	"dormouse/land"
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

// news is what a person changed in the memory files since waking and the model was not
// told of.
type news struct {
	files        map[string]string // fingerprints of memory as it is now
	instructions string            // what INSTRUCTIONS.md says now
	texts        []string          // in words, for the model
	names        []string          // of the files
}

// news looks at the files.
func (p *Prompt) news() news {
	n := news{files: p.known.files, instructions: p.known.instructions}
	changed, err := p.o.Store.Changes(p.Prefix.Memory, p.known.files)
	if err == nil { // what cannot be read now is told when it can
		n.files = changed.Files
		if changed.Text != "" && !p.known.knowsOf(changed.Text) {
			n.texts, n.names = append(n.texts, changed.Text), changed.Names
		}
	}
	if instructions, _, err := p.readInstructions(); err == nil && instructions != p.known.instructions {
		if n.instructions = instructions; instructions == "" {
			instructions = "(nothing)"
		}
		if text := "The person changed how they want to be answered. It is now, as a whole:\n" + instructions; !p.known.knowsOf(text) {
			n.texts, n.names = append(n.texts, text), append(n.names, land.InstructionsFile)
		}
	}
	return n
}

// Edited names the files that a person has changed since waking, and of which Note has
// something to tell.
func (p *Prompt) Edited() []string { return p.news().names }

// Note tells the model what a person changed in the memory files since waking,
// once, and that another day has begun. now is in the local zone.
func (p *Prompt) Note(now time.Time) string {
	n := p.news()
	p.known.files, p.known.instructions = n.files, n.instructions
	parts := n.texts
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
