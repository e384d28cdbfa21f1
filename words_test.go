package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// speechless are the folders that judge no speech: their words are for people, for
// files and for providers.
var speechless = []string{"memory/language/", "tui/", "land/", "runtime/llm/", "runtime/gitsync/", "main.go"}

// notSpeech are words of a file that are no language of people there, and why.
var notSpeech = map[string]map[string]string{
	"memory/check.go":             {"until": "mark of a struck line"},
	"memory/document/line.go":     {"from": "mark of a line", "until": "mark of a line"},
	"memory/prompt.go":            {"user": "a role in a model's prompt"},
	"memory/write.go":             {"there": "outcome of a note"},
	"memory/document/unite.go":    {"from": "mark of a line"},
	"memory/knowledge/print.go":   {"'s": "ending of a name", "'m": "ending of a name", "'re": "ending of a name"},
	"runtime/offline/note.go":     {"replaced": "answer of a tool"},
	"summarize/extract/anchor.go": {"am": "unit of a figure", "go": "ending of a file", "ms": "unit of a figure", "pdf": "ending of a file", "rs": "ending of a file"},
	"summarize/note/note.go":      {"Open": "heading of a note", "Rejected": "heading of a note"},
	"summarize/extract/word.go":   {"'s": "ending of a name", "ed": "ending of a word", "es": "ending of a word"},
	"summarize/tool.go":           {"url": "argument of a tool"},
	"sleep/replay/reflection.go":  {"'s": "ending of a name"},
}

// TestLanguageHasOneHome keeps words by which text is judged where they belong, in
// memory/language/data: elsewhere they would hold for some languages only, and stand
// in many places.
func TestLanguageHasOneHome(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, func(name string, f *ast.File) {
		has := func(dir string) bool { return strings.HasPrefix(name, dir) }
		if slices.ContainsFunc(speechless, has) {
			return
		}
		for _, w := range speechIn(f) {
			if notSpeech[name][w] == "" {
				t.Errorf("%s judges by %q: words of a language belong in memory/language/data", name, w)
			}
			used[name+" "+w] = true
		}
	})
	for name, words := range notSpeech {
		for w := range words {
			if !used[name+" "+w] {
				t.Errorf("%s does not hold %q any more: take it off the list", name, w)
			}
		}
	}
}

// TestSpeechIsFound shows what the test above sees, and what it lets pass.
func TestSpeechIsFound(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`switch w { case "yesterday": return }`, "yesterday"},
		{`if w == "never" { return }`, "never"},
		{`m := map[string]int{"gestern": 1}; _ = m`, "gestern"},
		{`m := []string{"lundi", "x1"}; _ = m`, "lundi"},
		{`m := []struct{ w string; n int }{{"three", 3}}; _ = m`, "three"},
		{`_ = strings.Contains(w, "last week")`, "last"},
		{`_ = strings.HasPrefix(w, "не ")`, "не"},
		{`_ = slices.Contains(list, "昨日")`, "昨日"},
		{"_ = regexp.MustCompile(`(?i)^(remember|merk dir) \\w+`)", "remember"},
		{"_ = setOf(`the a and of in with mit und oder nicht`)", "the"},
		{"_ = list{stop: `the a and of in with mit und oder nicht`}", "the"},
		{`return fmt.Errorf("nothing that you have said is in it")`, ""},
		{`return m.say("the memory is not what it was when you began")`, ""},
		{`_ = map[string]int{"memory_search": 1, "path": 2}`, ""},
		{`_ = strings.HasPrefix(w, "the program's own log")`, ""},
		{`switch w { case "json", "toml": }`, ""},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc f() { "+c.source+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(speechIn(f), " ")
		if c.want == "" && got != "" || c.want != "" && !slices.Contains(strings.Fields(got), c.want) {
			t.Errorf("%s: found %q, want %q", c.source, got, c.want)
		}
	}
}

// looksFor are functions that look for an argument in a text.
var looksFor = regexp.MustCompile(`^(strings|bytes)\.(Contains|HasPrefix|HasSuffix|Index|LastIndex|Cut|CutPrefix|CutSuffix|TrimPrefix|TrimSuffix|EqualFold|Count|Fields|Split)$|^slices\.(Contains|Index)$|^regexp\.|^pattern\.Of$`)

// speechIn returns the words of languages by which a file judges text: in cases,
// comparisons, keys and lists, in what it looks for, and in any text that is a list
// of words.
func speechIn(f *ast.File) []string {
	var out []string
	take := func(words []string) { out = append(out, words...) }
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			take(phrasesIn(n.List))
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				take(phrasesIn([]ast.Expr{n.X, n.Y}))
			}
		case *ast.CompositeLit:
			switch n.Type.(type) {
			case *ast.ArrayType, *ast.MapType:
				take(phrasesIn(members(n)))
			}
		case *ast.CallExpr:
			name := called(n)
			if strings.HasPrefix(name, "fmt.") || strings.HasPrefix(name, "errors.") {
				return false // for people
			}
			if (strings.HasPrefix(name, "regexp.") || name == "pattern.Of") && len(n.Args) > 0 {
				take(speech(wordsOf(pattern(text(n.Args[0]))), 2))
			} else if looksFor.MatchString(name) {
				take(phrasesIn(n.Args))
			}
		case *ast.BasicLit:
			if s := text(n); isWordlist(s, strings.HasPrefix(n.Value, "`")) {
				take(speech(wordsOf(s), 1))
			}
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

func called(n *ast.CallExpr) string {
	if f, ok := n.Fun.(*ast.SelectorExpr); ok {
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// members are the keys of a map, the elements of a list, and the fields of structs
// that are its elements.
func members(n *ast.CompositeLit) []ast.Expr {
	var out []ast.Expr
	for _, e := range n.Elts {
		switch e := e.(type) {
		case *ast.KeyValueExpr:
			out = append(out, e.Key)
		case *ast.CompositeLit:
			if e.Type == nil {
				out = append(out, members(e)...)
			}
		default:
			out = append(out, e)
		}
	}
	return out
}

// phrasesIn are the words of literals that are nothing but words of languages.
func phrasesIn(list []ast.Expr) []string {
	var out []string
	for _, e := range list {
		words := wordsOf(text(e))
		if found := speech(words, 1); len(found) == len(words) {
			out = append(out, found...)
		}
	}
	return out
}

func text(e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(l.Value)
	if err != nil {
		return ""
	}
	return s
}

// isWordlist reports whether a text is a list of words: in small letters without a
// mark, more than half of them of a language, and longer than what is said to people
// in one breath, or in the quotes that lists stand in.
func isWordlist(s string, raw bool) bool {
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsPunct(r) && r != '\'' && r != '-' }) {
		return false
	}
	words := wordsOf(s)
	return (len(words) >= 15 || raw && len(words) >= 6) && 2*len(speech(words, 1)) > len(words)
}

// speech are those of some words that are of a language: known to its data, or not
// written in plain letters. One of fewer letters than least may be anything.
func speech(words []string, least int) []string {
	var out []string
	for _, w := range words {
		foreign := strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII })
		if foreign || len(w) > max(least, 1) && ofLanguage(language.Fold(w)) {
			out = append(out, w)
		}
	}
	return out
}

// everyday are the lists whose words are also those of names and files.
const everyday = language.Yes | language.No | language.Stop | language.Dull | language.Usual | language.Soft | language.Verb | language.Undone | language.Points | language.Whens | language.Intends

// ofLanguage reports whether the data of any language has a folded word.
func ofLanguage(low string) bool {
	return slices.ContainsFunc(language.Langs(), func(l language.Lang) bool {
		if l.Lists(low)&^everyday != 0 || l.Calendar(low) {
			return true
		}
		for c := language.Me; c <= language.Make; c++ {
			if l.Is(c, low) {
				return true
			}
		}
		values := statement.ReadIn(low, l).Values
		return slices.ContainsFunc(values, func(v language.Value) bool { return v.Kind == language.Number })
	})
}

// wordsOf splits at all that stands between words; an underscore is of a name.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '_' && r != '-' })
}

// pattern is a regular expression without its own letters.
func pattern(s string) string {
	return regexp.MustCompile(`\\[pP]\{\w+\}|\\[a-zA-Z]|\(\?[a-zA-Z]+|\(\?P?<\w+>`).ReplaceAllString(s, " ")
}
