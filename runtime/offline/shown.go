package offline

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// piece is a sentence of a text that a person showed, or an item of its lists.
type piece struct {
	text  string
	row   int  // of the text that it stands in
	opens bool // the first of its row
}

// pieces are those of a text that hold words. What came indented is no code for that:
// a log indents its messages.
func pieces(text string) []piece {
	var rows []string
	for row := range strings.Lines(text) {
		switch row = document.OneLine(row); {
		case fence(row):
			rows = append(rows, "")
		case len(rows) > 0 && runsOn(rows[len(rows)-1], row):
			rows[len(rows)-1] += " " + row
		default:
			rows = append(rows, row)
		}
	}
	var out []piece
	last := -1
	for _, s := range extract.Sentences(strings.Join(rows, "\n")) {
		if hasLetter(s.Text) {
			out = append(out, piece{text: s.Text, row: s.Row, opens: s.Row != last})
			last = s.Row
		}
	}
	return out
}

// fence says whether a line opens or closes a block of code or of a file.
func fence(row string) bool { return strings.HasPrefix(row, "```") || strings.HasPrefix(row, "~~~") }

// fullRow is how many characters a row has at least that was broken for its length.
const fullRow = 48

// runsOn reports whether the sentence of a row of prose goes on in the next.
func runsOn(row, next string) bool {
	if utf8.RuneCountInString(row) < fullRow || next == "" || strings.ContainsAny(row+next, "={}|\\") {
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(row)
	first := []rune(next)[0]
	return unicode.IsLower(first) && (unicode.IsLetter(end) || unicode.IsDigit(end) || end == ',')
}

// labelled are the rows of a text that name a thing and give its value, such as the
// head of a letter or of a commit, and the row above them; one by itself may as well be
// a sentence.
func labelled(list []piece) map[int]bool {
	label := func(p piece) bool {
		name, _, ok := statement.CutColon(p.text)
		return ok && p.opens && !strings.ContainsFunc(name, unicode.IsSpace) && unicode.IsUpper([]rune(name)[0])
	}
	out := map[int]bool{}
	for i := 1; i < len(list); i++ {
		if list[i].row == list[i-1].row+1 && label(list[i-1]) && label(list[i]) {
			out[list[i-1].row], out[list[i].row] = true, true
		}
	}
	for _, p := range list {
		out[p.row] = out[p.row] || out[p.row+1]
	}
	return out
}

// Of a summary: its share of the text, its least and most tokens, about; and how much
// more the sentence counts that opens the text, and one that opens a row.
const (
	gistShare            = 2.5
	gistLeast, gistMost  = 80, 300
	opensText, opensARow = 1.5, 1.2
	fillsMost            = .5
)

// gist are the pieces that say the most of what the whole text speaks of, in its order:
// a word counts by how often it is there, and once it is told hardly any more. It is
// SumBasic (Nenkova and Vanderwende, The Impact of Frequency on Summarization, 2005)
// with the weights that words have in questions.
func gist(list []piece) []piece {
	heads, share := labelled(list), map[string]float64{}
	terms, worth, all, tokens := make([][]string, len(list)), make([]float64, len(list)), 0.0, 0
	for i, p := range list {
		tokens += roughly(p.text)
		l := language.Guess(p.text)
		if heads[p.row] || language.Fills(p.text, l) > fillsMost || strings.HasSuffix(p.text, ":") {
			continue
		}
		worth[i] = .3 + language.Judge(p.text, l, language.Other).Keep
		for _, s := range answers.Terms(p.text, l) {
			stem := l.Stem(s.Low)
			if w := s.Weight * answers.Rarity(s.Low, l); w > 0 && !slices.Contains(terms[i], stem) {
				terms[i] = append(terms[i], stem)
				share[stem] += w
				all += w
			}
		}
	}
	room := min(max(int(float64(tokens)/gistShare), gistLeast), gistMost)
	var chosen []int
	for all > 0 {
		best, top := 0.0, -1
		for i, p := range list {
			if slices.Contains(chosen, i) {
				continue
			}
			says := 0.0
			for _, w := range terms[i] {
				says += share[w] / all
			}
			says *= worth[i] / math.Sqrt(float64(len(terms[i])+1))
			switch {
			case i == 0:
				says *= opensText
			case p.opens:
				says *= opensARow
			}
			if says > best {
				best, top = says, i
			}
		}
		if top < 0 || len(chosen) > 0 && roughly(list[top].text) > room {
			break
		}
		chosen, room = append(chosen, top), room-roughly(list[top].text)
		for _, w := range terms[top] {
			share[w] *= share[w] / all
		}
	}
	slices.Sort(chosen)
	var out []piece
	for _, i := range chosen {
		out = append(out, list[i])
	}
	return out
}
