// Package night does the work of a night: process, summarize, consolidate, save, and
// in deep nights dreaming. It also keeps what nights leave: reports, records, plans,
// and the ledger of what they cost.
//
// It never reads a clock, starts a goroutine, asks a model or opens a file but
// through the land it is given. Everything that could differ between two runs (the
// time, the seed, the files) comes in as a value, so a night can be run again from its
// transcript, its seed and its land, to the same bytes.
//
// # How a caller uses it
//
// A night, in the caller's own goroutine, with the locks "night" and "session-ID"
// held:
//
//	n := &night.Night{ID: night.NightID(now, session, lastMessage), Why: v.Reason, Depth: sleep.Light,
//	        Seed: seed, Now: now, Session: session, Records: log.Records(), Window: window, Before: parts}
//	err := night.Run(ctx, n, deps, progress)   // all four phases, then dreams
//	// n.Report is complete but for took_ms, which is the caller's clock's.
//	// The session's night line was appended by the transaction: read the log again.
//
// A dry run is Prepare, which writes nothing; Apply then gives exactly that:
//
//	err := night.Prepare(ctx, n, deps, progress)       // n.Plan, n.Report with Diffs
//	path, err := night.SavePlan(n.Plan, deps.Land)     // for --apply
//	report, err := night.Apply(plan, records, deps)    // ErrStale when something changed since
//
// Cancelling ctx wakes: before save nothing has been written, and from save on Run
// finishes what it began. An error that wraps land.ErrPending means that the night is
// decided and its files will follow: read the session again before the next one.
//
// Taking a night back is an Undo of each of its DreamIDs that exist, then
// Undo(id, now, UndoChanges(session, id, now)...).
//
// # On disk
//
// A night is one transaction of the land: the days' logs, MEMORY.md, the session's
// night line, a line of .dormouse/mind.jsonl (see replay), .dormouse/nights/ID.json.gz
// (the record with its plan) and one line of .dormouse/nights.jsonl. The record holds
// what the night was given from outside (Inputs), the model's answers too, so that
// RunAgain can do it once more from the transcript and the undo images. Each dream is
// one more; what a model reflected is kept in .dormouse/dreams/ID.reflection.json, and
// what that cost is a line of nights.jsonl. No duration of the real clock is in any of
// them.
//
// # Why
//
// A night decides what a person's assistant will know next month. So it is a plan of
// operations on entries that can be read, refused and taken back, never a rewritten
// file; and it is all there or not at all.
package night
