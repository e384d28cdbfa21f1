package input

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
)

// ErrAttach is returned when a file that a text names cannot be attached; the caller
// should send nothing of that text and say why.
var ErrAttach = errors.New("attach")

// Said is what is sent of a line that was typed whole: files that it names by @path
// go with it, as they do from the field. A name with blanks stands between quotes,
// @"two words.png". Where no such file is, the word is one like any other. The lines
// tell what was attached, and which word looks like a file and is none.
func Said(text string, files backend.Files) (say runtime.Say, lines []string, err error) {
	say.Text = text
	if files == nil || !strings.Contains(text, "@") {
		return say, nil, nil
	}
	var body strings.Builder
	var chips []Chip
	for rest := text; rest != ""; {
		before, name, after := cutMention(rest)
		body.WriteString(before)
		if name == "" {
			break
		}
		file, found, err := Named(files, name)
		switch {
		case err == nil:
			c := chipOf(found, file)
			chips = append(chips, c)
			lines = append(lines, "attached "+c.Label)
			body.WriteString(c.named() + strings.TrimPrefix(name, found))
		case IsWord(name, err):
			if NamesFile(name, err) {
				lines = append(lines, NoFile(name))
			}
			body.WriteString(rest[len(before) : len(rest)-len(after)])
		default:
			return runtime.Say{}, nil, fmt.Errorf("%w %s: %s", ErrAttach, safe.Line(found), Reason(err))
		}
		rest = after
	}
	if len(chips) == 0 {
		return say, lines, nil
	}
	say.Text = strings.TrimRight(body.String(), " \n")
	for _, c := range chips {
		part := c.fenced()
		at := len(say.Text) + len(part) - len(strings.TrimLeft(part, "\n"))
		say.Text += part
		say.Spans = append(say.Spans, transcript.Span{From: at, To: len(say.Text), Origin: transcript.Attached, Name: c.Path})
		if c.Media != nil {
			say.Media = append(say.Media, *c.Media)
		}
	}
	return say, lines, nil
}

// IsWord says whether a name that could not be read is no file's: a folder's, or no
// name at all. What ends like a picture is meant as one.
func IsWord(name string, err error) bool {
	return errors.Is(err, backend.ErrFolder) || errors.Is(err, fs.ErrNotExist) && !media.Names(unmarked(name))
}

// NamesFile reports whether a name that could not be read looks like that of a file.
func NamesFile(name string, err error) bool {
	return errors.Is(err, fs.ErrNotExist) && path.Ext(unmarked(name)) != ""
}

// NoFile says that there is none.
func NoFile(name string) string {
	return safe.Line(unmarked(name)) + ": no such file; it was sent as a word"
}

// unmarked is a word without the marks of the sentence that ends there.
func unmarked(word string) string {
	return strings.TrimRightFunc(word, func(r rune) bool { return unicode.IsPunct(r) && r != '/' && r != '_' })
}

// chipOf is an attached file as it is sent, with a label that nobody draws.
func chipOf(name string, file backend.Attached) Chip {
	name = safe.Line(name)
	if file.Media != nil {
		u := *file.Media
		u.Name = shown(name)
		return Chip{Text: u.Line(), Path: u.Name, Media: &u, Label: strings.Trim(u.Line(), "[]")}
	}
	return Chip{Text: file.Text, Path: name, Label: name + " · " + draw.SizeOf(int64(len(file.Text)))}
}

// shown is a path as a model reads it: where on the machine it lies is nobody's
// business.
func shown(name string) string {
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "../") {
		name = path.Base(name)
	}
	return safe.Line(name)
}

// cutMention cuts a text at the first @ that stands alone, so that an address is none:
// what is before it, the name, and what follows; name is "" where there is none.
func cutMention(text string) (before, name, after string) {
	prev := ' '
	for i, r := range text {
		if r == '@' && (unicode.IsSpace(prev) || strings.ContainsRune(`("'[`, prev)) {
			rest := text[i+1:]
			if quote, size := firstOf(rest); quote == '"' || quote == '\'' {
				if inner, behind, closed := strings.Cut(rest[size:], string(quote)); closed && inner != "" && !strings.Contains(inner, "\n") {
					return text[:i], inner, behind
				}
			}
			end := strings.IndexFunc(rest, unicode.IsSpace)
			if end < 0 {
				end = len(rest)
			}
			if end > 0 {
				return text[:i], rest[:end], rest[end:]
			}
		}
		prev = r
	}
	return text, "", ""
}

func firstOf(s string) (r rune, size int) {
	for _, r := range s {
		return r, len(string(r))
	}
	return 0, 0
}

// Named reads the file that a word names: as it stands, else without the marks of the
// sentence that ends there. found is the name it was read by. A picture or a document
// may be anywhere on this machine, a text below the working folder only.
func Named(files backend.Files, word string) (file backend.Attached, found string, err error) {
	file, err = anywhere(files, word)
	bare := unmarked(word)
	if err == nil || bare == word || bare == "" {
		return file, word, err
	}
	if file, errBare := anywhere(files, bare); !errors.Is(errBare, fs.ErrNotExist) {
		return file, bare, errBare
	}
	return file, word, err
}

func anywhere(files backend.Files, name string) (backend.Attached, error) {
	file, err := files.Read(name)
	if !errors.Is(err, backend.ErrOutside) {
		return file, err
	}
	u, errMedia := files.Media(name)
	switch {
	case errMedia == nil:
		return backend.Attached{Media: &u}, nil
	case errors.Is(errMedia, fs.ErrNotExist):
		return backend.Attached{}, err
	}
	return backend.Attached{}, errMedia
}

// Reason is an error without the name of the file, which is said already.
func Reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file here"
	}
	return err.Error()
}
