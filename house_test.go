package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// house lists the folders from left to right: each imports only folders to its
// left, and what stands under itself.
var house = []string{"land", "memory", "summarize", "sleep", "runtime", "tui"}

// rooms are subfolders that may import the folder above them: the chat starts
// the screen; a night and its replay work by the values of sleep, its settings, depths
// and states, the engine that asks a model by those of summarize, which import nothing
// of them.
var rooms = []string{"tui/cli/chat", "sleep/night", "sleep/replay", "summarize/asking"}

// mayStart are the files that may have a go statement: each says when its
// goroutines end.
var mayStart = []string{"runtime/loop.go", "runtime/metrics/serve.go", "runtime/llm/key/keyring.go", "tui/cli/signals.go"}

// mayTell are the files that may read the clock.
var mayTell = []string{"runtime/clock.go", "runtime/llm/wire/wait.go", "land/disk/host.go", "land/disk/watch.go"}

func TestEveryArrowPointsLeft(t *testing.T) {
	eachFile(t, func(name string, f *ast.File) {
		from := slices.Index(house, top(name))
		for _, imp := range f.Imports {
			p, local := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), "dormouse/")
			if !local {
				continue
			}
			to := slices.Index(house, top(p+"/"))
			if to > from && from >= 0 {
				t.Errorf("%s imports %s: an arrow to the right", name, p)
			}
			if dir := path.Dir(name); from >= 0 && p == house[from] && strings.HasPrefix(dir, p+"/") && !slices.Contains(rooms, dir) {
				t.Errorf("%s imports %s, the folder above it", name, p)
			}
		}
	})
}

func TestOnlyOneFolderTouches(t *testing.T) {
	rules := []struct {
		pkg    string
		within string // folders, with a space between them
	}{
		{"net/http", "runtime/llm/ runtime/metrics/"}, // metrics answers scrapes from this machine; it asks nobody
		{"charm.land/", "tui/"},
		{"github.com/charmbracelet/", "tui/"},
		{"github.com/spf13/cobra", "tui/cli/"},
		{"golang.org/x/sys/", "land/disk/"},
		{"github.com/fsnotify/fsnotify", "land/disk/"},
		{"github.com/yuin/goldmark", "memory/ tui/markdown/"},
		{"modernc.org/sqlite", "memory/search/"},
		{"github.com/pkoukk/", "runtime/tokens/"},
		{"github.com/modelcontextprotocol/", "tui/cli/mcp/"},
		{"github.com/prometheus/", "runtime/metrics/"},
		{"testing", "nowhere"},
	}
	eachFile(t, func(name string, f *ast.File) {
		for _, imp := range f.Imports {
			p := strings.Trim(imp.Path.Value, `"`)
			for _, r := range rules {
				if (p == r.pkg || strings.HasSuffix(r.pkg, "/") && strings.HasPrefix(p, r.pkg) || strings.HasPrefix(p, r.pkg+"/")) && !slices.ContainsFunc(strings.Fields(r.within), func(dir string) bool { return strings.HasPrefix(name, dir) }) {
					t.Errorf("%s imports %s, which belongs to %s", name, p, r.within)
				}
			}
		}
	})
}

// TestFilesClockAndGoroutinesHaveOneHome reads calls, not imports: package os is
// also errors and the environment.
func TestFilesClockAndGoroutinesHaveOneHome(t *testing.T) {
	files := []string{"Open", "OpenFile", "Create", "CreateTemp", "ReadFile", "WriteFile", "Remove", "RemoveAll", "Rename", "Mkdir", "MkdirAll", "MkdirTemp", "Stat", "Lstat", "ReadDir", "Chmod", "Link", "Symlink", "Truncate", "OpenRoot", "Chdir", "DirFS"}
	clock := []string{"Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc"}
	eachFile(t, func(name string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				if !slices.Contains(mayStart, name) {
					t.Errorf("%s starts a goroutine", name)
				}
			case *ast.SelectorExpr:
				pkg, ok := n.X.(*ast.Ident)
				if !ok {
					return true
				}
				switch {
				case pkg.Name == "os" && slices.Contains(files, n.Sel.Name) && !strings.HasPrefix(name, "land/disk/"):
					t.Errorf("%s calls os.%s outside land/disk", name, n.Sel.Name)
				case pkg.Name == "time" && slices.Contains(clock, n.Sel.Name) && !slices.Contains(mayTell, name):
					t.Errorf("%s reads the clock: time.%s", name, n.Sel.Name)
				}
			}
			return true
		})
	})
}

func top(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

// eachFile parses every shipped Go file of the house.
func eachFile(t *testing.T, visit func(name string, f *ast.File)) {
	t.Helper()
	seen := 0
	for _, dir := range append(house, ".") {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (dir == "." && name != "." || d.Name() == "testdata") {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				return err
			}
			seen++
			visit(filepath.ToSlash(name), f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < len(house) {
		t.Fatalf("only %d files were read: the test looks in the wrong place", seen)
	}
}
