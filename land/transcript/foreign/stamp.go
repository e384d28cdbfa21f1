package foreign

import (
	"strconv"
	"strings"
	"time"
)

// stamp is a time as programs write it: RFC 3339, with or without a zone, or
// seconds or milliseconds since 1970.
type stamp struct{ time.Time }

// UnmarshalJSON never fails: a time it cannot read is no time.
func (s *stamp) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			s.Time = t
			return nil
		}
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 {
		if n > 1e11 {
			n /= 1000
		}
		s.Time = time.UnixMicro(int64(n * 1e6)).UTC()
	}
	return nil
}
