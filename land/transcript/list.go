package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode"

	"dormouse/land/disk"
	"dormouse/land/transcript/media"
)

// TitleLength is how much of a user's line becomes a title, in Unicode code points:
// of the first that says what the talk is about.
const TitleLength = 60

// Head is what a list of sessions shows of one.
type Head struct {
	ID    string    `json:"id"`
	Time  time.Time `json:"time"` // when it began
	Last  time.Time `json:"last"` // of the newest message; Time when there is none
	Title string    `json:"title"`
	Count int       `json:"messages"` // what was said to and fro; calls of tools and their results are none
	Size  int64     `json:"size"`     // bytes
	// Model is who answered last; Parent and Source are where the session was
	// forked and imported from.
	Model  string `json:"model,omitempty"`
	Parent string `json:"parent,omitempty"`
	Source string `json:"source,omitempty"`
}

// List describes all sessions, the one with the newest message first. Files are
// scanned for the beginnings of their lines and not decoded: memory stays below
// a megabyte for a session of any size, and a line that is damaged may be
// counted. Names that are no session's (conflict copies, links, folders) are not
// listed. The heads are good even when err names files that could not be read.
func List(fsys disk.FS) ([]Head, error) {
	infos, err := Files(fsys)
	if err != nil {
		return nil, err
	}
	var heads []Head
	var failed []error
	for _, info := range infos {
		id := info.Name
		h, err := head(fsys, id)
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
			continue
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("list session %s: %w", id, err))
			continue
		}
		h.Size = info.Size
		heads = append(heads, h)
	}
	slices.SortStableFunc(heads, newestFirst)
	return heads, errors.Join(failed...)
}

func newestFirst(a, b Head) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.ID, a.ID)) }

// Files are the sessions' files, each by its session's id; none of them is read.
func Files(fsys disk.FS) ([]disk.Info, error) {
	infos, err := fsys.ReadDir(Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := infos[:0]
	for _, info := range infos {
		id, ok := strings.CutSuffix(info.Name, ".jsonl")
		if ok && SafeID(id) && info.Mode.IsRegular() {
			info.Name = id
			list = append(list, info)
		}
	}
	return list, nil
}

// Last is the id of the session that was written to last; "" where there is none. The
// newest message would be another one's where old conversations were imported
// meanwhile: it decides between those that were written at the same time.
func Last(fsys disk.FS) (string, error) {
	infos, err := Files(fsys)
	if err != nil {
		return "", err
	}
	slices.SortFunc(infos, func(a, b disk.Info) int { return b.ModTime.Compare(a.ModTime) })
	var same []Head
	var failed []error
	for i, info := range infos {
		if h, err := head(fsys, info.Name); err == nil {
			same = append(same, h)
		} else if !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, fmt.Errorf("list session %s: %w", info.Name, err))
		}
		if i+1 == len(infos) || !infos[i+1].ModTime.Equal(info.ModTime) {
			if len(same) > 0 {
				return slices.MinFunc(same, newestFirst).ID, nil
			}
		}
	}
	return "", errors.Join(failed...)
}

func head(fsys disk.FS, id string) (Head, error) {
	f, err := fsys.Open(File(id))
	if err != nil {
		return Head{}, err
	}
	s := scan{id: id, in: bufio.NewReaderSize(f, 64<<10)}
	err = errors.Join(s.run(), f.Close())
	return s.head(), err
}

// scan looks at the first bytes of each line.
type scan struct {
	id      string
	in      *bufio.Reader
	session Session
	count   int
	first   time.Time // of the first message
	last    []byte    // the beginning of the last message's line
	asked   string    // the first user line
	askedIn []byte    // the line it is from, when it was decoded
	acts    []Record  // of forgetting
}

// startOf is how much of a line is looked at, in bytes; a session line and the
// first user message are decoded when they fit.
const startOf = 16 << 10

func (s *scan) run() error {
	for {
		start, err := s.start()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		s.look(start)
		if err != nil {
			return nil
		}
	}
}

// start reads a line and returns its beginning, valid until the next read.
func (s *scan) start() ([]byte, error) {
	part, err := s.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return part, err
	}
	part = slices.Clone(part[:startOf])
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = s.in.ReadSlice('\n')
	}
	return part, err
}

func (s *scan) look(line []byte) {
	line = bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")), "\x00 \t\r\n")
	if len(line) == 0 {
		return
	}
	kind, ok := quickType(line)
	if !ok && line[0] == '{' { // another writer's order of fields
		if r, err := Read(line); err == nil && r.Message != nil {
			kind, line = typeMessage, Line(r)
		} else if err == nil && r.Session != nil {
			kind, line = typeSession, Line(r)
		}
	}
	switch kind {
	case typeSession:
		r, err := Read(line)
		if err != nil || r.Session == nil {
			return
		}
		if s.session.ID == "" {
			s.session = *r.Session
		} else if r.Session.ID == s.session.ID {
			s.session = s.session.with(*r.Session)
		}
	case typeMessage:
		if spoken(line) {
			s.count++
		}
		s.last = append(s.last[:0], line[:min(len(line), startOf)]...)
		if s.first.IsZero() {
			s.first = timeIn(s.last)
		}
		if s.asked == "" || slight(s.asked) {
			s.ask(line)
		}
	case typeForget:
		if r, err := Read(line); err == nil {
			s.acts = append(s.acts, r)
		}
	}
}

// ask takes a user's message for the title, unless what it has says more.
func (s *scan) ask(line []byte) {
	title := userLine(line)
	if title == "" || s.asked != "" && slight(title) {
		return
	}
	s.asked, s.askedIn = title, slices.Clone(line)
}

// slight tells that a title says nothing of what the talk is about: a greeting, or a
// command that was meant for a shell.
func slight(title string) bool {
	if strings.HasPrefix(title, "!") || strings.HasPrefix(title, "/") {
		return true
	}
	letters := 0
	for _, r := range title {
		if letters++; r >= 0x1100 { // scripts that need fewer letters for a word
			letters += 2
		}
	}
	return letters < fewLetters && strings.Count(title, " ") < 2
}

// fewLetters is how long a title of one or two words must be to say something.
const fewLetters = 13

// spoken tells whether a message's line holds what a person or a model said, and not
// a tool's result, or a reply that only calls one.
func spoken(line []byte) bool {
	start := line[:min(len(line), 512)]
	switch {
	case bytes.Contains(start, []byte(`"role":"user"`)):
		return true
	case bytes.Contains(start, []byte(`"role":"assistant"`)):
		return !bytes.Contains(start, []byte(`"content":"",`)) && !bytes.Contains(start, []byte(`"content":""}`))
	}
	return false
}

func (s *scan) head() Head {
	h := Head{ID: s.id, Time: s.session.Time, Title: s.session.Title, Count: s.count,
		Model: s.session.Model, Parent: s.session.Parent, Source: s.session.Source}
	if h.Title == "" {
		h.Title = s.title()
	}
	if h.Time.IsZero() {
		h.Time = s.first
	}
	if h.Last = timeIn(s.last); h.Last.IsZero() {
		h.Last = h.Time
	}
	return h
}

// title is the first user line, without what was forgotten of it.
func (s *scan) title() string {
	if len(s.acts) == 0 {
		return s.asked
	}
	r, err := Read(s.askedIn)
	if err != nil || r.Message == nil {
		return Forgotten // it is too long to be looked into
	}
	r, _ = hiddenIn(s.acts).veil(r)
	return TitleOf(r.Message.Content)
}

// timeIn is the first "time" of a line that may be cut. Our lines hold it right
// after the id.
func timeIn(line []byte) time.Time {
	_, rest, ok := bytes.Cut(line, []byte(`"time":"`))
	if !ok {
		return time.Time{}
	}
	text, _, _ := bytes.Cut(rest, []byte{'"'})
	t, err := time.Parse(time.RFC3339Nano, string(text))
	if err != nil {
		return time.Time{}
	}
	return stamp(t)
}

// userLine is the title that a user's message gives; "" for other messages. Of a
// message that is longer than what was read the beginning is enough.
func userLine(line []byte) string {
	if !bytes.Contains(line[:min(len(line), 512)], []byte(`"role":"user"`)) {
		return ""
	}
	if r, err := Read(line); err == nil && r.Message != nil {
		return TitleOf(r.Message.Content)
	}
	_, rest, ok := bytes.Cut(line, []byte(`"content":"`))
	if !ok {
		return ""
	}
	// Cut where no escape can be torn: title length is far below.
	text := string(rest[:min(len(rest), 2048)])
	if i := strings.LastIndexByte(text, '\\'); i > len(text)-12 && i > 0 {
		text = strings.TrimRight(text[:i], `\`)
	}
	var content string
	if json.Unmarshal([]byte(`"`+Clean(text)+`"`), &content) != nil {
		return ""
	}
	return TitleOf(content)
}

// TitleOf is the first line of a text that says something, with white space
// folded and unprintable characters left out, at most TitleLength long. What was
// cut ends in "…".
func TitleOf(text string) string {
	for line := range strings.Lines(text) {
		words := strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return ' '
			}
			if !unicode.IsPrint(r) {
				return -1
			}
			return r
		}, line)
		title := []rune(strings.Join(strings.Fields(words), " "))
		if len(title) > TitleLength {
			return strings.TrimRight(string(title[:TitleLength-1]), " ") + "…"
		}
		if len(title) > 0 {
			return string(title)
		}
	}
	return ""
}

// DropMedia removes the media of a session that no other session has. What cannot
// be read may have it.
func DropMedia(fsys disk.FS, of []media.Media) error {
	left := map[string]media.Media{}
	for _, m := range of {
		left[m.Hash] = m
	}
	if len(left) == 0 {
		return nil
	}
	heads, err := List(fsys)
	if err != nil {
		return err
	}
	for _, h := range heads {
		log, _, err := Open(fsys, h.ID)
		if err != nil {
			return err
		}
		for _, m := range MediaOf(log.Messages()) {
			delete(left, m.Hash)
		}
	}
	for _, m := range left {
		if name, err := m.Path(); err == nil {
			if err := fsys.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Said is how many messages were said to and fro: calls of tools and their results are
// none, as in Head.
func Said(messages []Message) int {
	n := 0
	for _, m := range messages {
		if m.Role == User || m.Role == Assistant && m.Content != "" {
			n++
		}
	}
	return n
}
