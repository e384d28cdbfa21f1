package key

import (
	"context"
	"errors"
	"os/exec"
	goruntime "runtime"
	"strings"
	"testing"
	"time"
)

func TestFromEnv(t *testing.T) {
	env := map[string]string{"GOOGLE_API_KEY": " g \n", "OPENAI_API_KEY": "o"}
	get := func(k string) string { return env[k] }
	for provider, want := range map[string]string{"gemini": "g", "openai": "o", "anthropic": "", "ollama": "", "nobody": ""} {
		if got := FromEnv(get, provider); got != want {
			t.Errorf("%s: %q", provider, got)
		}
		if got, err := Env(get, provider)(t.Context()); got != want || err != nil {
			t.Errorf("%s: %q, %v", provider, got, err)
		}
	}
	env["GEMINI_API_KEY"] = "first"
	if got := FromEnv(get, "gemini"); got != "first" {
		t.Errorf("%q", got)
	}
}

func TestCommand(t *testing.T) {
	if goruntime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	cases := []struct{ command, key, says string }{
		{"echo key-1", "key-1", ""},
		{"printf '  key-2  \\nmore\\n'", "key-2", ""},
		{"echo out; echo locked >&2; exit 3", "", "locked"},
		{"true", "", "printed nothing"},
		{"printf '\\n \\n'", "", "printed nothing"},
		{"no-such-program-here", "", "not found"},
		{"cat", "", "printed nothing"}, // no input to wait for
		{"yes key-3 | head -c 1000000", "key-3", ""},
	}
	for _, c := range cases {
		if tool := strings.Fields(c.command)[0]; c.says != "not found" && tool != "echo" && tool != "printf" && tool != "true" {
			if _, err := exec.LookPath(tool); err != nil {
				continue // a machine with a shell alone
			}
		}
		got, err := Command(c.command, 0)(t.Context())
		if got != c.key || (err != nil) != (c.says != "") {
			t.Errorf("%s: %q, %v", c.command, got, err)
		}
		if err != nil && (!errors.Is(err, ErrCommand) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "out\n")) {
			t.Errorf("%s: %v", c.command, err)
		}
	}
	if _, err := Command("exec sleep 60", time.Millisecond)(t.Context()); !errors.Is(err, ErrCommand) || !strings.Contains(err.Error(), "within 1ms") {
		t.Errorf("slow: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Command("exec sleep 60", 0)(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
