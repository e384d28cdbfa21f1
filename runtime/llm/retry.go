package llm

import (
	"context"
	"time"
)

// Retry tells, before the wait, that a request failed and will be sent again.
type Retry struct {
	Attempt int           // the retry that follows, from 1
	Of      int           // how many there may be
	Delay   time.Duration // until it is sent
	Kind    Kind
	Reason  string // one line, cleaned of keys and control bytes
}

// beside marks the context of a request that nobody waits for.
type background struct{}

// InBackground is ctx for requests that nobody waits for: their retries are told to
// nobody.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, background{}, true)
}

// Waited says whether somebody waits for the requests of ctx.
func Waited(ctx context.Context) bool { return ctx.Value(background{}) == nil }
