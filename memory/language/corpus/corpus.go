// Package corpus holds the labelled examples from which the models of package
// language are trained: sentences as people type them, pairs of an older and a
// newer statement, what is said next, and what is asked of the program. README.md says what the
// labels mean and how to add some. The program itself never links it.
package corpus

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dormouse/memory/language"
)

//go:embed sentences scenes questions pairs endings intents objections health claims turns leans lands words answers reworded updates names.txt asks.txt tells.txt notebooks parts chats follows
var embedded embed.FS

// Line is one labelled example.
type Line struct {
	Lang   language.Lang
	Writer string // who wrote it
	Topic  string // the heading it stands under
	Place  string // file:line
	Other  bool   // said by an assistant or the other side of a chat
	Fields []string
	Text   string
	Newer  string // pairs only
}

// Sentences have the fields act, kind, lasts and whose.
func Sentences() ([]Line, error) { return read("sentences", parseSentence) }

// Scenes have the same fields: what passes, and what is told in its words and lasts. Nothing
// in them is asked or wanted.
func Scenes() ([]Line, error) { return read("scenes", parseSentence) }

// Pairs have one field, the relation of Newer to Text.
func Pairs() ([]Line, error) { return read("pairs", parsePair) }

// Endings have the same field: what is over of one thing, beside a line of that and beside one of
// another thing of its kind.
func Endings() ([]Line, error) { return read("endings", parsePair) }

// Turns have one field: whether Newer, said right after Text, corrects it.
func Turns() ([]Line, error) { return read("turns", parseTurn) }

// Leans have one field: whether Newer, said right after Text in one message, can be
// understood without it.
func Leans() ([]Line, error) {
	lines, err := read("leans", parseLean)
	return slices.DeleteFunc(lines, func(l Line) bool { return l.Text == "" }), err
}

// Intents have one field.
func Intents() ([]Line, error) { return read("intents", parseIntent) }

// Answers have no field: Text asks for what Newer tells, in other words.
func Answers() ([]Line, error) { return read("answers", parseAnswer) }

// Reworded have no field: Newer tells what Text does, in the words of a model.
func Reworded() ([]Line, error) { return read("reworded", parseAnswer) }

// Updates have no field: after Newer Text is no longer so, in other words.
func Updates() ([]Line, error) { return read("updates", parseAnswer) }

// Questions have one field: whether a sentence without a mark asks, or tells in the words of
// a question.
func Questions() ([]Line, error) { return read("questions", parseQuestion) }

// Objections have one field: whether what is said when the program has told that a line goes
// wants it to stay.
func Objections() ([]Line, error) { return read("objections", parseObjection) }

// Health has one field: whether somebody's health is spoken of.
func Health() ([]Line, error) { return read("health", parseHealth) }

// Words gives the words of a language of which it is known what they stand for in English, each
// with the English words, the usual one first.
func Words(of language.Lang, each func(word string, english []string)) error {
	return eachRow("words", func(l language.Lang, _, _, row string) error {
		f := strings.Fields(row)
		if l == of && len(f) < 2 {
			return fmt.Errorf("want WORD ENGLISH, have %q", row)
		}
		if l == of {
			each(language.Fold(f[0]), f[1:])
		}
		return nil
	})
}

// Names gives the names that are known everywhere, each with the English words for what kind of
// thing has it, the usual one first.
func Names(each func(name string, english []string)) error { return eachWord("names.txt", each) }

// Asks gives the English words that people note, each with those by which they ask for it, the
// likeliest first.
func Asks(each func(word string, asked []string)) error { return eachWord("asks.txt", each) }

// Tells gives the words of questions, each with those of the notes that answer them.
func Tells(each func(asked string, told []string)) error { return eachWord("tells.txt", each) }

func eachWord(file string, each func(word string, others []string)) error {
	b, err := fs.ReadFile(&files, file)
	for row := range strings.Lines(string(b)) {
		f := strings.Fields(row)
		if len(f) < 2 {
			return fmt.Errorf("%s: want WORD ENGLISH, have %q", file, row)
		}
		each(language.Fold(f[0]), f[1:])
	}
	return err
}

func read(folder string, parse func(Line, string) (Line, error)) (out []Line, err error) {
	topic, before, last := "", "", ""
	err = eachRow(folder, func(l language.Lang, writer, place, row string) error {
		if file, _, _ := strings.Cut(place, ":"); file != last {
			topic, before, last = "", "", file
		}
		heading, ok := strings.CutPrefix(row, "##")
		if ok {
			topic = strings.TrimSpace(heading)
		}
		if ok || row == "" {
			before = ""
			return nil
		}
		line, err := parse(Line{Lang: l, Writer: writer, Topic: topic, Place: place, Text: before}, row)
		before, out = line.Newer, append(out, line)
		return err
	})
	return out, err
}

// eachRow gives every row of the files of a folder, with its language, its writer and
// where it stands, to a function; an error of that names the place.
func eachRow(folder string, do func(l language.Lang, writer, place, row string) error) error {
	return fs.WalkDir(&files, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".txt" {
			return err
		}
		b, err := fs.ReadFile(&files, name)
		if err != nil {
			return err
		}
		code, writer, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".txt"), "-")
		lang, ok := language.ParseLang(code)
		if !ok {
			return fmt.Errorf("%s: language %q is unknown", name, code)
		}
		n := 0
		for row := range strings.Lines(string(b)) {
			n++
			place := fmt.Sprintf("%s:%d", name, n)
			if err := do(lang, writer, place, strings.TrimSpace(row)); err != nil {
				return fmt.Errorf("%s: %w", place, err)
			}
		}
		return nil
	})
}

func parseSentence(l Line, row string) (Line, error) {
	head, text, ok := strings.Cut(row, "|")
	if rest, other := strings.CutPrefix(head, "a:"); other {
		l.Other, head = true, rest
	}
	l.Fields, l.Text = strings.Fields(head), strings.TrimSpace(text)
	if !ok || len(l.Fields) != 4 || l.Text == "" {
		return l, fmt.Errorf("want ACT KIND LASTS WHOSE | text, have %q", row)
	}
	return l, check(l.Fields, Acts, Kinds, Lasts, Whose)
}

func parsePair(l Line, row string) (Line, error) { return parseTwo(l, row, Relations) }

func parseTurn(l Line, row string) (Line, error) { return parseTwo(l, row, Turnings) }

// parseLean reads a sentence of a message; Text is the one before it, "" for the first.
func parseLean(l Line, row string) (Line, error) {
	mark, text, ok := strings.Cut(row, " ")
	l.Newer = strings.TrimSpace(text)
	label, known := map[string]string{"-": Leanings[0], "<": Leanings[1], "?": Leanings[1]}[mark]
	if !ok || !known || l.Newer == "" {
		return l, fmt.Errorf("want a sentence behind -, < or ?, have %q", row)
	}
	l.Fields = []string{label}
	return l, nil
}

func parseTwo(l Line, row string, labels []string) (Line, error) {
	f := strings.SplitN(row, "|", 3)
	if len(f) != 3 {
		return l, fmt.Errorf("want LABEL | old | new, have %q", row)
	}
	l.Fields, l.Text, l.Newer = []string{strings.TrimSpace(f[0])}, strings.TrimSpace(f[1]), strings.TrimSpace(f[2])
	return l, check(l.Fields, labels)
}

func parseAnswer(l Line, row string) (Line, error) {
	asked, told, ok := strings.Cut(row, "|")
	l.Text, l.Newer = strings.TrimSpace(asked), strings.TrimSpace(told)
	if !ok || l.Text == "" || l.Newer == "" {
		return l, fmt.Errorf("want QUESTION | NOTE, have %q", row)
	}
	return l, nil
}

func parseIntent(l Line, row string) (Line, error) { return parseOne(l, row, Wishes) }

func parseQuestion(l Line, row string) (Line, error) { return parseOne(l, row, Acts) }

func parseObjection(l Line, row string) (Line, error) { return parseOne(l, row, Objecting) }

func parseHealth(l Line, row string) (Line, error) { return parseOne(l, row, OfHealth) }

func parseOne(l Line, row string, labels []string) (Line, error) {
	head, text, ok := strings.Cut(row, "|")
	l.Fields, l.Text = []string{strings.TrimSpace(head)}, strings.TrimSpace(text)
	if !ok || l.Text == "" {
		return l, fmt.Errorf("want LABEL | text, have %q", row)
	}
	return l, check(l.Fields, labels)
}

// The labels of each field.
var (
	Acts      = []string{"state", "ask", "request", "order", "filler", "quote"}
	Kinds     = []string{"fact", "pref", "decision", "event", "learning", "-"}
	Lasts     = []string{"year", "month", "day", "-"}
	Whose     = []string{"me", "mine", "world", "you", "-"}
	Relations = []string{"same", "denies", "replaces", "adds", "unrelated"}
	Leanings  = []string{"alone", "leans"}
	Turnings  = []string{"goes", "corrects"}
	Wishes    = []string{"recall", "aboutme", "recap", "todo", "list", "clock", "span", "howto", "whoareyou", "model", "act", "sum", "remember", "forget", "small", "hello", "thanks", "bye", "task", "state", "done", "orders"}
	Objecting = []string{"other", "stay"}
	OfHealth  = []string{"other", "health"}
)

func check(fields []string, allowed ...[]string) error {
	for i, list := range allowed {
		found := false
		for _, l := range list {
			found = found || l == fields[i]
		}
		if !found {
			return fmt.Errorf("label %q is none of %s", fields[i], strings.Join(list, ", "))
		}
	}
	return nil
}
