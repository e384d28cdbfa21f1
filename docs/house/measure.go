package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// figures are what is counted of one tree.
type figures struct {
	files, functions []int // their lines
	inFolder         map[string]int
	methods          map[string]int // by "folder.Type"
	exportedOf       map[string]int
	linesOf          map[string]int // by "top/second" folder
	exported         int
	interfaces       int
	variables, fixed int
	mutable          []string
	duplicates       int
}

// measure reads all shipped Go files of a tree.
func measure(root string) (*figures, error) {
	f := &figures{inFolder: map[string]int{}, methods: map[string]int{}, exportedOf: map[string]int{}, linesOf: map[string]int{}}
	packages, texts := map[string][]*ast.File{}, map[string][]string{}
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (rel == "docs" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != "."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, rel, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(rel)
		n := strings.Count(string(src), "\n")
		f.files, f.inFolder[dir], f.linesOf[upperFolders(dir)] = append(f.files, n), f.inFolder[dir]+1, f.linesOf[upperFolders(dir)]+n
		packages[dir], texts[rel] = append(packages[dir], file), codeLines(string(src), file, set)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for dir, list := range packages {
		f.declarations(dir, list, set)
		f.changed(dir, list)
	}
	slices.Sort(f.mutable)
	f.duplicates = duplicates(texts)
	return f, nil
}

// upperFolders are the first two folders of a path.
func upperFolders(dir string) string {
	parts := strings.Split(dir, "/")
	return strings.Join(parts[:min(len(parts), 2)], "/")
}

func (f *figures) declarations(dir string, list []*ast.File, set *token.FileSet) {
	export := func(name string) {
		if ast.IsExported(name) {
			f.exported++
			f.exportedOf[dir]++
		}
	}
	for _, file := range list {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				f.functions = append(f.functions, set.Position(d.End()).Line-set.Position(d.Pos()).Line+1)
				of := receiver(d)
				if of != "" {
					f.methods[dir+"."+of]++
				}
				if of == "" || ast.IsExported(of) {
					export(d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						export(s.Name.Name)
						if _, ok := s.Type.(*ast.InterfaceType); ok {
							f.interfaces++
						}
					case *ast.ValueSpec:
						for _, n := range s.Names {
							export(n.Name)
						}
					}
				}
			}
		}
	}
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// changed counts the variables of a package, and finds those that change.
func (f *figures) changed(dir string, list []*ast.File) {
	vars := map[string]bool{} // and whether they are there to be changed
	for _, file := range list {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, n := range v.Names {
					if n.Name == "_" {
						continue
					}
					f.variables++
					if i < len(v.Values) && isFixed(v.Values[i]) {
						f.fixed++
						continue
					}
					vars[n.Name] = toBeChanged(v.Type)
				}
			}
		}
	}
	for _, file := range list {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				changes(fn, vars)
			}
		}
	}
	for name, is := range vars {
		if is {
			f.mutable = append(f.mutable, dir+"."+name)
		}
	}
}

// isFixed reports whether a variable holds an error or a pattern.
func isFixed(v ast.Expr) bool {
	call, ok := v.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && slices.Contains([]string{"errors.New", "fmt.Errorf", "regexp.MustCompile", "pattern.Of"}, pkg.Name+"."+sel.Sel.Name)
}

func toBeChanged(t ast.Expr) bool {
	if x, ok := t.(*ast.IndexExpr); ok {
		t = x.X
	}
	sel, ok := t.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && (pkg.Name == "sync" || pkg.Name == "atomic")
}

// changes marks the variables that a function gives another value.
func changes(fn *ast.FuncDecl, vars map[string]bool) {
	own := map[string]bool{}
	fields := []*ast.FieldList{fn.Recv, fn.Type.Params, fn.Type.Results}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			fields = append(fields, n.Type.Params, n.Type.Results)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && n.Tok == token.DEFINE {
					own[id.Name] = true
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					own[id.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				own[id.Name] = true
			}
		}
		return true
	})
	for _, list := range fields {
		if list != nil {
			for _, field := range list.List {
				for _, id := range field.Names {
					own[id.Name] = true
				}
			}
		}
	}
	mark := func(e ast.Expr) {
		if name := base(e); !own[name] {
			if _, is := vars[name]; is {
				vars[name] = true
			}
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					mark(l)
				}
			}
		case *ast.IncDecStmt:
			mark(n.X)
		}
		return true
	})
}

// base is the variable that an expression is a part of.
func base(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
