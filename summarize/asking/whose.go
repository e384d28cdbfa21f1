package asking

import (
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/language/claims"
	"dormouse/summarize/voices"
)

const (
	// carriedFrom is the share of a line that the person must have told for it to be
	// theirs where its own words do not say whose they are.
	carriedFrom = .4
	// nearlyAs is the part of what a text that was brought in tells of a line that the
	// person's words must tell, where the model points to some that say it.
	nearlyAs = .75
)

// whose is the origin of a line that the model wrote. Its own words say so where most of
// them were said by somebody; else it goes by what they mean, in any words and language:
// the line is the person's whose words carry more of it than those of any text, tool or
// reply. What was brought in elsewhere in the talk takes nothing from them.
func (n *night) whose(text string, shown bool, cited []transcript.Message) transcript.Part {
	p := n.heard.Whose(text, cited...)
	if !p.Origin.Foreign() || !slices.ContainsFunc(cited, func(m transcript.Message) bool { return m.Own() == transcript.Typed }) {
		return p
	}
	theirs, brought := n.carried(text, cited, byThem), n.carried(text, cited, voices.Data)
	switch {
	case shown && theirs >= nearlyAs*brought:
		return transcript.Part{}
	case voices.Data(p), theirs < carriedFrom, theirs <= brought:
		return p
	case theirs < n.carried(text, cited, func(q transcript.Part) bool { return q.Origin == transcript.Modelled }):
		return p
	}
	return transcript.Part{}
}

// carried is the share of a line that was said by those who may.
func (n *night) carried(text string, cited []transcript.Message, may func(transcript.Part) bool) float64 {
	return n.check.Told(text, func(q claims.Passage) bool { return may(transcript.Part{Origin: q.Origin}) }, ids(cited)...)
}

func byThem(p transcript.Part) bool { return !p.Origin.Foreign() }

// typed are messages with nothing but what the person typed of them.
func typed(messages []transcript.Message) (out []transcript.Message) {
	for _, m := range messages {
		if m.Content = m.Words(); m.Content != "" {
			m.Spans = nil
			out = append(out, m)
		}
	}
	return out
}
