package fault

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormouse/runtime/llm"
)

// TestEverySentinelHasARemedy walks the exported Err variables of all folders
// to the left, and the kinds of a provider's errors, and wants each in the
// table that tells people what to do about it.
func TestEverySentinelHasARemedy(t *testing.T) {
	table, err := os.ReadFile("known.go")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("..", "..", "..")
	found := 0
	for _, folder := range []string{"land", "memory", "summarize", "sleep", "runtime"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test")) {
				return fs.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			if built, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !built {
				return err // of another system, which renames one of this one's
			}
			list, err := sentinels(name)
			for _, s := range list {
				found++
				if !mentions(string(table), s) {
					t.Errorf("known.go says nothing about %s (%s)", s, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 30 {
		t.Errorf("only %d sentinels were found: the walk is broken", found)
	}
}

// mentions finds a qualified name that is not the beginning of a longer one.
func mentions(text, name string) bool {
	return strings.Contains(text, name+")") || strings.Contains(text, name+",")
}

// sentinels are the exported error variables and error kinds of a file, as
// "package.Name". One that only renames another folder's is that one.
func sentinels(name string) ([]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR && g.Tok != token.CONST {
			continue
		}
		kind := ""
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if id, ok := v.Type.(*ast.Ident); ok {
				kind = id.Name
			}
			for i, n := range v.Names {
				switch {
				case g.Tok == token.VAR && strings.HasPrefix(n.Name, "Err") && n.IsExported():
					out = append(out, renamed(f.Name.Name, n.Name, v.Values, i))
				case g.Tok == token.CONST && f.Name.Name == "llm" && kind == "Kind" && n.IsExported():
					out = append(out, "llm."+n.Name)
				}
			}
		}
	}
	return out, nil
}

func renamed(pkg, name string, values []ast.Expr, i int) string {
	if i < len(values) {
		if s, ok := values[i].(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				return x.Name + "." + s.Sel.Name
			}
		}
	}
	return pkg + "." + name
}

// TestNoCreditIsNoWrongKey: neither a key nor waiting helps.
func TestNoCreditIsNoWrongKey(t *testing.T) {
	for _, k := range []llm.Kind{llm.Auth, llm.RateLimited, llm.BadRequest} {
		for _, r := range known() {
			if r.is(&llm.Error{Kind: k, Text: "no", Spent: true}) {
				if r.name != "no_credit" {
					t.Errorf("%s is told as %s", k, r.name)
				}
				break
			}
		}
	}
}
