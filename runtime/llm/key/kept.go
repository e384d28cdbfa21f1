package key

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	goruntime "runtime"

	"dormouse/land/disk"
)

// Place is where a key is kept, as the config writes it.
type Place string

// The places. A file is one that only its owner can read, beside the person's
// config and never in the land, which travels.
const (
	InKeyring Place = "keyring"
	InFile    Place = "file"
)

// ErrKept is returned when a kept key cannot be read or kept; the caller should
// say so and offer to connect again.
var ErrKept = errors.New("the kept key cannot be used")

// mostKey is the longest key, in bytes.
const mostKey = 16 << 10

// Keep puts a provider's key into the system's keyring, where there is one that
// takes it, else into a file of the folder dir, and says which. Nothing is kept
// where forbidden, the land's folder, would come to hold the file.
func Keep(ctx context.Context, getenv func(string) string, dir, forbidden, provider, value string) (Place, error) {
	if value = strings.TrimSpace(value); value == "" || len(value) > mostKey || strings.ContainsAny(value, "\n\r\x00") {
		return "", fmt.Errorf("keep the key of %s: %w: it is empty, or no single line", provider, ErrKept)
	}
	if HasKeyring(getenv) && ringSet(ctx, provider, value) == nil {
		return InKeyring, nil
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if within(forbidden, dir) {
		return "", fmt.Errorf("keep the key of %s: %w: %s lies in the land, and a key must not", provider, ErrKept, dir)
	}
	folder, name, err := fileOf(dir, provider)
	if err != nil {
		return "", err
	}
	defer folder.Close()
	if err := disk.WriteFile(folder, name, []byte(value+"\n")); err != nil {
		return "", fmt.Errorf("keep the key of %s in %s: %w", provider, dir, err)
	}
	return InFile, nil
}

// Kept is the key of a provider from where it is kept, as provider.Options.Key
// wants it. A file that others can read is refused.
func Kept(place Place, dir, provider string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		var value string
		var err error
		if place == InKeyring {
			value, err = ringGet(ctx, provider)
		} else {
			value, err = readKept(dir, provider)
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			return "", fmt.Errorf("read the key of %s (%s): %w: %w", provider, place, ErrKept, err)
		}
		if value = strings.TrimSpace(value); value == "" {
			return "", fmt.Errorf("read the key of %s (%s): %w: it is empty", provider, place, ErrKept)
		}
		return value, nil
	}
}

func readKept(dir, provider string) (string, error) {
	folder, name, err := fileOf(dir, provider)
	if err != nil {
		return "", err
	}
	defer folder.Close()
	info, err := folder.Stat(name)
	if err != nil {
		return "", err
	}
	if goruntime.GOOS != "windows" && info.Mode.Perm()&0o077 != 0 {
		return "", fmt.Errorf("others may read %s: chmod 600", filepath.Join(dir, name))
	}
	b, err := disk.ReadFileMax(folder, name, mostKey)
	return string(b), err
}

// fileOf opens the folder of keys, making it, and names the file of a provider.
func fileOf(dir, provider string) (*disk.Dir, string, error) {
	if !fs.ValidPath(provider) || strings.ContainsAny(provider, "/\\") || provider == "." {
		return nil, "", fmt.Errorf("%w: %q is no name of a provider", ErrKept, provider)
	}
	folder, err := disk.OpenDir(dir)
	if err != nil {
		return nil, "", fmt.Errorf("open the folder of keys: %w", err)
	}
	return folder, provider, nil
}

// within tells whether a path lies in a folder.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return folder != "" && err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
