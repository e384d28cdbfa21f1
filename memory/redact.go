package memory

import (
	"regexp"
	"strings"
	"sync"
)

// secret is a well-known shape of a key.
type secret struct {
	what  string
	hints []string // one of them is in every such key; looked for first
	form  *regexp.Regexp
	group int // the part that is the key; 0 for all
}

// secrets are the shapes that providers document. A shape is long enough that
// ordinary words, hashes and file names do not have it. They are compiled when
// first needed.
var secrets = sync.OnceValue(func() []secret {
	return []secret{
		{"private key", []string{"-----BEGIN "}, regexp.MustCompile(`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?s:.*?)-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s]*)`), 0},
		{"api key", []string{"sk-", "sk_live_", "rk_live_", "sk_test_", "gsk_", "xai-", "pplx-"},
			regexp.MustCompile(`(?:^|[^A-Za-z0-9])((?:sk-|[sr]k_live_|sk_test_|gsk_|xai-|pplx-)[A-Za-z0-9_-]{20,})`), 1},
		{"api key", []string{"AIza"}, regexp.MustCompile(`(?:^|[^A-Za-z0-9])(AIza[A-Za-z0-9_-]{35})`), 1},
		{"aws key", []string{"AKIA", "ASIA"}, regexp.MustCompile(`(?:^|[^A-Za-z0-9])((?:AKIA|ASIA)[A-Z2-7]{16})(?:$|[^A-Za-z0-9])`), 1},
		{"token", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "npm_", "hf_"},
			regexp.MustCompile(`(?:^|[^A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{34})`), 1},
		{"token", []string{"xox"}, regexp.MustCompile(`(?:^|[^A-Za-z0-9])(xox[abeoprs]-[A-Za-z0-9-]{10,})`), 1},
		{"token", []string{"eyJ"}, regexp.MustCompile(`(?:^|[^A-Za-z0-9])(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,})`), 1},
	}
})

// Redact replaces well-known shapes of keys by a marker that says what was there:
// "[redacted: api key]". It knows keys of OpenAI, Anthropic, OpenRouter, Groq,
// xAI, Perplexity, Stripe and Google, AWS access keys, tokens of GitHub, GitLab,
// npm, Hugging Face and Slack, JSON web tokens and PEM private keys. Other text
// is returned as it is.
func Redact(s string) string {
	if !mayHoldSecret(s) {
		return s
	}
	for _, k := range secrets() {
		if !k.hinted(s) {
			continue
		}
		var out strings.Builder
		done := 0
		for at := 0; at < len(s); {
			m := k.form.FindStringSubmatchIndex(s[at:])
			if m == nil {
				break
			}
			from, to := at+m[2*k.group], at+m[2*k.group+1]
			if at = max(to, at+1); !random(s[from:to]) && k.group > 0 {
				continue
			}
			out.WriteString(s[done:from] + "[redacted: " + k.what + "]")
			done = to
		}
		if done > 0 {
			s = out.String() + s[done:]
		}
	}
	return s
}

// mayHoldSecret is false for nearly all text; it knows the hints of all shapes.
func mayHoldSecret(s string) bool {
	for _, h := range [...]string{"-----BEGIN ", "sk-", "k_live_", "k_test_", "gsk_", "xai-", "pplx-", "AIza", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "npm_", "hf_", "xox", "eyJ"} {
		if strings.Contains(s, h) {
			return true
		}
	}
	return false
}

func (k secret) hinted(s string) bool {
	for _, h := range k.hints {
		if strings.Contains(s, h) {
			return true
		}
	}
	return false
}

// random reports whether a key looks drawn and not written: its longest part has
// digits and letters mixed. "sk-learn-gradient-boosting-guide" has not.
func random(key string) bool {
	if strings.HasPrefix(key, "AKIA") || strings.HasPrefix(key, "ASIA") {
		return true
	}
	digits, letters, longest, run := 0, 0, 0, 0
	for _, c := range key {
		switch {
		case '0' <= c && c <= '9':
			digits++
			run++
		case c == '-' || c == '_':
			run = 0
		default:
			letters++
			run++
		}
		longest = max(longest, run)
	}
	return digits >= 2 && letters >= 4 && longest >= 10
}
