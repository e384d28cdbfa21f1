package runtime

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
)

// streamingDir holds what has arrived of each reply that is streaming, in a file
// named after the session and the message that is answered. A killed program leaves
// it there, and the next one puts it into the transcript as an interrupted reply
// (GUARANTEES 2).
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

// newPartial begins one. What answers a message that is not on disk is not kept:
// there it would stand behind another message.
func (c *Conversation) newPartial() *partial {
	all := c.Messages()
	if c.Unsaved() || len(all) == 0 {
		return &partial{lost: true}
	}
	return &partial{folder: c.o.Land.FS(), name: partialName(c.session.ID, all[len(all)-1].ID)}
}

func partialName(session, message string) string {
	return streamingDir + "/" + session + "." + message
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

// open begins the file anew: a reply to the same message may have failed before.
func (p *partial) open() error {
	if err := p.folder.Mkdir(streamingDir); err != nil {
		return err
	}
	if err := p.folder.Remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := p.folder.Append(p.name)
	p.file = f
	return err
}

// close is called once the reply is a message of the conversation.
func (p *partial) close() {
	if p.file != nil {
		p.file.Close() // nothing was promised of it
		p.file = nil
	}
}

// heardOut takes note that the last reply is a message of the conversation. What
// streamed of it stays on disk for as long as the message itself does not.
func (c *Conversation) heardOut(p *partial) {
	p.close()
	if !c.Unsaved() {
		dropPartials(c.o.Land.FS(), c.session.ID)
	}
}

// DeleteSession removes a session's file for good, and what streamed in it.
func DeleteSession(folder disk.FS, session string) error {
	log, _, err := transcript.Open(folder, session)
	var media []transcript.Media
	if err == nil { // what cannot be read goes all the same
		media = transcript.MediaOf(log.Messages())
	}
	if err := transcript.Delete(folder, session); err != nil {
		return err
	}
	if err := transcript.DropMedia(folder, media); err != nil {
		return fmt.Errorf("delete the pictures of session %s: %w", session, err)
	}
	dropPartials(folder, session)
	return nil
}

// dropPartials removes what is on disk of replies that streamed in a session.
func dropPartials(folder disk.FS, session string) {
	list, err := folder.ReadDir(streamingDir)
	if err != nil {
		return // nothing streamed; or it stays, and is not taken for another reply
	}
	for _, f := range list {
		if strings.HasPrefix(f.Name, session+".") {
			folder.Remove(streamingDir + "/" + f.Name) // what stays is known by its name
		}
	}
}

// recoverPartial takes up what a killed program had heard of a reply. It says so
// in a notice.
func (c *Conversation) recoverPartial() (notice string, err error) {
	all := c.log.Messages()
	if len(all) == 0 {
		return "", nil
	}
	b, err := disk.ReadFile(c.o.Land.FS(), partialName(c.session.ID, all[len(all)-1].ID))
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "what had arrived of the last reply cannot be read: " + err.Error(), nil
	case len(b) > 0:
		m := transcript.Message{Role: transcript.Assistant, Content: string(b), Interrupted: true, Model: c.Model()}
		if _, err := c.append(m); err != nil {
			return "", err
		}
		notice = "the last reply was cut when the program ended; what had arrived of it is kept"
	}
	if !c.Unsaved() {
		dropPartials(c.o.Land.FS(), c.session.ID)
	}
	return notice, nil
}
