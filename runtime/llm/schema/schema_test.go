package schema

import (
	"encoding/json"
	"testing"
)

func object(t *testing.T, s string) map[string]any {
	t.Helper()
	m, err := Object(json.RawMessage(s))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestObject(t *testing.T) {
	for in, want := range map[string]string{
		"": `{"properties":{},"type":"object"}`, "null": `{"properties":{},"type":"object"}`,
		`{"type":"object","properties":{"a":{}}}`: `{"properties":{"a":{}},"type":"object"}`,
		`{"type":"array"}`:                        `{"type":"array"}`,
	} {
		got, err := json.Marshal(object(t, in))
		if err != nil || string(got) != want {
			t.Errorf("%q: %s", in, got)
		}
	}
	for _, bad := range []string{"{", "[]", "3"} {
		if _, err := Object(json.RawMessage(bad)); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestStrict(t *testing.T) {
	cases := map[string]bool{
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`:                                                                 true,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`:                                                                                              false,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`:                                                                                  false,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{}},"required":["b"]}}},"required":["a"],"additionalProperties":false}`: false,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"b":{}}}]}},"required":["a"],"additionalProperties":false}`:                               false,
	}
	for s, want := range cases {
		if got := Strict(object(t, s)); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

func TestPlain(t *testing.T) {
	m := Plain(object(t, `{"type":"object","properties":{"maximum":{"type":"integer","maximum":3,"minimum":1},
		"l":{"type":"array","maxItems":9,"items":{"type":"object","properties":{"s":{"type":"string","maxLength":3}}}}}}`))
	got, err := json.Marshal(m)
	want := `{"additionalProperties":false,"properties":{"l":{"items":{"additionalProperties":false,"properties":{"s":{"type":"string"}},"type":"object"},"type":"array"},"maximum":{"type":"integer"}},"type":"object"}`
	if err != nil || string(got) != want {
		t.Errorf("%s", got)
	}
}
