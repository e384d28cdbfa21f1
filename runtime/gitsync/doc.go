// Package gitsync keeps one land on several machines by the person's own git: it
// commits what changed, merges what other machines committed, and pushes.
//
// Files are merged by what they hold (memory.Unite, transcript.Unite), in this
// program, and saved as every other write to the land is: with a journal, and
// without overwriting what a person writes meanwhile. git stores, fetches and
// pushes; it never checks anything out into the land. So a sync that is killed
// leaves a whole land: the next one commits what is there and merges again, and
// merging twice changes nothing.
//
// The program's own folder, .dormouse, is never committed and never taken from a
// remote: locks, indexes and undo images are each machine's own. Where entries come
// from stands in the sessions, from where the records are made (memory.Store.Learn).
//
// # On disk
//
//	.gitignore, .gitattributes   in the land: what is left out, and how git itself
//	                             merges when a person runs it by hand
//	.git/dormouse.index          which files were committed how; git's index stays
//	                             the person's
//	.dormouse/synced             the commit up to which the records were made
package gitsync

import "errors"

// Errors of a sync. None of them leaves a land half merged.
var (
	// ErrNoGit is returned when there is no git program; the caller should say how
	// to get one.
	ErrNoGit = errors.New("the git program is not there")
	// ErrRefused is returned when the remote does not let this person in.
	ErrRefused = errors.New("the remote refuses")
	// ErrUnreachable is returned when the remote cannot be found.
	ErrUnreachable = errors.New("the remote cannot be reached")
	// ErrOther is returned when the remote holds something that is no land.
	ErrOther = errors.New("what the remote holds is no land")
	// ErrInside is returned when the land lies within another repository.
	ErrInside = errors.New("the land lies within another repository")
	// ErrUnderWay is returned while the person's own merge or rebase is not finished.
	ErrUnderWay = errors.New("a merge or rebase of yours is not finished")
	// ErrDirty is returned when another machine changed a file of the person's that
	// has changes here which are not committed.
	ErrDirty = errors.New("it has changes that are not committed")
	// ErrLink is returned for a link or another repository among the remote's files.
	ErrLink = errors.New("not a plain file")
	// ErrSecret is returned when a file that would be committed holds a credential.
	ErrSecret = errors.New("it looks like a credential, and is not sent anywhere")
	// ErrMarkers is returned when a file holds the marks of a merge that nobody
	// finished.
	ErrMarkers = errors.New("two versions were not merged by hand yet")
	// ErrRemote is returned when the land is synced with another remote already, or
	// with none.
	ErrRemote = errors.New("which remote is not clear")
	// ErrRejected is returned when the remote did not take what was pushed, though
	// it was merged several times.
	ErrRejected = errors.New("the remote does not take it")
)
