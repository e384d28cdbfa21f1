package snapshot

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// RecordsDir holds the records: one file a month for the entries of that month's
// logs, and memory.jsonl for those that stand, or stood, in MEMORY.md.
const RecordsDir = ".dormouse/entries"

const (
	recordsVersion = 1
	undoVersion    = 2 // of a line that takes another back
	MemoryRecords  = RecordsDir + "/memory.jsonl"
)

// Record is what the program knows about an entry it wrote. It holds no text:
// that is in the files, and deleting a record loses provenance only.
type Record struct {
	Version int           `json:"v"`
	ID      string        `json:"id"`
	Type    document.Type `json:"type,omitempty"`
	// Lines are hashes of the line as the program wrote it, by file. A line with
	// another hash is the person's; one that is missing was deleted by hand.
	Lines map[string]string `json:"lines,omitempty"`
	// Words is the print of the text, to know it again when it is gone.
	Words      string   `json:"words,omitempty"`
	Importance float64  `json:"importance,omitempty"`
	Since      string   `json:"since,omitempty"` // YYYY-MM-DD
	Until      string   `json:"until,omitempty"`
	By         string   `json:"by,omitempty"` // superseded by
	Night      string   `json:"night,omitempty"`
	Session    string   `json:"session,omitempty"`
	Sources    []string `json:"sources,omitempty"`
	Proofs     []string `json:"proofs,omitempty"` // as in Entry
	// Origin is that of the words it rests on; typed where there is none.
	Origin transcript.Origin `json:"origin,omitempty"`
	// Written is when the program wrote it first.
	Written time.Time `json:"written,omitzero"`
	// Forgotten is the day somebody asked to forget it; Retired the day it left
	// MEMORY.md for lack of room, or when its day was over.
	Forgotten string `json:"forgotten,omitempty"`
	Retired   string `json:"retired,omitempty"`
	Pinned    bool   `json:"pinned,omitempty"`
	// PinnedAt is when it was pinned or let go.
	PinnedAt time.Time `json:"pinned_at,omitzero"`
	// Strength in [0, 1] as it was when the entry was last used, and how often and
	// when that was.
	Strength float64   `json:"strength,omitempty"`
	Uses     int       `json:"uses,omitempty"`
	Used     time.Time `json:"used,omitzero"`
}

// unusedHalf is after how many days without use half of the strength is gone.
const unusedHalf = 60.0

// Held is the strength that is left at a moment: use strengthens, disuse weakens.
func (r Record) Held(now time.Time) float64 {
	if r.Uses == 0 {
		return 0
	}
	return r.Strength * math.Exp2(-max(0, now.Sub(r.Used).Hours()/24)/unusedHalf)
}

// Use notes that an entry was used so many times, the last of them at a moment, and is
// stronger by gain for it. One that is told late counts as what is left of it.
func (r *Record) Use(times int, at time.Time, gain float64) {
	last := at
	if r.Uses > 0 && r.Used.After(at) {
		last = r.Used
	}
	left := Record{Strength: gain, Uses: times, Used: at}.Held(last)
	r.Strength, r.Uses, r.Used = math.Round(min(1, r.Held(last)+left)*1e6)/1e6, r.Uses+times, last.Round(0)
}

// shardPath is the file of an entry's record.
func shardPath(r Record) string {
	if _, ok := r.Lines[land.MemoryFile]; ok {
		return MemoryRecords
	}
	for _, path := range slices.Sorted(maps.Keys(r.Lines)) {
		if document.IsLog(path) {
			return logShard(path)
		}
	}
	return MemoryRecords
}

// logShard is the file of the records of a log, by its path: one a month.
func logShard(path string) string {
	month := len(land.MemoryDir + "/")
	return RecordsDir + path[month-1:month+len("2006-01")] + ".jsonl"
}

// encodeRecords writes records, one a line, sorted by id; nil when there are none.
// Lines that stand alone are what lets two processes' records be merged.
func encodeRecords(records map[string]Record) []byte {
	var b []byte
	for _, id := range slices.Sorted(maps.Keys(records)) {
		b = append(b, recordLine{Record: records[id]}.bytes()...)
	}
	return b
}

// recordLine is a line of a file of records. A later line of the same id counts.
type recordLine struct {
	Record
	// Over is the hash of the line that this one takes back: it counts only while
	// that is the newest. Gone: there was no record before.
	Over string `json:"over,omitempty"`
	Gone bool   `json:"gone,omitempty"`
}

func (l recordLine) bytes() []byte {
	l.Version = recordsVersion
	if l.Over != "" {
		l.Version = undoVersion
	}
	line, err := json.Marshal(l)
	if err != nil { // only an impossible time could do that
		return nil
	}
	return append(line, '\n')
}

// sumOf names what a record says.
func sumOf(r Record) string {
	return document.HexHash(document.LineHash(string(recordLine{Record: r}.bytes())))
}

// leastDead is how many bytes of lines that no longer count a file of records may
// hold in any case.
const leastDead = 16 << 10

// RestOn lets a record rest on a message, too; it tells whether that is news.
func (r *Record) RestOn(message, proof string) bool {
	if slices.Contains(r.Sources, message) {
		return false
	}
	if proof != "" {
		proofs := make([]string, len(r.Sources)+1)
		copy(proofs, r.Proofs)
		proofs[len(r.Sources)] = proof
		r.Proofs = proofs
	}
	r.Sources = append(slices.Clone(r.Sources), message)
	return true
}

// merge joins two records of one entry: that of MEMORY.md and that of its log.
func (r Record) merge(log Record) Record {
	lines := maps.Collect(maps.All(log.Lines))
	maps.Copy(lines, r.Lines)
	r.Lines = lines
	r.Type = cmp.Or(r.Type, log.Type)
	r.Since = cmp.Or(r.Since, log.Since)
	r.Night = cmp.Or(r.Night, log.Night)
	return r
}
