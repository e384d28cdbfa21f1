package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// manCommand prints man pages, or writes them all.
func manCommand(call *program.Call) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use: "man [COMMAND…]", Short: "Print the man page of a command, or write all of them",
		Example: `dormouse man memory search | man -l -
dormouse man --dir ~/.local/share/man/man1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			if dir != "" {
				return writeMan(call, root, dir)
			}
			found, err := usage.Named(root, args)
			if err != nil {
				return err
			}
			pageOf(found).man(call.Out, call.Version)
			return nil
		},
	}
	c.Flags().StringVar(&dir, "dir", "", "write the page of every command into `DIR`")
	return c
}

// writeMan writes the page of c and of every command below it.
func writeMan(call *program.Call, c *cobra.Command, dir string) error {
	if c.Hidden {
		return nil
	}
	p := pageOf(c)
	var b strings.Builder
	p.man(&b, call.Version)
	if err := writeHost(filepath.Join(dir, p.manName()+".1"), b.String()); err != nil {
		return fmt.Errorf("write the man pages: %w", err)
	}
	for _, below := range c.Commands() {
		if err := writeMan(call, below, dir); err != nil {
			return err
		}
	}
	return nil
}

func writeHost(name, text string) error {
	d, err := disk.OpenDir(filepath.Dir(name)) // makes the folder
	if err != nil {
		return err
	}
	d.Close()
	f, err := disk.CreateHost(name)
	if err != nil {
		return err
	}
	return disk.Fill(f, []byte(text))
}

func (p page) manName() string { return strings.ReplaceAll(p.path, " ", "-") }

// man writes the page in the language of man(7).
func (p page) man(w io.Writer, version string) {
	fmt.Fprintf(w, ".TH %s 1 \"\" \"dormouse %s\" \"Dormouse\"\n", roff(strings.ToUpper(p.manName())), roff(version))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(p.manName()), roff(p.short))
	fmt.Fprintf(w, ".SH SYNOPSIS\n%s\n.SH DESCRIPTION\n", roff(p.usage))
	for line := range strings.SplitSeq(p.long, "\n") {
		if line == "" {
			line = ".PP"
		} else {
			line = roff(line)
		}
		fmt.Fprintln(w, line)
	}
	for _, g := range p.groups {
		manRows(w, "COMMANDS: "+strings.ToUpper(g.title), g.rows)
	}
	manRows(w, "OPTIONS", p.flags)
	manRows(w, "OPTIONS OF EVERY COMMAND", p.global)
	if p.example != "" {
		fmt.Fprintf(w, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(p.example))
	}
	if parent, _, ok := cutLast(p.path); ok {
		fmt.Fprintf(w, ".SH SEE ALSO\n%s(1)\n", roff(strings.ReplaceAll(parent, " ", "-")))
	}
}

func cutLast(path string) (before, after string, found bool) {
	i := strings.LastIndexByte(path, ' ')
	if i < 0 {
		return path, "", false
	}
	return path[:i], path[i+1:], true
}

func manRows(w io.Writer, title string, rows []row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, ".SH %s\n", roff(title))
	for _, r := range rows {
		fmt.Fprintf(w, ".TP\n\\fB%s\\fP\n%s\n", roff(strings.TrimSpace(r.name)), roff(r.about))
	}
}

// roff makes text mean itself: backslashes and hyphens are escaped, and no line
// begins with a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
