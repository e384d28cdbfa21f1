package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// leastRun is from how many lines on a run that stands twice is a duplicate.
const leastRun = 6

// codeLines are the lines of a file that say something: no blank one, no comment, no
// import.
func codeLines(src string, file *ast.File, set *token.FileSet) []string {
	skip := 0
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			skip = set.Position(g.End()).Line
		}
	}
	var out []string
	n := 0
	for line := range strings.Lines(src) {
		n++
		line = strings.TrimSpace(line)
		if n > skip && line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "package ") {
			out = append(out, line)
		}
	}
	return out
}

// duplicates counts the lines that stand in a run of leastRun or more that stands
// elsewhere, too.
func duplicates(texts map[string][]string) int {
	times := map[string]int{}
	each := func(do func(file string, at int, run string)) {
		for file, lines := range texts {
			for i := 0; i+leastRun <= len(lines); i++ {
				do(file, i, strings.Join(lines[i:i+leastRun], "\n"))
			}
		}
	}
	each(func(_ string, _ int, run string) { times[run]++ })
	twice := map[string]map[int]bool{}
	each(func(file string, at int, run string) {
		if times[run] < 2 {
			return
		}
		if twice[file] == nil {
			twice[file] = map[int]bool{}
		}
		for i := range leastRun {
			twice[file][at+i] = true
		}
	})
	n := 0
	for _, lines := range twice {
		n += len(lines)
	}
	return n
}
