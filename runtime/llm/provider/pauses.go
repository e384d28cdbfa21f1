package provider

import (
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// The provider keeps a prefix for five minutes since it was last asked for, or for an hour
// at a higher price.
const (
	keptShort = 5 * time.Minute
	keptLong  = time.Hour
	// pausesSeen is how many of the last pauses before a message of the person count.
	pausesSeen = 20
)

// markFor is how a request asks to be kept: for an hour where one of the last pauses of the
// conversation was longer than the shorter time and no longer than that. To write a
// message for an hour costs three quarters of its price more; to write a conversation
// of a hundred messages once more, since it was forgotten in a pause, costs what that
// saves in a hundred turns. Where the price is not known nobody is made to pay it.
func markFor(messages []transcript.Message, prices *llm.Prices) *cacheMark {
	mark := &cacheMark{Type: "ephemeral"}
	if prices == nil || prices.CacheHour == nil {
		return mark
	}
	seen := 0
	for i := len(messages) - 1; i > 0 && seen < pausesSeen; i-- {
		m, before := messages[i], messages[i-1]
		if m.Role != transcript.User || m.Time.IsZero() || before.Time.IsZero() {
			continue
		}
		seen++
		if pause := m.Time.Sub(before.Time); pause > keptShort && pause <= keptLong {
			mark.TTL = "1h"
			break
		}
	}
	return mark
}
