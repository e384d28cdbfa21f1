package llm

import (
	"errors"
	"fmt"
	"strings"
)

// ErrRunaway is returned when a reply goes on far past its limit; what came is
// kept, marked as interrupted, and the caller should say so.
var ErrRunaway = errors.New("the reply went on past its limit")

// Bounds of a reply. A server may not honour the limit that was asked for.
const (
	mostReply  = 2 << 20 // bytes of text, thought and calls, whatever the model
	replySlack = 1.5     // of the reply's limit in tokens: we count otherwise than the provider
	wordyToken = 8       // bytes; below so many for each token allowed nothing is counted
)

// Reach watches how long a reply gets.
type Reach struct {
	limit int // tokens that were asked for
	count func(string) int
	bytes int
	next  int // bytes of text at which its tokens are counted again
}

// NewReach watches a reply of at most limit tokens, as count counts them.
func NewReach(limit int, count func(string) int) *Reach {
	return &Reach{limit: limit, count: count, next: wordyToken * limit}
}

// Add takes one more piece in; text is all that came of the reply so far. It
// counts tokens each time the text has doubled, so that all counting together is
// no more than twice the reply.
func (r *Reach) Add(chunk Chunk, text *strings.Builder) error {
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
