package memory

import (
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	drawn := strings.Repeat("aB3dE5gH9j", 10)
	for name, key := range map[string]string{
		"openai":     "sk-" + drawn[:48],
		"openai new": "sk-proj-" + drawn[:60] + "_-" + drawn[:20],
		"anthropic":  "sk-ant-api03-" + drawn[:80],
		"openrouter": "sk-or-v1-" + strings.Repeat("0af3", 16),
		"github":     "ghp_" + drawn[:36],
		"fine":       "github_pat_" + drawn[:22] + "_" + drawn[:59],
		"gitlab":     "glpat-" + drawn[:20],
		"aws":        "AKIA" + "IOSFODNN7EXAMPLE",
		"google":     "AIza" + drawn[:35],
		"slack":      "xoxb-" + "123456789012-1234567890123-" + drawn[:24],
		"jwt":        "eyJ" + drawn[:20] + ".eyJ" + drawn[:30] + "." + drawn[:43],
		"stripe":     "sk_live_" + drawn[:24],
		"pem":        "-----BEGIN RSA PRIVATE KEY-----\n" + drawn + "\n" + drawn + "\n-----END RSA PRIVATE KEY-----",
	} {
		for _, frame := range []string{"%", "key: % and more", "(%)", "OPENAI_API_KEY=%", "\"%\",", "% %"} {
			in := strings.ReplaceAll(frame, "%", key)
			got := Redact(in)
			if strings.Contains(got, drawn[:10]) || strings.Contains(got, "IOSFODNN") || !strings.Contains(got, "[redacted: ") {
				t.Errorf("%s in %q: left %q", name, frame, got)
			}
			if Redact(got) != got {
				t.Errorf("%s: not stable", name)
			}
			if want := strings.Count(frame, "%"); strings.Count(got, "[redacted: ") != want {
				t.Errorf("%s in %q: %q, want %d markers", name, frame, got, want)
			}
		}
	}
}

func TestRedactLeavesText(t *testing.T) {
	for _, s := range []string{
		"", "the task-management-and-planning-2026 board", "sk-learn-gradient-boosting-guide-for-beginners",
		"risk-adjusted-return-on-capital-1234567", "desk-1234567890123456789012", "commit 4f2a9c1b7d3e5f60718293a4b5c6d7e8f9012345",
		"d41d8cd98f00b204e9800998ecf8427e", "550e8400-e29b-41d4-a716-446655440000", "/usr/share/gh/extensions", "ghp_short", "xoxo-love",
		"AKIAH is a name", "eyJust a word.eyJ", "AIzaac Newton", "https://example.com/a/b?id=1234567890abcdef", "hf_transfer and npm_config",
		"sk-", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
		"the -----BEGIN of something", "日本語のsk-テキスト", "K7F3A2 ^k7f3a2 (until 2026-01-02 → ^abc234)",
	} {
		if got := Redact(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
