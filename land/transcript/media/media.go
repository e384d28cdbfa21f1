// Package media keeps the pictures and documents that go with messages: it tells by its
// bytes what one is, how large and of how many pages, and keeps the bytes once, in a
// file named by their hash. It draws nothing and changes no byte.
package media

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"dormouse/land/disk"
)

// Media is a picture or a document that goes with a message. What is kept of it in
// the session is this; its bytes lie beside the sessions, in a file named by their
// hash, so that the same picture sent twice is there once.
type Media struct {
	Hash   string `json:"hash"` // SHA-256 of the bytes, in hexadecimal digits
	Type   string `json:"type"` // "image/png"
	Name   string `json:"name,omitempty"`
	Size   int    `json:"size"`             // bytes
	Width  int    `json:"width,omitempty"`  // of a picture, in pixels
	Height int    `json:"height,omitempty"` // of a picture, in pixels
	Pages  int    `json:"pages,omitempty"`  // of a document; an estimate where it does not say
}

// Errors of media.
var (
	// ErrMedia is returned for what is no picture or document that a model could be
	// sent; the caller may take it for a text.
	ErrMedia = errors.New("no picture and no PDF")
)

// Folder holds the bytes of media, of all sessions.
const Folder = "sessions/media"

// MostBytes is the largest that is taken, in bytes: what the strictest provider
// takes of a picture.
const MostBytes = 5 << 20

// suffixes are the types that are taken, with the ends of their files' names.
var suffixes = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "application/pdf": ".pdf",
}

// Names says whether a name ends like that of a picture or a document.
func Names(name string) bool {
	end := strings.Replace(strings.ToLower(path.Ext(name)), ".jpeg", ".jpg", 1)
	for _, suffix := range suffixes {
		if end == suffix {
			return true
		}
	}
	return false
}

// Picture reports whether it is one; else it is a document.
func (m Media) Picture() bool { return strings.HasPrefix(m.Type, "image/") }

// Line describes it in a line, for whoever cannot look at it: a night, a search, a
// model that takes no pictures.
func (m Media) Line() string {
	name := strings.Join(strings.Fields(strings.NewReplacer("[", "(", "]", ")").Replace(m.Name)), " ")
	size := fmt.Sprintf("%.1f kB", float64(m.Size)/1000)
	if m.Picture() {
		return fmt.Sprintf("[picture %s: %d × %d, %s]", name, m.Width, m.Height, size)
	}
	pages := fmt.Sprintf("%d pages", m.Pages)
	if m.Pages == 1 {
		pages = "1 page"
	}
	return fmt.Sprintf("[PDF %s: %s, %s]", name, pages, size)
}

// Look says what data is, by its bytes; the name does not matter.
func Look(name string, data []byte) (Media, error) {
	m := Media{Name: name, Size: len(data), Type: kindOf(data)}
	sum := sha256.Sum256(data)
	m.Hash = hex.EncodeToString(sum[:])
	switch {
	case m.Type == "":
		return Media{}, ErrMedia
	case len(data) > MostBytes:
		return Media{}, fmt.Errorf("it has %.1f MB, and at most %d MB can be sent", float64(len(data))/1e6, MostBytes>>20)
	case m.Picture():
		var err error
		if m.Width, m.Height, err = sizeOf(m.Type, data); err != nil {
			return Media{}, fmt.Errorf("read the picture: %w", err)
		}
	default:
		m.Pages = pagesOf(data)
	}
	return m, nil
}

// Path is where the bytes lie.
func (m Media) Path() (string, error) {
	suffix, ok := suffixes[m.Type]
	if raw, err := hex.DecodeString(m.Hash); !ok || err != nil || len(raw) != sha256.Size {
		return "", fmt.Errorf("%w: %q of type %q", ErrMedia, m.Hash, m.Type)
	}
	return Folder + "/" + m.Hash + suffix, nil
}

// Keep puts the bytes on disk, once.
func Keep(fsys disk.FS, m Media, data []byte) error {
	name, err := m.Path()
	if err != nil {
		return err
	}
	if info, err := fsys.Stat(name); err == nil && info.Size == int64(len(data)) {
		return nil
	}
	for _, dir := range []string{path.Dir(Folder), Folder} {
		if err := fsys.Mkdir(dir); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("keep %s: %w", m.Name, err)
		}
	}
	if err := disk.WriteFile(fsys, name, data); err != nil {
		return fmt.Errorf("keep %s: %w", m.Name, err)
	}
	return nil
}

// Load reads the bytes. What is not what its hash says is an error.
func Load(fsys disk.FS, m Media) ([]byte, error) {
	name, err := m.Path()
	if err != nil {
		return nil, err
	}
	data, err := disk.ReadFileMax(fsys, name, MostBytes)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", m.Name, err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != m.Hash {
		return nil, fmt.Errorf("read %s: %w: its bytes have changed", m.Name, ErrMedia)
	}
	return data, nil
}
