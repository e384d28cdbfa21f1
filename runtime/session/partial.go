package session

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
)

// streamingDir holds what has arrived of each reply that is streaming, in a file
// named after the session and the message that is answered. A killed program leaves
// it there, and the next one puts it into the transcript as an interrupted reply
// (docs/guarantees.md, 2).
const streamingDir = land.StateDir + "/streaming"

// Partial keeps a reply on disk while it streams. It is not fsynced: a power cut
// may take the end of a reply that was never acknowledged, a kill takes nothing.
type Partial struct {
	folder disk.FS
	name   string
	file   disk.File
	stream secret.Stream
	lost   bool // the disk refused; the reply itself goes on
}

// Stream begins one. What answers a message that is not on disk is not kept: there it
// would stand behind another message.
func (s *Session) Stream() *Partial {
	all := s.Messages()
	if s.Late() > 0 || len(all) == 0 {
		return &Partial{lost: true}
	}
	return &Partial{folder: s.o.Land.FS(), name: partialName(s.head.ID, all[len(all)-1].ID)}
}

func partialName(session, message string) string {
	return streamingDir + "/" + session + "." + message
}

// Add keeps one more piece, but for its end while that may become a credential.
func (p *Partial) Add(text string) { p.write(p.stream.Add(text)) }

// End keeps what was held back: no more comes.
func (p *Partial) End() { p.write(p.stream.End()) }

func (p *Partial) write(text string) {
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
func (p *Partial) open() error {
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
func (p *Partial) close() {
	if p.file != nil {
		p.file.Close() // nothing was promised of it
		p.file = nil
	}
}

// Streamed takes note that the last reply is a message of the conversation. What
// streamed of it stays on disk for as long as the message itself does not.
func (s *Session) Streamed(p *Partial) {
	p.close()
	s.DropPartials()
}

// DropPartials removes what streamed in this session, once all of it is on disk.
func (s *Session) DropPartials() {
	if s.Late() == 0 {
		dropPartials(s.o.Land.FS(), s.head.ID)
	}
}

// Delete removes a session's file for good, and what streamed in it.
func Delete(folder disk.FS, session string) error {
	log, _, err := transcript.Open(folder, session)
	var media []media.Media
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
			_ = folder.Remove(streamingDir + "/" + f.Name) // what stays is known by its name
		}
	}
}

// Partial is what a killed program had heard of the reply to the newest message, ""
// for nothing.
func (s *Session) Partial() (string, error) {
	all := s.Messages()
	if len(all) == 0 {
		return "", nil
	}
	b, err := disk.ReadFile(s.o.Land.FS(), partialName(s.head.ID, all[len(all)-1].ID))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return string(b), nil
}
