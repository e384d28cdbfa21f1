package runtime

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"dormouse/runtime/llm/apitest"
)

// A server whose vocabulary needs up to four tokens for each that we count: what
// cannot shrink may then take more than half of a window. No talk ends with a full
// context: the night takes what it can.
func TestNoContextIsFullForGood(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, s := range []struct{ bytes, window int }{{4, 5000}, {2, 7000}, {1, 12288}} {
		t.Run(fmt.Sprintf("%d bytes a token, window %d", s.bytes, s.window), func(t *testing.T) {
			l := newLand(t)
			m := &month{ref: "local/qwen", base: "http://127.0.0.1:9/v1", server: &apitest.Server{
				Dialect: apitest.Chat, Model: "qwen", Reply: 1200, Window: s.window, Bytes: s.bytes,
				Say: func(apitest.Asked) apitest.Answer { return apitest.Answer{Text: strings.Repeat("I see. ", 8)} },
			}}
			c := l.withModel(m.open(t), s.window, "", s.window*15/100)
			defer c.Close()
			c.o.Engine = "offline"
			nights := 0
			for turn := range 60 {
				done, err := l.say(c, fmt.Sprintf("%s Turn %d.", story(turn), turn))
				nights += len(done.Nights)
				if errors.Is(err, ErrFull) {
					t.Fatalf("turn %d: %v", turn, err)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d nights, %d requests refused, %d of %d tokens used", nights, len(m.server.Refusals()), c.prompt.Ledger.Used(), c.prompt.Ledger.Window)
			if nights == 0 {
				t.Error("no night fell")
			}
		})
	}
}
