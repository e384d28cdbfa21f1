package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript/media"
	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/input"
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
		files []backend.FileChoice
		err   error
	}
	attachedMsg struct {
		attaching
		file backend.Attached
		err  error
	}
)

// findSoon asks for the files that complete the word at the cursor. One question
// is under way at a time.
func (c *composer) findSoon() tea.Cmd {
	p := &c.popup
	if c.finding || c.Options.Files == nil || p.word == "" || p.word == p.asked {
		return nil
	}
	c.finding, p.asked = true, p.word
	find, word := c.Options.Files.Find, p.word
	return func() tea.Msg {
		files, err := find(strings.TrimPrefix(word, "@"), offeredFiles)
		return foundFilesMsg{word, files, err}
	}
}

func (c *composer) foundFiles(msg foundFilesMsg) tea.Cmd {
	c.finding = false
	p := &c.popup
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
func (c *composer) typedMention(word string) tea.Cmd {
	if c.Options.Files == nil || len(word) < 2 {
		return nil
	}
	return c.attach(attaching{path: word[1:], word: word})
}

// attach reads a file. What was typed may end in the marks of its sentence, which
// stay.
func (c *composer) attach(a attaching) tea.Cmd {
	files := c.Options.Files
	return func() tea.Msg {
		if a.chosen {
			file, err := files.Read(a.path)
			return attachedMsg{a, file, err}
		}
		file, found, err := input.Named(files, a.path)
		a.word = strings.TrimSuffix(a.word, strings.TrimPrefix(a.path, found))
		a.path = found
		return attachedMsg{a, file, err}
	}
}

// attached puts a file into the input as a chip that says how large it is.
func (c *composer) attached(msg attachedMsg) tea.Cmd {
	if !msg.chosen && errors.Is(msg.err, fs.ErrNotExist) && input.IsWord(msg.path, msg.err) {
		if msg.enter && input.NamesFile(msg.path, msg.err) {
			c.Tell(input.NoFile(msg.path))
		}
		if msg.enter {
			c.tried = c.input.Text()
			return c.enter() // it is a word like any other
		}
		return nil
	}
	if msg.err != nil {
		c.Complain("attach "+msg.path+": "+input.Reason(msg.err), "nothing was attached")
		c.tried = c.input.Text()
		return nil
	}
	var chip input.Chip
	if msg.file.Media != nil {
		chip = c.input.MediaChip(msg.path, *msg.file.Media, c.countMedia())
	} else {
		chip = c.input.FileChip(msg.path, msg.file.Text)
	}
	if room := c.Meter.Window - c.Meter.Breakdown.Reserve; c.Metered && c.Meter.Window > 0 && chip.Tokens > room {
		c.Complain(fmt.Sprintf("attach %s: it is ~%s, and the window has room for %s", msg.path, draw.Many(chip.Tokens, "token"), draw.Number(room)), "nothing was attached")
		return nil
	}
	c.input.Attach(chip, msg.word, msg.chosen || msg.enter)
	c.popup.update(c)
	return nil
}

// pastedPath attaches a picture or a document whose path is all that was pasted, as
// a terminal does with a file that is dropped on it. Any other text stays one.
func (c *composer) pastedPath(text string) tea.Cmd {
	path := strings.Trim(strings.TrimSpace(text), `'"`)
	path = strings.ReplaceAll(strings.TrimPrefix(path, "file://"), `\ `, " ")
	if c.Options.Files == nil || len(path) > 4096 || strings.ContainsAny(path, "\n\r\x00") || !strings.Contains(path, "/") && !strings.Contains(path, ".") {
		return nil
	}
	open := c.Options.Files.Media
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
func (c *composer) dropped(msg pastedPathMsg) tea.Cmd {
	if msg.err != nil || !strings.Contains(c.input.Value(), msg.text) {
		if msg.err != nil && !errors.Is(msg.err, fs.ErrNotExist) {
			c.Complain("attach "+safe.Line(msg.path)+": "+input.Reason(msg.err), "nothing was attached; the path stays as text")
		}
		return nil
	}
	file := backend.Attached{Media: &msg.media}
	return c.attached(attachedMsg{attaching{path: path.Base(msg.path), word: msg.text, chosen: true}, file, nil})
}

// countMedia counts pictures and documents for the present model; nil counts none.
func (c *composer) countMedia() func(media.Media) int {
	if c.Options.CountMedia == nil {
		return nil
	}
	return func(media media.Media) int { return c.Options.CountMedia(c.Model, media) }
}
