package prompt

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
)

// voiceHead says whose words follow, and that they weigh more than ours.
const voiceHead = "The person has written down how they want to be answered. Follow it; where it contradicts what stands above about style, it wins:"

// voiceShare is how much of the window INSTRUCTIONS.md may take: what is longer
// leaves no room for a talk in a small window.
const voiceShare = 0.10

// readInstructions is how the person wants to be answered: their own INSTRUCTIONS.md for
// all lands, then the land's, then who the model should be in this talk. notice says what did not fit.
func (p *Prompt) readInstructions() (voice, notice string, err error) {
	var parts []string
	for _, text := range []func() ([]byte, error){p.o.Voice, func() ([]byte, error) { return disk.ReadFile(p.o.Folder, land.InstructionsFile) }, p.o.Persona} {
		if text == nil {
			continue
		}
		raw, err := text()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", "", fmt.Errorf("read %s: %w", land.InstructionsFile, err)
		}
		if s := strings.TrimSpace(transcript.Clean(string(raw))); s != "" {
			parts = append(parts, secret.Redact(s))
		}
	}
	voice = strings.Join(parts, "\n\n")
	most := int(voiceShare * float64(p.Ledger.Window))
	if n := p.encoding.Count(voice); n > most {
		voice = p.cutTo(voice, most)
		notice = fmt.Sprintf("%s takes %d tokens and %d fit: the end of it is left out", land.InstructionsFile, n, most)
	}
	return voice, notice, nil
}

// cutTo is the beginning of a text, whole lines, in at most so many tokens.
func (p *Prompt) cutTo(text string, most int) string {
	lines := strings.SplitAfter(text, "\n")
	n := len(lines)
	for n > 0 && p.encoding.Count(strings.Join(lines[:n], "")) > most {
		n--
	}
	return strings.TrimSpace(strings.Join(lines[:n], ""))
}
