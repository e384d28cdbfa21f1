package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// stops is how many the way of one message has.
const stops = 10

// TestTheWayOfOneMessage looks up every function that docs/design.md names on it, and
// holds the README's list to the same places in the same order.
func TestTheWayOfOneMessage(t *testing.T) {
	design, readme := read(t, "docs/design.md"), read(t, "README.md")
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| (.*) \| (.*) \|$`).FindAllStringSubmatch(design, -1)
	listed := regexp.MustCompile(`(?m)^(\d+)\. (\[[^\n]*(?:\n   [^\n]*)*)`).FindAllStringSubmatch(after(readme, "## The way of one message"), -1)
	if len(rows) != stops || len(listed) < stops {
		t.Fatalf("%d stops in docs/design.md, %d in the README; want %d", len(rows), len(listed), stops)
	}
	link := regexp.MustCompile(`\]\((?:\.\./)?([^)]+)\)`)
	name := regexp.MustCompile("`([^`]+)`")
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) || listed[i][1] != row[1] {
			t.Fatalf("stop %d is called %s and %s", i+1, row[1], listed[i][1])
		}
		var files []string
		found := map[string]bool{}
		for _, l := range link.FindAllStringSubmatch(row[2], -1) {
			files = append(files, l[1])
			for _, f := range functions(t, l[1]) {
				found[f] = true
			}
		}
		for _, n := range name.FindAllStringSubmatch(row[3], -1) {
			if !found[n[1]] {
				t.Errorf("stop %s: no function %s in %s", row[1], n[1], strings.Join(files, ", "))
			}
		}
		first := link.FindStringSubmatch(listed[i][2])
		if first == nil || !slices.ContainsFunc(files, func(f string) bool { return f == first[1] || path.Dir(f) == first[1] }) {
			t.Errorf("stop %s of the README is at %v, in docs/design.md at %v", row[1], first, files)
		}
	}
}

// TestEveryLibraryIsNamed wants the README's table to hold each module that go.mod asks
// for by itself.
func TestEveryLibraryIsNamed(t *testing.T) {
	table := after(read(t, "README.md"), "## Libraries")
	asked := 0
	for line := range strings.Lines(read(t, "go.mod")) {
		f := strings.Fields(line)
		if len(f) != 2 || !strings.HasPrefix(line, "\t") || f[0] == "//" {
			continue // others are marked as indirect
		}
		asked++
		name := path.Base(regexp.MustCompile(`/v[0-9]+$`).ReplaceAllString(f[0], ""))
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(table) {
			t.Errorf("%s is not in the README's table of libraries", f[0])
		}
	}
	if asked < 20 {
		t.Errorf("only %d modules were found", asked)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func after(text, heading string) string {
	_, rest, _ := strings.Cut(text, heading)
	body, _, _ := strings.Cut(rest, "\n## ")
	return body
}

// functions are those of a file, methods as "Type.name".
func functions(t *testing.T, name string) (out []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		full := fn.Name.Name
		if fn.Recv != nil {
			of := fn.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if id, ok := of.(*ast.Ident); ok {
				full = id.Name + "." + full
			}
		}
		out = append(out, full)
	}
	return out
}
