package search

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/language/vectors"
	"dormouse/memory/search/index"
)

// The manifest names the segments that make the index, base first, and the
// time of the disk's clock when their files were looked at. It is replaced
// last, so a reader finds the old index or the new one. An index that was made when words
// led elsewhere is none.
func manifestMagic() string {
	return fmt.Sprintf("dorm-manifest 3 %08x %08x\n", vectors.AskedSum(), vectors.BridgeSum())
}

// load opens the index that is there. Whatever is wrong with it, there is then
// none, and the files are read.
func (c *collection) load() {
	r, ok := unsealed(blobOf(c.store, c.name, 4096), manifestMagic())
	if !ok {
		return
	}
	c.scanned = time.Unix(0, int64(r.U64()))
	for range r.Count() {
		name := r.Text()
		s, err := index.OpenSegment(c.store, name)
		if err != nil {
			c.reset()
			return
		}
		c.parts, c.saved = append(c.parts, part{seg: s}), append(c.saved, name)
	}
}

// blobOf is a blob of at most so many bytes; nil where there is none.
func blobOf(store index.Store, name string, most int64) []byte {
	blob, err := store.Open(name)
	if err != nil {
		return nil
	}
	defer blob.Close()
	b, err := disk.ReadAll(blob, name, most)
	if err != nil {
		return nil
	}
	return b
}

// sealed closes a blob with the sum of all before it.
func sealed(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, index.Checksum(b)) }

// unsealed reads what stands between a blob's first bytes and its sum; false where one
// of them is not what it should be.
func unsealed(b []byte, magic string) (r index.Reader, ok bool) {
	body, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok || len(body) < 4 || index.Checksum(b[:len(b)-4]) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
		return r, false
	}
	return index.Reader{Left: body[:len(body)-4]}, true
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
		s, err := index.OpenSegment(c.store, name)
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
	b := []byte(manifestMagic())
	b = binary.LittleEndian.AppendUint64(b, uint64(c.scanned.UnixNano()))
	b = binary.AppendUvarint(b, uint64(len(c.saved)))
	for _, n := range c.saved {
		b = index.AppendText(b, n)
	}
	return c.store.Replace(c.name, sealed(b))
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
	info, _ := b.Stat()
	return info.ModTime
}
