package draw

import (
	"fmt"
	"strconv"
)

// SizeOf is a size in bytes, as one reads it.
func SizeOf(n int64) string {
	switch {
	case n < 1000:
		return Many(int(n), "byte")
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Number writes 12345 as 12,345.
func Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Short writes 12345 as 12k, for narrow screens.
func Short(n int) string {
	switch {
	case n >= 10_000_000:
		return strconv.Itoa(n/1_000_000) + "M"
	case n >= 10_000:
		return strconv.Itoa(n/1000) + "k"
	case n >= 1000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	}
	return strconv.Itoa(n)
}

// Many is "1 turn" or "3 turns".
func Many(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + one + "s"
}

// Plural is number and noun, for nouns that do not end in s.
func Plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + more
}
