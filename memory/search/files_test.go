package search

import (
	"errors"
	"io/fs"
	"strings"

	"dormouse/land/disk"
	"dormouse/memory/search/index"
)

// filesIn lists and reads the Markdown files and transcripts of a land as they
// are on disk. Swap files, backups, dot files and what is no plain file are
// not memory.
func filesIn(folder disk.FS) index.Files { return folderFiles{folder} }

type folderFiles struct{ fs disk.FS }

func (d folderFiles) List() ([]index.File, error) {
	var out []index.File
	if i, err := d.fs.Stat("MEMORY.md"); err == nil && i.Mode.IsRegular() {
		out = append(out, index.File{Name: "MEMORY.md", Size: i.Size, ModTime: i.ModTime, Inode: i.Inode})
	}
	for _, dir := range [...]struct{ name, ext string }{{"memory", ".md"}, {"sessions", ".jsonl"}} {
		infos, err := d.fs.ReadDir(dir.name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return out, err
		}
		for _, i := range infos {
			if i.Mode.IsRegular() && strings.HasSuffix(i.Name, dir.ext) && !strings.HasPrefix(i.Name, ".") {
				out = append(out, index.File{Name: dir.name + "/" + i.Name, Size: i.Size, ModTime: i.ModTime, Inode: i.Inode})
			}
		}
	}
	return out, nil
}

func (d folderFiles) Read(name string) ([]byte, error) { return disk.ReadFile(d.fs, name) }
