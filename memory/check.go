package memory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	goruntime "runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land"
	"dormouse/land/pattern"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/snapshot"
)

// Check tries every promise about the land's files. A clean land has no problems.
// The error is for a land that cannot be listed.
func (s *Store) Check() ([]Problem, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return nil, fmt.Errorf("check memory: %w", err)
	}
	c := checker{snap: snap, land: s.land}
	notices, err := s.land.Notices()
	if err != nil {
		return nil, fmt.Errorf("check memory: %w", err)
	}
	for _, n := range notices {
		c.say(Broken, n.Path, n.Line, n.Text, "resolve it by hand; until then this part is not shown to a model")
	}
	for _, n := range snap.Notices {
		path, what, _ := strings.Cut(n, ": ")
		do := "make it a plain file with one link that you may read"
		if strings.HasPrefix(path, snapshot.RecordsDir) {
			do = "delete it: only where entries come from is lost"
		}
		c.say(Broken, path, 0, what, do)
	}
	for _, path := range snap.Paths() {
		c.document(path)
		for _, e := range snap.In(path) {
			c.references(e)
			c.differing(e)
		}
	}
	c.modes()
	c.leftovers()
	c.state()
	if err := c.sessions(); err != nil {
		return nil, fmt.Errorf("check memory: %w", err)
	}
	slices.SortStableFunc(c.out, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(c.out), nil
}

// checker is one Check at work.
type checker struct {
	snap snapshot.Snapshot
	land *land.Land
	out  []Problem
}

func (c *checker) say(sev Severity, path string, line int, what, do string) {
	c.out = append(c.out, Problem{sev, path, line, what, do})
}

// document checks one file of memory by itself.
func (c *checker) document(path string) {
	c.bytes(path, c.snap.Before(path))
	if document.IsLog(path) {
		d, _ := c.snap.Document(path)
		title, line := d.Title()
		if of := document.ParseDay(title); !of.IsZero() && document.LogPath(of) != path {
			c.say(Broken, path, line, "the title is of another day than the name", "rename the file, or correct the title")
		}
	} else if looksLikeLog().MatchString(path) {
		c.say(Broken, path, 0, "the name is no day that exists", "rename it to the day it is of")
	}
	seen := map[string]document.Entry{}
	for _, e := range c.snap.In(path) {
		switch first, twice := seen[e.ID]; {
		case e.ID == "":
		case !twice:
			seen[e.ID] = e
		case first.Text != e.Text:
			c.say(Broken, path, e.Line, fmt.Sprintf("the id ^%s stands on line %d with another text", e.ID, first.Line), "take the id off the line that is not the original")
		default:
			c.say(Warning, path, e.Line, fmt.Sprintf("the same line as %d", first.Line), "delete one of them")
		}
		if !e.Struck && badUntil().MatchString(e.Text) {
			c.say(Broken, path, e.Line, "crossed out with a day that does not exist", "correct the day, or take the marks off")
		}
	}
}

var (
	looksLikeLog = pattern.Of(`^memory/\d{4}-\d{2}-\d{2}\.md$`)
	badUntil     = pattern.Of(`^~~.+~~ ?\(until `)
)

// bytes checks that a file is text.
func (c *checker) bytes(path string, b []byte) {
	if land.UTF16(b) {
		c.say(Broken, path, 1, land.ErrUTF16.Error(), "save the file as UTF-8")
		return
	}
	line := func(at int) int { return bytes.Count(b[:at], []byte("\n")) + 1 }
	if at := bytes.IndexByte(b, 0); at >= 0 {
		c.say(Broken, path, line(at), "a NUL byte: the file was damaged, perhaps by a crash of the system", "restore the file or delete the byte")
		return
	}
	for at, r := range string(b) {
		if r == utf8.RuneError && !bytes.HasPrefix(b[at:], []byte("\ufffd")) {
			c.say(Warning, path, line(at), "not UTF-8", "save the file as UTF-8")
			return
		}
	}
}

// references checks what an entry says of others.
func (c *checker) references(e document.Entry) {
	if e.SupersededBy != "" && !c.snap.Taken(e.SupersededBy) {
		c.say(Broken, e.Path, e.Line, "superseded by ^"+e.SupersededBy+", which is nowhere", "write what took its place, or take the marks off")
	}
	if e.Replaces != "" && !c.snap.Taken(e.Replaces) {
		c.say(Warning, e.Path, e.Line, "it replaces ^"+e.Replaces+", which is nowhere", "nothing, when you deleted that entry")
	}
	if e.ID != "" && (e.SupersededBy == e.ID || e.Replaces == e.ID) {
		c.say(Broken, e.Path, e.Line, "it says that it replaces itself", "correct the id")
	}
}

// differing asks about an entry of which two machines say otherwise.
func (c *checker) differing(e document.Entry) {
	id := document.DiffersFrom(e.Text)
	if id == "" || e.Struck {
		return
	}
	if other, ok := c.snap.Entry(id); !ok || other.Struck {
		c.say(Warning, e.Path, e.Line, "it differs from ^"+id+", which does not hold any more", `take the mark off`)
	} else {
		c.say(Warning, e.Path, e.Line, fmt.Sprintf("%q or %q (%s:%d)? Two machines changed it", document.Unmarked(e.Text), document.Unmarked(other.Text), other.Path, other.Line),
			fmt.Sprintf("delete the line that is wrong, or to keep both the mark (differs from ^%s): `dormouse edit ^%s`", id, e.ID))
	}
}

// modes checks that nobody else can read the land. Inside of a folder that is
// closed, modes of files do not matter: a person's editor makes them as it likes.
func (c *checker) modes() {
	if goruntime.GOOS == "windows" {
		return
	}
	for _, dir := range []string{".", land.StateDir, land.SessionsDir, land.MemoryDir} {
		i, err := c.land.FS().Stat(dir)
		if err != nil {
			continue
		}
		if dir != "." && i.Mode.IsRegular() {
			c.say(Broken, dir, 0, "not a folder", "move it away")
		}
		if i.Mode.Perm()&0o077 == 0 && dir == "." {
			return
		}
		if i.Mode.Perm()&0o077 != 0 && dir != "." {
			c.say(Warning, dir, 0, fmt.Sprintf("other users may enter it (mode %04o)", i.Mode.Perm()), "chmod 700")
		}
	}
}

// leftovers checks that no save was left half way.
func (c *checker) leftovers() {
	infos, _ := c.land.FS().ReadDir(land.StateDir + "/journal") // mostly there is none
	for _, i := range infos {
		c.say(Warning, land.StateDir+"/journal/"+i.Name, 0, "a save that is not finished", "it is finished or rolled back when the land is next written to")
	}
}

// state checks that the land's own files can be read. A log, and the snapshot that it goes
// on from, are written in transactions: they are never half there.
func (c *checker) state() {
	infos, err := c.land.FS().ReadDir(land.StateDir)
	if err != nil {
		return // before the first night
	}
	const do = "delete it: no memory is lost; docs/state.md says what it held"
	logs := map[string]bool{}
	for _, i := range infos {
		stem, isLog := strings.CutSuffix(i.Name, ".jsonl")
		name := land.StateDir + "/" + i.Name
		text, err := c.land.Read(name)
		switch {
		case err != nil || !i.Mode.IsRegular(): // told where it is needed
		case isLog:
			logs[stem] = true
			n := 0
			for line := range land.WholeLines(text) {
				if n++; !json.Valid(line) {
					c.say(Broken, name, n, "the line is damaged, and does not count", do)
				}
			}
		case strings.HasSuffix(i.Name, ".json") && !json.Valid(text):
			c.say(Warning, name, 0, "the file is damaged, and does not count", do)
		}
	}
	for i, p := range c.out {
		if stem, state := strings.CutPrefix(strings.TrimSuffix(p.Path, ".json"), land.StateDir+"/"); state && logs[stem] {
			c.out[i].Severity = Broken
		}
	}
}

// sessions checks that transcripts can be read, every line of them.
func (c *checker) sessions() error {
	infos, err := c.land.FS().ReadDir(land.SessionsDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, i := range infos {
		id, ok := strings.CutSuffix(i.Name, ".jsonl")
		if !ok || land.ConflictCopy(i.Name) || strings.HasPrefix(i.Name, ".") {
			continue
		}
		_, notices, err := transcript.Open(c.land.FS(), id)
		if err != nil {
			c.say(Broken, land.SessionsDir+"/"+i.Name, 0, err.Error(), "move it away; other sessions are not touched by it")
		}
		for _, n := range notices {
			c.say(Warning, n.File, n.Line, n.Text, "nothing: the other lines are used, and the file stays as it is")
		}
	}
	return nil
}

// Questions are the entries of which two machines say otherwise, until a person
// decides.
func (s *Store) Questions() ([]Problem, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return nil, err
	}
	c := checker{snap: snap, land: s.land}
	for _, path := range snap.Paths() {
		for _, e := range snap.In(path) {
			c.differing(e)
		}
	}
	return c.out, nil
}
