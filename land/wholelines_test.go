package land

import (
	"slices"
	"testing"
)

func TestWholeLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"{1}\n{2}\n", []string{"{1}", "{2}"}},
		{"{1}\n\x00\x00\x00\n{2}\n", []string{"{1}", "{2}"}},
		{"\x00\x00{1}\n", []string{"{1}"}},
		{"{1}\n{\"a\":\n{\"a\":2}\n", []string{"{1}", `{"a":2}`}},
		{"{1}\n{\"a\"\x00\x00\n{\"a\":2}\n\n", []string{"{1}", `{"a":2}`}},
		{"{1}\n{\"b\"\x00\x00\n{1}\n{\"b\":2}\n", []string{"{1}", "{1}", `{"b":2}`}},
		{"{1}\ngarbage\n{2}", []string{"{1}", "garbage", "{2}"}},
		{"{1}\n{2", []string{"{1}", "{2"}},
	} {
		var got []string
		for line := range WholeLines([]byte(c.text)) {
			got = append(got, string(line))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
