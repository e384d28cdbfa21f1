package runtime

import (
	"errors"
	"io/fs"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
)

// streamingDir holds, for each session, what has arrived of the reply that is
// streaming. A killed program leaves it there, and the next one puts it into the
// transcript as an interrupted reply (GUARANTEES 2).
const streamingDir = land.StateDir + "/streaming"

// partial keeps a reply on disk while it streams. It is not fsynced: a power cut
// may take the end of a reply that was never acknowledged, a kill takes nothing.
type partial struct {
	folder disk.FS
	name   string
	file   disk.File
	stream secret.Stream
	lost   bool // the disk refused; the reply itself goes on
}

func (c *Conversation) newPartial() *partial {
	return &partial{folder: c.o.Land.FS(), name: streamingDir + "/" + c.session.ID}
}

// add keeps one more piece, but for its end while that may become a credential.
func (p *partial) add(text string) { p.write(p.stream.Add(text)) }

// end keeps what was held back: no more comes.
func (p *partial) end() { p.write(p.stream.End()) }

func (p *partial) write(text string) {
	if p.lost || text == "" {
		return
	}
	if p.file == nil {
		p.lost = p.open() != nil
	}
	if p.file != nil {
		_, err := p.file.Write([]byte(text))
		p.lost = err != nil
	}
}

func (p *partial) open() error {
	if err := p.folder.Mkdir(streamingDir); err != nil {
		return err
	}
	f, err := p.folder.Append(p.name)
	p.file = f
	return err
}

// drop removes it, once the reply is in the transcript.
func (p *partial) drop() {
	if p == nil || p.file == nil {
		return
	}
	p.file.Close()          // nothing was promised of it
	p.folder.Remove(p.name) // what stays is recognised on resume: a reply follows it
	p.file = nil
}

// recoverPartial takes up what a killed program had heard of a reply. It says so
// in a notice.
func (c *Conversation) recoverPartial() (notice string, err error) {
	name := streamingDir + "/" + c.session.ID
	b, err := disk.ReadFile(c.o.Land.FS(), name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	all := c.log.Messages()
	if n := len(all); n > 0 && all[n-1].Role != transcript.Assistant && len(b) > 0 {
		m := transcript.Message{Role: transcript.Assistant, Content: string(b), Interrupted: true, Model: c.Model()}
		if _, err := c.append(m); err != nil {
			return "", err
		}
		notice = "the last reply was cut when the program ended; what had arrived of it is kept"
	}
	return notice, c.o.Land.FS().Remove(name)
}
