package document

import "time"

// The day on which a text was said, as it stands behind it; the second is for a text
// that names another time of its own.
const (
	onDay   = " (2006-01-02)"
	saidDay = " (said 2006-01-02)"
)

// SaidOn is a text with the day on which it was said behind it; timed tells that it
// names another time.
func SaidOn(text string, day time.Time, timed bool) string {
	if timed {
		return text + day.Format(saidDay)
	}
	return text + day.Format(onDay)
}

// Unsaid is a text without the day that SaidOn put behind it: it tells when something
// was said and is no part of what was said.
func Unsaid(text string) string {
	text, _ = Said(text)
	return text
}

// Said parts a text from the day that SaidOn put behind it; zero where none stands there.
func Said(text string) (string, time.Time) {
	for _, layout := range []string{onDay, saidDay} {
		if at := len(text) - len(layout); at >= 0 {
			if day, err := time.Parse(layout, text[at:]); err == nil {
				return text[:at], day
			}
		}
	}
	return text, time.Time{}
}
