package input

import (
	"strings"

	"dormouse/land/transcript"
)

// Bounds of what is remembered of pastes, for texts that are sent again.
const (
	mostSourced  = 64
	sourcedBytes = 16 << 20
	// fewWords is how many words, on one line, are only a part of a sentence: a
	// name or an address that was pasted into it.
	fewWords = 4
)

// sourced is a text that came into the input otherwise than by keys.
type sourced struct {
	Text   string            `json:"text"`
	Origin transcript.Origin `json:"origin"`
	Name   string            `json:"name,omitempty"`
}

// remember remembers that a text was not typed.
func (in *Field) remember(s sourced) {
	s.Text = strings.TrimSpace(s.Text) // what is sent is trimmed, too
	if len(strings.Fields(s.Text)) < fewWords && !strings.Contains(s.Text, "\n") {
		return
	}
	in.sourced = append(in.sourced, s)
	size := 0
	for i := len(in.sourced) - 1; i >= 0; i-- {
		if size += len(in.sourced[i].Text); len(in.sourced)-i > mostSourced || size > sourcedBytes && i < len(in.sourced)-1 {
			in.sourced = in.sourced[i+1:]
			return
		}
	}
}

// Spans are the parts of a text, as it is sent, that were not typed. A paste that
// was changed afterwards is the person's own as far as it is; the look of the rest
// still tells.
func (in *Field) Spans(text string) []transcript.Span {
	var out []transcript.Span
	for _, s := range in.sourced {
		for at := 0; ; {
			i := strings.Index(text[at:], s.Text)
			if i < 0 {
				break
			}
			out = append(out, transcript.Span{From: at + i, To: at + i + len(s.Text), Origin: s.Origin, Name: s.Name})
			at += i + len(s.Text)
		}
	}
	return out
}

// sourcedIn are those that stand in one of the texts.
func (in *Field) sourcedIn(texts ...string) []sourced {
	var out []sourced
	for _, s := range in.sourced {
		for _, text := range texts {
			if strings.Contains(text, s.Text) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}
