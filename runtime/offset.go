package runtime

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

// offsetOf is the land's own offset of the rhythm: a seed's where one was asked for,
// or what the land keeps, which is drawn from its path when it is first needed.
func offsetOf(o Options) time.Duration {
	if o.Seed != 0 {
		return sleep.Offset(fmt.Sprint("seed ", o.Seed))
	}
	fs := o.Land.FS()
	if text, err := disk.ReadFile(fs, offsetFile); err == nil {
		if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && n >= 0 && n < 24*60*60 {
			return time.Duration(n) * time.Second
		}
	}
	drawn := sleep.Offset(fs.Path())
	if !o.ReadOnly && !o.Private {
		_ = disk.WriteFile(fs, offsetFile, fmt.Appendln(nil, int(drawn.Seconds()))) // without it the path says the same
	}
	return drawn
}
