// Package runtime holds one conversation: it counts every token, builds the
// prompt, asks the model, runs its tools, and falls asleep when the context
// window is nearly full. It draws nothing: what happens is told as Events, and
// what a person wants comes in as Commands.
//
// # What it is made of
//
// A Conversation is a talk (the session on disk and the prompt, kept in step), its
// nights (sleeper: decider asks the triggers, nightWork is what a night works with,
// preparer has the next one worked out beside the talk) and its turns (answerer). Each
// reaches only those named before it. What needs none of them is a package below:
// session (the log of one talk), prompt (what the model sees, and its count),
// nightmodel (the questions of a night to a model), presence (what programs on a land
// know of each other's nights), toolbox, llm, tokens and offline.
//
// # The way of one message
//
// Loop.Do(Say) hands the text to the worker. Say appends and fsyncs the user's message,
// asks sleep.Decide whether a night must come first, streams the reply, runs tool calls
// and counts again after each result, appends the reply, lets the provider's usage
// replace the estimate, and asks Decide once more.
//
// # Waking
//
// Conversation.Interrupt tells a running night of a message, a key or a wish to wake;
// sleep.Status says what that does. An asked-for night is told to every program on the
// land, and keeps the schedule off while it lasts.
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
