package foreign

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormouse/land/disk"
)

// Input is one file that conversations may stand in.
type Input struct {
	Name    string    // as people know it: "export.zip/conversations.json"
	Size    int64     // bytes; 0 where unknown
	ModTime time.Time // zero where unknown
	// Among says that it was found in a folder or a zip and nobody named it: that
	// it holds no conversation is nothing to complain about.
	Among bool
	// Agent says that it stands in the workspace of an agent, where notes are
	// written by a model.
	Agent bool
	path  string // absolute; "" where there is none
	open  func() (opened, error)
}

// opened is a file that is being read.
type opened struct {
	io.Reader
	close func() error
	wal   io.ReaderAt
}

func (o opened) Close() error { return o.close() }

// kinds are the endings of files that are looked at in a folder or a zip.
var kinds = []string{".json", ".jsonl", ".ndjson", ".md", ".markdown", ".yaml", ".yml", ".db", ".sqlite", ".zip"}

// Inputs lists what a source holds: the file, the files of a folder or of a zip,
// or, for "-", standard input.
func Inputs(source string, stdin io.Reader) ([]Input, error) {
	if source == "-" {
		return []Input{Stream(standardInput, stdin)}, nil
	}
	info, err := disk.StatHost(source)
	if err != nil {
		return nil, err
	}
	if info.Mode.IsDir() {
		return folder(source, false)
	}
	return file(source, info, false)
}

// standardInput is the name of what has none.
const standardInput = "standard input"

// Stream is what is read from r, once.
func Stream(name string, r io.Reader) Input {
	return Input{Name: name, open: func() (opened, error) {
		return opened{Reader: r, close: func() error { return nil }}, nil
	}}
}

// file lists one file, or what is in it where it is a zip.
func file(name string, info disk.Info, among bool) ([]Input, error) {
	in := Input{Name: name, Size: info.Size, ModTime: info.ModTime, Among: among}
	in.path, _ = disk.AbsHost(name) // for what is told apart by where it is
	if !info.Mode.IsRegular() {
		in.Size, in.ModTime = 0, time.Time{}
	}
	in.open = func() (opened, error) {
		f, err := disk.OpenHost(name)
		if err != nil {
			return opened{}, err
		}
		o := opened{Reader: f, close: f.Close}
		if wal, err := disk.OpenHost(name + "-wal"); err == nil {
			o.wal = wal
			o.close = func() error { return errors.Join(f.Close(), wal.Close()) }
		}
		return o, nil
	}
	if !info.Mode.IsRegular() || !strings.EqualFold(filepath.Ext(name), ".zip") {
		return []Input{in}, nil
	}
	return zipped(in)
}

// folder lists the files below a folder in the order of their names. Hidden ones
// and links are passed over. What lies in "memory" beside instructions to a program or
// beside talks was written by an agent.
func folder(dir string, agent bool) ([]Input, error) {
	infos, err := disk.ListHost(dir)
	if err != nil {
		return nil, err
	}
	agent = agent || slices.ContainsFunc(infos, func(i disk.Info) bool { return instructions[i.Name] })
	talks := slices.ContainsFunc(infos, func(i disk.Info) bool { return path.Ext(i.Name) == ".jsonl" })
	var list []Input
	for _, info := range infos {
		name := filepath.Join(dir, info.Name)
		var found []Input
		switch {
		case strings.HasPrefix(info.Name, "."):
			continue
		case info.Mode.IsDir():
			found, err = folder(name, (agent || talks) && info.Name == "memory")
		case !info.Mode.IsRegular() || !slices.Contains(kinds, strings.ToLower(filepath.Ext(info.Name))):
			continue
		default:
			found, err = file(name, info, true)
		}
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].Among = true
			found[i].Agent = found[i].Agent || agent
		}
		list = append(list, found...)
	}
	return list, nil
}

// zipped lists the files of a zip.
func zipped(in Input) ([]Input, error) {
	f, err := in.open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	at, ok := f.Reader.(io.ReaderAt)
	if !ok {
		return nil, fmt.Errorf("%w: a zip has to be a file", ErrUnknown)
	}
	z, err := zip.NewReader(at, in.Size)
	if err != nil {
		return nil, fmt.Errorf("%w: %s is no whole zip", ErrUnknown, filepath.Base(in.Name))
	}
	agents := map[string]bool{} // folders
	for _, e := range z.File {
		dir, base := path.Split(e.Name)
		if instructions[base] {
			agents[dir] = true
		}
		if instructions[base] || path.Ext(base) == ".jsonl" {
			agents[dir+"memory/"] = true
		}
	}
	var list []Input
	for _, e := range z.File {
		if !e.Mode().IsRegular() || !slices.Contains(kinds[:len(kinds)-1], strings.ToLower(filepath.Ext(e.Name))) {
			continue
		}
		entry := Input{Name: in.Name + "/" + e.Name, Size: int64(e.UncompressedSize64), ModTime: e.Modified, Among: true}
		dir, _ := path.Split(e.Name)
		entry.Agent = agents[dir]
		entry.open = func() (opened, error) { return unzip(in, e.Name) }
		list = append(list, entry)
	}
	return list, nil
}

// unzip opens one file of a zip. Its stream is read once, from the beginning.
func unzip(in Input, name string) (opened, error) {
	f, err := in.open()
	if err != nil {
		return opened{}, err
	}
	z, err := zip.NewReader(f.Reader.(io.ReaderAt), in.Size)
	if err != nil {
		return opened{}, errors.Join(err, f.Close())
	}
	for _, e := range z.File {
		if e.Name == name {
			r, err := e.Open()
			if err != nil {
				return opened{}, errors.Join(err, f.Close())
			}
			return opened{Reader: r, close: func() error { return errors.Join(r.Close(), f.Close()) }}, nil
		}
	}
	return opened{}, errors.Join(fs.ErrNotExist, f.Close())
}

// mostHeld is the largest file that is held in memory, in bytes, where one has to
// be read in any order and comes as a stream.
const mostHeld = 256 << 20

// anywhere is the file for reading in any order.
func (r *Reading) anywhere() (io.ReaderAt, error) {
	if r.at != nil {
		return r.at, nil
	}
	b, err := io.ReadAll(io.LimitReader(r.in, mostHeld+1))
	if err != nil {
		return nil, err
	}
	if len(b) > mostHeld {
		return nil, fmt.Errorf("%w: unpack it first, it is longer than %d MB", ErrUnknown, mostHeld>>20)
	}
	return bytes.NewReader(b), nil
}

// Home is where people's programs keep their files.
type Home struct {
	Dir    string // the home folder
	Getenv func(string) string
}

// or is the folder that a variable names, else one below the home folder.
func (h Home) or(variable string, below ...string) string {
	if dir := h.Getenv(variable); dir != "" {
		return dir
	}
	return filepath.Join(append([]string{h.Dir}, below...)...)
}

// Found is a program's history on this machine.
type Found struct {
	Format Format
	Path   string
}

// Find lists the histories of other programs that are there.
func Find(h Home) []Found {
	var list []Found
	for _, f := range Formats {
		if f.homes == nil {
			continue
		}
		for _, at := range f.homes(h) {
			if _, err := disk.StatHost(at); err == nil && !slices.ContainsFunc(list, func(o Found) bool { return o.Path == at }) {
				list = append(list, Found{f, at})
			}
		}
	}
	return list
}
