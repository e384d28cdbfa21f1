package markdown

import (
	"strings"
	"sync"
)

// grammar is what of a language its colours need.
type grammar struct {
	toEnd   []string    // comments to the end of the line
	between [][2]string // comments with an end of their own
	short   string      // quotes of texts within a line
	long    []string    // and of those over several
	words   map[string]bool
	anyCase bool
	key     string // what follows a name that is a key
	markup  bool   // tags
	command bool   // the first word of a line is what is run
	lines   func(s Style, code string) (n int, ink Ink)
}

var (
	slashes = []string{"//"}
	hashes  = []string{"#"}
	stars   = [][2]string{{"/*", "*/"}}
)

// grammarOf knows a language by the name that a fence gives it; ok is false for the
// others, which are drawn without colours.
func grammarOf(name string) (g grammar, ok bool) {
	name = strings.ToLower(name)
	if other, ok := otherNames[name]; ok {
		name = other
	}
	g, ok = grammars()[name]
	return g, ok
}

var otherNames = map[string]string{
	"golang": "go", "py": "python", "python3": "python", "js": "javascript", "jsx": "javascript", "mjs": "javascript", "node": "javascript",
	"ts": "javascript", "tsx": "javascript", "typescript": "javascript", "h": "c", "c++": "c", "cpp": "c", "cc": "c", "hpp": "c", "objc": "c",
	"csharp": "c#", "cs": "c#", "rs": "rust", "rb": "ruby", "bash": "sh", "zsh": "sh", "shell": "sh", "console": "sh", "shell-session": "sh", "fish": "sh",
	"postgres": "sql", "postgresql": "sql", "mysql": "sql", "sqlite": "sql", "jsonc": "json", "json5": "json", "yml": "yaml", "ini": "toml", "conf": "toml",
	"xml": "html", "svg": "html", "vue": "html", "xhtml": "html", "scss": "css", "less": "css", "kt": "kotlin", "patch": "diff", "docker": "dockerfile",
	"make": "makefile", "hs": "haskell", "pl": "perl", "ex": "elixir", "jl": "julia",
}

// grammars are built when code is first drawn.
var grammars = sync.OnceValue(func() map[string]grammar {
	c := func(words string) grammar {
		return grammar{toEnd: slashes, between: stars, short: `"'`, words: set(words)}
	}
	script := func(words string) grammar { return grammar{toEnd: hashes, short: `"'`, words: set(words)} }
	all := map[string]grammar{
		"go":         c("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false"),
		"javascript": c("abstract any as async await boolean break case catch class const continue debugger default delete do else enum export extends false finally for from function if implements import in infer instanceof interface keyof let namespace never new null number of private protected public readonly return satisfies static string super switch this throw true try type typeof undefined unknown var void while with yield"),
		"java":       c("abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if implements import instanceof int interface long native new null package private protected public record return sealed short static super switch synchronized this throw throws transient true false try var void volatile while yield"),
		"c":          c("alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern false float for friend goto if inline int long namespace new noexcept nullptr operator override private protected public register return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while"),
		"c#":         c("abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach get if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly record ref return sealed set short static string struct switch this throw true try typeof using var virtual void while yield"),
		"kotlin":     c("abstract as break by class companion const continue data do else enum false final for fun if import in interface internal is lateinit null object open override package private protected public return sealed super suspend this throw true try typealias val var when while"),
		"swift":      c("as async await break case catch class continue default defer do else enum extension fallthrough false fileprivate for func guard if import in init inout internal is let nil open operator override private protocol public repeat return self static struct super switch throw throws true try typealias var where while"),
		"php":        c("abstract and array as break case catch class const continue declare default do echo else elseif enum extends false final finally fn for foreach function global if implements interface match namespace new null or private protected public readonly return static switch this throw trait true try use var while yield"),
		"rust":       {toEnd: slashes, between: stars, short: `"`, words: set("as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while")},
		"python":     script("and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return True try while with yield"),
		"ruby":       script("alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require"),
		"perl":       script("and cmp do else elsif eq for foreach if last local my next no not or our package return sub undef unless until use while"),
		"elixir":     script("after and case catch cond def defmodule defp do else end false fn for if import in nil not or raise receive rescue true try unless use when with"),
		"julia":      script("abstract begin break catch const continue do else elseif end export false finally for function global if import in let local macro module mutable nothing return struct true try using while"),
		"r":          script("break else FALSE for function if in next NULL repeat return TRUE while"),
		"sh":         {toEnd: []string{"# ", "#!"}, short: `"'`, command: true, words: set("case do done elif else esac export fi for function if in local return select set then time until while unset source sudo")},
		"lua":        {toEnd: []string{"--"}, between: [][2]string{{"--[[", "]]"}}, short: `"'`, words: set("and break do else elseif end false for function goto if in local nil not or repeat return then true until while")},
		"haskell":    {toEnd: []string{"-- "}, between: [][2]string{{"{-", "-}"}}, short: `"`, words: set("case class data deriving do else if import in infix infixl infixr instance let module newtype of then type where")},
		"sql":        {toEnd: []string{"--"}, between: stars, short: `'"`, anyCase: true, words: set("add all alter and any as asc begin between by case cast check column commit constraint create cross database default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction true union unique update using values view when where with")},
		"json":       {toEnd: slashes, between: stars, short: `"`, key: ":", words: set("true false null")},
		"yaml":       {toEnd: []string{"# "}, short: `"'`, key: ":", words: set("true false null yes no on off")},
		"toml":       {toEnd: []string{"#", ";"}, short: `"'`, long: []string{`"""`, "'''"}, key: "=", words: set("true false")},
		"css":        {toEnd: []string{"// "}, between: stars, short: `"'`, key: ":"},
		"html":       {between: [][2]string{{"<!--", "-->"}}, short: `"`, markup: true},
		"dockerfile": {toEnd: hashes, short: `"'`, words: set("ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR")},
		"makefile":   {toEnd: hashes, short: `"'`, words: set("define else endef endif export ifdef ifeq ifndef ifneq include override")},
		"diff":       {lines: changes},
	}
	for name, quotes := range map[string][]string{"go": {"`"}, "javascript": {"`"}, "python": {`"""`, "'''"}, "java": {`"""`}, "kotlin": {`"""`}, "swift": {`"""`}, "c#": {`"""`}, "elixir": {`"""`}, "julia": {`"""`}} {
		g := all[name]
		g.long = quotes
		all[name] = g
	}
	return all
})

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// changes is a line of a diff.
func changes(s Style, code string) (n int, ink Ink) {
	n = until(code, "\n", 0, false)
	switch {
	case n == 0:
		n = 1
	case strings.HasPrefix(code, "+++"), strings.HasPrefix(code, "---"), strings.HasPrefix(code, "@@"), strings.HasPrefix(code, "diff "):
		ink = s.Keyword
	case code[0] == '+':
		ink = s.Added
	case code[0] == '-':
		ink = s.Removed
	}
	return n, ink
}
