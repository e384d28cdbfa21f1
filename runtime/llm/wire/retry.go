package wire

import (
	"context"
	"errors"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"dormouse/runtime/llm"
)

// again marks an *llm.Error that may go away by itself.
type again struct {
	after time.Duration // what the server asked for; 0 if it did not
}

func (a *again) Error() string { return "may be tried again" }

// Retry calls attempt until it succeeds, fails for good, or has failed too
// often. attempt reports whether anything of its reply was shown: then it is
// not made again. The error is ctx.Err() or an *llm.Error.
func (c *Client) Retry(ctx context.Context, attempt func(context.Context) (shown bool, err error)) error {
	for n := 1; ; n++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		shown, err := attempt(ctx)
		if err == nil {
			return nil
		}
		err = c.Fail(ctx, err)
		var e *llm.Error
		var a *again
		if !errors.As(err, &e) || !errors.As(e.Err, &a) || shown || n > c.o.Limits.Retries {
			return err
		}
		d := min(c.delay(n, a.after), c.o.Limits.MaxDelay)
		if c.o.Notify != nil && llm.Waited(ctx) {
			c.o.Notify(llm.Retry{Attempt: n, Of: c.o.Limits.Retries, Delay: d, Kind: e.Kind, Reason: e.Text})
		}
		c.logf("retry %d of %d in %s: %s", n, c.o.Limits.Retries, d, e.Kind)
		if err := c.o.Clock.Sleep(ctx, d); err != nil {
			return err
		}
	}
}

// Fail makes any error of an attempt the one to return.
func (c *Client) Fail(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var e *llm.Error
	if errors.As(err, &e) {
		return e
	}
	return c.fail(llm.Garbage, 0, err)
}

// delay before the n-th retry: what the server asked for, else half a second
// doubled each time up to 8 s, of which the jitter takes up to a half.
func (c *Client) delay(n int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked
	}
	d := min(500*time.Millisecond<<min(n-1, 10), 8*time.Second)
	return d - time.Duration(c.o.Clock.Jitter()*float64(d)/2)
}

// retryAfter reads how long the server asks to wait: milliseconds, seconds
// (fractions allowed) or a date. 0 when it says nothing sensible; absurd values
// are capped by the caller.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		return span(ms, time.Millisecond)
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return span(s, time.Second)
	}
	if t, err := http.ParseTime(v); err == nil {
		return min(max(t.Sub(now), 0), 24*time.Hour)
	}
	return 0
}

// inBody is how Google's servers write how long to wait, also within the text of a
// router.
var inBody = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\?"retryDelay\\?"\s*:\s*\\?"([\d.]+)s`)
})

// retryDelay is how long the body of a refusal asks to wait; 0 when it does not.
func retryDelay(body []byte) time.Duration {
	m := inBody().FindSubmatch(body)
	if m == nil {
		return 0
	}
	s, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		return 0
	}
	return span(s, time.Second)
}

// span is n units, within 0 and a day.
func span(n float64, unit time.Duration) time.Duration {
	if math.IsNaN(n) || n <= 0 {
		return 0
	}
	return time.Duration(math.Min(n*float64(unit), float64(24*time.Hour)))
}
