package land

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"dormouse/land/disk"
	"dormouse/land/merge"
)

const (
	// keptFor is how long what came out of an exchange stays: an editor that had
	// the file open may still write into it.
	keptFor = time.Minute
	// keptMost bounds how many of one file stay.
	keptMost = 8
)

// LateEdit is the kind of a transaction that merges what a person's editor wrote
// into what the program had replaced meanwhile.
const LateEdit = "late edit"

// exchanged is one exchange of a transaction that is through.
type exchanged struct {
	temp temp
	file planned
	content
}

// sweep merges what editors wrote into what transactions had replaced, and what
// they wrote over it without having seen it, and removes what is old enough.
func (l *Land) sweep() ([]Notice, error) {
	if err := l.sweepDerived(); err != nil {
		return nil, err
	}
	temps, err := temps(l.fs)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(temps, func(a, b temp) int { return cmp.Compare(a.since, b.since) })
	files, known := map[string][]temp{}, map[string][]string{}
	for _, t := range temps {
		name := l.fileOf(t)
		files[name] = append(files[name], t)
		known[t.id] = l.files[t.id]
	}
	l.files = known
	var notices []Notice
	for _, name := range slices.Sorted(maps.Keys(files)) {
		found, err := l.sweepFile(name, files[name], temps)
		if err != nil {
			return notices, err
		}
		notices = append(notices, found...)
	}
	return notices, nil
}

// fileOf is the file that came out under a temporary name, "" where nothing tells
// any more.
func (l *Land) fileOf(t temp) string {
	names, known := l.files[t.id]
	if !known {
		if j, err := l.images.read(t.id); err == nil {
			names = j.names()
		}
		l.files[t.id] = names
	}
	if t.file >= len(names) {
		return ""
	}
	return names[t.file]
}

// names are the files of a journal that are exchanged, "" for the others.
func (j *journal) names() []string {
	var names []string
	for _, p := range j.Files {
		if p.inPlace() {
			p.Path = ""
		}
		names = append(names, p.Path)
	}
	return names
}

// sweepFile looks after what came out of one file, oldest first. In most cases
// nobody has touched anything, and that is quickly seen. all are what came out of
// any file: a transaction that cannot be taken back does not tell of which.
func (l *Land) sweepFile(name string, temps, all []temp) ([]Notice, error) {
	quiet := name != ""
	for _, t := range temps {
		quiet = quiet && !l.touched(t)
	}
	if quiet {
		now, err := l.reader.look(name)
		quiet = err == nil && left(all, now.content) != ""
	}
	var list []exchanged
	var notices []Notice
	for i, t := range temps {
		if quiet && !l.expired(t) && len(temps)-i <= keptMost {
			continue
		}
		if quiet && l.merged(t) {
			if err := ignoreMissing(l.fs.Remove(t.name())); err != nil {
				return notices, err
			}
			continue
		}
		p, n, err := l.lookBack(t)
		if err != nil {
			return notices, err
		}
		if n.Text != "" {
			notices = append(notices, n)
		}
		if p.file.Path != "" {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return notices, nil
	}
	if !quiet {
		found, err := l.late(name, list, all)
		if err != nil {
			return notices, err
		}
		notices = append(notices, found...)
	}
	for i, p := range list {
		n, err := l.discard(p, quiet || len(list)-i > keptMost)
		if err != nil {
			return notices, err
		}
		if n.Text != "" {
			notices = append(notices, n)
		}
	}
	return notices, nil
}

// touched tells whether somebody has written into what came out, since it did, or
// left it half way. A disk's clock may be coarse, so that near the moment itself
// the content decides.
func (l *Land) touched(t temp) bool {
	info, err := l.fs.Stat(t.name())
	if err != nil || t.kind != tempOld || t.since == 0 {
		return true
	}
	tick := 20 * time.Millisecond
	if info.ModTime.Nanosecond() == 0 {
		tick = 2 * time.Second
	}
	return info.ModTime.Add(tick).UnixNano() >= t.since && !l.merged(t)
}

// merged tells whether what came out is all in the file.
func (l *Land) merged(t temp) bool {
	data, err := disk.ReadFileMax(l.fs, t.name(), readMax)
	sum := hash(data)
	return err == nil && (sum == t.other || sum == t.ours)
}

// expired tells whether no editor will write into it any more.
func (l *Land) expired(t temp) bool {
	age := l.time.now().Sub(time.Unix(0, t.since))
	return age >= keptFor || age <= -keptFor
}

// lookBack reads what came out of an exchange, and which file it was. What is of
// no use is removed; where nothing tells any more which file that was, and an
// editor has written into it, it is left there and said.
func (l *Land) lookBack(t temp) (exchanged, Notice, error) {
	data, err := disk.ReadFileMax(l.fs, t.name(), readMax)
	if errors.Is(err, disk.ErrNotRegular) || err == nil && t.kind == tempNew {
		return exchanged{}, Notice{}, ignoreMissing(l.fs.Remove(t.name()))
	}
	if err != nil {
		return exchanged{}, Notice{}, ignoreMissing(err)
	}
	j, err := l.images.read(t.id)
	if err == nil && t.file < len(j.Files) && !j.Files[t.file].inPlace() {
		return exchanged{t, j.Files[t.file], content{data, true}}, Notice{}, nil
	}
	if sum := hash(data); sum == t.ours || sum == t.other {
		return exchanged{}, Notice{}, ignoreMissing(l.fs.Remove(t.name()))
	}
	return exchanged{}, Notice{Path: t.name(), Text: "was written to after it was replaced; compare it by hand, then delete it"}, nil
}

// late brings in what a person wrote from an older text into the file name,
// given what came out of it lately, oldest first, and all that came out of any.
func (l *Land) late(name string, list []exchanged, all []temp) ([]Notice, error) {
	now, err := l.reader.look(name)
	if errors.Is(err, disk.ErrNotRegular) {
		return nil, nil // somebody else's: it is said by Notices
	}
	if err != nil {
		return nil, err
	}
	var want content
	if id := left(tempsOf(list), now.content); id != "" {
		earlier := slices.DeleteFunc(slices.Clone(list), func(p exchanged) bool { return p.temp.id == id })
		want = bringIn(earlier, again(id, list, now.content))
	} else if left(all, now.content) != "" {
		want = bringIn(list, now.content)
	} else {
		want = bringIn(list, l.overwritten(now, list))
	}
	var notices []Notice
	if !want.same(now.content) {
		if err := l.bring(name, now.content, want, list); err != nil {
			return nil, err
		}
		notices = append(notices, Notice{Path: name, Text: "an edit that was saved while the program replaced the file was merged in"})
	}
	return notices, nil
}

// left is the transaction that left the file as it is now, "" where somebody has
// written to it since.
func left(list []temp, now content) string {
	sum := hash(now.data)
	for _, t := range slices.Backward(list) {
		if now.exists && sum == t.ours {
			return t.id
		}
	}
	return ""
}

func tempsOf(list []exchanged) []temp {
	var temps []temp
	for _, p := range list {
		temps = append(temps, p.temp)
	}
	return temps
}

// again tells what a transaction makes of the file, which is as it left it, from
// what has come out of it by now.
func again(id string, list []exchanged, now content) content {
	s := &slot{}
	var file planned
	for _, p := range list {
		if p.temp.id == id {
			s.outs, file = append(s.outs, out{p.temp, p.content}), p.file
		}
	}
	return s.fold(&file, now, false).want
}

// bringIn merges all news into what the file holds now.
func bringIn(list []exchanged, now content) content {
	for _, p := range list {
		if p.isNews() {
			now = p.into(now)
		}
	}
	return now
}

// overwritten tells what the file shall be where somebody wrote over it what
// they had loaded before one of the transactions: what they wrote, and once more
// all transactions since then.
func (l *Land) overwritten(now sight, list []exchanged) content {
	want := now.content
	if len(want.data) == 0 {
		return want
	}
	var missed []plan
	for i, p := range slices.Backward(list) {
		if i > 0 && list[i-1].temp.id == p.temp.id {
			continue
		}
		plan := p.file.plan()
		// Later than that, a person has seen it and taken all of it out.
		late := now.changed.After(time.Unix(0, p.temp.since).Add(halfFor))
		if late || plan.landed(want) || now.same(p.file.before()) {
			break
		}
		missed = append(missed, plan)
	}
	for _, plan := range slices.Backward(missed) {
		want, _ = plan.apply(want)
	}
	return want
}

// isNews tells whether an editor has written into what came out since it was
// merged, and is through with it.
func (p exchanged) isNews() bool {
	sum := hash(p.data)
	return sum != p.temp.other && sum != p.temp.ours && !p.isHalf()
}

func (p exchanged) isHalf() bool {
	return p.half(p.file.before()) || p.half(p.file.plan().before)
}

// into merges what came out late into what the file holds now.
func (p exchanged) into(now content) content {
	text := p.content
	if plan := p.file.plan(); !plan.landed(text) {
		text, _ = plan.apply(text)
	}
	merged := content{merge.Union(p.file.after().data, text.data, now.data), true}
	if len(merged.data) == 0 && !now.exists {
		return now
	}
	return merged
}

// bring saves an edit that came late.
func (l *Land) bring(name string, now, want content, list []exchanged) error {
	last := list[len(list)-1].temp
	id := "late-" + hash(append([]byte(last.name()), want.data...))
	_, err := l.commit(Tx{ID: id, Kind: LateEdit, Time: time.Unix(0, last.since).UTC(), Undoable: true, Changes: []Change{
		{Path: name, Before: now.bytes(), After: want.bytes()},
	}})
	return err
}

// discard marks what came out as merged, or removes it when it is old. What an
// editor has left half way is kept beside the file then.
func (l *Land) discard(p exchanged, tooMany bool) (Notice, error) {
	if !tooMany && !l.expired(p.temp) {
		merged := p.temp.as(tempOld)
		if !p.isHalf() {
			merged.other = hash(p.data)
		}
		return Notice{}, ignoreMissing(l.rename(p.temp, merged))
	}
	var n Notice
	if sum := hash(p.data); p.isHalf() && sum != p.temp.other {
		n = Notice{Path: p.file.Path, Text: "was empty when the program saved, as an editor leaves it half way: its lines were kept; delete them again if you meant it"}
		if len(p.data) > 0 {
			aside := asideName(p.file.Path, p.temp.id)
			n.Text = fmt.Sprintf("was cut off when the program saved, as an editor leaves it half way: its lines were kept, what there was is in %s", aside)
			if err := disk.WriteFile(l.fs, aside, p.data); err != nil {
				return Notice{}, err
			}
		}
	}
	return n, ignoreMissing(l.fs.Remove(p.temp.name()))
}

// sweepDerived removes what a crash left of disk.WriteFile.
func (l *Land) sweepDerived() error {
	infos, err := l.fs.ReadDir(StateDir)
	if err != nil {
		return err
	}
	for _, info := range infos {
		if disk.IsTemp(info.Name) {
			if err := l.fs.Remove(StateDir + "/" + info.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
