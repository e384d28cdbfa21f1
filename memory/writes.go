package memory

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// Write is one transaction that changed memory, whoever made it: what
// `dormouse memory log` lists and Undo takes back. It is read from the undo
// images, so no text stands in a second place.
type Write struct {
	ID   string    `json:"id"`
	Kind string    `json:"kind"` // "memory_save", "night", …
	Time time.Time `json:"time"`
	// By and Name are who made it; "" where an older version wrote it down.
	By      plan.Actor `json:"by,omitempty"`
	Name    string     `json:"name,omitempty"`
	Session string     `json:"session,omitempty"`
	Message string     `json:"message,omitempty"` // the turn: the message it rests on
	Undone  bool       `json:"undone"`
	// Lines are what came and what went. Line is that of the file as it was then, 0
	// for what was taken out.
	Lines []plan.Written `json:"lines"`
}

// Night tells whether the write is a whole night, which is taken back together
// with its session.
func (w Write) Night() bool { return w.Kind == "night" }

// Writes lists what was written to memory, the newest first, at most limit of
// them; 0 is all. What is forgotten is listed without its text. What could not be
// read is left out, and told in the error.
func (s *Store) Writes(limit int) ([]Write, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return nil, err
	}
	gone := newOblivion(snap)
	var out []Write
	var failed error
	for m, err := range s.land.History() {
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if w := writeOf(m); len(w.Lines) > 0 || transcript.IsMemoryTool(w.Kind) {
			gone.hide(&w)
			out = append(out, w)
		}
		if limit > 0 && len(out) == limit {
			break
		}
	}
	return out, failed
}

// Write finds a write by its id, or by the beginning or the end of it that no other
// has. For "" it is the newest that is not taken back. land.ErrUnknown where there
// is none, transcript.ErrAmbiguous where there are several.
func (s *Store) Write(ref string) (Write, error) {
	list, err := s.Writes(0)
	ids := make([]string, len(list))
	var ending []string
	for i, w := range list {
		if ref == "" && !w.Undone {
			return w, nil
		}
		if ids[i] = w.ID; ref != "" && strings.HasSuffix(w.ID, "-"+ref) {
			ending = append(ending, w.ID)
		}
	}
	id, ambiguous := transcript.Match(ref, ids)
	if id == "" && len(ending) == 1 {
		id = ending[0]
	}
	if i := slices.Index(ids, id); i >= 0 {
		return list[i], nil
	}
	return Write{}, cmp.Or(err, ambiguous, land.ErrUnknown)
}

func writeOf(m land.Made) Write {
	w := Write{ID: m.ID, Kind: m.Kind, Time: m.Time, By: plan.Actor(m.Who.By), Name: m.Who.Name,
		Session: m.Who.Session, Message: m.Who.Message, Undone: m.Undone, Lines: []plan.Written{}}
	switch {
	case w.By != "":
	case w.Night(), m.Kind == "dream":
		w.By = plan.ByNight
	case m.Kind == land.LateEdit:
		w.By = plan.ByPerson
	}
	for _, c := range m.Changes {
		if c.Path == memoryFile || strings.HasPrefix(c.Path, land.MemoryDir+"/") {
			w.Lines = append(w.Lines, lineChanges(c)...)
		}
	}
	return w
}

// lineChanges lists the lines that a change of a file took out and put in. A line that
// was only rewritten, as when it is struck through, is listed once.
func lineChanges(c land.Change) []plan.Written {
	was, is := strings.Split(string(c.Before), "\n"), strings.Split(string(c.After), "\n")
	left, had := counted(is), counted(was)
	went, rewritten := map[string]bool{}, map[string]bool{} // ids
	var gone, out []plan.Written
	for _, line := range was {
		if left[line]--; left[line] < 0 && strings.TrimSpace(line) != "" {
			e := document.ParseLine(bulletText(line))
			gone = append(gone, plan.Written{Path: c.Path, Text: e.Text, ID: e.ID, What: "removed"})
			went[e.ID] = e.ID != ""
		}
	}
	for n, line := range is {
		if had[line]--; had[line] >= 0 || strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e := document.ParseLine(bulletText(line))
		w := plan.Written{Path: c.Path, Line: n + 1, Text: e.Text, ID: e.ID, What: "added"}
		if went[e.ID] {
			w.What, rewritten[e.ID] = "changed", true
			if e.Struck {
				w.What = "struck"
			}
		}
		out = append(out, w)
	}
	return append(out, slices.DeleteFunc(gone, func(w plan.Written) bool { return rewritten[w.ID] })...)
}

// counted is how often each line stands in a list.
func counted(lines []string) map[string]int {
	n := map[string]int{}
	for _, line := range lines {
		n[line]++
	}
	return n
}

// bulletText is a line without its marker.
func bulletText(line string) string {
	line = strings.TrimSpace(line)
	for _, marker := range []string{"- ", "* ", "+ "} {
		if text, ok := strings.CutPrefix(line, marker); ok {
			return text
		}
	}
	return line
}

// Who names the actor in a few words, for people.
func (w Write) Who() string {
	name := ""
	if w.Name != "" {
		name = " (" + w.Name + ")"
	}
	switch w.By {
	case plan.ByPerson:
		return "you"
	case plan.ByModel:
		return "the chat" + name
	case plan.ByGuest:
		return "another program" + name
	case plan.ByNight:
		return "a night"
	}
	return "not known"
}

// oblivion is what the list of writes does not tell again. It is met the newest
// write first, so that what was forgotten is known before what wrote it.
type oblivion struct {
	gone  func(id string) bool
	ids   map[string]bool
	texts map[string]bool
	parts map[string]bool // hashes of sentences
}

func newOblivion(snap snapshot.Snapshot) oblivion {
	o := oblivion{gone: snap.Forgotten, ids: map[string]bool{}, texts: map[string]bool{}, parts: map[string]bool{}}
	for _, path := range snap.Paths() {
		maps.Copy(o.parts, snap.Veils(path))
	}
	return o
}

// hide takes out what is forgotten, and learns what this write forgot.
func (o oblivion) hide(w *Write) {
	for i := range w.Lines {
		l := &w.Lines[i]
		if w.Kind == transcript.MemoryForget && !w.Undone && l.What == "removed" {
			o.ids[l.ID], o.texts[l.Text] = l.ID != "", true
		}
		if o.gone(l.ID) || o.ids[l.ID] || o.texts[l.Text] {
			l.Text = transcript.Forgotten
		}
		l.Text = document.WithoutParts(l.Text, o.parts)
	}
}
