// Command house measures the code of this repository as two commits have it and prints
// a table of both: `make house` writes docs/house.md with it.
//
// It reads source and runs none of it. Tests, generated tables of words and what stands
// in docs count for nothing.
package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: house BEFORE-COMMIT BEFORE-FOLDER NOW-FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(commit, before, now string) error {
	was, err := measure(before)
	if err != nil {
		return err
	}
	is, err := measure(now)
	if err != nil {
		return err
	}
	fmt.Printf("# The house, before and after\n\nMade by `make house`: shipped Go code (no tests), as commit %s had it, before the large types were taken apart into rooms, and as it is now.\n\n", commit)
	fmt.Print("| | before | now |\n|---|---:|---:|\n")
	for _, r := range rows {
		fmt.Printf("| %s | %s | %s |\n", r.name, r.of(was), r.of(is))
	}
	fmt.Printf("| dead functions | %s | %s |\n", dead(before), dead(now))
	fmt.Print("\n## Lines by folder\n\n| folder | before | now |\n|---|---:|---:|\n")
	for _, dir := range folders(was, is) {
		fmt.Printf("| %s | %d | %d |\n", dir, was.linesOf[dir], is.linesOf[dir])
	}
	fmt.Print(explained)
	return nil
}

const explained = `
An exported name is one of a package's own scope, or a method of an exported type. A variable is mutable when a function of its package gives it, or something in it, another value, or when its type is one that is there to be changed (sync, sync/atomic). A line is a duplicate when it stands in a run of six or more that stands elsewhere, too; blank lines, comments and imports do not count. Dead is what ` + "`deadcode -test`" + ` finds; where a tree no longer builds there is no number.
`

// rows are the lines of the table.
var rows = []struct {
	name string
	of   func(*figures) string
}{
	{"lines", func(f *figures) string { return fmt.Sprint(sum(f.files)) }},
	{"files", func(f *figures) string { return fmt.Sprint(len(f.files)) }},
	{"packages", func(f *figures) string { return fmt.Sprint(len(f.inFolder)) }},
	{"files in a folder: median, p90, most", func(f *figures) string { return spread(values(f.inFolder)) }},
	{"folders of more than 20 files", func(f *figures) string { return over(f.inFolder, 20) }},
	{"lines of a file: median, p90, most", func(f *figures) string { return spread(f.files) }},
	{"files of more than 400 lines", func(f *figures) string { return fmt.Sprint(above(f.files, 400)) }},
	{"lines of a function: median, p90, most", func(f *figures) string { return spread(f.functions) }},
	{"functions of more than 70 lines", func(f *figures) string { return fmt.Sprint(above(f.functions, 70)) }},
	{"methods of a type: median, p90, most", func(f *figures) string { return spread(values(f.methods)) }},
	{"types of more than 30 methods", func(f *figures) string { return over(f.methods, 30) }},
	{"exported names", func(f *figures) string { return fmt.Sprint(f.exported) }},
	{"exported names of a package: median, p90, most", func(f *figures) string { return spread(values(f.exportedOf)) }},
	{"interfaces", func(f *figures) string { return fmt.Sprint(f.interfaces) }},
	{"package variables", func(f *figures) string { return fmt.Sprint(f.variables) }},
	{"of these errors and patterns", func(f *figures) string { return fmt.Sprint(f.fixed) }},
	{"mutable ones", func(f *figures) string { return named(f.mutable) }},
	{"duplicate lines", func(f *figures) string { return fmt.Sprint(f.duplicates) }},
}

// spread is the median, the ninth tenth and the largest of some numbers.
func spread(n []int) string {
	if len(n) == 0 {
		return "–"
	}
	n = slices.Clone(n)
	slices.Sort(n)
	return fmt.Sprintf("%d, %d, %d", n[len(n)/2], n[len(n)*9/10], n[len(n)-1])
}

func sum(n []int) (all int) {
	for _, v := range n {
		all += v
	}
	return all
}

func above(n []int, most int) (count int) {
	for _, v := range n {
		if v > most {
			count++
		}
	}
	return count
}

// over counts what has more than most, and names it.
func over(of map[string]int, most int) string {
	var names []string
	for name, n := range of {
		if n > most {
			names = append(names, fmt.Sprintf("%s %d", name, n))
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(of[field(b)]-of[field(a)], strings.Compare(a, b)) })
	return named(names)
}

func field(s string) string { return strings.Fields(s)[0] }

// mostNamed is how many names stand in a cell.
const mostNamed = 6

func named(names []string) string {
	switch {
	case len(names) == 0:
		return "0"
	case len(names) > mostNamed:
		return fmt.Sprintf("%d (%s, …)", len(names), strings.Join(names[:mostNamed], ", "))
	}
	return fmt.Sprintf("%d (%s)", len(names), strings.Join(names, ", "))
}

func values(of map[string]int) (out []int) {
	for _, n := range of {
		out = append(out, n)
	}
	return out
}

func folders(was, is *figures) []string {
	seen := map[string]bool{}
	for _, f := range []*figures{was, is} {
		for dir := range f.linesOf {
			seen[dir] = true
		}
	}
	var out []string
	for dir := range seen {
		out = append(out, dir)
	}
	slices.Sort(out)
	return out
}

// dead counts the functions that nothing calls, by the tool that DEADCODE names.
func dead(dir string) string {
	tool := os.Getenv("DEADCODE")
	if tool == "" {
		return "–"
	}
	c := exec.Command(tool, "-test", "./...")
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		return "–"
	}
	return fmt.Sprint(strings.Count(string(out), "\n"))
}
