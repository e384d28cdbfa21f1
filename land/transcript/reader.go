package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Notice tells a person about something in a file that was passed over. Nothing
// was changed on disk.
type Notice struct {
	File string // relative to the land
	Line int    // from 1; 0 when it is about the whole file
	Text string
}

// String is "sessions/a.jsonl:7: cut off".
func (n Notice) String() string {
	if n.Line == 0 {
		return n.File + ": " + n.Text
	}
	return fmt.Sprintf("%s:%d: %s", n.File, n.Line, n.Text)
}

// maxNotices bounds what one damaged file may say; the rest is counted.
const maxNotices = 50

// reader reads a session's lines one after the other. Every line that cannot be
// used costs itself alone.
type reader struct {
	file    string
	in      *bufio.Reader
	line    int
	session string // id in the first session line
	records []Record
	notices []Notice
	more    int // notices beyond maxNotices
	ids     map[string]bool
	nights  map[string]bool // in effect, as far as this file was read
	torn    bool            // the file does not end in '\n'
	version bool            // said that a newer program wrote it
}

// readAll reads to the end. The error is one of in; lines give notices only.
func readAll(in io.Reader, file string) (*reader, error) {
	r := &reader{file: file, in: bufio.NewReaderSize(in, 64<<10), ids: map[string]bool{}, nights: map[string]bool{}}
	for {
		line, size, err := nextLine(r.in)
		if err != nil && !errors.Is(err, io.EOF) {
			return r, err
		}
		if size > 0 {
			r.line++
			r.torn = err != nil
			if size > MaxLine+2 {
				r.say(fmt.Sprintf("longer than %d MiB (%d bytes), passed over", MaxLine>>20, size))
			} else {
				r.take(line)
			}
		}
		if err != nil {
			break
		}
	}
	if r.torn {
		r.say("the last line has no end; the next one begins on a line of its own")
	}
	if r.more > 0 {
		r.notices = append(r.notices, Notice{File: file, Text: fmt.Sprintf("%d more lines like these", r.more)})
	}
	return r, nil
}

// nextLine reads up to and including '\n'. Of a line above MaxLine it keeps
// nothing and counts on; size is the whole length in bytes. With the last line
// comes io.EOF.
func nextLine(in *bufio.Reader) (line []byte, size int64, err error) {
	for {
		part, err := in.ReadSlice('\n')
		size += int64(len(part))
		if size <= MaxLine+2 {
			line = append(line, part...)
		} else {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, size, err
		}
	}
}

func (r *reader) say(text string) {
	if len(r.notices) >= maxNotices {
		r.more++
		return
	}
	r.notices = append(r.notices, Notice{File: r.file, Line: r.line, Text: text})
}

// take reads one line into the records or says why not.
func (r *reader) take(line []byte) {
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")))
	if full := len(line); full > 0 && line[0] == 0 {
		line = bytes.TrimLeft(line, "\x00")
		r.say(fmt.Sprintf("%d NUL bytes passed over, as a power cut leaves them", full-len(line)))
	}
	if len(line) == 0 {
		return
	}
	if conflict(line) {
		r.say("a git conflict marker; the lines of both sides were read")
		return
	}
	if !utf8.Valid(line) {
		r.say("bytes that are not UTF-8 were read as U+FFFD")
	}
	rec, err := Read(line)
	if err != nil {
		if tail, ok := glued(line); ok {
			r.say("a torn line in front of a whole one; the torn one is passed over")
			r.keep(tail)
			return
		}
		r.say(err.Error() + "; this line is passed over")
		if rec.Unknown == nil {
			return
		}
	}
	r.keep(rec)
}

// glued finds a whole record at the end of a line whose beginning was torn: a
// program that did not know of the tear wrote straight on. Within JSON text a
// quote is escaped, so the mark can only be the beginning of an object.
func glued(line []byte) (Record, bool) {
	i := bytes.LastIndex(line, []byte(`{"type":"`))
	if i <= 0 {
		return Record{}, false
	}
	rec, err := Read(line[i:])
	return rec, err == nil && rec.Unknown == nil
}

// conflict says whether a line is one of git's marks.
func conflict(line []byte) bool {
	for _, mark := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok && (len(rest) == 0 || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// keep adds a record unless one of that id is there: the first wins.
func (r *reader) keep(rec Record) {
	if what := r.twice(rec); what != "" {
		r.say(what + " is there already; the first one counts")
		return
	}
	if s := rec.Session; s != nil && r.session != "" && s.ID != r.session {
		r.say(fmt.Sprintf("a line of session %q; this line is passed over", s.ID))
		return
	}
	if s := rec.Session; s != nil && s.Version > Version && !r.version {
		r.version = true
		r.say(fmt.Sprintf("written by a newer version (format %d, this program knows %d)", s.Version, Version))
	}
	r.note(rec)
	r.records = append(r.records, rec)
}

// twice names the message or night that rec would double; "" if none. A night
// that was undone may come again: a plan applied a second time.
func (r *reader) twice(rec Record) string {
	switch {
	case rec.Message != nil && r.ids[rec.Message.ID]:
		return fmt.Sprintf("message %q", rec.Message.ID)
	case rec.Night != nil && r.nights[rec.Night.ID]:
		return fmt.Sprintf("night %q", rec.Night.ID)
	}
	return ""
}

// note remembers the ids of a record that is in the log.
func (r *reader) note(rec Record) {
	switch {
	case rec.Session != nil && r.session == "":
		r.session = rec.Session.ID
	case rec.Message != nil:
		r.ids[rec.Message.ID] = true
	case rec.Night != nil:
		r.nights[rec.Night.ID] = true
	case rec.Undo != nil:
		delete(r.nights, rec.Undo.Night)
	}
}
