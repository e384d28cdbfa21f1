package config

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parseSize reads a size in tokens: "200000", "200_000", "8k", "200k", "1.5m".
// k is 1,000 and m is 1,000,000 tokens, in either case. The result is at least
// 1; an error says what would do.
func parseSize(text string) (int, error) {
	bad := fmt.Errorf("%q is not a size in tokens; write 200000, 200k or 1m", text)
	digits, factor := strings.ToLower(strings.TrimSpace(text)), 1.0
	if t, ok := strings.CutSuffix(digits, "k"); ok {
		digits, factor = t, 1e3
	} else if t, ok := strings.CutSuffix(digits, "m"); ok {
		digits, factor = t, 1e6
	}
	digits = strings.TrimSpace(strings.ReplaceAll(digits, "_", ""))
	if digits == "" || strings.Trim(digits, "0123456789.") != "" || factor == 1 && strings.Contains(digits, ".") {
		return 0, bad
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, bad
	}
	if n = math.Round(n * factor); n < 1 || n > mostTokens {
		return 0, fmt.Errorf("%q is out of range; a size is 1 to %s tokens", text, plain(mostTokens))
	}
	return int(n), nil
}

// parseSpan reads a duration: "5m", "1h30m", "18h", "30d".
func parseSpan(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseFloat(days, 64); err == nil && n >= 0 && n <= 36500 {
			return time.Duration(n * float64(24*time.Hour)), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a duration; write 90s, 5m, 1h30m or 30d", text)
	}
	return d, nil
}

// read turns a value of TOML into the Go value of the key's kind and checks its
// range. Errors are a clause that follows the key's name; a hidden value is not
// repeated in them.
func (k Key) read(v any) (any, error) {
	switch k.Kind {
	case Text, Model, Address:
		return k.readText(v)
	case Choice:
		text, err := k.readText(v)
		if err == nil && !slices.Contains(k.Values, text) {
			err = fmt.Errorf("is %q; it must be one of %s", text, k.Range())
		}
		return text, err
	case Switch:
		if on, ok := v.(bool); ok {
			return on, nil
		}
	case Number:
		if x, ok := number(v); ok {
			return x, k.check(x, plain(x))
		}
	case Count:
		if n, ok := v.(int64); ok {
			return int(n), k.check(float64(n), strconv.FormatInt(n, 10))
		}
	case Size:
		return k.readSize(v)
	case Span:
		if text, ok := v.(string); ok {
			d, err := parseSpan(text)
			if err != nil {
				return nil, fmt.Errorf("is wrong: %w", err)
			}
			return d, k.check(d.Seconds(), text)
		}
	case Chord:
		return chord(v)
	}
	return nil, fmt.Errorf("must be %s, not %s", k.wants(), kindOf(v))
}

func (k Key) readText(v any) (string, error) {
	text, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("must be %s, not %s", k.wants(), kindOf(v))
	}
	switch {
	case text == "":
	case strings.ContainsAny(text, "\x00\r\n"):
		return "", fmt.Errorf("must be one line")
	case k.Kind == Address:
		if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return "", fmt.Errorf("must be an address like http://localhost:8080/v1")
		}
	case k.Kind == Model:
		if p, n, _ := strings.Cut(text, "/"); p == "" || n == "" {
			return "", fmt.Errorf(`is %q; a model is "provider/name"`, text)
		}
	}
	return text, nil
}

func (k Key) readSize(v any) (any, error) {
	switch v := v.(type) {
	case int64:
		return int(v), k.check(float64(v), strconv.FormatInt(v, 10))
	case string:
		n, err := parseSize(v)
		if err != nil {
			return nil, fmt.Errorf("is wrong: %w", err)
		}
		return n, k.check(float64(n), v)
	}
	return nil, fmt.Errorf("must be %s, not %s", k.wants(), kindOf(v))
}

// chord is a key or a list of keys, kept as one text with commas.
func chord(v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var keys []string
	for _, item := range list {
		text, ok := item.(string)
		if !ok || strings.TrimSpace(text) == "" {
			return nil, fmt.Errorf(`must be a key like "ctrl+s", or a list of such`)
		}
		keys = append(keys, strings.TrimSpace(text))
	}
	return strings.Join(keys, ","), nil
}

// check says what is wrong with a number.
func (k Key) check(x float64, written string) error {
	if k.within(x) {
		return nil
	}
	return fmt.Errorf("is %s; it must be %s", written, k.Range())
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// wants names the kind for an error.
func (k Key) wants() string {
	switch k.Kind {
	case Size:
		return `a size in tokens (200000 or "200k")`
	case Span:
		return `a duration in quotes ("5m")`
	case Choice:
		return "one of " + k.Range() + ", in quotes"
	case Text, Model, Address:
		return "text in quotes"
	case Number, Count:
		return "a " + string(k.Kind)
	}
	return string(k.Kind)
}

// kindOf names what stands there instead.
func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case int64:
		return "a whole number"
	case float64:
		return "a number with a point"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

// written turns the text of a flag, a variable or a default into the value TOML
// would have.
func (k Key) written(text string) (any, error) {
	switch k.Kind {
	case Switch:
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "true", "1", "yes", "on":
			return true, nil
		case "false", "0", "no", "off":
			return false, nil
		}
		return nil, fmt.Errorf("must be true or false, not %q", text)
	case Count:
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("must be a whole number, not %q", text)
		}
		return n, nil
	case Size:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, nil
		}
	case Number:
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return nil, fmt.Errorf("must be a number, not %q", text)
		}
		return x, nil
	}
	return text, nil
}

// fromText reads a value as a flag, a variable or a default has it.
func (k Key) fromText(text string) (any, error) {
	v, err := k.written(text)
	if err != nil {
		return nil, err
	}
	return k.read(v)
}

// show is a value as one would write it, without quotes.
func show(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case float64:
		return plain(v)
	case bool:
		return strconv.FormatBool(v)
	case time.Duration:
		return span(v)
	}
	return ""
}

// plain writes a number without an exponent and without needless zeros.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// span writes 5m for what the library writes as 5m0s.
func span(d time.Duration) string {
	if d >= 48*time.Hour && d%(24*time.Hour) == 0 {
		return strconv.Itoa(int(d/(24*time.Hour))) + "d"
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
