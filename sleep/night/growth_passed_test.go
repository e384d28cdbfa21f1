package night

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/sleep"
)

// atOnce is how many days of passed are written in one transaction.
const atOnce = 30

// pass lets so many days go by without living them: the talks stand in sessions/, and
// what nights would have kept of them is written by memory itself, with its records,
// a month at a time. The language work of the nights is what is left out, and with it
// the undo images and associations, which nights give up after a while anyway.
func (g *growing) pass(t testing.TB, days int) {
	t.Helper()
	g.meter.hasty = true
	defer func() { g.meter.hasty = false }()
	for days > 0 {
		n := min(days, atOnce)
		g.passMonth(t, n)
		days -= n
	}
}

func (g *growing) passMonth(t testing.TB, days int) {
	t.Helper()
	p := plan.Plan{By: plan.ByNight, Night: NightID(g.at, "passed", ""), MaxLoss: .2}
	var ledgers []byte
	for range days {
		records := g.saysToday()
		g.at = g.at.Add(14 * time.Hour)
		session, last := records[0].Session.ID, records[len(records)-1].Message
		id := NightID(g.at, session, "")
		b := plan.DayBlock{Day: (&Night{Now: g.at}).localDay(last.Time), Heading: fmt.Sprintf("%s · night %d · asked", last.Time.Format("15:04"), g.nextTalk), Paragraph: "They spoke of moving things."}
		for _, r := range records[1:] {
			if text, _, moved := strings.Cut(r.Message.Content, " euros."); moved {
				b.Entries = append(b.Entries, document.Entry{Type: document.Happening, Importance: .6, Text: text + " euros", Since: b.Day, Sources: []string{r.Message.ID}, Proofs: []string{transcript.Proof(*r.Message)}})
			}
		}
		p.Blocks = append(p.Blocks, b)
		records = append(records, transcript.Record{Night: &transcript.Night{ID: id, Time: g.at, Kept: []string{}, Cursor: last.ID, Saved: messageIDs(records[1:])}})
		g.said += g.leaves(t, session, records)
		line, err := json.Marshal(Ledger{Night: id, Number: g.nextTalk, Session: session, Time: g.at, Trigger: sleep.TriggerAsked, Depth: sleep.Light, Engine: "offline", Window: 8000, Entries: len(b.Entries)})
		if err != nil {
			t.Fatal(err)
		}
		ledgers = append(append(ledgers, line...), '\n')
		g.at = g.at.Add(9 * time.Hour)
	}
	p.Now = g.at
	snap, err := g.deps.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	done, err := plan.Apply(snap, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.land.Save(land.Tx{ID: p.Night, Kind: "night", Time: g.at, Changes: append(done.Changes, land.Change{Path: NightsPath, Append: ledgers})}); err != nil {
		t.Fatal(err)
	}
}

// leaves writes a session as it is after its night, and returns its size.
func (g *growing) leaves(t testing.TB, session string, records []transcript.Record) int64 {
	t.Helper()
	text := slices.Concat(lines(records)...)
	f, err := g.meter.Create(transcript.File(session), disk.FileMode)
	if err == nil {
		_, err = f.Write(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return int64(len(text))
}

func lines(records []transcript.Record) (list [][]byte) {
	for _, r := range records {
		list = append(list, transcript.Line(r))
	}
	return list
}

func messageIDs(records []transcript.Record) (ids []string) {
	for _, r := range records {
		ids = append(ids, r.Message.ID)
	}
	return ids
}
