package corpus

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// files are the examples; what is read of them is known by Read.
var files = noted{FS: embedded}

// noted is a file system that notes which of its topmost files and folders are opened.
type noted struct {
	fs.FS
	mu     sync.Mutex
	opened []string
}

func (n *noted) Open(name string) (fs.File, error) {
	top, _, _ := strings.Cut(name, "/")
	n.mu.Lock()
	defer n.mu.Unlock()
	if at, found := slices.BinarySearch(n.opened, top); !found {
		n.opened = slices.Insert(n.opened, at, top)
	}
	return n.FS.Open(name)
}

// Read are the folders and files of the corpus that have been read since the program began, in
// the order of their names.
func Read() []string {
	files.mu.Lock()
	defer files.mu.Unlock()
	return slices.Clone(files.opened)
}

// Digest is the SHA-256 of the names and the contents of a folder, or a file, of the corpus.
func Digest(of string) ([]byte, error) {
	h := sha256.New()
	err := fs.WalkDir(embedded, of, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := embedded.ReadFile(name)
		h.Write([]byte(name + "\x00"))
		h.Write(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))) // as a checkout may end lines
		h.Write([]byte{0})
		return err
	})
	return h.Sum(nil), err
}
