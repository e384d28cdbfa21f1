package night

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// Ledger is one line of nights.jsonl: the ledger of a night.
type Ledger struct {
	Night        string           `json:"night"`
	Number       int              `json:"number"`
	Session      string           `json:"session"`
	Time         time.Time        `json:"time"`
	Trigger      string           `json:"trigger"`
	Reason       string           `json:"reason,omitempty"`
	Depth        sleep.Depth      `json:"depth"`
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
	Replay       *replay.Replayed `json:"replay,omitempty"`
	// Bill is set by Ledgers where a model was asked.
	Bill *Bill `json:"bill,omitempty"`
	// Undone is set by Ledgers for a night that was taken back since.
	Undone bool `json:"-"`
}

// UndoChanges are what the land's Undo of a night adds to its files: the undo
// line of the session, which brings the context back, and that of nights.jsonl.
func UndoChanges(session, night string, now time.Time) []land.Change {
	line, _ := json.Marshal(struct { // a string and a printable time: there is no error
		Undo string    `json:"undo"`
		Time time.Time `json:"time"`
	}{night, now.Round(0)})
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

// ledgerLine is a line of nights.jsonl, of whatever kind.
type ledgerLine struct {
	Ledger
	Undo     string `json:"undo"`
	Of       string `json:"of"`
	Prepared string `json:"prepared"`
	Tokens   int    `json:"tokens"` // of a night that was prepared
}

// ledgerLines reads nights.jsonl. Lines that are damaged are passed over.
func ledgerLines(l Land) (list []ledgerLine, err error) {
	b, err := readNights(l)
	for line := range bytes.Lines(b) {
		var e ledgerLine
		if json.Unmarshal(line, &e) == nil {
			list = append(list, e)
		}
	}
	return list, err
}

// readNights is nights.jsonl; nothing where there was no night.
func readNights(l Land) ([]byte, error) {
	b, err := l.Read(NightsPath)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read nights: %w", err)
	}
	return b, nil
}

// Ledgers are the nights of nights.jsonl, the oldest first.
func Ledgers(l Land) ([]Ledger, error) {
	lines, err := ledgerLines(l)
	var list []Ledger
	ahead := map[string]*Bill{} // of nights that were prepared
	at := map[string]int{}      // places in the list
	for _, e := range lines {
		of, known := at[cmp.Or(e.Of, e.Undo)]
		switch {
		case e.Prepared != "":
			ahead[e.Prepared] = e.Bill
		case e.Night != "":
			e.Bill = ahead[e.Night]
			at[e.Night] = len(list)
			list = append(list, e.Ledger)
		case known && e.Of != "":
			x := &list[of]
			x.Calls, x.Usage, x.Bill = x.Calls+e.Calls, x.Usage.Plus(e.Usage), cmp.Or(e.Bill, x.Bill)
		case known:
			list[of].Undone = true
		}
	}
	return list, err
}

// lastNumber is the number of the last night that was written down: the newest lines
// are read first, and the others need not be.
func lastNumber(l Land) (int, error) {
	b, err := readNights(l)
	for _, line := range slices.Backward(bytes.Split(b, []byte("\n"))) {
		var e Ledger
		if json.Unmarshal(line, &e) == nil && e.Night != "" {
			return e.Number, nil
		}
	}
	return 0, err
}

// Bill is what a night that asked a model cost beyond its tokens. It is known
// when the night is saved, and is a line of nights.jsonl of its own; what a night
// itself writes holds no duration and no price.
type Bill struct {
	Model string `json:"model"`
	// USD is the price in US dollars by the catalogue; nil where it is not known.
	USD    *float64 `json:"usd,omitempty"`
	TookMS int64    `json:"took_ms"` // of the real clock
	// Cache says what it cost that another model was asked than the
	// conversation's, whose provider has most of the question in its cache.
	Cache string `json:"cache,omitempty"`
}

// Save adds the bill of a night that is saved to nights.jsonl.
func (b Bill) Save(l Land, night string, now time.Time) error {
	line, err := json.Marshal(struct {
		Of   string `json:"of"`
		Bill Bill   `json:"bill"`
	}{night, b})
	if err == nil {
		_, err = l.Save(land.Tx{ID: night + "-bill", Kind: "bill", Time: now.Round(0), Changes: []land.Change{{Path: NightsPath, Append: append(line, '\n')}}})
	}
	if err != nil {
		return fmt.Errorf("write down what night %s cost: %w", night, err)
	}
	return nil
}
