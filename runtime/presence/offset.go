package presence

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormouse/land/disk"
	"dormouse/sleep"
)

// offsetFile holds when the land's own day begins, in seconds after midnight UTC: a
// land that is moved, or reached by another path, keeps its hours.
const offsetFile = ".dormouse/offset"

// Offset is the land's own offset of the rhythm: a seed's where one was asked for (not
// 0), or what the land keeps, which is drawn from its path when it is first needed.
// With keep it is written down then.
func Offset(folder disk.FS, seed uint64, keep bool) time.Duration {
	if seed != 0 {
		return sleep.Offset(fmt.Sprint("seed ", seed))
	}
	if text, err := disk.ReadFile(folder, offsetFile); err == nil {
		if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && n >= 0 && n < 24*60*60 {
			return time.Duration(n) * time.Second
		}
	}
	drawn := sleep.Offset(folder.Path())
	if keep {
		_ = disk.WriteFile(folder, offsetFile, fmt.Appendln(nil, int(drawn.Seconds()))) // without it the path says the same
	}
	return drawn
}
