package runtime

import (
	"errors"
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// What a model may do in place of answering.
var (
	// ErrRunaway is returned when a reply goes on far past its limit; what came is
	// kept, marked as interrupted, and the caller should say so.
	ErrRunaway = errors.New("the reply went on past its limit")
	// ErrEmpty is returned for a reply without a word; the caller should say that
	// the message is kept, and that Retry sends it again.
	ErrEmpty = errors.New("the model answered with nothing")
	// ErrDeclined is returned when the model, or a filter before it, declined; what
	// came is kept, marked as interrupted.
	ErrDeclined = errors.New("the model declined to answer")
)

// Bounds of a reply. A server may not honour the limit that was asked for.
const (
	mostReply  = 2 << 20 // bytes of text, thought and calls, whatever the model
	replySlack = 1.5     // of the reply's limit in tokens: we count otherwise than the provider
	wordyToken = 8       // bytes; below so many for each token allowed nothing is counted
)

// reach watches how long a reply gets.
type reach struct {
	limit int // tokens that were asked for
	count func(string) int
	bytes int
	next  int // bytes of text at which its tokens are counted again
}

func newReach(limit int, count func(string) int) *reach {
	return &reach{limit: limit, count: count, next: wordyToken * limit}
}

// add takes one more piece in; text is all that came of the reply so far. It
// counts tokens each time the text has doubled, so that all counting together is
// no more than twice the reply.
func (r *reach) add(chunk llm.Chunk, text *strings.Builder) error {
	r.bytes += len(chunk.Text) + len(chunk.Reasoning)
	if chunk.Call != nil {
		r.bytes += len(chunk.Call.Arguments) + len(chunk.Call.Name)
	}
	if r.bytes > mostReply {
		return fmt.Errorf("%w: more than %d MB came", ErrRunaway, mostReply>>20)
	}
	if r.limit <= 0 || text.Len() <= r.next {
		return nil
	}
	r.next = 2 * text.Len()
	if n := r.count(text.String()); float64(n) > replySlack*float64(r.limit) {
		return fmt.Errorf("%w: %d tokens came and %d were asked for", ErrRunaway, n, r.limit)
	}
	return nil
}

// Bounds of what a provider may say a request took, in tokens: a count beyond
// both is no count.
const (
	usageFactor = 20
	usageSlack  = 100_000
)

// answered says what a complete reply lacks. After the results of its calls a
// model may have nothing more to say.
func (a *answerer) answered(m transcript.Message) error {
	last := len(a.prompt.Context.Messages) - 1
	switch {
	case m.Declined:
		return ErrDeclined
	case strings.TrimSpace(m.Content) == "" && len(m.ToolCalls) == 0 && (last < 0 || a.prompt.Context.Messages[last].Role != transcript.Tool):
		return ErrEmpty
	}
	return nil
}

// credible is the usage that came with a reply, nil where it cannot be true.
func (a *answerer) credible(reply transcript.Message) *transcript.Usage {
	u := reply.Usage
	if u == nil || believed(*u, a.prompt.Ledger.Counted(), a.prompt.Measure(reply)) {
		return u
	}
	a.o.Emit(Noticed{fmt.Sprintf("the provider says that %d tokens came in and %d went out, which cannot be; we count ourselves", u.Input, u.Output)})
	return nil
}

// believed tells whether a provider's count can be true of a request that we
// counted, and of a reply of so many tokens. Thoughts that are not shown count as
// output.
func believed(u transcript.Usage, counted, reply int) bool {
	for _, n := range []int{u.Input, u.Output, u.Cached, u.Reasoning} {
		if n < 0 {
			return false
		}
	}
	return u.Input <= usageFactor*counted+usageSlack && u.Cached <= usageFactor*counted+usageSlack &&
		u.Output <= usageFactor*reply+10*usageSlack && u.Reasoning <= usageFactor*reply+10*usageSlack
}
