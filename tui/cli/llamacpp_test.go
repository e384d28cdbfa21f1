package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// llamaCPP is https://github.com/ggml-org/llama.cpp as an npm package ships it, built.
const llamaCPP = "node-llama-cpp@3.22.1"

// llamaBuilt is the package of this machine's build; "" where there is none.
func llamaBuilt() string {
	system := map[string]string{"linux/amd64": "linux-x64", "linux/arm64": "linux-arm64", "darwin/arm64": "mac-arm64-metal", "darwin/amd64": "mac-x64"}[runtime.GOOS+"/"+runtime.GOARCH]
	if system == "" {
		return ""
	}
	return "@node-llama-cpp/" + system + "@3.22.1"
}

// TestLlamaCPP talks for 130 turns with a real llama.cpp, whose weights are made up and
// whose vocabularies need between about one and four tokens for each that is counted
// beforehand. Every turn is answered: no talk ends with a full context.
func TestLlamaCPP(t *testing.T) {
	if testing.Short() {
		t.Skip("130 turns at each of four vocabularies")
	}
	built := llamaBuilt()
	if built == "" {
		t.Skipf("there is no build of llama.cpp for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	entry, err := npmInstalled("node-llama-cpp/dist/index.js", llamaCPP, built)
	if err != nil { // 85 MB of native code, which not every network gives
		t.Skipf("%s cannot be had: %v", llamaCPP, err)
	}
	words := documents(t)
	for _, c := range []struct {
		letters, window int
		least           float64 // tokens for each that is counted
	}{{20, 5120, 1}, {4, 6144, 1.5}, {2, 8192, 2.4}, {1, 12288, 3.6}} {
		t.Run(fmt.Sprintf("words of %d letters", c.letters), func(t *testing.T) {
			t.Parallel()
			url := nodeServer(t, nil, "testdata/llamacpp/server.mjs", entry, weights(t, pieces(words, c.letters)), strconv.Itoa(c.window))
			b := newBench(t)
			if factor := b.llamaTalk(url, 130); factor < c.least || factor > c.least+.8 {
				t.Errorf("the vocabulary needs %.2f tokens for each that is counted, not %.1f or a little more", factor, c.least)
			}
		})
	}
}

// llamaTalk says so many lines to a server and wants as many answers.
func (b *bench) llamaTalk(url string, turns int) (factor float64) {
	b.t.Helper()
	flags := []string{"--base-url", url + "/v1", "--model", "local/made-up", "--now", spokenAt}
	var counted struct{ Used int }
	b.run(0, append(flags, "status", "--json")...).into(b.t, &counted)
	c := b.command(append(flags, "--plain")...)
	var in strings.Builder
	for _, said := range talk(2 * turns) {
		if said.Role == "user" {
			in.WriteString(said.Content + "\n")
		}
	}
	in.WriteString("/status\n/quit\n")
	c.Stdin = strings.NewReader(in.String())
	raw, err := c.CombinedOutput()
	out := string(raw)
	if err != nil {
		b.t.Fatalf("%v\n%s", err, tail(out))
	}
	for _, line := range regexp.MustCompile(`(?m)^.*error: .*$`).FindAllString(out, -1) {
		b.t.Error(line)
	}
	answered := 0
	list := b.messages()
	for _, m := range list {
		if m.Role == "assistant" && !m.Interrupted {
			answered++
		}
	}
	nights := strings.Count(out, "\nslept: ")
	// The first message is small beside what stands before it.
	factor = float64(list[1].Usage.Input) / float64(counted.Used+list[0].Tokens)
	b.t.Logf("%d of %d turns answered at %.1f tokens for each that is counted, %d nights; %s", answered, turns, factor, nights, regexp.MustCompile(`context: .*`).FindString(out))
	if answered != turns || nights == 0 {
		b.t.Errorf("%d of %d turns answered, %d nights\n%s", answered, turns, nights, tail(out))
	}
	b.run(0, "memory", "check")
	return factor
}

func tail(s string) string { return s[max(0, len(s)-3000):] }

// documents is text to take words from: the project's own.
func documents(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, said := range talk(40) {
		all.WriteString(said.Content + "\n")
	}
	return all.String()
}
