package claims

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// Where words are not spaced, too, modes are found in a claim, and the sentences that
// tell of it.
func TestClaimsWithoutSpaces(t *testing.T) {
	for _, c := range []struct {
		lang        language.Lang
		said        []string
		claim, tell string
		mode        language.Mode
	}{
		{language.Japanese, []string{"入浴料は520円のままです。", "消防署から薪の使用を禁止されたので、ガスに替えました。", "妹は値上げしたいと言っています。"}, "User: 消防署が薪の使用を禁止したため、ガスへの切り替えを済ませた", "消防署から", language.Forbids},
		{language.Chinese, []string{"房租每月六千五，合同签了三年。", "卫生许可证下来了，但是不允许卖酒。", "厨师还没找到。"}, "User: 茶馆有了卫生许可证，可是那里不允许卖酒", "卫生许可证", language.Forbids},
	} {
		var said []Passage
		for _, s := range c.said {
			said = append(said, Passage{Text: s, Lang: c.lang, ID: "m1", Role: transcript.User, Day: time.Date(2026, 5, 11, 0, 0, 0, 0, time.UTC)})
		}
		talk := Listen(said, "User")
		own := talk.Own(c.claim, "m1")
		if !slices.ContainsFunc(own, func(p Passage) bool { return strings.HasPrefix(p.Text, c.tell) }) {
			t.Errorf("%q: told by %v", c.claim, own)
		}
		read, _ := talk.claim(c.claim, []string{"m1"})
		if mode := modes(read.parts); mode&c.mode == 0 && mode&language.Negates == 0 {
			t.Errorf("%q: of mode %b", c.claim, mode)
		}
	}
}

func modes(parts []part) (all language.Mode) {
	for _, p := range parts {
		all |= p.mode
	}
	return all
}
