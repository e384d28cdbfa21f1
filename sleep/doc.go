// Package sleep decides when a conversation sleeps. It holds values alone: what
// triggers look at, what they say, what may hold a night back, where a sleeper is and
// what an event does to it, and the settings of all of that.
//
// It reads no clock and no file, starts no goroutine, asks nobody anything and knows
// no memory. What differs between two runs comes in as a value: the same signals give
// the same verdict.
//
// # How a caller uses it
//
// After each step of a conversation, and on each heartbeat of the daemon:
//
//	v := sleep.Decide(signals, guards, sleep.Chat(settings)...)
//	if v.Sleep { … }          // v.Reason says why; v.String() prints it
//
// While the night runs the caller keeps a Status and asks it what an event from outside
// does to the night: wakes it, waits for it, or is kept until it is over.
//
// Guards need: Failed (set by the caller when a night returned an error), LowGain
// (night.LowGain of the session's nights) and Stuck (the report's). Signals need:
// Queue (night.Waiting), LastNight, and what a land's own record adds to them
// (replay.Self.Pressed).
//
// # The rooms
//
// sleep/night does the work of a night, sleep/replay goes over what is known already.
// night imports replay, both import sleep, and sleep imports neither.
package sleep
