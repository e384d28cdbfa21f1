package llmtest

import (
	"context"
	"errors"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

func collect(ctx context.Context, m llm.Model, r llm.Request) (text string, calls int, last llm.Chunk, err error) {
	for c, e := range m.Stream(ctx, r) {
		text += c.Text
		if c.Call != nil {
			calls++
		}
		last, err = c, e
	}
	return text, calls, last, err
}

func TestScript(t *testing.T) {
	m := New(
		Say("I look.").Call("a", "{}").Call("b", "{}").Usage(transcript.Usage{Input: 9}),
		Say("Half").Cut(),
		Fail(llm.TooLong, "too long"),
		Say("x").Stop(llm.Length),
	)
	r := llm.Request{Messages: []transcript.Message{{Content: "hi"}}}
	text, calls, last, err := collect(t.Context(), m, r)
	if text != "I look." || calls != 2 || last.Stop != llm.Calls || last.Usage.Input != 9 || err != nil {
		t.Errorf("%q %d %+v %v", text, calls, last, err)
	}
	r.Messages[0].Content = "changed"
	var e *llm.Error
	if text, _, _, err = collect(t.Context(), m, r); text != "Half" || !errors.As(err, &e) || e.Kind != llm.Incomplete {
		t.Errorf("%q %v", text, err)
	}
	if _, _, _, err = collect(t.Context(), m, r); !errors.As(err, &e) || e.Kind != llm.TooLong {
		t.Error(err)
	}
	if _, _, last, _ = collect(t.Context(), m, r); last.Stop != llm.Length {
		t.Errorf("%+v", last)
	}
	if _, _, _, err = collect(t.Context(), m, r); !errors.As(err, &e) || e.Kind != llm.BadRequest {
		t.Error(err)
	}
	if got := m.Requests(); len(got) != 5 || got[0].Messages[0].Content != "hi" || m.Left() != 0 {
		t.Errorf("%+v", got)
	}
	m.Otherwise = func(r llm.Request) Reply { return Say(r.Messages[0].Content) }
	if text, _, _, _ = collect(t.Context(), m, r); text != "changed" {
		t.Errorf("%q", text)
	}
}

func TestCancelWithin(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := New(Say("one two").Do(func(context.Context) { cancel() }).Say(" three"))
	text, _, _, err := collect(ctx, m, llm.Request{})
	if text != "one two" || !errors.Is(err, context.Canceled) {
		t.Errorf("%q %v", text, err)
	}
}
