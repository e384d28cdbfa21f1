package memory

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
)

// Found is a piece of text on the disk that should not be there.
type Found struct {
	Path string `json:"path"`
	Line int    `json:"line"` // 1-based
	What string `json:"what"`
}

// Scrubbed is what taking it out did.
type Scrubbed struct {
	Found  []Found `json:"found"`
	Files  int     `json:"files"`  // that were rewritten or overwritten in place
	Images int     `json:"images"` // undo images that were rewritten
	Left   []Found `json:"left"`   // changed meanwhile: to be done again
}

// Secrets lists the credentials that lie in the files of the land: what a person
// wrote by hand, and what was written before a shape was known. Undo images and
// the search index are not listed; Scrub cleans them, too.
func (s *Store) Secrets() ([]Found, error) {
	found, _, err := s.sweepFor(secret.Find)
	return found, err
}

// Scrub overwrites what Secrets finds, in every file of the land: the one
// exception to transcripts that only grow. Markdown is edited, other files are
// overwritten where they stand; undo images are rewritten, the search index is
// thrown away. It is one transaction, and it cannot be taken back.
func (s *Store) Scrub(now time.Time) (Scrubbed, error) { return s.scrub(secret.Find, "redact", now) }

// ForgetForGood is Forget, and takes what was forgotten off the disk: out of
// transcripts, logs, undo images and all else. It cannot be taken back.
func (s *Store) ForgetForGood(f Forgetting, now time.Time, from plan.Source) ([]plan.Written, Scrubbed, error) {
	written, err := locked(s, func() ([]plan.Written, error) { return s.forget(f, now.In(s.loc), from) })
	if err != nil {
		return nil, Scrubbed{}, fmt.Errorf("forget for good: %w", err)
	}
	done, err := s.scrub(f.spans, "forget-for-good", now)
	return written, done, err
}

// spans are the sentences of a text that tell any part of what is forgotten.
func (f Forgetting) spans(text string) []secret.Span {
	var out []secret.Span
	for _, at := range document.Sentences(text) {
		said := text[at[0]:at[1]]
		if strings.HasPrefix(said, "[redacted") || !slices.ContainsFunc(f.tellings, func(t knowledge.Telling) bool { return t.Told(said, false) }) && !f.exactly[said] {
			continue
		}
		out = append(out, secret.Span{From: at[0], To: at[1], What: "forgotten"})
	}
	return out
}

func (s *Store) scrub(find func(string) []secret.Span, kind string, now time.Time) (out Scrubbed, err error) {
	err = s.alone(func() error {
		found, changes, err := s.sweepFor(find)
		if err != nil {
			return err
		}
		out.Found, out.Files = found, len(changes)
		if len(changes) > 0 {
			tx := land.Tx{ID: kind + "-" + now.Format("20060102-150405"), Kind: kind, Time: now, Changes: changes}
			saved, err := s.land.Save(tx)
			if err != nil {
				return err
			}
			for _, f := range saved.Files {
				for _, c := range f.Conflicts {
					out.Left = append(out.Left, Found{Path: f.Path, Line: c.Line, What: "changed meanwhile"})
				}
			}
		}
		if out.Images, err = s.land.Scrub(cleaner(find)); err != nil {
			return err
		}
		return s.dropIndex()
	})
	if err != nil {
		err = fmt.Errorf("take it off the disk: %w", err)
	}
	return out, err
}

// cleaner takes spans out of the text that an undo image holds of a file.
func cleaner(find func(string) []secret.Span) func(name string, text []byte) []byte {
	return func(name string, text []byte) []byte {
		if markdown(name) {
			return marked(text, find)
		}
		out := bytes.Clone(text)
		for _, c := range redactions(name, text, find) {
			for _, s := range c.Spans {
				copy(out[int(c.At)+s.From:], s.Mark)
			}
		}
		return out
	}
}

func markdown(name string) bool { return strings.HasSuffix(name, ".md") }

// marked is Markdown with marks in the place of spans.
func marked(text []byte, find func(string) []secret.Span) []byte {
	if list := find(string(text)); len(list) > 0 {
		return []byte(secret.Replace(string(text), list))
	}
	return text
}

// sweepFor looks through the files of the land.
func (s *Store) sweepFor(find func(string) []secret.Span) (found []Found, changes []land.Change, err error) {
	names, err := s.allFiles(".")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		text, err := disk.ReadFile(s.land.FS(), name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrNotRegular) {
			continue
		}
		if err != nil {
			return found, changes, err
		}
		before := len(found)
		say := func(at int, what string) {
			found = append(found, Found{name, 1 + bytes.Count(text[:at], []byte("\n")), what})
		}
		c := land.Change{Path: name}
		if markdown(name) {
			c.Before, c.After = text, marked(text, find)
			for _, x := range find(string(text)) {
				say(x.From, x.What)
			}
		} else {
			c.Redact = redactions(name, text, find)
			for _, r := range c.Redact {
				for _, x := range r.Spans {
					say(int(r.At)+x.From, whatOf(x.Mark))
				}
			}
		}
		if len(found) > before {
			changes = append(changes, c)
		}
	}
	return found, changes, nil
}

// whatOf reads what a mark stands for.
func whatOf(mark []byte) string {
	_, what, _ := strings.Cut(strings.Trim(string(mark), "[]"), ": ")
	return cmp.Or(strings.TrimRight(what, "*"), "credential")
}

// redactions are those of a file that is overwritten in place, line by line: a
// session may be long, and another program may append to it.
func redactions(name string, text []byte, find func(string) []secret.Span) []land.Redaction {
	var out []land.Redaction
	at := 0
	add := func(piece []byte) {
		var list []secret.Span
		if first := bytes.TrimLeft(piece, " \t\r\n"); len(first) > 0 && strings.IndexByte(`{["`, first[0]) >= 0 {
			list = secret.InJSON(piece, find)
		} else {
			list = find(string(piece))
		}
		var spans []land.Span
		for _, x := range list {
			spans = append(spans, land.Span{From: x.From, Mark: []byte(secret.MarkOf(x.What, x.To-x.From))})
		}
		if len(spans) > 0 {
			out = append(out, land.Redact(piece, int64(at), spans...))
		}
		at += len(piece)
	}
	if !strings.HasSuffix(name, ".jsonl") {
		add(text)
		return out
	}
	for line := range bytes.Lines(text) {
		add(line)
	}
	return out
}

// beside are the folders of .dormouse that a sweep leaves alone: the land cleans
// its own, locks are empty, and the index is thrown away.
var beside = []string{"journal", "undo", "tmp", "locks", "lock", "index"}

// allFiles are the files that a sweep reads.
func (s *Store) allFiles(dir string) ([]string, error) {
	infos, err := s.land.FS().ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	var out []string
	for _, info := range infos {
		name := path.Join(dir, info.Name)
		switch {
		case dir == land.StateDir && slices.Contains(beside, info.Name):
		case info.Mode.IsDir() && (dir != "." || slices.Contains([]string{land.MemoryDir, land.SessionsDir, land.StateDir}, name)):
			below, err := s.allFiles(name)
			if err != nil {
				return nil, err
			}
			out = append(out, below...)
		case !info.Mode.IsRegular() || info.Links > 1, dir == "." && name != memoryFile:
		default:
			out = append(out, name)
		}
	}
	return out, nil
}

// dropIndex throws the search index away: it holds words of the files, and is made
// again from them.
func (s *Store) dropIndex() error {
	dir := land.StateDir + "/index"
	infos, err := s.land.FS().ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, info := range infos {
		if info.Mode.IsRegular() {
			if e := s.land.FS().Remove(dir + "/" + info.Name); e != nil && !errors.Is(e, fs.ErrNotExist) {
				err = errors.Join(err, e)
			}
		}
	}
	return err
}
