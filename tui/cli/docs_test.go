package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// fenced is a block of a Markdown file.
type fenced struct{ language, text string }

func fencesOf(t *testing.T, name string) []fenced {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []fenced
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(string(b), -1) {
		out = append(out, fenced{m[1], m[2]})
	}
	return out
}

func guides(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("../../docs/how-to/*.md")
	if err != nil || len(list) == 0 {
		t.Fatalf("%d guides, %v", len(list), err)
	}
	return append(list, "../../docs/tutorial.md", "../../docs/release.md")
}

// TestGuidesRun runs every block of shell in the tutorial and the guides, each guide
// in a home of its own, in order. A block of text right after one is what it prints;
// "…" stands for anything.
func TestGuidesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, name := range guides(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.with("HOME=" + b.dir)
			printed, ran := "", 0
			for _, f := range fencesOf(t, name) {
				switch f.language {
				case "sh":
					c := exec.Command("sh", "-e", "-c", f.text)
					c.Dir, c.Env = b.dir, b.env
					out, err := c.CombinedOutput()
					if err != nil {
						t.Fatalf("%s%v\n%s", f.text, err, out)
					}
					printed, ran = string(out), ran+1
				case "text":
					for line := range strings.Lines(f.text) {
						want := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), "…", ".*")
						if printed != "" && !regexp.MustCompile(want).MatchString(printed) {
							t.Errorf("not printed: %q in\n%s", line, printed)
						}
					}
					printed = ""
				default:
					printed = ""
				}
			}
			if ran == 0 {
				t.Error("it shows no command")
			}
		})
	}
}

// TestEveryCommandInTheDocsExists reads all lines of code in README.md and docs/ that
// call the program, and wants their commands and flags to be there.
func TestEveryCommandInTheDocsExists(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range append(append(files, guides(t)...), "../../README.md") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "commands.md") || strings.HasSuffix(name, "guarantees.md") {
			continue // written by the program, and by its tests
		}
		for _, call := range callsIn(string(b)) {
			seen++
			if err := parses(call); err != nil {
				t.Errorf("%s: %q: %v", filepath.Base(name), strings.Join(call, " "), err)
			}
		}
	}
	for _, wrong := range []string{"`dormouse memory serch x`", "    dormouse sleep --deep\n", "| dormouse nosuch"} {
		if calls := callsIn(wrong); len(calls) != 1 || parses(calls[0]) == nil {
			t.Errorf("%s is taken for right", wrong)
		}
	}
	if seen < 100 {
		t.Errorf("only %d calls were found", seen)
	}
}

// called is the program's name where it is called, up to what ends the call.
var called = regexp.MustCompile("(?m)(?:^ {4}|^|`|\\$\\(|\\| )dormouse((?: [^`|#)\n]*)?)")

// callsIn are the arguments of each call in a text.
func callsIn(text string) [][]string {
	var out [][]string
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		rest, _, _ := strings.Cut(m[1], "  ") // what stands far off explains it
		rest, _, _ = strings.Cut(rest, " >")
		rest = regexp.MustCompile(`"[^"]*"|'[^']*'`).ReplaceAllString(rest, "WORDS")
		var args []string
		for _, w := range strings.Fields(rest) {
			if w = strings.Trim(w, "[].,;:"); w != "" && w != "…" && w != `\` {
				args = append(args, w)
			}
		}
		out = append(out, args)
	}
	return out
}

// parses tells what is wrong with arguments; no value is looked at.
func parses(args []string) error {
	call := &program.Call{World: program.World{Getenv: func(string) string { return "" }}}
	c, rest, err := newRoot(call).Find(args)
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	for _, w := range rest {
		name, isFlag := strings.CutPrefix(w, "-")
		if !isFlag || name == "" || strings.HasPrefix(name, "-") && len(name) == 1 {
			continue
		}
		name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
		c.InheritedFlags()
		if c.Flag(name) == nil && c.Flags().ShorthandLookup(name[:1]) == nil {
			return &fault.Misuse{Err: os.ErrNotExist, Hint: name}
		}
	}
	if c.HasAvailableSubCommands() && !strings.Contains(c.Use, " ") && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return usage.UnknownBelow(c, rest[0])
	}
	return nil
}

// TestExtendingShowsTheCode wants every line that docs/extending.md shows as added to a
// file (+++ b/FILE) to be in it.
func TestExtendingShowsTheCode(t *testing.T) {
	shown := 0
	for _, f := range fencesOf(t, "../../docs/extending.md") {
		if f.language != "diff" {
			continue
		}
		file, files, lines := "", 0, map[string]bool{}
		for line := range strings.Lines(f.text) {
			line = strings.TrimRight(line, "\n")
			if name, begins := strings.CutPrefix(line, "+++ b/"); begins {
				b, err := os.ReadFile(filepath.Join("../..", name))
				if err != nil {
					t.Fatal(err)
				}
				file, lines = name, map[string]bool{}
				if files++; files > 2 && !strings.HasSuffix(name, "_test.go") {
					t.Errorf("%s is the third file that is touched", name)
				}
				for l := range strings.Lines(string(b)) {
					lines[strings.TrimRight(l, "\r\n")] = true
				}
				continue
			}
			if added, is := strings.CutPrefix(line, "+"); is && added != "" {
				if file == "" {
					t.Fatalf("%q is of no file: a diff begins with +++ b/FILE", line)
				}
				shown++
				if !lines[added] {
					t.Errorf("%s has no line %q", file, added)
				}
			}
		}
	}
	if shown < 20 {
		t.Errorf("only %d lines are shown", shown)
	}
}

// TestNothingElseNamesWhatIsAdded wants what docs/extending.md shows to be whole: of all
// shipped Go files only those that a section shows name what it adds.
func TestNothingElseNamesWhatIsAdded(t *testing.T) {
	b, err := os.ReadFile("../../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{ // what each section adds, as code names it
		"A provider":           `"openrouter"|openrouter\.ai`,
		"A tool":               `"get"$|\{Get,|\(\*Runner\)\.get\b`,
		"A page":               `onShell\(page\.FindInTalk\)|func FindInTalk|"find in this talk"`,
		"A command":            `\bpinCommand\b`,
		"An import format":     `\b(fits|read|homes)Gemini\b|"Gemini CLI"`,
		"A trigger":            `, Context\(s\.Threshold\)|func Context\(threshold\b`,
		"A strategy":           `\bImportanceBased\b|"importance-based"`,
		"A language":           `"nl"|/dutch"|\bdutch\.`,
		"A phase of the night": `\bsummarizeTalk\b|\bPhaseSummarize\b`,
	}
	sources := shipped(t)
	for _, section := range strings.Split(string(b), "\n## ")[1:] {
		title, _, _ := strings.Cut(section, "\n")
		if names[title] == "" {
			t.Errorf("%s: the test does not know what is added", title)
			continue
		}
		named, found := regexp.MustCompile("(?m)"+names[title]), 0
		for file, src := range sources {
			if !named.MatchString(src) {
				continue
			}
			if found++; !strings.Contains(section, "+++ b/"+file+"\n") {
				t.Errorf("%s: %s names it, too, and is not shown", title, file)
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing names it", title)
		}
	}
}

// shipped are the Go files of the program without comments, by their path.
func shipped(t *testing.T) map[string]string {
	t.Helper()
	comment := regexp.MustCompile(`(?m)^\s*//.*$|\s// .*$`)
	out := map[string]string{}
	for _, dir := range []string{"land", "memory", "summarize", "sleep", "runtime", "tui"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			src, err := os.ReadFile(name)
			out[strings.TrimPrefix(filepath.ToSlash(name), "../../")] = comment.ReplaceAllString(string(src), "")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
