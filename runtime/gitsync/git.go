package gitsync

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// git runs the git program in the folder of a land.
type git struct {
	ctx   context.Context
	dir   string
	index string        // instead of the person's own; "" for that one
	ask   bool          // somebody is there to be asked for a password
	ssh   func() string // the person's own command for it, told not to ask
}

// newGit is git in a folder.
func newGit(ctx context.Context, dir string, ask bool) git {
	g := git{ctx: ctx, dir: dir, ask: true}
	own := sync.OnceValue(func() string { // one question more for each of them would double the processes of a sync
		if own, err := g.line("config", "--get", "core.sshCommand"); err == nil && own != "" {
			return own
		}
		return "ssh"
	})
	return git{ctx: ctx, dir: dir, ask: ask, ssh: func() string { return own() + " -oBatchMode=yes" }}
}

// refusal is what git said when it failed.
type refusal struct {
	act  string
	said string
	kind error // one of the sentinels; nil for none of them
	code int
}

func (r *refusal) Error() string {
	what := r.said
	if r.kind != nil {
		what = r.kind.Error() + ": " + what
	}
	return "git " + r.act + ": " + strings.TrimSuffix(what, ": ")
}

func (r *refusal) Unwrap() error { return r.kind }

// foreign are variables of a git that runs this program, as a hook does: they name
// another repository.
var foreign = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"}

// run runs git and returns what it prints. Nothing of what it asks for is answered
// where nobody is there.
func (g git) run(in []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(g.ctx, "git", append([]string{"-c", "core.autocrlf=false", "-c", "core.quotepath=false", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"}, args...)...)
	cmd.Dir, cmd.WaitDelay = g.dir, 2*time.Second
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(foreign, name)
	})
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	if !g.ask {
		cmd.Env = append(cmd.Env, "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GIT_SSH_COMMAND="+g.ssh())
	}
	if g.index != "" {
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+g.index)
	}
	var out, words bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &words
	err := cmd.Run()
	if err == nil {
		return out.Bytes(), nil
	}
	if ctxErr := g.ctx.Err(); ctxErr != nil {
		return nil, ctxErr
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, ErrNoGit
	}
	return nil, refused(args[0], words.String(), err)
}

// line is run for an answer of one line.
func (g git) line(args ...string) (string, error) {
	out, err := g.run(nil, args...)
	return strings.TrimRight(string(out), "\r\n"), err
}

// has tells whether git answers a question with yes.
func (g git) has(args ...string) bool {
	_, err := g.run(nil, args...)
	return err == nil
}

// signs are parts of what git, ssh and servers say, and what they mean.
var signs = []struct {
	said string
	kind error
}{
	{"Authentication failed", ErrRefused}, {"Permission denied", ErrRefused}, {"could not read Username", ErrRefused},
	{"could not read Password", ErrRefused}, {"terminal prompts disabled", ErrRefused}, {"access denied", ErrRefused},
	{"Host key verification failed", ErrRefused}, {"403", ErrRefused}, {"401", ErrRefused},
	{"Could not resolve host", ErrUnreachable}, {"Connection refused", ErrUnreachable}, {"Connection timed out", ErrUnreachable},
	{"unable to access", ErrUnreachable}, {"does not appear to be a git repository", ErrUnreachable},
	{"Could not read from remote repository", ErrUnreachable}, {"not found", ErrUnreachable}, {"No such file or directory", ErrUnreachable},
	{"non-fast-forward", ErrRejected}, {"fetch first", ErrRejected}, {"[rejected]", ErrRejected}, {"cannot lock ref", ErrRejected},
	{"[remote rejected]", ErrRejected}, {"failed to update ref", ErrRejected}, {"incorrect old value", ErrRejected},
}

// refused reads what git said. The line that tells most begins with "fatal:",
// "error:" or, of a server, with "!".
func refused(act, words string, err error) error {
	r := &refusal{act: act, code: -1}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		r.code = exit.ExitCode()
	}
	for line := range strings.Lines(words) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "hint:"):
		case r.said == "", strings.HasPrefix(line, "fatal:"), strings.HasPrefix(line, "! ") && !strings.Contains(r.said, "fatal:"):
			r.said = strings.TrimPrefix(strings.TrimPrefix(line, "fatal: "), "error: ")
		}
	}
	if r.said == "" {
		r.said = err.Error()
	}
	if act == "fetch" || act == "push" || act == "ls-remote" {
		for _, s := range signs {
			if strings.Contains(words, s.said) {
				r.kind = s.kind
				break
			}
		}
	}
	return r
}

// blobs reads files of commits, by their object names, in one go.
func (g git) blobs(names []string) (map[string][]byte, error) {
	out := make(map[string][]byte, len(names))
	if len(names) == 0 {
		return out, nil
	}
	raw, err := g.run([]byte(strings.Join(names, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		head, rest, _ := bytes.Cut(raw, []byte("\n"))
		var kind string
		var size int
		if _, err := fmt.Sscanf(string(head), name+" %s %d", &kind, &size); err != nil || size+1 > len(rest) {
			return nil, fmt.Errorf("git cat-file: %s: not read", name)
		}
		out[name], raw = rest[:size:size], rest[size+1:]
	}
	return out, nil
}

// entry is a file of a commit.
type entry struct{ mode, name string }

// tree lists the files of a commit, by path; none for "".
func (g git) tree(commit string) (map[string]entry, error) {
	out := map[string]entry{}
	if commit == "" {
		return out, nil
	}
	raw, err := g.run(nil, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	for _, line := range strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00") {
		head, path, ok := strings.Cut(line, "\t")
		if f := strings.Fields(head); ok && len(f) == 3 {
			out[path] = entry{f[0], f[2]}
		}
	}
	return out, nil
}
