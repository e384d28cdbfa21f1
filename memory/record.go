package memory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// RecordsDir holds the records: one file a month for the entries of that month's
// logs, and memory.json for those that stand, or stood, in MEMORY.md.
const RecordsDir = ".dormouse/entries"

const (
	recordsVersion = 1
	memoryRecords  = RecordsDir + "/memory.json"
)

// Record is what the program knows about an entry it wrote. It holds no text:
// that is in the files, and deleting a record loses provenance only.
type Record struct {
	ID   string `json:"id"`
	Type Type   `json:"type,omitempty"`
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
	// Written is when the program wrote it first.
	Written time.Time `json:"written,omitzero"`
	// Forgotten is the day somebody asked to forget it; Retired the day it left
	// MEMORY.md for lack of room.
	Forgotten string `json:"forgotten,omitempty"`
	Retired   string `json:"retired,omitempty"`
	Pinned    bool   `json:"pinned,omitempty"`
	// Strength in [0, 1], and how often and when it was replayed (SLEEP §5).
	Strength float64   `json:"strength,omitempty"`
	Replays  int       `json:"replays,omitempty"`
	Replayed time.Time `json:"replayed,omitzero"`
}

// recordFile is one file of records. Each record is a line of its own that ends
// in a comma, so that two processes' additions merge by lines and stay JSON.
type recordFile struct {
	Version int       `json:"version"`
	Entries []*Record `json:"entries"` // the last one is null
}

// shardPath is the file of an entry's record.
func shardPath(r Record) string {
	if _, ok := r.Lines[memoryFile]; ok {
		return memoryRecords
	}
	for _, path := range slices.Sorted(maps.Keys(r.Lines)) {
		if day, ok := LogDay(path, time.UTC); ok {
			return RecordsDir + "/" + day.Format("2006-01") + ".json"
		}
	}
	return memoryRecords
}

// encodeRecords writes records sorted by id; nil when there are none.
func encodeRecords(records map[string]Record) []byte {
	if len(records) == 0 {
		return nil
	}
	var b bytes.Buffer
	b.WriteString("{\"version\":1,\"entries\":[\n")
	for _, id := range slices.Sorted(maps.Keys(records)) {
		line, err := json.Marshal(records[id])
		if err != nil { // only an impossible time could do that
			continue
		}
		b.Write(line)
		b.WriteString(",\n")
	}
	b.WriteString("null]}\n")
	return b.Bytes()
}

// decodeRecords reads a file of records. One that is damaged gives those of its
// lines that are whole, and false.
func decodeRecords(b []byte) (map[string]Record, bool) {
	out := map[string]Record{}
	var f recordFile
	if err := json.Unmarshal(b, &f); err == nil {
		for _, r := range f.Entries {
			if r != nil && r.ID != "" {
				out[r.ID] = *r
			}
		}
		return out, f.Version <= recordsVersion
	}
	for line := range strings.Lines(string(b)) {
		var r Record
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if json.Unmarshal([]byte(line), &r) == nil && r.ID != "" {
			out[r.ID] = r
		}
	}
	return out, false
}

// merge joins two records of one entry: that of MEMORY.md and that of its log.
func (r Record) merge(log Record) Record {
	lines := maps.Clone(log.Lines)
	if lines == nil {
		lines = map[string]string{}
	}
	maps.Copy(lines, r.Lines)
	r.Lines = lines
	r.Type = cmp.Or(r.Type, log.Type)
	r.Since = cmp.Or(r.Since, log.Since)
	r.Night = cmp.Or(r.Night, log.Night)
	return r
}

// dayName is a local day as it is written; "" for none.
func dayName(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// parseDay reads a day; the zero time when it is none.
func parseDay(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return time.Time{}
	}
	return t
}
