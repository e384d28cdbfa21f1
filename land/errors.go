package land

import (
	"errors"

	"dormouse/land/disk"
)

// What a land refuses.
var (
	// ErrBusy is returned by Lock when another holder has the lock, and by Save
	// when another process has been saving for seconds; the caller should tell
	// who is busy, or try again later.
	ErrBusy = disk.ErrBusy
	// ErrUnwritable is returned when the disk refused a write before anything
	// was changed (full, read-only, no permission); the caller should say path
	// and cause, which are in the error, and go on reading.
	ErrUnwritable = errors.New("the land cannot be written")
	// ErrPending is returned when the disk failed after the transaction was
	// decided: its journal is safe, and the next Save, Read or Open finishes it.
	// The caller must not save the same thing under another id.
	ErrPending = errors.New("saved in the journal, not yet in the files")
	// ErrUnknown is returned by Undo when no undoable transaction has this id.
	ErrUnknown = errors.New("no such transaction to take back")
	// ErrUndone is returned by Undo when the transaction is taken back already.
	ErrUndone = errors.New("already taken back")
	// ErrHalf is returned by Save when the change was made from a file that another
	// program was half way through writing; nothing was changed, and the caller
	// should read again in a few seconds.
	ErrHalf = errors.New("another program is writing it at this moment")
	// ErrUTF16 is returned by Save for a file of two bytes a character, as some
	// editors write them: UTF-8 lines in it would make neither; nothing was changed.
	ErrUTF16 = errors.New("it is UTF-16, not UTF-8")
	// ErrTx is returned when a transaction is malformed: a bug of the caller.
	ErrTx = errors.New("malformed transaction")
)
