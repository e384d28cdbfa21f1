package search

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/memory/search/index"
)

// The manifest names the segments that make the index, base first, and the
// time of the disk's clock when their files were looked at. It is replaced
// last, so a reader finds the old index or the new one.
const manifestMagic = "dorm-manifest 1\n"

// load opens the index that is there. Whatever is wrong with it, there is then
// none, and the files are read.
func (c *collection) load() {
	blob, err := c.store.Open(c.name)
	if err != nil {
		return
	}
	defer blob.Close()
	if blob.Size() > 4096 {
		return
	}
	b := make([]byte, blob.Size())
	if n, _ := blob.ReadAt(b, 0); n < len(b) || len(b) < len(manifestMagic)+4 ||
		string(b[:len(manifestMagic)]) != manifestMagic ||
		index.Checksum(b[:len(b)-4]) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
		return
	}
	r := index.Reader{Left: b[len(manifestMagic) : len(b)-4]}
	scanned := time.Unix(0, int64(r.U64()))
	var parts []part
	var names []string
	for range r.Count() {
		name := r.Text()
		blob, err := c.store.Open(name)
		if err == nil {
			var s *index.Segment
			if s, err = index.OpenSegment(blob); err == nil {
				parts, names = append(parts, part{seg: s}), append(names, name)
			}
		}
		if err != nil {
			r.Bad = true
			break
		}
	}
	if r.Bad {
		for _, p := range parts {
			p.seg.Close()
		}
		return
	}
	c.parts, c.saved, c.scanned = parts, names, scanned
	c.where = map[string]fileRef{}
	for i, p := range parts {
		for j, e := range p.seg.Files {
			c.where[e.Name] = fileRef{i, j}
		}
	}
}

// save writes the segments that are not on disk yet, then the manifest, then
// removes what nobody names. What cannot be written stays in memory only.
func (c *collection) save() {
	for i, p := range c.parts {
		if c.saved[i] != "" {
			continue
		}
		data := p.seg.Encode()
		name := fmt.Sprintf("%s-%016x", c.name, contentHash(data))
		if c.store.Replace(name, data) != nil {
			return
		}
		blob, err := c.store.Open(name)
		if err != nil {
			return
		}
		s, err := index.OpenSegment(blob)
		if err != nil {
			return
		}
		c.parts[i].seg, c.saved[i] = s, name
	}
	if c.writeManifest() == nil {
		c.sweep()
	}
}

func (c *collection) writeManifest() error {
	b := append([]byte{}, manifestMagic...)
	b = binary.LittleEndian.AppendUint64(b, uint64(c.scanned.UnixNano()))
	b = binary.AppendUvarint(b, uint64(len(c.saved)))
	for _, n := range c.saved {
		b = index.AppendText(b, n)
	}
	b = binary.LittleEndian.AppendUint32(b, index.Checksum(b))
	return c.store.Replace(c.name, b)
}

// sweep removes segments of this collection that the manifest does not name.
func (c *collection) sweep() {
	names, err := c.store.List()
	if err != nil {
		return
	}
	for _, n := range names {
		if strings.HasPrefix(n, c.name+"-") && !slices.Contains(c.saved, n) {
			_ = c.store.Remove(n) // it is only rubbish: the next sweep tries again
		}
	}
}

// stamp notes that files which looked recent have been compared by content.
func (c *collection) stamp() {
	if slices.Contains(c.saved, "") {
		return
	}
	l, err := c.store.Lock()
	if err != nil {
		return
	}
	defer l.Close()
	if now := c.diskTime(); !now.IsZero() {
		c.scanned = now
		_ = c.writeManifest() // without it the next search compares once more
	}
}

// diskTime asks the disk what time it is, by writing a file. Only the clock
// that stamps the files can tell whether one is older than a look at it.
func (c *collection) diskTime() time.Time {
	if c.store.Replace("now", nil) != nil {
		return time.Time{}
	}
	b, err := c.store.Open("now")
	if err != nil {
		return time.Time{}
	}
	defer b.Close()
	return b.ModTime()
}
