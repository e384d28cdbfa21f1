package transcript

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"sync"
	"time"

	"dormouse/land/disk"
)

// Log is one session, open for appending. Its methods are safe for several
// goroutines. Two processes that append to one session do not harm the file,
// but do not see each other's lines; whoever resumes a session takes the land's
// lock "session-<id>" first.
type Log struct {
	mu      sync.Mutex
	fs      disk.FS
	file    string
	session Session
	records []Record
	ids     *reader // the ids that are taken
	err     error   // why nothing can be appended any more
	size    int64   // of the file, as far as this log knows
}

// Create writes sessions/<id>.jsonl with its first lines, in one Write, fsyncs it
// and its folder, and returns the open session. fs.ErrExist when there is one of that
// id already, ErrID when the id cannot be a file name, ErrTooLong for a line above MaxLine.
func Create(fsys disk.FS, s Session, first ...Record) (*Log, error) {
	return create(fsys, s, first)
}

// create makes a session of a first line and further records in one Write.
func create(fsys disk.FS, s Session, rest []Record) (*Log, error) {
	if !SafeID(s.ID) {
		return nil, fmt.Errorf("create session %q: %w", s.ID, ErrID)
	}
	if s.Version == 0 {
		s.Version = Version
	}
	l := empty(fsys, s.ID)
	text := l.admit(Record{Session: &s})
	for _, r := range rest {
		if r.Session != nil {
			continue
		}
		line := l.admit(r)
		if len(line) > MaxLine {
			return nil, fmt.Errorf("create session %s: %w: %d bytes, %d are allowed", s.ID, ErrTooLong, len(line), MaxLine)
		}
		text = append(text, line...)
	}
	if err := writeNew(fsys, l.file, text); err != nil {
		return nil, l.refused(err)
	}
	l.size = int64(len(text))
	return l, nil
}

func empty(fsys disk.FS, id string) *Log {
	return &Log{fs: fsys, file: File(id), session: Session{ID: id},
		ids: &reader{ids: map[string]bool{}, nights: map[string]bool{}}}
}

// writeNew makes a durable file. What a failure leaves behind is removed as far
// as the disk allows: it holds nothing that anybody was told is saved.
func writeNew(fsys disk.FS, name string, text []byte) error {
	if err := fsys.Mkdir(Folder); err != nil {
		return err
	}
	f, err := fsys.Create(name, disk.FileMode)
	if err != nil {
		return err
	}
	if err := errors.Join(writeAll(f, text), f.Close()); err != nil {
		return errors.Join(err, fsys.Remove(name))
	}
	if err := fsys.SyncDir(Folder); err != nil {
		return errors.Join(err, fsys.Remove(name))
	}
	return nil
}

// writeAll is one Write and one fsync. A short write is an error.
func writeAll(f disk.File, text []byte) error {
	n, err := f.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return err
	}
	return f.Sync()
}

// Open reads a session. Damaged lines cost themselves alone and are named in
// the notices; the error is about the file as a whole (fs.ErrNotExist, not a
// plain file, no permission, EIO).
func Open(fsys disk.FS, id string) (*Log, []Notice, error) {
	if !SafeID(id) {
		return nil, nil, fmt.Errorf("open session %q: %w", id, ErrID)
	}
	f, err := fsys.Open(File(id))
	if err != nil {
		return nil, nil, fmt.Errorf("open session %s: %w", id, err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open session %s: %w", id, err), f.Close())
	}
	r, err := readAll(f, File(id))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, r.notices, fmt.Errorf("read session %s: %w", id, err)
	}
	l := empty(fsys, id)
	if said := r.assign(id); said != "" {
		r.notices = append([]Notice{{File: l.file, Line: 1, Text: said}}, r.notices...)
	}
	l.records, l.ids, l.session = r.records, r, sessionOf(r.records)
	l.size = info.Size
	notices := append(r.notices, doubts(l.file, r.records)...)
	r.records, r.notices, r.in = nil, nil, nil
	return l, notices, nil
}

// assign makes the records those of session id: the file's name counts, whatever a
// copied first line says, and a lost first line is stood in for.
func (r *reader) assign(id string) string {
	if r.session == "" {
		s := Session{ID: id, Version: Version}
		if m := messagesOf(r.records); len(m) > 0 {
			s.Time = m[0].Time
		}
		r.records = append([]Record{{Session: &s}}, r.records...)
		r.session = id
		return "no session line; title and model are not known"
	}
	if r.session == id {
		return ""
	}
	for i, rec := range r.records {
		if rec.Session != nil {
			s := *rec.Session
			s.ID = id
			r.records[i].Session = &s
		}
	}
	said := fmt.Sprintf("the first line names session %q; the file's name counts", r.session)
	r.session = id
	return said
}

// sessionOf is the first session line with what later ones change: the last
// title, model and window that are set.
func sessionOf(records []Record) Session {
	var s Session
	for _, r := range records {
		switch {
		case r.Session == nil:
		case s.ID == "":
			s = *r.Session
		default:
			s = s.with(*r.Session)
		}
	}
	return s
}

// with takes over what a later session line may change.
func (s Session) with(later Session) Session {
	if later.Title != "" {
		s.Title = later.Title
	}
	if later.Model != "" {
		s.Model = later.Model
	}
	if later.Window != 0 {
		s.Window = later.Window
	}
	if later.Read != "" {
		s.Read = later.Read
	}
	return s
}

// Append writes one line with one Write and returns when it is fsynced: from
// then on it survives kill -9 and a power cut. What the log holds afterwards is
// what Open would read.
//
// An error that ErrDuplicate, ErrRecord and ErrTooLong do not cover is final:
// the line may or may not be on disk, every later Append fails with ErrBroken,
// and a new Open tells what is there.
func (l *Log) Append(r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, l.err)
	}
	line, err := l.check(r)
	if err != nil {
		return err
	}
	if err := l.write(line); err != nil {
		l.err = l.refused(err)
		return l.err
	}
	l.admit(r)
	return nil
}

// refused says where the file is that the disk refused; which session it is of
// and what was to be written are the caller's to say.
func (l *Log) refused(err error) error {
	var p *fs.PathError
	if !errors.As(err, &p) || errors.Is(err, ErrGone) {
		return err
	}
	return &fs.PathError{Op: p.Op, Path: path.Join(l.fs.Path(), p.Path), Err: p.Err}
}

// check makes the line and refuses what Open would not read back.
func (l *Log) check(r Record) ([]byte, error) {
	if n := r.fields(); n != 1 {
		return nil, fmt.Errorf("%w: %d fields are set", ErrRecord, n)
	}
	if err := usable(r); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	line := Line(r)
	if len(line) < 3 {
		return nil, fmt.Errorf("%w: empty", ErrRecord)
	}
	if len(line) > MaxLine {
		return nil, fmt.Errorf("%w: %d bytes, %d are allowed", ErrTooLong, len(line), MaxLine)
	}
	if r.Session != nil && r.Session.ID != l.session.ID {
		return nil, fmt.Errorf("%w: a line of session %q", ErrRecord, r.Session.ID)
	}
	if what := l.ids.twice(cleanRecord(r)); what != "" {
		return nil, fmt.Errorf("%s: %w", what, ErrDuplicate)
	}
	return line, nil
}

func (r Record) fields() int {
	n := 0
	for _, set := range []bool{r.Session != nil, r.Message != nil, r.Night != nil, r.Undo != nil, r.Wake != nil, r.Pin != nil, r.Forget != nil, r.Wrote != nil, r.Failure != nil, r.Unknown != nil} {
		if set {
			n++
		}
	}
	return n
}

// write opens the file anew each time: a sync program may have replaced it, and
// a line written into a file that was removed would be lost in silence.
func (l *Log) write(line []byte) error {
	torn, err := l.torn()
	if err != nil {
		return err
	}
	if torn {
		line = append([]byte{'\n'}, line...)
	}
	f, err := l.fs.Append(l.file)
	if err != nil {
		return err
	}
	l.size += int64(len(line))
	return errors.Join(writeAll(f, line), f.Close())
}

// Grown tells whether another hand has written into the file since this log read
// it: the caller should Open it again.
func (l *Log) Grown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	info, err := l.fs.Stat(l.file)
	return err == nil && info.Size != l.size
}

// torn says whether the file's last byte is not '\n': somebody was cut off.
func (l *Log) torn() (bool, error) {
	f, err := l.fs.Open(l.file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%w: %w", ErrGone, err)
	}
	if err != nil {
		return false, err
	}
	info, err := f.Stat()
	if err != nil || info.Size == 0 {
		return false, errors.Join(err, f.Close())
	}
	last := []byte{0}
	if n, readErr := f.ReadAt(last, info.Size-1); n < 1 {
		err = readErr
	}
	return last[0] != '\n', errors.Join(err, f.Close())
}

// Note takes in a record that a transaction has written into the file (a
// land.Change.Append made with Line). It writes nothing; ids that are there
// already are passed over.
func (l *Log) Note(r Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.check(r); err == nil {
		l.admit(r)
	}
}

// admit takes a record that is on disk, or about to be, into memory as Open
// would read it, and returns its line.
func (l *Log) admit(r Record) []byte {
	line := Line(r)
	rec, err := Read(line)
	if err != nil && rec.Unknown == nil {
		return line
	}
	l.ids.note(rec)
	l.records = append(l.records, rec)
	if s := rec.Session; s != nil {
		if len(l.records) == 1 {
			l.session = *s
		} else {
			l.session = l.session.with(*s)
		}
	}
	return line
}

// Session is the session's own fields as the last lines left them.
func (l *Log) Session() Session {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session
}

// Records are all lines that could be read, in the order of the file, without
// what was forgotten. The caller may keep the slice and must not change what it
// points to.
func (l *Log) Records() []Record { return Veil(l.Whole()) }

// Messages are all messages of the session in order, also those a night
// replaced in the context.
func (l *Log) Messages() []Message { return messagesOf(l.Records()) }

func messagesOf(records []Record) []Message {
	var out []Message
	for _, r := range records {
		if r.Message != nil {
			out = append(out, *r.Message)
		}
	}
	return WithPins(out, records)
}

// Context is what a request is built from now: Replay of the records.
func (l *Log) Context() Context {
	return Replay(l.Records())
}

// NextID is an id for a message of time t that comes after those that are there.
func (l *Log) NextID(t time.Time, r rand.Source) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.records) - 1; i >= 0; i-- {
		if m := l.records[i].Message; m != nil {
			return NewID(After(m.ID, t), r)
		}
	}
	return NewID(t, r)
}

// Free tells whether a message from elsewhere can keep its id here.
func (l *Log) Free(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return SafeID(id) && !l.ids.ids[id]
}

// Rename gives the session a title, by one more line.
func (l *Log) Rename(title string) error {
	s := l.Session()
	s.Title = title
	return l.Append(Record{Session: &s})
}
