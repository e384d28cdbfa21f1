package foreigntest

import (
	"bytes"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
)

// Result is all that came of a file.
type Result struct {
	Talks []foreign.Talk
	Tally *foreign.Tally
	Said  []string // of records that could not be read
}

// Read reads a file's bytes. now stands in for the time of what has none.
func Read(name string, b []byte, now time.Time) (Result, error) {
	r := Result{Tally: foreign.NewTally()}
	err := foreign.Read(foreign.Stream(name, bytes.NewReader(b)), Sink(&r, now))
	return r, err
}

// Sink gathers what comes of a file.
func Sink(r *Result, now time.Time) foreign.Sink {
	return foreign.Sink{
		Tally: r.Tally, Now: now, Took: func(int) error { return nil },
		Talk: func(t foreign.Talk) error { r.Talks = append(r.Talks, t); return nil },
		Say:  func(line string) { r.Said = append(r.Said, line) },
	}
}

// Messages are those of the first talk, as it was shown; nil where there is none.
func Messages(name string, b []byte, now time.Time) ([]transcript.Message, error) {
	r, err := Read(name, b, now)
	if err != nil || len(r.Talks) == 0 {
		return nil, err
	}
	return r.Talks[0].Branches[0].Messages, nil
}
