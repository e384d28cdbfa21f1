package cli

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/sleep/night"
)

// nights lists the nights of the land, the oldest first. Their list may be
// deleted or cut at any time: what is missing is taken from each night's own
// record, and where the whole list is gone also from the sessions, which tell less
// (GUARANTEES 14).
func (p *place) nights() ([]night.Ledger, error) {
	list, err := night.Ledgers(p.land)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, e := range list {
		known[e.Night] = true
	}
	found := p.recorded(known)
	if _, err := p.land.Read(night.NightsPath); errors.Is(err, fs.ErrNotExist) {
		found = append(found, p.told(known)...)
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
func (p *place) recorded(known map[string]bool) []night.Ledger {
	files, err := p.dir.ReadDir(night.NightsDir)
	if err != nil {
		return nil // there was no night, or the folder was deleted as well
	}
	var list []night.Ledger
	for _, f := range files {
		night, ok := strings.CutSuffix(strings.TrimSuffix(f.Name, ".gz"), ".json")
		if !ok || known[night] {
			continue
		}
		if plan, err := p.record(night); err == nil {
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
func (p *place) told(known map[string]bool) []night.Ledger {
	heads, err := transcript.List(p.dir)
	if err != nil && len(heads) == 0 {
		return nil
	}
	var list []night.Ledger
	for _, h := range heads {
		log, _, err := transcript.Open(p.dir, h.ID)
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
