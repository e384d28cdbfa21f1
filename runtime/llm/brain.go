package llm

import (
	"context"

	"dormouse/land/transcript"
)

// Source says where a number of the meter comes from.
type Source string

// Sources of used and of window. The server said it when it was asked, or in a
// refusal.
const (
	FromProvider  Source = "provider"
	FromEstimate  Source = "estimate"
	FromBoth      Source = "mixed" // the provider's count plus estimates for what came after
	FromFlag      Source = "flag"
	FromConfig    Source = "config"
	FromCatalogue Source = "catalogue"
	FromServer    Source = "server"
	FromDefault   Source = "default"
)

// Brain is a model with what the catalogue and the configuration say of it.
type Brain struct {
	Model        Model
	Why          string // why this one: "OPENAI_API_KEY is set"
	Window       int    // tokens
	WindowSource Source
	Reply        int // most tokens of one reply
	// Effort is how much it is told to think; "" leaves it to the model.
	Effort string
	// Guessed says that Window is that of the model's family or of its server's
	// kind, and not its own.
	Guessed bool
	// Where names the model and its host; limits that the server told are
	// remembered by it. "" remembers none.
	Where string
	// Limits asks the server for window and reply limit, in tokens, 0 for what it
	// does not say; nil where nobody can be asked.
	Limits func(context.Context) (window, reply int)
	// Cost gives the price of a usage in US dollars; ok is false where unknown.
	Cost func(transcript.Usage) (usd float64, ok bool)
}

// unknownReply is the longest reply, in tokens, that is asked of a model of which
// nobody knows what it takes: the least that models with large windows have.
const unknownReply = 8192

// Reserve is what is kept free for the reply, in tokens: the model's reply limit, at
// most 15% of the window, so that the context trigger (80%) comes before overflow.
func (b Brain) Reserve() int {
	most := b.Window * 15 / 100
	if b.Reply > 0 {
		most = min(most, b.Reply)
	} else {
		most = min(most, unknownReply)
	}
	return max(most, 1)
}

// Price is Cost, where it is known.
func (b Brain) Price(u transcript.Usage) (usd float64, known bool) {
	if b.Cost == nil {
		return 0, false
	}
	return b.Cost(u)
}

// thinkingRoom is what a model may think beside its answer, in tokens, by how much
// it is told to think: a limit counts both, and thinking alone can use up one that
// is meant for the answer.
func thinkingRoom(effort string) int {
	switch effort {
	case "low":
		return 4 << 10
	case "medium":
		return 8 << 10
	case "max":
		return 32 << 10
	}
	return 16 << 10
}

// mostAnswer is the longest answer that is asked for, in tokens: the budgets of a
// large window allow more than any night has to say.
const mostAnswer = 32 << 10

// Room is the limit of an answer that needs so many tokens: what may be thought
// beside it is added, and no more is asked for than the model gives.
func (b Brain) Room(need int) int {
	most := b.Reply
	if most == 0 {
		most = unknownReply + thinkingRoom(b.Effort)
	}
	return min(min(need, mostAnswer)+thinkingRoom(b.Effort), most)
}
