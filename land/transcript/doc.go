// Package transcript keeps conversations: one append-only file of JSON lines
// for each session. It writes a line with a single Write and an fsync before it
// says that the line is there, reads whatever it finds without ever failing on
// a single line, and derives from the lines the context that a model is sent.
//
// It never rewrites a line, never shortens a file, never asks a model, reads no
// clock and starts no goroutine. What a Forget line hides is left out of all that
// it gives, but for Whole; bytes are overwritten only by a land.Redaction.
//
// # On disk
//
// sessions/<id>.jsonl. Every line is an object with "type" first:
//
//	session   id, time, version, title?, model?, window?, parent?, source?, key?, read?
//	message   id, time, role, content, fingerprint?, ended?, spans?, tool_calls?, tool_call_id?, tokens, …
//	night     id, time, from, to, kept, summary, cursor, saved, pruned?, …
//	memory    id, time, night?, entries: [id, from, lines, …]
//	undo      night, time
//	wake      time, memory, files?
//	pin       message, off?, time
//	forget    id, parts: [of, in, from, to, hash], off?, time
//	error     time, what
//
// The first line is a session line; a later one may change title, model, window and
// read. Times are RFC 3339 with the zone offset of the moment. Text may hold
// any character; bytes that are not UTF-8 become U+FFFD (see Clean). U+2028 and
// U+2029 are escaped, so that no reader takes them for an end of line; HTML
// characters are not. Spans say, in bytes of the content, what of it the speaker
// did not type: {from, to, origin, name?}; see Origin. A type this version does not know is kept and skipped.
//
// # Why
//
// The file is what happened; the context is only a view of it. Replay is a pure
// function of the records, so a session that is resumed sends the same bytes as
// the one that was left, a night can be taken back by adding one line, and two
// copies of a file that git has merged by union still read.
package transcript

import "errors"

// Folder holds the sessions, relative to the land.
const Folder = "sessions"

// Version is what Create writes into the first line of a session.
const Version = 1

// MaxLine is the longest line that is read or written, in bytes, without its
// end. A longer one is reported and passed over in bounded memory.
const MaxLine = 64 << 20

var (
	// ErrBroken is returned by every Append after one that failed: the kernel may
	// have dropped what was written. The caller should Open the session again and
	// look which messages are there.
	ErrBroken = errors.New("an earlier write failed")
	// ErrGone is returned by Append when the session's file was removed; the
	// caller should tell the person and may Fork the session from memory.
	ErrGone = errors.New("the session's file is gone")
	// ErrDuplicate is returned by Append for a message or night id that is there
	// already; nothing was written. The caller should take a new id.
	ErrDuplicate = errors.New("id is taken")
	// ErrRecord is returned for a record that is no line: not exactly one field
	// set, an id or role missing. Nothing was written.
	ErrRecord = errors.New("not a record")
	// ErrTooLong is returned for a line above MaxLine; nothing was written.
	ErrTooLong = errors.New("line too long")
	// ErrID is returned for a session id that cannot be a file name.
	ErrID = errors.New("not a session id")
	// ErrNoMessage is returned by Fork, Find and Pin when there is no message of that id.
	ErrNoMessage = errors.New("no such message")
)
