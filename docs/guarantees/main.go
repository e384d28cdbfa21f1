//go:build ignore

// Command guarantees writes docs/guarantees.md from the output of the tests: each
// guarantee in words, the tests that try it, and the figures they print.
//
//	go test -json ./... | go run docs/guarantees/*.go >docs/guarantees.md
//
// A test belongs to a guarantee when its comment, or the head of its script, says
// "GUARANTEES 8 and 12", or when it logs a line "guarantee 8: pairs=516 lost=0".
// The program fails, and says why, where a guarantee has no test or one failed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	trials, err := named(".")
	if err == nil {
		err = ran(os.Stdin, trials)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "guarantees:", err)
		os.Exit(1)
	}
	faults := write(os.Stdout, trials)
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, "guarantees:", f)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// trial is a test as far as guarantees go.
type trial struct {
	where   string // package below the module and test: "land TestCrash"
	tries   []int  // guarantees
	outcome string // pass, fail, skip; "" when it did not run
	figures map[int][]string
	counted int // cases of a table, seeds of a fuzz target, commands of a script
}

// trials are all tests by where they are.
type trials map[string]*trial

func (t trials) of(where string) *trial {
	if t[where] == nil {
		t[where] = &trial{where: where, figures: map[int][]string{}}
	}
	return t[where]
}

var mention = regexp.MustCompile(`GUARANTEES ([0-9]+(?:(?:, | and )[0-9]+)*)`)

// numbers are the guarantees that a text mentions.
func numbers(text string) []int {
	var list []int
	for _, m := range mention.FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1) {
		for _, s := range regexp.MustCompile(`[0-9]+`).FindAllString(m[1], -1) {
			n, _ := strconv.Atoi(s)
			list = append(list, n)
		}
	}
	return list
}

// named reads what the tests below a folder say of themselves.
func named(root string) (trials, error) {
	found := trials{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(name, "_test.go"):
			return found.source(name)
		case strings.HasSuffix(name, ".txtar"):
			return found.script(name)
		}
		return nil
	})
	return found, err
}

func (t trials) source(name string) error {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Test") && !strings.HasPrefix(fn.Name.Name, "Fuzz") {
			continue
		}
		x := t.of(path.Dir(filepath.ToSlash(name)) + " " + fn.Name.Name)
		x.tries = append(x.tries, numbers(fn.Doc.Text())...)
	}
	return nil
}

func (t trials) script(name string) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var head []string
	for line := range strings.Lines(string(b)) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		head = append(head, comment)
	}
	dir, _, _ := strings.Cut(filepath.ToSlash(name), "/testdata/")
	x := t.of(dir + " TestScript/" + strings.TrimSuffix(filepath.Base(name), ".txtar"))
	x.tries = append(x.tries, numbers(strings.Join(head, " "))...)
	return nil
}

var figure = regexp.MustCompile(`guarantee ([0-9]+): (.+)`)

// ran reads the output of go test -json.
func ran(in io.Reader, t trials) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e struct{ Action, Package, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Test == "" {
			continue
		}
		where := strings.TrimPrefix(strings.TrimPrefix(e.Package, "dormouse"), "/")
		if where == "" {
			where = "."
		}
		top, _, below := strings.Cut(e.Test, "/")
		if below && top == "TestScript" {
			top, below = e.Test, false
		}
		x := t.of(where + " " + top)
		switch e.Action {
		case "pass", "fail", "skip":
			if !below {
				x.outcome = e.Action
			} else if e.Action == "pass" {
				x.counted++
			}
		case "output":
			x.heard(strings.TrimSpace(e.Output))
		}
	}
	return lines.Err()
}

// heard reads a line that a test printed. A script prints each command that it runs.
func (x *trial) heard(line string) {
	if strings.HasPrefix(line, "> ") && x.unit() == "commands" {
		x.counted++
	}
	m := figure.FindStringSubmatch(line)
	if m == nil {
		return
	}
	n, _ := strconv.Atoi(m[1])
	x.tries = append(x.tries, n)
	for i, f := range x.figures[n] {
		if both, ok := together(f, m[2]); ok {
			x.figures[n][i] = both
			return
		}
	}
	x.figures[n] = append(x.figures[n], m[2])
}

// unit is what is counted of a trial.
func (x *trial) unit() string {
	_, test, _ := strings.Cut(x.where, " ")
	switch {
	case strings.HasPrefix(test, "TestScript/"):
		return "commands"
	case strings.HasPrefix(test, "Fuzz"):
		return "inputs"
	}
	return "cases"
}

// together makes one of two figures of the same form, such as those of the
// providers that one test tries: counts are added, of bounds the larger one holds.
func together(a, b string) (string, bool) {
	as, bs := strings.Fields(a), strings.Fields(b)
	if len(as) != len(bs) {
		return "", false
	}
	for i := range as {
		key, x, ok := number(as[i])
		other, y, also := number(bs[i])
		switch {
		case !ok && !also && as[i] == bs[i]:
		case !ok || !also || key != other:
			return "", false
		case strings.HasSuffix(key, "_at_most"):
			as[i] = fmt.Sprintf("%s=%d", key, max(x, y))
		default:
			as[i] = fmt.Sprintf("%s=%d", key, x+y)
		}
	}
	return strings.Join(as, " "), true
}

func number(s string) (key string, n int, ok bool) {
	key, value, found := strings.Cut(s, "=")
	n, err := strconv.Atoi(value)
	return key, n, found && err == nil
}

// write prints the page; faults are what keeps it from being true.
func write(w io.Writer, t trials) (faults []string) {
	fmt.Fprint(w, "# What Dormouse promises, and how each promise is tried\n\n"+
		"Written by `make guarantees` from what the tests print; not by hand. Each test is named by its folder;\n"+
		"behind it stands what it counted.\n")
	list := slices.SortedFunc(values(t), func(a, b *trial) int { return strings.Compare(a.where, b.where) })
	for i, p := range promises() {
		n := i + 1
		if p.part != "" {
			fmt.Fprintf(w, "\n## %s\n", p.part)
		}
		fmt.Fprintf(w, "\n**%d. %s**\n\n", n, p.words)
		tried, figures := 0, 0
		for _, x := range list {
			if !slices.Contains(x.tries, n) {
				continue
			}
			switch x.outcome {
			case "fail":
				faults = append(faults, fmt.Sprintf("guarantee %d: %s failed", n, x.where))
			case "pass":
				tried++
			}
			if len(x.figures[n]) > 0 || x.counted > 0 {
				figures++
			}
			fmt.Fprintf(w, "- %s\n", line(x, n))
		}
		if tried == 0 {
			faults = append(faults, fmt.Sprintf("guarantee %d: no test of it passed", n))
		}
		if figures == 0 {
			faults = append(faults, fmt.Sprintf("guarantee %d: no test of it counts anything", n))
		}
	}
	return faults
}

func values(t trials) func(func(*trial) bool) {
	return func(yield func(*trial) bool) {
		for _, x := range t {
			if !yield(x) {
				return
			}
		}
	}
}

func line(x *trial, n int) string {
	folder, test, _ := strings.Cut(x.where, " ")
	s := fmt.Sprintf("`%s` %s", folder, test)
	switch x.outcome {
	case "":
		s += " (not run)"
	case "skip", "fail":
		s += " (" + x.outcome + ")"
	}
	f := x.figures[n]
	if x.counted > 0 {
		f = append([]string{fmt.Sprintf("%s=%d", x.unit(), x.counted)}, f...)
	}
	if len(f) > 0 {
		s += ": " + strings.Join(f, "; ")
	}
	return s
}
