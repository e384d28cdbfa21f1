package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
)

// page is all that is said about one command. `--help`, the man pages and
// docs/commands.md print the same pages.
type page struct {
	path    string // "dormouse memory search"
	short   string
	long    string // paragraphs with an empty line between them
	usage   string // path, arguments, "[flags]"
	example string
	groups  []section // commands below it
	flags   []row     // its own
	global  []row     // those of every command: whole on the first page, names elsewhere
}

// section is a titled list of commands.
type section struct {
	title string
	rows  []row
}

// row is a name and what it means.
type row struct{ name, about string }

// pageOf reads a command's page.
func pageOf(c *cobra.Command) page {
	p := page{path: c.CommandPath(), short: c.Short, long: cmp.Or(c.Long, c.Short), usage: usageOf(c), example: c.Example}
	for _, g := range append(slices.Clone(c.Groups()), &cobra.Group{Title: "Commands"}) {
		s := section{title: g.Title}
		for _, below := range c.Commands() {
			if below.GroupID == g.ID && (below.IsAvailableCommand() || below.Name() == "help" && !c.HasParent()) {
				s.rows = append(s.rows, row{below.Name(), below.Short})
			}
		}
		if len(s.rows) > 0 {
			p.groups = append(p.groups, s)
		}
	}
	global := c.Root().PersistentFlags()
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	c.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden:
		case global.Lookup(f.Name) != f:
			p.flags = append(p.flags, flagRow(f))
		case f.Name != "private" || !c.HasParent(): // only a talk can be private
			p.global = append(p.global, flagRow(f))
		}
	})
	if c.Root() == c { // pflag gives the persistent ones of a command only after parsing
		p.global = nil
		global.VisitAll(func(f *pflag.Flag) { p.global = append(p.global, flagRow(f)) })
	}
	return p
}

func usageOf(c *cobra.Command) string {
	_, args, _ := strings.Cut(c.Use, " ")
	usage := c.CommandPath()
	if c.HasAvailableSubCommands() {
		usage += " [COMMAND]"
	}
	if args != "" {
		usage += " " + args
	}
	return usage + " [flags]"
}

// flagRow is a flag with the name of its value, which stands in its usage
// between backquotes.
func flagRow(f *pflag.Flag) row {
	value, about := pflag.UnquoteUsage(f)
	name := "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	if value != "" {
		name += " " + value
	}
	if !slices.Contains([]string{"", "0", "false"}, f.DefValue) {
		about += " (default " + f.DefValue + ")"
	}
	return row{name, about}
}

// printHelp is what `--help` prints.
func printHelp(call *program.Call, c *cobra.Command) {
	heading := func(s string) string { return s }
	if output.IsTerminal(call.Out) && call.Getenv("NO_COLOR") == "" && call.Getenv("TERM") != "dumb" {
		heading = func(s string) string { return "\x1b[1m" + s + "\x1b[m" }
	}
	pageOf(c).print(c.OutOrStdout(), widthOf(call.Out), heading)
}

// helpWidth is how wide a help page is at most, in cells, and where the width of
// the terminal is not known.
const helpWidth = 100

func widthOf(stream any) int {
	if f, ok := stream.(interface{ Fd() uintptr }); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return min(w, helpWidth)
		}
	}
	return helpWidth
}

func (p page) print(w io.Writer, width int, heading func(string) string) {
	fmt.Fprintf(w, "%s\n\n%s %s\n", flow(p.long, width), heading("Usage:"), p.usage)
	if p.example != "" {
		fmt.Fprintf(w, "\n%s\n", heading("Examples:"))
		for line := range strings.SplitSeq(p.example, "\n") {
			fmt.Fprintln(w, "  "+line)
		}
	}
	for _, g := range p.groups {
		fmt.Fprintf(w, "\n%s\n%s", heading(g.title+":"), table(g.rows, width))
	}
	if len(p.flags) > 0 {
		fmt.Fprintf(w, "\n%s\n%s", heading("Flags:"), table(p.flags, width))
	}
	if len(p.global) == 0 {
		return
	}
	if !strings.Contains(p.path, " ") {
		fmt.Fprintf(w, "\n%s\n%s", heading("Flags of every command:"), table(p.global, width))
		return
	}
	fmt.Fprintf(w, "\n%s\n", flow("Every command also takes "+strings.Join(namesOf(p.global), ", ")+"; `dormouse --help` explains them.", width))
}

// namesOf are the flags alone, without their values.
func namesOf(rows []row) []string {
	var out []string
	for _, r := range rows {
		_, name, _ := strings.Cut(r.name, "--")
		name, _, _ = strings.Cut(name, " ")
		out = append(out, "--"+name)
	}
	return out
}

// flow breaks paragraphs anew; lines that begin with a blank stay as they are.
func flow(text string, width int) string {
	var out, words []string
	end := func() {
		if len(words) > 0 {
			out = append(out, strings.Join(wrapped(words, width), "\n"))
			words = nil
		}
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if line == "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			end()
			out = append(out, line)
			continue
		}
		words = append(words, strings.Fields(line)...)
	}
	end()
	return strings.Join(out, "\n")
}

// wrapped puts words on lines of at most width cells. A hyphen is no place to break:
// flags have them.
func wrapped(words []string, width int) []string {
	lines := []string{""}
	for _, w := range words {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = w
		case ansi.StringWidth(*last)+1+ansi.StringWidth(w) <= width:
			*last += " " + w
		default:
			lines = append(lines, w)
		}
	}
	return lines
}

// table prints names and what they mean in two columns. Where a name is long, or
// the width small, the meaning stands below it.
func table(rows []row, width int) string {
	const most, indent = 28, 2
	column := 0
	for _, r := range rows {
		if n := ansi.StringWidth(r.name); n <= most {
			column = max(column, n)
		}
	}
	column += indent + 2
	if width < 2*column {
		column = 8
	}
	var b strings.Builder
	for _, r := range rows {
		lines := wrapped(strings.Fields(r.about), max(20, width-column))
		name := strings.Repeat(" ", indent) + r.name
		if n := ansi.StringWidth(name); n+2 <= column {
			lines[0] = name + strings.Repeat(" ", column-n) + lines[0]
		} else {
			lines[0] = name + "\n" + strings.Repeat(" ", column) + lines[0]
		}
		b.WriteString(strings.Join(lines, "\n"+strings.Repeat(" ", column)) + "\n")
	}
	return b.String()
}
