package provider

import "testing"

// TestThoughtsInTheText cuts each reply in two and in three at every byte.
func TestThoughtsInTheText(t *testing.T) {
	for _, c := range []struct{ reply, said, thought string }{
		{"\n<think>\nShe asks\n about <b>.</think>\n\nIn Oslo. <think>is a mark.</think>", "In Oslo. <think>is a mark.</think>", "\nShe asks\n about <b>."},
		{"<think></think>Yes", "Yes", ""},
		{"<think>cut of", "", "cut of"},
		{"<think>cut of </thi", "", "cut of </thi"},
		{"<thin ice", "<thin ice", ""},
		{"<thi", "<thi", ""},
		{" No </think> here", " No </think> here", ""},
	} {
		for i := range len(c.reply) + 1 {
			for j := i; j <= len(c.reply); j++ {
				var in inlineThought
				said, thought := "", ""
				for _, piece := range []string{c.reply[:i], c.reply[i:j], c.reply[j:]} {
					s, th := in.part(piece)
					said, thought = said+s, thought+th
				}
				s, th := in.rest()
				if said, thought = said+s, thought+th; said != c.said || thought != c.thought {
					t.Fatalf("%q cut at %d and %d: said %q, thought %q", c.reply, i, j, said, thought)
				}
			}
		}
	}
}

// TestThoughtsInTheTextAreNoReply: a server of the dialect that local ones speak leaves
// them in the text; in the others' replies a mark is a word like any other.
func TestThoughtsInTheTextAreNoReply(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.texts("<thi", "nk>Hm.</think>\n", "Yes.")), func(o *Options) { o.Thoughts = true })
		h := listen(t.Context(), m, hello())
		if thinks := h.text == "Yes." && h.reasoning == "Hm."; h.err != nil || thinks != (sp.d == Chat) {
			t.Errorf("got %+v", h)
		}
	})
}
