package knowledge

import (
	"sync"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/statement"
)

// readLine is what a line says, without who says it.
func readLine(body string) *lineRead {
	return linesRead().Of(body, 0, func() *lineRead {
		whole := statement.Read(body)
		return &lineRead{whole, sync.OnceValue(func() []statement.Statement {
			said := []statement.Statement{whole}
			if clauses := statement.Clauses(body, whole.Lang); len(clauses) > 1 {
				for _, part := range clauses {
					said = append(said, statement.ReadIn(part.Text, whole.Lang))
				}
			}
			return said
		})}
	})
}

// lineRead is what a line says.
type lineRead struct {
	whole statement.Statement
	parts func() []statement.Statement // the whole and its clauses, read when first needed
}

// linesRead remembers the lines that were compared last: the next night compares
// its own with many of them again.
var linesRead = sync.OnceValue(func() *memo.Memo[*lineRead] { return memo.New[*lineRead](2048) })

// lineSketch is as much of what a line says as tells whether a text may end it.
type lineSketch struct {
	tells bool
	parts []statement.Sketch // as of lineRead
}

func sketchOf(body string) *lineSketch {
	return sketches().Of(body, 0, func() *lineSketch {
		read := readLine(body)
		s := &lineSketch{tells: read.whole.Tells()}
		for _, part := range read.parts() {
			s.parts = append(s.parts, part.Sketch())
		}
		return s
	})
}

// remembered is of how many lines a sketch is kept: more than those of ten years.
const remembered = 1 << 16

var sketches = sync.OnceValue(func() *memo.Memo[*lineSketch] { return memo.New[*lineSketch](remembered) })

// types are the types of entries by what their lines tell.
var types = map[language.Kind]document.Type{language.Fact: document.Fact, language.Preference: document.Preference, language.Decision: document.Decision, language.Event: document.Happening, language.Learning: document.Learning}

// TypeOf is the type of an entry whose line tells a kind of thing.
func TypeOf(k language.Kind) document.Type { return types[k] }
