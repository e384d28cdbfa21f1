// Package runtime holds one conversation: it counts every token, builds the
// prompt, asks the model, runs its tools, and falls asleep when the context
// window is nearly full. It draws nothing: what happens is told as Events, and
// what a person wants comes in as Commands.
//
// # The way of one message
//
// Loop.Do(Say) hands the text to the worker. Conversation.Turn appends and
// fsyncs the user's message, asks sleep.Decide whether a night must come first,
// streams the reply, runs tool calls and counts again after each result, appends
// the reply, lets the provider's usage replace the estimate, and asks Decide
// once more.
//
// # Waking
//
// Conversation.Stir tells a running night of a message, a key or a wish to wake;
// sleep.Status says what that does. An asked-for night has a bed,
// .dormouse/bed.json, that keeps the schedule off for every program on the land.
//
// # A night that is prepared
//
// From a share of the window on the Loop lets the next night be worked out beside
// the talk: Prepare gives a preparation, which holds values of one moment, reads
// files and writes none. When the night is due its plan is checked and saved. Where
// a file of it has changed it is worked out again with the recorded answers of the
// model; where the talk is another one (an undo, a pin, another model, something
// forgotten) it is dropped. A night that is being prepared is not waited for before
// the next request would not fit.
//
// # Why one Conversation and one Loop
//
// A Conversation is synchronous and belongs to one goroutine at a time, so that
// the command line, an import and a test use exactly what the screen uses. The
// Loop gives it a worker: a turn or a night, never both. Only the Loop starts
// goroutines, and only it and the command line hold a clock.
package runtime
