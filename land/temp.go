package land

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"dormouse/land/disk"
)

// temp is the name of a file in .dormouse/tmp. The name says what the file is
// to a program that has only the folder to go by:
//
//	<id>~<file>~<round>~<ours>~<other>.new          our new content, perhaps not complete
//	<id>~<file>~<round>~<ours>~<other>.out          about to be exchanged, or exchanged
//	<id>~<file>~<round>~<ours>~<other>~<since>.old  exchanged, and merged where needed
//
// ours is the hash of our content ("gone" when the file is to be removed), other
// that of what came out as far as our content holds it; since when it
// came out, in nanoseconds of Unix time. A .out whose content has the hash ours was
// not exchanged yet.
type temp struct {
	id          string
	file, round int
	ours, other string
	since       int64
	kind        string
}

const (
	tempNew = ".new"
	tempOut = ".out"
	tempOld = ".old"

	removed = "gone"
)

func (t temp) name() string {
	name := fmt.Sprintf("%s/%s~%d~%d~%s~%s", tempDir, t.id, t.file, t.round, t.ours, t.other)
	if t.since != 0 {
		name += fmt.Sprintf("~%d", t.since)
	}
	return name + t.kind
}

func (t temp) as(kind string) temp {
	t.kind = kind
	return t
}

func parseTemp(base string) (temp, bool) {
	stem, kind := base, ""
	if i := strings.LastIndexByte(base, '.'); i >= 0 {
		stem, kind = base[:i], base[i:]
	}
	parts := strings.Split(stem, "~")
	if len(parts) == 5 {
		parts = append(parts, "0")
	}
	if len(parts) != 6 || kind != tempNew && kind != tempOut && kind != tempOld {
		return temp{}, false
	}
	file, err1 := strconv.Atoi(parts[1])
	round, err2 := strconv.Atoi(parts[2])
	since, err3 := strconv.ParseInt(parts[5], 10, 64)
	return temp{parts[0], file, round, parts[3], parts[4], since, kind}, err1 == nil && err2 == nil && err3 == nil
}

// temps lists what is in .dormouse/tmp, oldest round first.
func temps(folder disk.FS) ([]temp, error) {
	infos, err := folder.ReadDir(tempDir)
	if err != nil {
		return nil, err
	}
	var list []temp
	for _, info := range infos {
		if t, ok := parseTemp(info.Name); ok {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b temp) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.file, b.file), cmp.Compare(a.round, b.round))
	})
	return list, nil
}

// newTemp names the temporary file of one round.
func newTemp(j *journal, file, round int, want, expect content) temp {
	t := temp{id: j.ID, file: file, round: round, ours: hash(want.data), other: hash(expect.data), kind: tempNew}
	if !want.exists {
		t.ours = removed
	}
	return t
}

// writeNew writes want, synced, under the name of its round.
func (l *Land) writeNew(j *journal, file, round int, want, expect content) error {
	if !want.exists {
		return nil
	}
	p := j.Files[file]
	name := newTemp(j, file, round, want, expect).name()
	f, err := l.fs.Create(name, p.Mode)
	if errors.Is(err, fs.ErrExist) {
		if err = l.fs.Remove(name); err == nil {
			f, err = l.fs.Create(name, p.Mode)
		}
	}
	if err == nil {
		err = disk.Fill(f, want.data)
	}
	return about(p.Path, err)
}

// dropTemps removes the new contents of a transaction that was not decided.
// What cannot be removed now is swept by the next one.
func (l *Land) dropTemps(j *journal) {
	for i, p := range j.Files {
		if !p.inPlace() {
			_ = l.fs.Remove(newTemp(j, i, 1, p.after(), p.before()).name())
		}
	}
}
