package main

import (
	"go/ast"
	"go/token"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"dormouse/memory/language"
)

// judges are functions that look for one of their arguments in a text.
var judges = map[string]bool{"strings.Contains": true, "strings.HasPrefix": true, "strings.HasSuffix": true, "strings.Index": true, "strings.Cut": true,
	"strings.CutPrefix": true, "strings.CutSuffix": true, "strings.TrimPrefix": true, "strings.TrimSuffix": true, "strings.EqualFold": true,
	"strings.Count": true, "strings.Fields": true, "strings.Split": true, "strings.LastIndex": true, "slices.Contains": true, "slices.Index": true,
	"regexp.MustCompile": true, "regexp.Compile": true}

func judged(f *ast.File) []*ast.BasicLit {
	var out []*ast.BasicLit
	lits := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				out = append(out, l)
			}
			return true
		})
	}
	direct := func(list ...ast.Expr) {
		for _, e := range list {
			if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
				out = append(out, l)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			direct(n.List...)
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				direct(n.X, n.Y)
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					direct(kv.Key)
				} else {
					direct(e)
				}
			}
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok {
					name = x.Name + "." + f.Sel.Name
				}
			case *ast.Ident:
				name = f.Name
			}
			if judges[name] {
				for _, a := range n.Args {
					lits(a)
				}
			}
		}
		return true
	})
	return out
}

func matter(lit string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(lit, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '-' }) {
		ascii := !strings.ContainsFunc(w, func(r rune) bool { return r > 0x7f })
		if !ascii || language.Holds(language.Fold(w)) && len(w)>1 {
			out = append(out, w)
		}
	}
	return out
}

func TestLanguageHasOneHome(t *testing.T) {
	hits := map[string]map[string]bool{}
	eachFile(t, func(name string, f *ast.File) {
		if strings.HasPrefix(name, "memory/language/") {
			return
		}
		for _, l := range judged(f) {
			s, err := strconv.Unquote(l.Value)
			if err != nil {
				continue
			}
			for _, w := range matter(s) {
				if hits[name] == nil {
					hits[name] = map[string]bool{}
				}
				hits[name][w] = true
			}
		}
	})
	var names []string
	for n := range hits {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		var ws []string
		for w := range hits[n] {
			ws = append(ws, w)
		}
		sort.Strings(ws)
		if len(ws) > 25 {
			ws = append(ws[:25], "…")
		}
		t.Logf("%s: %v", n, ws)
	}
}
