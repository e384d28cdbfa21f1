package presence

import (
	"strings"

	"dormouse/land/disk"
)

// wakeFile names the session that some program waits for while a night has it: a
// prompt that was piped in, and whose person looks at an empty terminal.
const wakeFile = ".dormouse/knock"

// RequestWake asks the night that has a session to end as soon as it may. Without it
// the night takes its time.
func RequestWake(folder disk.FS, session string) {
	_ = disk.WriteFile(folder, wakeFile, []byte(session+"\n"))
}

// WakeRequested says whether somebody waits for a session. A request is heeded once:
// who left it may have gone since.
func WakeRequested(folder disk.FS, session string) bool {
	text, err := disk.ReadFile(folder, wakeFile)
	if err != nil || strings.TrimSpace(string(text)) != session {
		return false
	}
	_ = folder.Remove(wakeFile)
	return true
}
