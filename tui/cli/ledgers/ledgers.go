// Package ledgers reads the nights that a land tells of, and says them in words: on
// one line, whole, or as what they made of the context over time.
package ledgers

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/sleep/night"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
)

// All lists the nights of the land, the oldest first. Their list may be
// deleted or cut at any time: what is missing is taken from each night's own
// record, and where the whole list is gone also from the sessions, which tell less.
func All(p *program.Place) ([]night.Ledger, error) {
	list, err := night.Ledgers(p.Land)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, e := range list {
		known[e.Night] = true
	}
	found := recorded(p, known)
	if _, err := p.Land.Read(night.NightsPath); errors.Is(err, fs.ErrNotExist) {
		found = append(found, told(p, known)...)
	}
	if len(found) == 0 {
		return list, nil
	}
	list = append(list, found...)
	slices.SortStableFunc(list, func(a, b night.Ledger) int { return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Number, b.Number)) })
	for i := range list {
		if list[i].Number == 0 {
			list[i].Number = i + 1
		}
	}
	return list, nil
}

// recorded are the nights that have a record and are not known, which they are
// from then on. A record that cannot be read is passed over.
func recorded(p *program.Place, known map[string]bool) []night.Ledger {
	files, err := p.Dir.ReadDir(night.NightsDir)
	if err != nil {
		return nil // there was no night, or the folder was deleted as well
	}
	var list []night.Ledger
	for _, f := range files {
		night, ok := strings.CutSuffix(strings.TrimSuffix(f.Name, ".gz"), ".json")
		if !ok || known[night] {
			continue
		}
		if plan, err := Record(p, night); err == nil {
			known[night] = true
			list = append(list, ledgerOf(plan))
		}
	}
	return list
}

// ledgerOf is the line of the list that a night's record gives.
func ledgerOf(plan *night.Plan) night.Ledger {
	r := plan.Report
	return night.Ledger{
		Night: plan.Night, Number: plan.Number, Session: plan.Session, Time: plan.Time, Trigger: r.Trigger, Reason: r.Reason,
		Depth: r.Depth, Engine: r.Engine, Degraded: r.Degraded, Window: r.Window, TokensBefore: r.TokensBefore, TokensAfter: r.TokensAfter,
		Entries: len(r.Entries), Superseded: len(r.Superseded), Promoted: len(r.Promoted), Retired: len(r.Retired),
		Duplicates: r.Duplicates, Dropped: len(r.Dropped), Calls: r.Calls, Usage: r.Usage, Replay: r.Replay,
	}
}

// told are the nights that the sessions tell of and that are not known.
func told(p *program.Place, known map[string]bool) []night.Ledger {
	heads, err := transcript.List(p.Dir)
	if err != nil && len(heads) == 0 {
		return nil
	}
	var list []night.Ledger
	for _, h := range heads {
		log, _, err := transcript.Open(p.Dir, h.ID)
		if err != nil {
			continue // the sessions' own commands say so
		}
		for _, r := range log.Records() {
			switch {
			case r.Night != nil && !known[r.Night.ID]:
				known[r.Night.ID] = true
				list = append(list, night.Ledger{Night: r.Night.ID, Session: h.ID, Time: r.Night.Time, TokensBefore: r.Night.TokensBefore, TokensAfter: r.Night.TokensAfter})
			case r.Undo != nil:
				for i := range list {
					list[i].Undone = list[i].Undone || list[i].Night == r.Undo.Night
				}
			}
		}
	}
	return list
}

// Named is the night that is named, by its number, its id or the beginning of
// that; the last one that was not taken back where none is named.
func Named(p *program.Place, args []string) (night.Ledger, error) {
	list, err := All(p)
	if err != nil {
		return night.Ledger{}, err
	}
	if len(args) == 1 {
		return named(list, args[0])
	}
	elsewhere := false
	for _, e := range slices.Backward(list) {
		if e.Undone {
			continue
		}
		gone, err := p.Land.Undone(e.Night)
		if err == nil && !gone {
			return e, nil
		}
		elsewhere = elsewhere || errors.Is(err, land.ErrUnknown)
	}
	if elsewhere {
		return night.Ledger{}, fmt.Errorf("the nights that stand were slept on another machine, or too long ago: %w", land.ErrUnknown)
	}
	return night.Ledger{}, errors.New("there is no night to take back")
}

// named is the night that ref means. Numbers are not unique where lands were
// merged: the last night of a number counts.
func named(list []night.Ledger, ref string) (night.Ledger, error) {
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.Night
	}
	id, err := transcript.Match(ref, ids)
	for _, e := range slices.Backward(list) {
		if fmt.Sprint(e.Number) == ref || id != "" && e.Night == id {
			return e, nil
		}
	}
	if err != nil {
		return night.Ledger{}, &fault.Misuse{Err: err, Hint: "`dormouse sleep log` lists them"}
	}
	return night.Ledger{}, fault.NoSuch("night", ref, "dormouse sleep log", ids)
}

// Dreams are those of a night that changed something.
func Dreams(p *program.Place, id string) []night.Dreamt {
	b, err := p.Land.Read(night.DreamsDir + "/" + id + ".tasks.yaml")
	if err != nil {
		return nil // most nights have none
	}
	return night.ReadDreams(b)
}

// Record is what a land keeps of a night.
func Record(p *program.Place, id string) (*night.Plan, error) {
	plan, err := night.ReadRecord(p.Land.Read, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("night %s has no report: it was taken back, the report was deleted, or it is on the machine that slept it", transcript.ShortID(id))
	}
	if err != nil {
		return nil, fmt.Errorf("read night %s: %w", id, err)
	}
	return plan, nil
}
