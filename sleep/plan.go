package sleep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
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
	Ops     []memory.Op       `json:"ops"`
	Line    *transcript.Night `json:"line,omitempty"`
	Report  Report            `json:"report"`
	Given   *Given            `json:"given,omitempty"` // to run it again
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
	PlansDir   = ".dormouse/plans"
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
	path := PlansDir + "/" + p.Night + ".json"
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

// commit is phase 4: one transaction.
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
	foldMind(d.Land, p)
	return r, nil
}

// who says that a night made a transaction, over which session.
func who(session, engine string) land.Who {
	return land.Who{By: string(memory.ByNight), Name: engine, Session: session}
}

// save is phase 4 as a Phase.
func (d Deps) save(_ context.Context, n *Night) error {
	if n.Plan.Empty() {
		return nil
	}
	r, err := n.Plan.commit(d)
	if err != nil {
		return err
	}
	n.Report = r
	return nil
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

// Ledger is one line of nights.jsonl: the ledger of a night.
type Ledger struct {
	Night        string           `json:"night"`
	Number       int              `json:"number"`
	Session      string           `json:"session"`
	Time         time.Time        `json:"time"`
	Trigger      string           `json:"trigger"`
	Reason       string           `json:"reason,omitempty"`
	Depth        Depth            `json:"depth"`
	Engine       string           `json:"engine"`
	Degraded     string           `json:"degraded,omitempty"`
	Window       int              `json:"window"`
	TokensBefore int              `json:"tokens_before"`
	TokensAfter  int              `json:"tokens_after"`
	Entries      int              `json:"entries"`
	Superseded   int              `json:"superseded"`
	Promoted     int              `json:"promoted"`
	Retired      int              `json:"retired"`
	Duplicates   int              `json:"duplicates"`
	Dropped      int              `json:"dropped"`
	Calls        int              `json:"calls"`
	Usage        transcript.Usage `json:"usage"`
	Replay       *Replayed        `json:"replay,omitempty"`
	// Bill is set by Ledgers where a model was asked.
	Bill *Bill `json:"bill,omitempty"`
	// Undone is set by Ledgers for a night that was taken back since.
	Undone bool `json:"-"`
}

// spent is the line of nights.jsonl that adds what a dream cost to its night.
type spent struct {
	Dream string           `json:"dream"`
	Of    string           `json:"of"`
	Calls int              `json:"calls"`
	Usage transcript.Usage `json:"usage"`
}

// undone is the line of nights.jsonl that takes a night back.
type undone struct {
	Undo string    `json:"undo"`
	Time time.Time `json:"time"`
}

// UndoChanges are what the land's Undo of a night adds to its files: the undo
// line of the session, which brings the context back, and that of nights.jsonl.
func UndoChanges(session, night string, now time.Time) []land.Change {
	line, err := json.Marshal(undone{night, now.Round(0)})
	if err != nil {
		line = nil // unreachable: a string and a printable time
	}
	return []land.Change{
		{Path: transcript.File(session), Append: transcript.Line(transcript.Record{Undo: &transcript.Undo{Night: night, Time: now.Round(0)}})},
		{Path: NightsPath, Append: append(line, '\n')},
	}
}

func (r Report) ledger(at time.Time) Ledger {
	return Ledger{
		Night: r.Night, Number: r.Number, Session: r.Session, Time: at, Trigger: r.Trigger, Reason: r.Reason, Depth: r.Depth,
		Engine: r.Engine, Degraded: r.Degraded, Window: r.Window, TokensBefore: r.TokensBefore, TokensAfter: r.TokensAfter,
		Entries: len(r.Entries), Superseded: len(r.Superseded), Promoted: len(r.Promoted), Retired: len(r.Retired),
		Duplicates: r.Duplicates, Dropped: len(r.Dropped), Calls: r.Calls, Usage: r.Usage, Replay: r.Replay,
	}
}

// Ledgers reads nights.jsonl, the oldest first. Lines that are damaged are
// passed over.
func Ledgers(l Land) ([]Ledger, error) {
	b, err := l.Read(NightsPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read nights: %w", err)
	}
	var list []Ledger
	ahead := map[string]*Bill{} // of nights that were prepared
	for line := range bytes.Lines(b) {
		var e struct {
			Ledger
			Undo     string `json:"undo"`
			Of       string `json:"of"`
			Prepared string `json:"prepared"`
		}
		switch {
		case json.Unmarshal(line, &e) != nil:
		case e.Prepared != "":
			ahead[e.Prepared] = e.Bill
		case e.Night != "":
			e.Bill = ahead[e.Night]
			list = append(list, e.Ledger)
		case e.Of != "":
			for i := range list {
				if list[i].Night == e.Of {
					list[i].Calls, list[i].Usage = list[i].Calls+e.Calls, list[i].Usage.Plus(e.Usage)
					if e.Bill != nil {
						list[i].Bill = e.Bill
					}
				}
			}
		default:
			for i := range list {
				list[i].Undone = list[i].Undone || list[i].Night == e.Undo
			}
		}
	}
	return list, nil
}

// lastNumber is the number of the last night that was written down.
func lastNumber(l Land) (int, error) {
	list, err := Ledgers(l)
	last := 0
	for _, e := range list {
		last = max(last, e.Number)
	}
	return last, err
}
