package night

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/sleep/replay"
)

// Land is what a night needs of the folder; *land.Land is one.
type Land interface {
	// Read returns a file, fs.ErrNotExist when there is none.
	Read(name string) ([]byte, error)
	// Logs lists the daily logs by name, sorted.
	Logs() ([]string, error)
	// Save makes the changes of a transaction, all or none.
	Save(tx land.Tx) (land.Saved, error)
}

// Plan is all that a night will change, worked out to the byte. It can be
// written down, read, refused, and given to Apply, which asks nobody anything.
type Plan struct {
	Version int       `json:"version"`
	Night   string    `json:"night"`
	Number  int       `json:"number"`
	Session string    `json:"session"`
	Time    time.Time `json:"time"`
	Seed    uint64    `json:"seed"`
	// Last is the session's last message when the plan was made: with another
	// one it is stale.
	Last    string            `json:"last"`
	Ops     []plan.Op         `json:"ops"`
	Line    *transcript.Night `json:"line,omitempty"`
	Report  Report            `json:"report"`
	Inputs  *Inputs           `json:"given,omitempty"` // to run it again
	Late    *Late             `json:"late,omitempty"`  // of a night that was prepared
	Mind    string            `json:"mind,omitempty"`  // of MindLogPath as the plan read it
	Changes []land.Change     `json:"changes"`
	traced  []transcript.Traced
}

// planVersion is the version of Plan that is written and read.
const planVersion = 1

// Paths of what nights leave in a land.
const (
	NightsDir  = ".dormouse/nights"
	NightsPath = ".dormouse/nights.jsonl"
	DreamsDir  = ".dormouse/dreams"
	plansDir   = ".dormouse/plans"
)

// Empty tells whether there is nothing to save.
func (p *Plan) Empty() bool { return p == nil || len(p.Changes) == 0 }

// Diffs are the plan's changes to what people read, unified: the daily logs and
// MEMORY.md.
func (p *Plan) Diffs() []FileDiff {
	diffs := []FileDiff{}
	if p == nil {
		return diffs
	}
	for _, c := range p.Changes {
		if !people(c.Path) {
			continue
		}
		from, to := "a/"+c.Path, "b/"+c.Path
		if c.Before == nil {
			from = "/dev/null"
		}
		if c.After == nil {
			to = "/dev/null"
		}
		diffs = append(diffs, FileDiff{c.Path, udiff.Unified(from, to, string(c.Before), string(c.After))})
	}
	return diffs
}

// people tells whether a path is one that people read.
func people(path string) bool {
	return path == land.MemoryFile || strings.HasPrefix(path, land.MemoryDir+"/")
}

// Write is the plan as a file.
func (p *Plan) Write() ([]byte, error) {
	b, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("write plan %s: %w", p.Night, err)
	}
	return append(b, '\n'), nil
}

// record is the plan without its changes, which follow from it, as a file.
func (p Plan) record() ([]byte, error) {
	p.Changes = nil
	return p.Write()
}

// ReadPlan parses what Write wrote, packed or not.
func ReadPlan(b []byte) (*Plan, error) {
	var p Plan
	b, err := unpack(b)
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	if err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	if p.Version != planVersion || p.Night == "" {
		return nil, fmt.Errorf("read plan: version %d of night %q: %w", p.Version, p.Night, ErrStale)
	}
	return &p, nil
}

// SavePlan keeps a dry run's plan in the land, for --apply, and returns its
// path. Nothing else is written.
func SavePlan(p *Plan, l Land) (string, error) {
	b, err := p.Write()
	if err != nil {
		return "", err
	}
	path := plansDir + "/" + p.Night + ".json"
	tx := land.Tx{ID: "plan-" + p.Night, Kind: "plan", Time: p.Time, Changes: []land.Change{{Path: path, After: b, Force: true}}}
	if _, err := l.Save(tx); err != nil {
		return "", fmt.Errorf("save plan %s: %w", p.Night, err)
	}
	return path, nil
}

// Apply saves a plan exactly as it was made, without asking a strategy. It is
// ErrStale, and nothing is changed, when the session has gone on or a file of
// the plan is not as it was. records are the session's as they are now.
func Apply(p *Plan, records []transcript.Record, d Deps) (Report, error) {
	if last := lastMessage(records); last != p.Last {
		return p.Report, fmt.Errorf("apply plan %s: session %s has gone on: %w", p.Night, p.Session, ErrStale)
	}
	if err := p.Fresh(d.Land); err != nil {
		return p.Report, fmt.Errorf("apply plan %s: %w", p.Night, err)
	}
	return p.commit(d)
}

// commit is phase 4: one transaction. It cannot be woken.
func (p *Plan) commit(d Deps) (Report, error) {
	r := p.Report
	saved, err := d.Land.Save(land.Tx{ID: p.Night, Kind: "night", Time: p.Time, Changes: p.Changes, Undoable: true, Who: who(p.Session, r.Engine)})
	if err != nil {
		return r, err
	}
	merged := map[string]bool{}
	for _, f := range saved.Files {
		w := Written{Path: f.Path, Merged: f.Merged}
		for _, c := range f.Conflicts {
			w.Conflicts = append(w.Conflicts, fmt.Sprintf("line %d: kept %q, not %q", c.Line, c.Theirs, c.Ours))
		}
		if f.Merged {
			merged[f.Path] = true
		}
		if f.Half {
			r.Notices = append(r.Notices, f.Path+" was being written by another program; what was there before is kept, and its text is merged when it is whole")
		}
		if people(f.Path) {
			r.Files = append(r.Files, w)
		}
	}
	if len(merged) > 0 {
		r.Notices = append(r.Notices, "a file was changed while the night ran, by hand or by another program; both are in it")
	}
	r.Phases = append(r.Phases, PhaseCount{Name: PhaseSave, In: len(p.Ops), Out: len(saved.Files)})
	locate(d.Land, r.Entries, merged)
	replay.Fold(d.Land, p.Night, p.Time)
	return r, nil
}

// who says that a night made a transaction, over which session.
func who(session, engine string) land.Who {
	return land.Who{By: string(plan.ByNight), Name: engine, Session: session}
}

// locate looks up the lines at which entries stand now, in files that a person
// had changed meanwhile; elsewhere they stand where the plan put them.
func locate(l Land, entries []Noted, merged map[string]bool) {
	lines := map[string]int{}
	for path := range merged {
		b, err := l.Read(path)
		if err != nil {
			continue
		}
		for _, e := range document.Parse(b).Entries(path) {
			lines[path+"^"+e.ID] = e.Line
		}
	}
	for i := range entries {
		if e := &entries[i]; merged[e.Path] {
			e.Line = lines[e.Path+"^"+e.ID]
		}
	}
}

// lastMessage is the id of the last message of a session.
func lastMessage(records []transcript.Record) string {
	for i := len(records) - 1; i >= 0; i-- {
		if records[i].Message != nil {
			return records[i].Message.ID
		}
	}
	return ""
}

// What a land keeps of a night is its plan without the changes, packed: it says
// most things twice, and is read when somebody asks about that night. zcat shows it.

// RecordPath is the file of a night's record.
func RecordPath(night string) string { return NightsDir + "/" + night + ".json.gz" }

// ReadRecord is what a land keeps of a night; fs.ErrNotExist when that is gone.
func ReadRecord(read func(name string) ([]byte, error), night string) (*Plan, error) {
	b, err := read(RecordPath(night))
	if errors.Is(err, fs.ErrNotExist) { // where older programs kept it
		b, err = read(NightsDir + "/" + night + ".json")
	}
	if err != nil {
		return nil, err
	}
	return ReadPlan(b)
}

// pack is the same for the same text.
func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err := zip.Write(text)
	if err := errors.Join(err, zip.Close()); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	return b.Bytes(), nil
}

// unpack gives back what pack was told; what is not packed stays as it is.
func unpack(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	zip, err := gzip.NewReader(bytes.NewReader(b))
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(zip, disk.MaxFile))
	}
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return b, nil
}
