package provider

import (
	"encoding/base64"

	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/thread"
)

// sight gives the bytes of a picture or a document as requests carry them; ok is
// false where they are not sent, or not there any more: its line stands for it.
type sight func(media.Media) (base64 string, ok bool)

func sightOf(r llm.Request, x extras) sight {
	return func(m media.Media) (string, bool) {
		if !x.media || r.Open == nil {
			return "", false
		}
		data, err := r.Open(m)
		if err != nil {
			return "", false
		}
		return base64.StdEncoding.EncodeToString(data), true
	}
}

// inOrder gives the texts of a turn with its media before the texts they came with.
func inOrder(t thread.Turn, see sight, text func(string), media func(m media.Media, data string)) {
	at := 0
	for i := range len(t.Texts) + 1 {
		for ; at < len(t.Media) && t.Media[at].Before <= i; at++ {
			if data, ok := see(t.Media[at].Media); ok {
				media(t.Media[at].Media, data)
			}
		}
		if i < len(t.Texts) {
			text(t.Texts[i])
		}
	}
}

// dataURL is how OpenAI's dialects carry bytes.
func dataURL(m media.Media, data string) string { return "data:" + m.Type + ";base64," + data }
