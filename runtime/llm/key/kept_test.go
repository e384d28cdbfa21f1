package key

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
)

func bus(v string) func(string) string {
	return func(name string) string { return map[string]string{"DBUS_SESSION_BUS_ADDRESS": v}[name] }
}

func TestAKeyIsKeptInTheKeyring(t *testing.T) {
	keyring.MockInit()
	dir := filepath.Join(t.TempDir(), "keys")
	place, err := Keep(t.Context(), bus("unix:path=/nowhere"), dir, "/land", "anthropic", " sk-one \n")
	if err != nil || place != InKeyring {
		t.Fatal(place, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a folder of keys, too: %v", err)
	}
	if got, err := Kept(InKeyring, dir, "anthropic")(t.Context()); err != nil || got != "sk-one" {
		t.Error(got, err)
	}
	if _, err := Kept(InKeyring, dir, "openai")(t.Context()); !errors.Is(err, ErrKept) {
		t.Error(err)
	}
}

func TestWithoutAKeyringItIsAFileOfOnesOwn(t *testing.T) {
	keyring.MockInitWithError(errors.New("nobody answers on this bus"))
	for name, getenv := range map[string]func(string) string{"no bus": bus(""), "a bus without a keyring": bus("unix:path=/nowhere")} {
		dir := filepath.Join(t.TempDir(), "keys")
		if place, err := Keep(t.Context(), getenv, dir, "/land", "anthropic", "sk-two"); err != nil || place != InFile {
			t.Fatal(name, place, err)
		}
		file := filepath.Join(dir, "anthropic")
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: the folder: %v %v", name, info, err)
		}
		if got, err := Kept(InFile, dir, "anthropic")(t.Context()); err != nil || got != "sk-two" {
			t.Error(name, got, err)
		}
		if err := os.Chmod(file, 0o640); err != nil {
			t.Fatal(err)
		}
		if got, err := Kept(InFile, dir, "anthropic")(t.Context()); !errors.Is(err, ErrKept) || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("%s: others can read it, and it gave %q %v", name, got, err)
		}
	}
}

func TestAKeyNeverComesIntoTheLand(t *testing.T) {
	keyring.MockInitWithError(errors.New("none"))
	land := t.TempDir()
	dir := filepath.Join(land, "config", "keys")
	if place, err := Keep(t.Context(), bus(""), dir, land, "anthropic", "sk-three"); !errors.Is(err, ErrKept) {
		t.Error(place, err)
	}
	if found, _ := os.ReadDir(land); len(found) > 0 {
		t.Errorf("it left %v", found)
	}
	for _, name := range []string{"../x", "a/b", "..", ".", ""} {
		if _, err := Keep(t.Context(), bus(""), filepath.Join(t.TempDir(), "keys"), land, name, "sk"); !errors.Is(err, ErrKept) {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, value := range []string{"", " ", "two\nlines", strings.Repeat("k", mostKey+1)} {
		if _, err := Keep(t.Context(), bus(""), t.TempDir(), land, "x", value); !errors.Is(err, ErrKept) {
			t.Errorf("%.10q: %v", value, err)
		}
	}
}

// A keyring that waits to be unlocked is not waited for once nobody wants the key.
func TestAKeyringThatWaitsCanBeLeft(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	never := make(chan struct{})
	defer close(never)
	if _, err := patiently(ctx, func() (string, error) { <-never; return "", nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
