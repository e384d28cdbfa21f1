package language

import (
	"strings"
	"testing"

	"dormouse/memory/language/vectors"
)

func TestAsks(t *testing.T) {
	for _, c := range []struct {
		l    Lang
		text string
		want Asked
	}{
		{English, "when does the train leave", ForTime},
		{English, "so how long is it", ForTime},
		{English, "how many hens", ForNumber},
		{English, "the who tickets", ForPerson},
		{English, "what is it", Anything},
		{German, "seit wann laeuft das", ForTime},
		{Spanish, "donde vive", ForPlace},
		{Russian, "сколько стоит", ForNumber},
	} {
		if got := c.l.Asks(strings.Fields(Fold(c.text))); got != c.want {
			t.Errorf("%s %q: %d, want %d", c.l, c.text, got, c.want)
		}
	}
	if got := Japanese.AsksIn("会議はいつですか"); got != ForTime {
		t.Errorf("got %d", got)
	}
}

func TestGist(t *testing.T) {
	of := func(text string) vectors.Direction {
		var g vectors.Gist
		for _, w := range strings.Fields(text) {
			if row, ok := vectors.Row(w); ok {
				g.Add(row)
			}
		}
		return g.Direction()
	}
	ask, near, far := of("doctor prescribed tablets"), of("physician medication dose"), of("train ticket platform")
	if ask.Like(&near) < ask.Like(&far)+.2 {
		t.Errorf("near %.2f, far %.2f", ask.Like(&near), ask.Like(&far))
	}
	if none := of(""); none.Like(&ask) != 0 {
		t.Errorf("no words are like something: %v", none)
	}
}
