package llm

import "time"

// Retry tells, before the wait, that a request failed and will be sent again.
type Retry struct {
	Attempt int           // the retry that follows, from 1
	Of      int           // how many there may be
	Delay   time.Duration // until it is sent
	Kind    Kind
	Reason  string // one line, cleaned of keys and control bytes
}
