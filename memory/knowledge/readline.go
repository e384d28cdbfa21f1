package knowledge

import (
	"sync"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/statement"
)

// readLine is what a line says, without who says it.
func readLine(body string) *statement.Statement {
	return linesRead().Of(body, 0, func() *statement.Statement {
		s := statement.Read(body)
		return &s
	})
}

// linesRead remembers the lines that were compared last: the next night compares
// its own with many of them again.
var linesRead = sync.OnceValue(func() *memo.Memo[*statement.Statement] { return memo.New[*statement.Statement](2048) })

// wishesOf is what a piece asks for: a task that somebody notes, or that it is done.
func wishesOf(p *piece) language.Wishes {
	return wishesRead().Of(p.Text, 0, func() language.Wishes { return language.WishesOf(p.Text, p.Lang) })
}

var wishesRead = sync.OnceValue(func() *memo.Memo[language.Wishes] { return memo.New[language.Wishes](2048) })

// types are the types of entries by what their lines tell.
var types = map[language.Kind]document.Type{language.Fact: document.Fact, language.Preference: document.Preference, language.Decision: document.Decision, language.Event: document.Happening, language.Learning: document.Learning}

// TypeOf is the type of an entry whose line tells a kind of thing.
func TypeOf(k language.Kind) document.Type { return types[k] }
