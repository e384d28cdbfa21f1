package output

import (
	"fmt"
	"io"
	"strings"
	"time"

	"dormouse/tui/safe"
)

// Plural is "1 night" or "7 nights".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// At is "path:line", or the path alone for a line that is gone.
func At(path string, line int) string {
	if line == 0 {
		return safe.Line(path)
	}
	return fmt.Sprintf("%s:%d", safe.Line(path), line)
}

// EndLine ends a text with a line break, where it has any.
func EndLine(s string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n"
	}
	return s
}

// Day is a date as it was in a zone.
func Day(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "an unknown day"
	}
	return t.In(zone).Format(time.DateOnly)
}

// Notices prints what a person should know beside the data, each on a line of
// standard error.
func Notices(errw io.Writer, list []string) {
	for _, n := range list {
		fmt.Fprintln(errw, "dormouse: "+safe.Line(n))
	}
}

// Ask puts a question to whoever sits at the terminal; anything but yes is no.
func Ask(errw io.Writer, in io.Reader, question string) bool {
	fmt.Fprint(errw, question+" [y/N] ")
	var answer string
	_, _ = fmt.Fscanln(io.LimitReader(in, 100), &answer) // nothing is no
	return answer == "y" || answer == "Y" || answer == "yes"
}

// Moment is a time to the minute, in as many letters whatever is known.
func Moment(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return "(no time)       "
	}
	return at.In(zone).Format("2006-01-02 15:04")
}
