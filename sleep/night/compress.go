package night

import (
	"context"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/snapshot"
	"dormouse/summarize"
)

// frameTokens is what stands around a summary in a request.
const frameTokens = 24

// Bounds of the wake note, in tokens: shorter says nothing, longer than a tenth
// of the window, or than this, is not a note.
const (
	noteLeast = 60
	noteMost  = 4000
)

// brief is what phase 2 makes of a reading: how the context is divided, what the
// strategy wrote, and the memory that it was shown.
type brief struct {
	fit     *fitting
	digest  summarize.Digest
	snap    snapshot.Snapshot
	entries []*document.Entry // of snap; not to be changed
}

// summarizeTalk is phase 2: one call of the strategy makes the wake note of what
// leaves the context and the candidates of what is new.
func summarizeTalk(ctx context.Context, n *Night, read reading, d Deps) (brief, error) {
	f := newFitting(n, read, d)
	if !f.press(gentle) {
		f.stay()
	}
	b := brief{fit: f, digest: summarize.Digest{Summary: read.Context.Summary}}
	if len(read.New) == 0 && len(f.Old) == 0 {
		n.count(PhaseCount{Name: PhaseSummarize})
		return b, nil
	}
	var err error
	if b.snap, err = d.Snapshot(); err != nil {
		return b, err
	}
	b.entries = b.snap.Known()
	f.shareDay(b.entries)
	in := f.input(b.entries)
	in.Old, in.New = readable(f.Old), f.said
	if b.digest, err = f.digest(ctx, in); err != nil {
		return b, err
	}
	if len(f.Old) == 0 {
		b.digest.Summary = read.Context.Summary // nothing leaves: the note stays as it is
	}
	n.Report.Engine, n.Report.Degraded = b.digest.Engine, b.digest.Degraded
	n.Report.Calls, n.Report.Usage = b.digest.Calls, b.digest.Usage
	n.count(PhaseCount{Name: PhaseSummarize, In: len(read.New) + len(f.Old), Out: len(b.digest.Candidates)})
	return b, nil
}

// LowGain counts the last nights of a session that were due (limit tokens or
// more) and freed less than share of the context. Two in a row stop the
// automatic ones.
func LowGain(nights []transcript.Night, limit int, share float64) int {
	count := 0
	for i := len(nights) - 1; i >= 0; i-- {
		n := nights[i]
		if n.TokensBefore < limit {
			continue // asked for early: says nothing
		}
		if float64(n.TokensBefore-n.TokensAfter) >= share*float64(n.TokensBefore) {
			break
		}
		count++
	}
	return count
}

// Waiting counts the messages of complete turns that no night has read: the
// Queue of Signals.
func Waiting(records []transcript.Record) int {
	return len(fresh(messages(records), transcript.Replay(records)))
}
