// Package ingest puts other programs' talks into the land's sessions, each once:
// a talk that is there is left alone, one that grew is continued, one that was
// interrupted goes on where it stopped.
//
// It never changes a line that is there, and reads no clock. A new session comes
// into the folder in one step, so that a kill at any moment leaves what a run that
// nobody disturbed has made so far.
//
// # How a talk is found again
//
// A session's first line holds the key by which its program knows the talk, and
// messages keep the ids that their program gave them (see foreign). What a branch
// and a session have in common is compared by these ids alone: a session all of
// whose messages the branch begins with is continued; where the two went apart,
// because the talk went on in both places or somebody went back in it, the branch
// becomes a session of its own, whose common past no night reads twice.
package ingest

import (
	"errors"
	"fmt"
	"io"
	"time"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
)

// Options are what an import needs.
type Options struct {
	FS   disk.FS
	Zone *time.Location
	// Dry plans and writes nothing.
	Dry bool
	// Wake is what memory holds now; its time is set to that of each session. nil
	// leaves it to the first night.
	Wake *transcript.Wake
	// Prepare makes of a foreign message one of ours: what looks quoted in it is
	// noted, its tokens are counted.
	Prepare func(transcript.Message) transcript.Message
	// Hold takes the lock of a session that is continued.
	Hold func(session string) (io.Closer, error)
}

// Importer knows which talks are there.
type Importer struct {
	o       Options
	byKey   map[string][]string // a talk's key → its sessions
	byFirst map[string][]string // first message → sessions
	taken   map[string]bool     // ids of sessions
	dry     map[string][]mark   // what a session would hold that was not written
}

// Open reads how the land's sessions begin.
func Open(o Options) (*Importer, error) {
	list, err := transcript.Openings(o.FS)
	if err != nil {
		return nil, err
	}
	im := &Importer{o: o, byKey: map[string][]string{}, byFirst: map[string][]string{}, taken: map[string]bool{}, dry: map[string][]mark{}}
	for _, s := range list {
		im.know(s.Session, s.First)
	}
	return im, nil
}

// know takes a session into the index.
func (im *Importer) know(s transcript.Session, first string) {
	im.taken[s.ID] = true
	if s.Source == "" {
		return // of our own: nothing foreign goes on in it
	}
	if s.Key != "" {
		base := talkOf(s.Key)
		im.byKey[base] = append(im.byKey[base], s.ID)
	}
	if len(first) >= leastGlobal {
		im.byFirst[first] = append(im.byFirst[first], s.ID)
	}
}

// leastGlobal is how long an id is by which a message is known without its talk:
// a number of a program's own stands in many.
const leastGlobal = 16

// Step is what becomes of one branch.
type Step struct {
	Session transcript.Session // whole for a new one, else its id alone
	New     bool
	Fork    bool // it is not the branch that was shown
	There   int  // messages that are there already
	// Read moves the session's own Read: a branch that was kept beside another one
	// is shown now, and is to be slept over. "" leaves it.
	Read string
	Rest []transcript.Message
}

// Plan says what becomes of a talk: a step for each of its branches.
func (im *Importer) Plan(t foreign.Talk, source string) ([]Step, error) {
	p := planning{im: im, talk: t, source: source, base: t.Format + ":" + t.Key, held: map[string]held{}, claimed: map[string]bool{}}
	var steps []Step
	for i := range t.Branches {
		s, err := p.step(i)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// Carry writes what a step says.
func (im *Importer) Carry(s Step) error {
	if err := im.Show(s); err != nil || len(s.Rest) == 0 {
		return err
	}
	rest := make([]transcript.Message, len(s.Rest))
	for i, m := range s.Rest {
		rest[i] = im.o.Prepare(m)
	}
	var err error
	switch {
	case im.o.Dry:
	case s.New:
		err = transcript.Place(im.o.FS, s.Session, im.wake(s), rest)
	default:
		err = im.goOn(s.Session.ID, rest)
	}
	if err == nil {
		im.Done(s)
	}
	return err
}

// Show lets nights read a branch that has become the one that is shown.
func (im *Importer) Show(s Step) error {
	if s.Read == "" || im.o.Dry {
		return nil
	}
	return im.held(s.Session.ID, func(log *transcript.Log) error {
		shown := log.Session()
		shown.Read = s.Read
		return log.Append(transcript.Record{Session: &shown})
	})
}

// wake is what a new session begins with; one that no night reads has none.
func (im *Importer) wake(s Step) *transcript.Wake {
	if im.o.Wake == nil || s.Fork {
		return nil
	}
	w := *im.o.Wake
	w.Time = s.Session.Time.In(im.o.Zone)
	return &w
}

// Done takes a step that was carried out into the index.
func (im *Importer) Done(s Step) {
	if s.New {
		im.know(s.Session, s.Rest[0].Foreign())
	}
	if im.o.Dry {
		for _, m := range s.Rest {
			if m.Role != transcript.Tool {
				im.dry[s.Session.ID] = append(im.dry[s.Session.ID], markOf(m))
			}
		}
	}
}

// goOn appends to a session.
func (im *Importer) goOn(id string, rest []transcript.Message) error {
	return im.held(id, func(log *transcript.Log) error {
		for _, m := range rest {
			if !log.Free(m.ID) { // somebody may have gone on here meanwhile
				m.ID = transcript.NamedID(m.Time, id, m.ID, m.Foreign())
			}
			if err := log.Append(transcript.Record{Message: &m}); err != nil {
				return fmt.Errorf("continue session %s: %w", id, err)
			}
		}
		return nil
	})
}

// held does something with a session that nobody else has open.
func (im *Importer) held(id string, do func(*transcript.Log) error) (err error) {
	lock, err := im.o.Hold(id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	log, _, err := transcript.Open(im.o.FS, id)
	if err != nil {
		return err
	}
	return do(log)
}
