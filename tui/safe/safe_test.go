package safe

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":        "plain\ttext\n",
		"\x1b[31mred":          "␛[31mred",
		"bell\a del\x7f":       "bell␇ del␡",
		"line\r\nnext\rover":   "line\nnext␍over",
		"c1 \u009b31m":         "c1 ‹U+009B›31m",
		"\u202egnp.exe":        "‹U+202E›gnp.exe",
		"ze\u200bro":           "ze‹U+200B›ro",
		"tag\U000E0041":        "tag‹U+E0041›",
		"a\u200db":             "a‹U+200D›b",
		"👩\u200d💻":             "👩\u200d💻",
		"نمی\u200cخواهم":       "نمی\u200cخواهم",
		"naïve 日本 Ωμ":          "naïve 日本 Ωμ",
		"bad\xffbyte":          "bad\uFFFDbyte",
		"osc \x1b]52;c;eA==\a": "osc ␛]52;c;eA==␇",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Line("a\nb\tc"); got != "a b c" {
		t.Errorf("Line = %q", got)
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "\x1b[0m", "a\u200d", "\xc2", "\U000E0001x", "é\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := Text(s)
		if !utf8.ValidString(out) {
			t.Fatalf("Text(%q) is no UTF-8", s)
		}
		for _, r := range out {
			if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e {
				t.Fatalf("Text(%q) lets %U through", s, r)
			}
		}
		if Text(out) != out && !strings.ContainsAny(out, "\u200c\u200d") {
			t.Fatalf("Text is not idempotent on %q", s)
		}
	})
}
