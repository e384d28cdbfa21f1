package sleep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
)

// aheadSpent is the line of nights.jsonl that tells what a night cost which was
// prepared, before it falls. Where it never does, it is all that tells of it.
type aheadSpent struct {
	Prepared string           `json:"prepared"`
	Session  string           `json:"session"`
	Time     time.Time        `json:"time"`
	Engine   string           `json:"engine"`
	Window   int              `json:"window"`
	Tokens   int              `json:"tokens"`
	Calls    int              `json:"calls"`
	Usage    transcript.Usage `json:"usage"`
	Bill     *Bill            `json:"bill,omitempty"`
}

// AheadPath is where a night that was prepared for a session, and paid for, waits
// for its hour: a program that was killed meanwhile need not ask again.
func AheadPath(session string) string { return PlansDir + "/ahead-" + session + ".json" }

// KeepAhead writes down what it cost to prepare a night, and what a model
// answered: the plan without its changes, which follow from it.
func KeepAhead(p *Plan, b *Bill, l Land) error {
	r := p.Report
	line, err := json.Marshal(aheadSpent{p.Night, p.Session, p.Time, r.Engine, r.Window, r.TokensBefore, r.Calls, r.Usage, b})
	bare := *p
	bare.Changes = nil
	var kept []byte
	if err == nil {
		kept, err = bare.Write()
	}
	if err == nil {
		_, err = l.Save(land.Tx{ID: p.Night + "-ahead", Kind: "plan", Time: p.Time, Changes: []land.Change{
			{Path: NightsPath, Append: append(line, '\n')},
			{Path: AheadPath(p.Session), After: kept, Force: true},
		}})
	}
	if err != nil {
		return fmt.Errorf("keep the prepared night %s: %w", p.Night, err)
	}
	return nil
}

// ReadAhead is the night that was prepared for a session, and kept, nil for none.
// It holds for records in which nothing but talk followed.
func ReadAhead(session string, records []transcript.Record, l Land) *Plan {
	b, err := l.Read(AheadPath(session))
	if err != nil {
		return nil
	}
	p, err := ReadPlan(b)
	if err != nil || p.Session != session || p.Line == nil || !p.Holds(records) {
		return nil // what is damaged or past is prepared anew
	}
	return p
}

// Unused are the nights that were prepared, and paid for, and never fell, the
// oldest first.
func Unused(l Land) ([]Ledger, error) {
	b, err := l.Read(NightsPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read nights: %w", err)
	}
	fell, list := map[string]bool{}, []Ledger(nil)
	for line := range bytes.Lines(b) {
		var e struct {
			aheadSpent
			Night string `json:"night"`
		}
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		fell[e.Night] = true
		if e.Prepared != "" {
			list = append(list, Ledger{
				Night: e.Prepared, Session: e.Session, Time: e.Time, Engine: e.Engine, Window: e.Window,
				TokensBefore: e.Tokens, TokensAfter: e.Tokens, Calls: e.Calls, Usage: e.Usage, Bill: e.Bill,
			})
		}
	}
	return slices.DeleteFunc(list, func(e Ledger) bool { return fell[e.Night] }), nil
}
