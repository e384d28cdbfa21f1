package wire

import "testing"

func TestAddress(t *testing.T) {
	for typed, want := range map[string][2]string{
		"http://127.0.0.1:8080/v1":   {"http://127.0.0.1:8080/v1", "127.0.0.1:8080"},
		"http://127.0.0.1:8080":      {"http://127.0.0.1:8080/v1", "127.0.0.1:8080"},
		" 127.0.0.1:8080/ ":          {"http://127.0.0.1:8080/v1", "127.0.0.1:8080"},
		"localhost:1234/api/v2/":     {"http://localhost:1234/api/v2", "localhost:1234"},
		"[::1]:8080":                 {"http://[::1]:8080/v1", "[::1]:8080"},
		"models.example.org":         {"https://models.example.org/v1", "models.example.org"},
		"https://example.org/openai": {"https://example.org/openai", "example.org"},
	} {
		if base, host, err := Address(typed); err != nil || base != want[0] || host != want[1] {
			t.Errorf("%q: %q %q %v", typed, base, host, err)
		}
	}
	for _, typed := range []string{"", "not an address", "ftp://example.org", "http://", "https://me:secret@example.org", "127.0.0.1:8080?key=1"} {
		if base, _, err := Address(typed); err == nil {
			t.Errorf("%q became %q", typed, base)
		}
	}
}
