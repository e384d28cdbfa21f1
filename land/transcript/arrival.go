package transcript

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"dormouse/land/disk"
)

// Place puts a whole session into the folder in one step: whoever is killed
// meanwhile leaves all of it or nothing that counts as a session. fs.ErrExist
// when there is one of that id already;
// wake may be nil.
func Place(fsys disk.FS, s Session, wake *Wake, messages []Message) error {
	if !SafeID(s.ID) {
		return fmt.Errorf("place session %q: %w", s.ID, ErrID)
	}
	if _, err := fsys.Stat(File(s.ID)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("place session %s: %w", s.ID, errors.Join(fs.ErrExist, err))
	}
	if s.Version == 0 {
		s.Version = Version
	}
	text := Line(Record{Session: &s})
	if wake != nil {
		text = append(text, Line(Record{Wake: wake})...)
	}
	for _, m := range messages {
		line := Line(Record{Message: &m})
		if len(line) > MaxLine {
			return fmt.Errorf("place session %s: message %s: %w", s.ID, m.ID, ErrTooLong)
		}
		text = append(text, line...)
	}
	if err := place(fsys, s.ID, text); err != nil {
		return fmt.Errorf("place session %s: %w", s.ID, err)
	}
	return nil
}

// arriving ends the name of a session's file until all of it is there. No list
// of sessions shows such a file, and the next try takes its place.
const arriving = ".arriving"

func place(fsys disk.FS, id string, text []byte) error {
	temp := Folder + "/" + id + arriving
	if err := fsys.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := fsys.Mkdir(Folder); err != nil {
		return err
	}
	f, err := fsys.Create(temp, disk.FileMode)
	if err != nil {
		return err
	}
	if err = errors.Join(writeAll(f, text), f.Close()); err == nil {
		err = fsys.Rename(temp, File(id))
	}
	if err != nil {
		return errors.Join(err, fsys.Remove(temp))
	}
	return fsys.SyncDir(Folder)
}

// Opening is how a session begins.
type Opening struct {
	Session Session
	First   string // by what an import knows its first message again
}

// mostOpening is how many lines are looked at for a session's first message.
const mostOpening = 8

// Openings reads the first lines of all sessions. What cannot be read is left
// out: it is not the place to say so.
func Openings(fsys disk.FS) ([]Opening, error) {
	infos, err := fsys.ReadDir(Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var list []Opening
	for _, info := range infos {
		id, ok := strings.CutSuffix(info.Name, ".jsonl")
		if !ok || !SafeID(id) || !info.Mode.IsRegular() {
			continue
		}
		f, err := fsys.Open(File(id))
		if err != nil {
			continue
		}
		list = append(list, opening(f, id))
		f.Close()
	}
	return list, nil
}

func opening(f io.Reader, id string) Opening {
	o := Opening{Session: Session{ID: id}}
	in := bufio.NewReaderSize(f, 4<<10)
	for range mostOpening {
		line, _, err := nextLine(in)
		if r, bad := Read(line); bad == nil {
			switch {
			case r.Session != nil:
				o.Session = *r.Session
				o.Session.ID = id
			case r.Message != nil:
				o.First = r.Message.Foreign()
				return o
			}
		}
		if err != nil {
			return o
		}
	}
	return o
}
