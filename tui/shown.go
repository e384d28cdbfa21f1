package tui

import (
	"strings"

	"dormouse/land/transcript"
)

// Bounds of what is remembered of pastes, for texts that are sent again.
const (
	mostShown  = 64
	shownBytes = 16 << 20
	// fewWords is how many words, on one line, are only a part of a sentence: a
	// name or an address that was pasted into it.
	fewWords = 4
)

// shown is a text that came into the input otherwise than by keys.
type shown struct {
	Text   string            `json:"text"`
	Origin transcript.Origin `json:"origin"`
	Name   string            `json:"name,omitempty"`
}

// show remembers that a text was not typed.
func (in *input) show(s shown) {
	s.Text = strings.TrimSpace(s.Text) // what is sent is trimmed, too
	if len(strings.Fields(s.Text)) < fewWords && !strings.Contains(s.Text, "\n") {
		return
	}
	in.shown = append(in.shown, s)
	size := 0
	for i := len(in.shown) - 1; i >= 0; i-- {
		if size += len(in.shown[i].Text); len(in.shown)-i > mostShown || size > shownBytes && i < len(in.shown)-1 {
			in.shown = in.shown[i+1:]
			return
		}
	}
}

// spans are the parts of a text, as it is sent, that were not typed. A paste that
// was changed afterwards is the person's own as far as it is; the look of the rest
// still tells.
func (in *input) spans(text string) []transcript.Span {
	var out []transcript.Span
	for _, s := range in.shown {
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

// shownIn are those that stand in one of the texts.
func (in *input) shownIn(texts ...string) []shown {
	var out []shown
	for _, s := range in.shown {
		for _, text := range texts {
			if strings.Contains(text, s.Text) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}
