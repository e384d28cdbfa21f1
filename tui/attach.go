package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
)

// offeredFiles is how many files an @ offers at most.
const offeredFiles = 50

// attaching is a file on its way into the input. Nothing is attached that a
// person did not choose, or type in full, and nothing is sent with a file that
// was not shown before, with its size.
type attaching struct {
	path   string
	word   string // what it takes the place of, with its @
	chosen bool   // from the list; else typed, and maybe no file at all
	enter  bool   // sent, if it is no file
}

type (
	foundFilesMsg struct {
		word  string
		files []FileChoice
		err   error
	}
	attachedMsg struct {
		attaching
		file Attached
		err  error
	}
)

// mention is the word at the cursor when it begins with an @ that stands alone,
// so that an address is none.
func (in *input) mention() string {
	before, _ := in.around()
	word := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
	if !strings.HasPrefix(word, "@") {
		return ""
	}
	return word
}

// around is the text before the cursor, and what follows.
func (in *input) around() (before, after string) {
	text := in.area.Value()
	lines := strings.SplitAfter(text, "\n")
	row := min(in.area.Line(), len(lines)-1)
	at := 0
	for _, line := range lines[:row] {
		at += len(line)
	}
	line := []rune(lines[row])
	at += len(string(line[:min(in.area.Column(), len(line))]))
	return text[:at], text[at:]
}

// replace puts text in place of a word, the last one before the cursor. The cursor
// stays behind what was typed after it: a file may come while somebody types on.
func (in *input) replace(word, text string) {
	before, after := in.around()
	if i := strings.LastIndex(before, word); i >= 0 && word != "" {
		before = before[:i] + text + before[i+len(word):]
	} else {
		before += text
	}
	in.area.SetValue(after)
	in.area.MoveToBegin()
	in.insert(before)
	in.changed()
}

// findSoon asks for the files that complete the word at the cursor. One question
// is under way at a time.
func (m *screen) findSoon() tea.Cmd {
	p := &m.popup
	if m.finding || m.o.Files == nil || p.word == "" || p.word == p.asked {
		return nil
	}
	m.finding, p.asked = true, p.word
	find, word := m.o.Files.Find, p.word
	return func() tea.Msg {
		files, err := find(strings.TrimPrefix(word, "@"), offeredFiles)
		return foundFilesMsg{word, files, err}
	}
}

func (m *screen) foundFiles(msg foundFilesMsg) tea.Cmd {
	m.finding = false
	p := &m.popup
	if msg.word != p.word || p.closed || msg.err != nil {
		return nil
	}
	p.offers = nil
	for _, f := range msg.files {
		o := offer{text: f.Path, label: safe.Line(f.Path), about: draw.SizeOf(f.Size), kind: offerFile}
		if f.Folder {
			o.text, o.label, o.about, o.kind = f.Path+"/", safe.Line(f.Path)+"/", "", offerFolder
		}
		p.offers = append(p.offers, o)
	}
	p.chosen = min(p.chosen, max(0, len(p.offers)-1))
	return nil
}

// typedMention attaches what was typed in full when a blank ends it.
func (m *screen) typedMention(word string) tea.Cmd {
	if m.o.Files == nil || len(word) < 2 {
		return nil
	}
	return m.attach(attaching{path: word[1:], word: word})
}

// attach reads a file.
func (m *screen) attach(a attaching) tea.Cmd {
	read := m.o.Files.Read
	return func() tea.Msg {
		file, err := read(a.path)
		return attachedMsg{a, file, err}
	}
}

// attached puts a file into the input as a chip that says how large it is.
func (m *screen) attached(msg attachedMsg) tea.Cmd {
	if !msg.chosen && errors.Is(msg.err, fs.ErrNotExist) {
		if msg.enter {
			m.tried = m.input.text()
			return m.enter() // it is a word like any other
		}
		return nil
	}
	if msg.err != nil {
		m.complain("attach "+msg.path+": "+reason(msg.err), "nothing was attached")
		m.tried = m.input.text()
		return nil
	}
	var c chip
	if msg.file.Media != nil {
		c = m.mediaChip(msg.path, *msg.file.Media)
	} else {
		c = m.input.fileChip(msg.path, msg.file.Text)
	}
	if room := m.meter.Window - m.meter.Breakdown.Reserve; m.metered && m.meter.Window > 0 && c.Tokens > room {
		m.complain(fmt.Sprintf("attach %s: it is ~%s, and the window has room for %s", msg.path, draw.Many(c.Tokens, "token"), draw.Number(room)), "nothing was attached")
		return nil
	}
	m.input.chips = append(m.input.chips, c)
	m.input.showChip(c)
	label := c.Label
	if msg.chosen || msg.enter {
		label += " "
	}
	m.input.replace(msg.word, label)
	m.popup.update(m)
	return nil
}

// mediaChip stands in the input for a picture or a document.
func (m *screen) mediaChip(name string, u runtime.Upload) chip {
	in := &m.input
	name = safe.Line(name)
	u.Name = name
	c := chip{Text: u.Line(), Path: name, Media: &u}
	if m.o.CountMedia != nil {
		c.Tokens = m.o.CountMedia(m.model, u.Media)
	}
	c.Label = in.label(strings.Trim(c.Text, "[]") + " · ~" + draw.Many(c.Tokens, "token"))
	return c
}

// pastedPath attaches a picture or a document whose path is all that was pasted, as
// a terminal does with a file that is dropped on it. Any other text stays one.
func (m *screen) pastedPath(text string) tea.Cmd {
	path := strings.Trim(strings.TrimSpace(text), `'"`)
	path = strings.ReplaceAll(strings.TrimPrefix(path, "file://"), `\ `, " ")
	if m.o.Files == nil || len(path) > 4096 || strings.ContainsAny(path, "\n\r\x00") || !strings.Contains(path, "/") && !strings.Contains(path, ".") {
		return nil
	}
	open := m.o.Files.Media
	return func() tea.Msg {
		u, err := open(path)
		return pastedPathMsg{text, path, u, err}
	}
}

type pastedPathMsg struct {
	text, path string
	media      runtime.Upload
	err        error
}

// dropped puts the picture that a pasted path names in the path's place.
func (m *screen) dropped(msg pastedPathMsg) tea.Cmd {
	if msg.err != nil || !strings.Contains(m.input.area.Value(), msg.text) {
		if msg.err != nil && !errors.Is(msg.err, fs.ErrNotExist) {
			m.complain("attach "+safe.Line(msg.path)+": "+reason(msg.err), "nothing was attached; the path stays as text")
		}
		return nil
	}
	file := Attached{Media: &msg.media}
	return m.attached(attachedMsg{attaching{path: path.Base(msg.path), word: msg.text, chosen: true}, file, nil})
}

// reason is an error without the name of the file, which is said already.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file here"
	}
	return err.Error()
}

// fileChip stands in the input for an attached file.
func (in *input) fileChip(name, text string) chip {
	n, about := in.estimate(text)
	name = safe.Line(name)
	c := chip{Text: text, Path: name, Tokens: n}
	c.Label = in.label(fmt.Sprintf("%s · %s · %s%s", strings.NewReplacer("[", "(", "]", ")").Replace(name), draw.SizeOf(int64(len(text))), about, draw.Many(n, "token")))
	return c
}

// named is how an attached file is called within the sentence.
func (c chip) named() string { return "`" + strings.ReplaceAll(c.Path, "`", "'") + "`" }

// fenced is an attached file as the model reads it: its path, and its text
// between fences that nothing in it closes; a picture's line.
func (c chip) fenced() string {
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
