package input

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
)

// Mention is the word at the cursor when it begins with an @ that stands alone,
// so that an address is none.
func (in *Field) Mention() string {
	before, _ := in.around()
	word := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
	if !strings.HasPrefix(word, "@") {
		return ""
	}
	return word
}

// Replace puts text in place of a word, the last one before the cursor. The cursor
// stays behind what was typed after it: a file may come while somebody types on.
func (in *Field) Replace(word, text string) {
	before, after := in.around()
	if i := strings.LastIndex(before, word); i >= 0 && word != "" {
		before = before[:i] + text + before[i+len(word):]
	} else {
		before += text
	}
	in.place(before, after)
	in.Changed()
}

// FileChip stands in the input for an attached file.
func (in *Field) FileChip(name, text string) Chip {
	n, about := in.estimate(text)
	name = safe.Line(name)
	c := Chip{Text: text, Path: name, Tokens: n}
	c.Label = in.label(fmt.Sprintf("%s · %s · %s%s", strings.NewReplacer("[", "(", "]", ")").Replace(name), draw.SizeOf(int64(len(text))), about, draw.Many(n, "token")))
	return c
}

// named is how an attached file is called within the sentence.
func (c Chip) named() string { return "`" + strings.ReplaceAll(c.Path, "`", "'") + "`" }

// fenced is an attached file as the model reads it: its path, and its text
// between fences that nothing in it closes; a picture's line.
func (c Chip) fenced() string {
	if c.Media != nil {
		return "\n\n" + c.Text
	}
	fence := "```"
	for strings.Contains(c.Text, fence) {
		fence += "`"
	}
	language := strings.TrimPrefix(path.Ext(c.Path), ".")
	if strings.ContainsFunc(language, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		language = ""
	}
	return "\n\n" + c.named() + ":\n\n" + fence + language + "\n" + strings.TrimSuffix(c.Text, "\n") + "\n" + fence
}

// MediaChip stands in the input for a picture or a document of so many tokens.
func (in *Field) MediaChip(name string, u runtime.Upload, count func(media.Media) int) Chip {
	u.Name = shown(name)
	c := Chip{Text: u.Line(), Path: u.Name, Media: &u}
	if count != nil {
		c.Tokens = count(u.Media)
	}
	c.Label = in.label(strings.Trim(c.Text, "[]") + " · ~" + draw.Many(c.Tokens, "token"))
	return c
}

// Chip stands in the input for a long paste or an attached file.
type Chip struct {
	Label  string `json:"label"`
	Text   string `json:"text"`
	Path   string `json:"path,omitempty"` // of a file, fit to be shown
	Tokens int    `json:"tokens"`
	// Written is set for a long text of the person's own: from their editor, or
	// sent before.
	Written bool `json:"written,omitempty"`
	// Media is set for a picture or a document. Its bytes are not in the draft on
	// disk: after a restart its path stands there, to be attached again.
	Media *runtime.Upload `json:"media,omitempty"`
}

func (in *Field) newChip(text string) Chip {
	n, about := in.estimate(text)
	lines := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
	label := in.label(fmt.Sprintf("pasted %s · %s%s", draw.Many(lines, "line"), about, draw.Many(n, "token")))
	return Chip{Label: label, Text: text, Tokens: n}
}

// estimate counts a text; of a long one the beginning, and "~" says so.
func (in *Field) estimate(text string) (tokens int, about string) {
	if len(text) <= sampled {
		return in.Count(text), ""
	}
	part := strings.ToValidUTF8(text[:sampled], "")
	return int(float64(in.Count(part)) * float64(len(text)) / float64(len(part)+1)), "~"
}

// showChip remembers that a chip's text was not typed.
func (in *Field) showChip(c Chip) {
	switch {
	case c.Path != "":
		in.remember(sourced{Text: c.fenced(), Origin: transcript.Attached, Name: c.Path})
	case !c.Written:
		in.remember(sourced{Text: c.Text, Origin: transcript.Pasted})
	}
}

// label is the text between brackets that no other chip has.
func (in *Field) label(text string) string {
	label := "[" + text + "]"
	for n := 2; slices.ContainsFunc(in.Chips, func(o Chip) bool { return o.Label == label }); n++ {
		label = fmt.Sprintf("[%s · %d]", text, n)
	}
	return label
}

// Media are the pictures and documents that go with the draft.
func (in *Field) Media() (out []runtime.Upload) {
	for _, c := range in.Chips {
		if c.Media != nil {
			out = append(out, *c.Media)
		}
	}
	return out
}

// Attach puts a file's chip in place of the word that named it, with a blank behind
// it where one goes on writing there.
func (in *Field) Attach(c Chip, word string, blank bool) {
	in.Chips = append(in.Chips, c)
	in.showChip(c)
	label := c.Label
	if blank {
		label += " "
	}
	in.Replace(word, label)
}
