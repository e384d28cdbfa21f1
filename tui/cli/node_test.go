package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// errNoNode is returned where a package cannot be had at all: there is no node or npm.
var errNoNode = errors.New("it needs node and npm")

// npmInstalled installs packages once, into the user's cache, and gives the path of a
// file of theirs. What is optional to them and what they would run is left out.
func npmInstalled(file string, packages ...string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	npm, errNPM := exec.LookPath("npm")
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("%w: %w", errNoNode, err)
	}
	prefix := filepath.Join(cache, "dormouse-tests", strings.NewReplacer("/", "_", "@", "_").Replace(packages[0]))
	file = filepath.Join(prefix, "node_modules", filepath.FromSlash(file))
	done := filepath.Join(prefix, "installed")
	if _, err := os.Stat(done); err == nil {
		return file, nil
	}
	if errNPM != nil {
		return "", fmt.Errorf("%w: %w", errNoNode, errNPM)
	}
	if err := os.MkdirAll(prefix, 0o755); err != nil {
		return "", err
	}
	args := append([]string{"install", "--no-package-lock", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--fetch-timeout=60000", "--prefix", prefix}, packages...)
	for range 3 { // a registry fails now and then; npm waits five minutes for one that is mute
		var out []byte
		if out, err = exec.Command(npm, args...).CombinedOutput(); err == nil {
			return file, os.WriteFile(done, nil, 0o600)
		}
		err = fmt.Errorf("npm install %s: %w: %s", strings.Join(packages, " "), err, out)
	}
	return "", err
}

// nodeOrSkip skips a test whose packages cannot be had, and says so. In CI it fails
// without node, which is installed there; that a registry of others answers it does not
// promise.
func nodeOrSkip(t *testing.T, what string, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") != "" && errors.Is(err, errNoNode):
		t.Fatalf("%s cannot be had: %v", what, err)
	default:
		t.Skipf("%s cannot be had: %v", what, err)
	}
}

// nodeServer runs a script of node until the test ends and gives the address it says it
// listens on.
func nodeServer(t *testing.T, env []string, args ...string) (url string) {
	t.Helper()
	c := exec.Command("node", args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errw bytes.Buffer
	c.Stderr = &errw
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewReader(out)
	drained := make(chan struct{})
	t.Cleanup(func() {
		c.Process.Kill()
		<-drained
		c.Wait()
	})
	for {
		line, err := read.ReadString('\n')
		if at := regexp.MustCompile(`listening on (http://\S+)`).FindStringSubmatch(line); at != nil {
			url = at[1]
			break
		}
		if err != nil {
			close(drained)
			t.Fatalf("%s did not start: %v: %s", args[0], err, errw.String())
		}
	}
	go func() { // ends when the server does
		defer close(drained)
		io.Copy(io.Discard, read)
	}()
	return url
}
