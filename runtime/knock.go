package runtime

import (
	"strings"

	"dormouse/land/disk"
	"dormouse/sleep"
)

// knockFile names the session that some program waits for while a night has it: a
// prompt that was piped in, and whose person looks at an empty terminal.
const knockFile = ".dormouse/knock"

// knock asks the night that has a session to end as soon as it may.
func (c *Conversation) knock(session string) {
	_ = disk.WriteFile(c.o.Land.FS(), knockFile, []byte(session+"\n")) // without it the night takes its time
}

// heedKnock wakes the night where somebody waits for its session. A knock is heeded
// once: who knocked may have gone since.
func (c *Conversation) heedKnock() {
	text, err := disk.ReadFile(c.o.Land.FS(), knockFile)
	if err != nil || strings.TrimSpace(string(text)) != c.session.ID {
		return
	}
	_ = c.o.Land.FS().Remove(knockFile)
	c.Stir(sleep.WakeUp)
}
