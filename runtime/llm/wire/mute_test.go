package wire

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"dormouse/runtime/llm"
)

// A server that sends comments or pings for ever is given up, one that says
// something in between is not.
func TestKeepAlivesAreNoReply(t *testing.T) {
	for name, alive := range map[string]string{"comments": ": keep-alive\n\n", "pings": "event: ping\ndata: {\"type\": \"ping\"}\n\n"} {
		for _, says := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, says something %t", name, says), func(t *testing.T) {
				c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", "text/event-stream")
					for i := range 60 {
						if says && i%10 == 5 {
							io.WriteString(w, "data: {\"n\":1}\n\n")
						}
						io.WriteString(w, alive)
						w.(http.Flusher).Flush()
						select {
						case <-r.Context().Done():
							return
						case <-time.After(20 * time.Millisecond):
						}
					}
				}, func(o *Options) { o.Limits.Mute, o.Limits.Retries = 600*time.Millisecond, -1 })
				_, err := post(t.Context(), c)
				if says != (err == nil) {
					t.Errorf("got %v", err)
				}
				if !says && (err == nil || !strings.Contains(err.Error(), "said nothing for")) {
					t.Errorf("it does not say why: %v", err)
				}
			})
		}
	}
}

// A server that reads a long prompt may be silent for longer than one that stops
// within its reply.
func TestTheFirstEventMayTakeLonger(t *testing.T) {
	for _, within := range []bool{false, true} {
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			if within {
				io.WriteString(w, "data: {\"n\":1}\n\n")
			}
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(1200 * time.Millisecond):
			}
			io.WriteString(w, "data: {\"n\":2}\n\n")
		}, func(o *Options) {
			o.Limits.First, o.Limits.Idle, o.Limits.Retries = 20*time.Second, 400*time.Millisecond, -1
		})
		if _, err := post(t.Context(), c); within != (err != nil) {
			t.Errorf("silent within the reply %t: %v", within, err)
		}
	}
}

func TestAPackedRefusalIsReadOrNamed(t *testing.T) {
	words := `{"error":{"message":"prompt is too long: 9 tokens","type":"invalid_request_error"}}`
	for encoding, want := range map[string]string{"gzip": "prompt is too long", "br": `the encoding "br"`} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", encoding)
			w.WriteHeader(http.StatusBadRequest)
			if encoding == "gzip" {
				z := gzip.NewWriter(w)
				defer z.Close()
				io.WriteString(z, words)
				return
			}
			w.Write([]byte{0x8b, 0x00, 0x80, 1, 2, 3})
		})
		_, err := post(t.Context(), c)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", encoding, err)
		}
		if encoding == "gzip" && kind(err) != llm.TooLong {
			t.Errorf("it is %s", kind(err))
		}
	}
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { // a bomb costs what is read of it
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(http.StatusBadRequest)
		z := gzip.NewWriter(w)
		defer z.Close()
		for range 1 << 10 {
			if _, err := z.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	})
	if _, err := post(t.Context(), c); err == nil || len(err.Error()) > 4*textLimit {
		t.Errorf("got %d bytes of error", len(fmt.Sprint(err)))
	}
}

// GUARANTEES 20: whatever a server asks for, the wait is within 0 and a day.
func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"", "5", "-1", "1e300", "NaN", "Inf", "Wed, 21 Oct 2026 07:28:00 GMT", "0x10"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, seconds, ms string) {
		h := http.Header{"Retry-After": {seconds}, "Retry-After-Ms": {ms}}
		if d := retryAfter(h, time.Unix(1_700_000_000, 0)); d < 0 || d > 24*time.Hour {
			t.Errorf("%s", d)
		}
	})
}
