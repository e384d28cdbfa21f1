package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dormouse/tui/cli/program"
)

var update = flag.Bool("update", false, "write docs/commands.md anew")

func pages(t *testing.T) []page {
	t.Helper()
	var out []page
	call := &program.Call{World: program.World{Version: "dev", Getenv: func(string) string { return "" }}}
	eachCommand(newRoot(call), func(c *cobra.Command) {
		if !c.Hidden {
			out = append(out, pageOf(c))
		}
	})
	return out
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, below := range c.Commands() {
		eachCommand(below, do)
	}
}

func TestEveryFlagNamesItsValue(t *testing.T) {
	call := &program.Call{World: program.World{Getenv: func(string) string { return "" }}}
	eachCommand(newRoot(call), func(c *cobra.Command) {
		check := func(f *pflag.Flag) {
			if value, _ := pflag.UnquoteUsage(f); value != strings.ToUpper(value) {
				t.Errorf("%s --%s: its value is called %q", c.CommandPath(), f.Name, value)
			}
		}
		c.Flags().VisitAll(check)
		c.PersistentFlags().VisitAll(check)
	})
}

func TestHelpFitsItsWidthAndIsNotPadded(t *testing.T) {
	plain := func(s string) string { return s }
	for _, p := range pages(t) {
		if p.short == "" {
			t.Errorf("%s says nothing", p.path)
		}
		for _, width := range []int{60, 80, helpWidth} {
			var b bytes.Buffer
			p.print(&b, width, plain)
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if line != strings.TrimRight(line, " ") {
					t.Errorf("%s: padded: %q", p.path, line)
				}
				if n := ansi.StringWidth(line); n > width && !strings.Contains(p.example, strings.TrimSpace(line)) && !strings.HasPrefix(line, "Usage: ") && !strings.HasPrefix(line, "\t") {
					t.Errorf("%s: %d cells in %d: %q", p.path, n, width, line)
				}
			}
		}
	}
}

// TestCommandsReference keeps docs/commands.md: the pages of --help, all of them.
func TestCommandsReference(t *testing.T) {
	const file = "../../docs/commands.md"
	want := reference(pages(t))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what --help says (make docs writes it anew): %v", file, err)
	}
}

func reference(list []page) string {
	var b strings.Builder
	b.WriteString("# Commands\n\nWritten by `make docs` from what `--help` says. `dormouse man` prints the same as man pages.\n")
	for i, p := range list {
		fmt.Fprintf(&b, "\n## %s\n\n    %s\n\n%s\n", p.path, p.usage, p.long)
		if p.example != "" {
			fmt.Fprintf(&b, "\n    %s\n", strings.ReplaceAll(p.example, "\n", "\n    "))
		}
		rows(&b, "flag", p.flags)
		if i == 0 {
			b.WriteString("\nEvery command takes these, too:\n")
			rows(&b, "flag", p.global)
		}
	}
	return b.String()
}

func rows(b *strings.Builder, title string, list []row) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | |\n|---|---|\n", title)
	for _, r := range list {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.TrimSpace(r.name), strings.ReplaceAll(r.about, "|", "\\|"))
	}
}
