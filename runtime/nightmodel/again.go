package nightmodel

import (
	"context"
	"fmt"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/tokens"
	"dormouse/sleep/night"
	"dormouse/summarize"
	"dormouse/summarize/asking"
)

// RunAgain does a night once more, in memory: from the transcript up to it,
// the files as they were, its seed and the answers that were kept with it. No
// model is asked and nothing is written. zone is the local one; the error is
// night.ErrUnrecorded where something is missing.
func RunAgain(ctx context.Context, l *land.Land, p *night.Plan, zone *time.Location) (night.Again, error) {
	if p.Inputs == nil {
		return night.RunAgain(ctx, night.Record{Plan: p}, night.Deps{}) // says why not
	}
	log, _, err := transcript.Open(l.FS(), p.Session)
	if err != nil {
		return night.Again{Night: p.Night}, fmt.Errorf("night %s: %w: %w", p.Night, night.ErrUnrecorded, err)
	}
	recording := p.Inputs.Recording
	offline, err := summarize.ByName(recording.Strategy, summarize.NewOffline())
	if err != nil {
		return night.Again{Night: p.Night}, fmt.Errorf("night %s: %w", p.Night, err)
	}
	encoding := tokens.For(recording.Counted)
	d := night.Deps{
		Strategy: offline, Offline: offline, Count: encoding.Count,
		Measure: func(m transcript.Message) int { return tokens.CountMessage(encoding, m) },
	}
	return night.RunAgain(ctx, night.Record{
		Plan: p, Records: log.Records(), Zone: zone, Before: l.Before,
		Asking: func(m asking.Model) summarize.Strategy { return Asking(m, &recording, offline) },
	}, d)
}
