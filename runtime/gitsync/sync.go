package gitsync

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory"
)

// Options say what is synced, and how.
type Options struct {
	Land  *land.Land
	Dir   string // of the land, on this machine
	Store *memory.Store
	// Remote is a name, an address or a folder; "" for the one it is synced with.
	Remote string
	// Offline commits and leaves the network alone.
	Offline bool
	// Ask says that somebody is there to be asked for a password.
	Ask bool
	// Driver is the command by which git itself merges the files of a land.
	Driver string
	Now    time.Time
	// Wait is told, once, that the land is busy; nil for nobody.
	Wait func(what string)
}

// Done is what a sync did.
type Done struct {
	Made       bool     `json:"made"`        // the land became a repository
	MadeRemote bool     `json:"made_remote"` // and the folder it is synced with was made
	Remote     string   `json:"remote,omitempty"`
	Branch     string   `json:"branch"`
	Commit     string   `json:"commit,omitempty"`
	Committed  []string `json:"committed"` // files that were changed here
	Merged     []string `json:"merged"`    // files that were changed elsewhere
	Copies     []string `json:"copies"`    // what could not be merged and lies beside
	Pushed     bool     `json:"pushed"`
	// Questions are the entries of which two machines say otherwise.
	Questions []memory.Problem `json:"questions"`
}

// syncing is one sync at work.
type syncing struct {
	git
	o      Options
	done   Done
	gitDir string
	branch string
	name   string // of the remote; "" for none
	// dropped are entries that a merge left out, for another says the same.
	dropped []string
}

// tries is how often a sync merges when the remote moves on meanwhile.
const tries = 8

// Sync commits what changed in the land, merges what the remote has, and pushes. It
// holds the land's night lock, so that no night falls meanwhile: ErrBusy where one
// runs for longer than a minute.
func Sync(ctx context.Context, o Options) (Done, error) {
	s := &syncing{git: newGit(ctx, o.Dir, o.Ask), o: o, done: Done{Committed: []string{}, Merged: []string{}, Copies: []string{}}}
	for _, name := range []string{"sync", "night"} {
		lock, err := s.lock(name)
		if err != nil {
			return s.done, err
		}
		defer lock.Close()
	}
	if err := s.prepare(); err != nil {
		return s.done, err
	}
	s.done.Branch = s.branch
	if err := s.remote(o.Remote); err != nil {
		return s.done, err
	}
	err := s.commit()
	if err == nil && s.name != "" && !o.Offline {
		err = s.exchange()
	}
	if err == nil {
		err = s.learn()
	}
	if err != nil {
		return s.done, err
	}
	s.done.Commit, _ = s.line("rev-parse", "--short", "HEAD")
	if s.done.Questions, err = o.Store.Questions(); err != nil {
		return s.done, fmt.Errorf("look what differs: %w", err)
	}
	return s.done, nil
}

// Commit commits what changed, where the land is synced: after a night. It says
// whether there was anything.
func Commit(ctx context.Context, o Options) (bool, error) {
	if _, err := o.Land.FS().Stat(".git"); err != nil {
		return false, nil
	}
	s := &syncing{git: newGit(ctx, o.Dir, false), o: o}
	if on, err := s.line("config", "--local", "--get", keyOn); err != nil || on != "true" {
		return false, nil
	}
	lock, err := o.Land.Lock("sync")
	if errors.Is(err, land.ErrBusy) {
		return false, nil // that sync commits it
	}
	if err != nil {
		return false, err
	}
	defer lock.Close()
	if err := s.prepare(); err != nil {
		return false, err
	}
	err = s.commit()
	return len(s.done.Committed) > 0, err
}

// Waiting for a night that runs: at most a minute.
const (
	waits = 1200
	wait  = 50 * time.Millisecond
)

// lock takes one of the land's locks, and waits for whoever has it.
func (s *syncing) lock(name string) (io.Closer, error) {
	for try := 0; ; try++ {
		lock, err := s.o.Land.Lock(name)
		switch {
		case !errors.Is(err, land.ErrBusy) || try == waits:
			if err != nil {
				err = fmt.Errorf("a %s is running on this land: %w", name, err)
			}
			return lock, err
		case s.ctx.Err() != nil:
			return nil, s.ctx.Err()
		case try == 0 && s.o.Wait != nil:
			s.o.Wait("waiting for a " + name + " on this land")
		}
		disk.Pause(wait)
	}
}

// exchange merges what the remote has and pushes, until both have the same.
func (s *syncing) exchange() error {
	var rejected error
	for range tries {
		theirs, err := s.fetch()
		if err != nil {
			return err
		}
		if theirs != "" {
			if err := s.merge(theirs); err != nil {
				return err
			}
		}
		ours, err := s.line("rev-parse", "-q", "--verify", "HEAD")
		if err != nil || ours == theirs {
			return nil // nothing was ever committed, or there is nothing to push
		}
		_, err = s.run(nil, "push", "-q", s.name, "HEAD:refs/heads/"+s.branch)
		if err == nil {
			s.done.Pushed = true
			_, err = s.run(nil, "update-ref", s.tracking(), ours)
			return err
		}
		if rejected = err; !errors.Is(err, ErrRejected) {
			return err
		}
		disk.Pause(wait)
	}
	return rejected
}

// tracking is where git keeps what the remote's branch was last.
func (s *syncing) tracking() string { return "refs/remotes/" + s.name + "/" + s.branch }

// fetch gets the remote's branch: the commit it is at, "" while the remote is empty.
// A land that has no commit yet takes the branch that the remote calls its own.
func (s *syncing) fetch() (string, error) {
	heads, err := s.heads()
	if err != nil {
		return "", err
	}
	if len(heads) == 0 {
		return "", nil
	}
	if heads["refs/heads/"+s.branch] == "" {
		if heads[""] == "" || s.has("rev-parse", "-q", "--verify", "refs/remotes/"+s.name+"/"+s.branch) {
			return "", nil // this branch is only here
		}
		if err := s.adopt(heads[""]); err != nil {
			return "", err
		}
	}
	if _, err := s.run(nil, "fetch", "-q", "--no-tags", s.name, "+refs/heads/"+s.branch+":"+s.tracking()); err != nil {
		return "", err
	}
	return s.line("rev-parse", "-q", "--verify", s.tracking())
}
