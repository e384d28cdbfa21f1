package foreign

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
)

func TestEveryDialect(t *testing.T) {
	tests := []struct {
		name, in, kind string
		want           []string // "role: content" or "role! call"
		first          string   // time of the first message
	}{
		{"plain", `{"role":"user","name":"Ana","time":"2026-01-02T10:00:00Z","id":"a","content":"hi"}
{"role":"assistant","content":"hello"}
{"role":"system","content":"be nice"}`, "plain", []string{"user: hi", "assistant: hello"}, "2026-01-02T10:00:00Z"},
		{"claude code", `{"type":"summary","summary":"Fix the build"}
{"type":"user","uuid":"u1","timestamp":"2026-03-01T08:00:00.5Z","message":{"role":"user","content":"run it"}}
{"type":"assistant","uuid":"u2","timestamp":"2026-03-01T08:00:05Z","message":{"role":"assistant","model":"m","content":[{"type":"thinking","thinking":"…"},{"type":"text","text":"Running."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]}}
{"type":"user","timestamp":"2026-03-01T08:00:06Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"ok"}]}]}}
{"type":"user","isSidechain":true,"message":{"role":"user","content":"inner"}}`, "claude-code",
			[]string{"user: run it", "assistant! Bash", "tool: ok"}, "2026-03-01T08:00:00.5Z"},
		{"codex", `{"timestamp":"2026-04-01T00:00:00Z","type":"session_meta","payload":{"id":"x"}}
{"timestamp":"2026-04-01T00:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"list files"}]}}
{"timestamp":"2026-04-01T00:00:02Z","type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c1","arguments":"{}"}}
{"timestamp":"2026-04-01T00:00:03Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"a.go"}}
{"timestamp":"2026-04-01T00:00:04Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"One file."}]}}`, "codex",
			[]string{"user: list files", "assistant! shell", "tool: a.go", "assistant: One file."}, "2026-04-01T00:00:01Z"},
		{"chatgpt", `[{"title":"T","current_node":"c","mapping":{"r":{"parent":null,"message":null},
"a":{"parent":"r","message":{"id":"a","author":{"role":"user"},"create_time":1700000000.25,"content":{"content_type":"text","parts":["question"]}}},
"b":{"parent":"a","message":{"id":"b","author":{"role":"assistant"},"content":{"content_type":"text","parts":["wrong"]}}},
"c":{"parent":"a","message":{"id":"c","author":{"role":"assistant"},"content":{"content_type":"text","parts":["right"]}}}}}]`, "chatgpt",
			[]string{"user: question", "assistant: right"}, "2023-11-14T22:13:20.25Z"},
		{"claude", `[{"name":"N","chat_messages":[{"uuid":"1","sender":"human","text":"q","created_at":"2026-05-05T05:05:05Z"},{"uuid":"2","sender":"assistant","content":[{"type":"text","text":"a"}]}]}]`, "claude",
			[]string{"user: q", "assistant: a"}, "2026-05-05T05:05:05Z"},
		{"a list of plain messages", `[{"role":"user","content":"x"}]`, "plain", []string{"user: x"}, "2026-11-21T00:00:00Z"},
	}
	fallback := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := Read([]byte(tt.in), fallback)
			if err != nil || len(got) != 1 {
				t.Fatalf("Read = %v, %v", got, err)
			}
			if got[0].Kind != tt.kind {
				t.Errorf("kind %s, want %s", got[0].Kind, tt.kind)
			}
			var lines []string
			for _, m := range got[0].Messages {
				if len(m.ToolCalls) > 0 {
					lines = append(lines, string(m.Role)+"! "+m.ToolCalls[0].Name)
					continue
				}
				lines = append(lines, string(m.Role)+": "+m.Content)
			}
			if g, w := strings.Join(lines, "\n"), strings.Join(tt.want, "\n"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
			if at := got[0].Messages[0].Time.UTC().Format(time.RFC3339Nano); at != tt.first {
				t.Errorf("first message at %s, want %s", at, tt.first)
			}
		})
	}
}

func TestWhatIsNoConversationIsRefused(t *testing.T) {
	for _, in := range []string{"", "hello", "{}", "[]", "[1,2]", `{"role":"user","content":""}`, "\x00\x01"} {
		if got, _, err := Read([]byte(in), time.Time{}); !errors.Is(err, ErrUnknown) {
			t.Errorf("Read(%q) = %v, %v; want ErrUnknown", in, got, err)
		}
	}
}

func TestTimesAreCarriedOn(t *testing.T) {
	got, skipped, err := Read([]byte("{\"role\":\"user\",\"content\":\"a\"}\nnonsense\n{\"role\":\"assistant\",\"time\":\"2026-01-01T00:00:00Z\",\"content\":\"b\"}\n{\"role\":\"user\",\"content\":\"c\"}"), time.Time{})
	if err != nil || len(skipped) != 1 {
		t.Fatalf("%v, skipped %v", err, skipped)
	}
	for _, m := range got[0].Messages {
		if m.Time.Year() != 2026 {
			t.Errorf("%s has time %s", m.Content, m.Time)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"role":"user","content":[{"type":"text"}]}`))
	f.Add([]byte(`[{"mapping":{"a":{"parent":"a"}},"current_node":"a"}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, _, err := Read(b, time.Unix(0, 0))
		if err != nil {
			return
		}
		for _, c := range got {
			for _, m := range c.Messages {
				if m.Role != transcript.User && m.Role != transcript.Assistant && m.Role != transcript.Tool {
					t.Fatalf("role %q", m.Role)
				}
			}
		}
	})
}
