// Package sleep decides when a conversation sleeps and does the work of the
// night: process, summarize, consolidate, save, and in deep nights dreaming.
//
// It never reads a clock, starts a goroutine, asks a model or opens a file but
// through the land it is given. Everything that could differ between two runs
// (the time, the seed, the files) comes in as a value, so a night can be run
// again from its transcript, its seed and its land, to the same bytes.
//
// # How a caller uses it
//
// After each step of a conversation, and on each heartbeat of the daemon:
//
//	v := sleep.Decide(signals, guards, sleep.Chat(settings)...)
//	if v.Sleep { … }          // v.Reason says why; v.String() prints it
//
// A night, in the caller's own goroutine, with the locks "night" and
// "session-ID" held:
//
//	n := &sleep.Night{ID: sleep.NightID(now, session, lastMessage), Why: v.Reason, Depth: sleep.Light,
//	        Seed: seed, Now: now, Session: session, Records: log.Records(), Window: window, Before: parts}
//	err := sleep.Run(ctx, n, deps, progress)   // all four phases, then dreams
//	// n.Report is complete but for took_ms, which is the caller's clock's.
//	// The session's night line was appended by the transaction: read the log again.
//
// A dry run is Prepare, which writes nothing; Apply then gives exactly that:
//
//	err := sleep.Prepare(ctx, n, deps, progress)       // n.Plan, n.Report with Diffs
//	path, err := sleep.SavePlan(n.Plan, deps.Land)     // for --apply
//	report, err := sleep.Apply(plan, records, deps)    // ErrStale when something changed since
//
// While Run works, the caller keeps a Rest and asks Rest.Stir what an event from
// outside does to it. Cancelling ctx wakes: before save
// nothing has been written, and from save on Run finishes what it began.
// An error that wraps land.ErrPending means that the night is decided and its
// files will follow: read the session again before the next one.
//
// Waking programs ask NewNetwork(land).Now() what is associated with an entry and
// why it may be stale; memory.Options.Mind takes it.
//
// Taking a night back is land.Undo of each of its DreamIDs that exist, then
// land.Undo(id, now, UndoChanges(session, id, now)...).
//
// Guards need: Failed (set by the caller when Run returned an error), LowGain
// (sleep.LowGain of the session's nights) and Stuck (Report.Stuck). Signals need:
// Queue (sleep.Waiting), Cycles, MinAwake and Capacity (from ReadMind:
// Cycles, Drawn) and LastNight (Slept).
//
// # On disk
//
// A night is one transaction of the land: the days' logs, MEMORY.md, the
// session's night line, a line of .dormouse/mind.jsonl (associations, doubts,
// cycles), .dormouse/nights/ID.json.gz (the record with its plan) and one
// line of .dormouse/nights.jsonl. The record holds what the night was given from
// outside (Given), the model's answers too, so that RunAgain can do it once more
// from the transcript and the undo images. Each dream is one more; what a model reflected
// is kept in .dormouse/dreams/ID.reflection.json, and what that cost is a line of
// nights.jsonl. No duration of the real clock is in any of them.
//
// # What is known already
//
// Beside remembering what is new a night works over what it knew: it reads a few
// old turns again (replay.go), makes stronger what the talk used (use.go),
// connects what belongs together (association.go) and marks what a newer line
// probably ends (doubt.go). docs/sleep.md says what each of these is worth.
//
// # Why
//
// A night decides what a person's assistant will know next month. So it is a
// plan of operations on entries that can be read, refused and taken back, never
// a rewritten file; and it is all there or not at all.
package sleep
