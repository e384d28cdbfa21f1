package sleep

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"dormouse/land/disk"
)

// What a land keeps of a night is its plan without the changes, packed: it says
// most things twice, and is read when somebody asks about that night. zcat shows it.

// RecordPath is the file of a night's record.
func RecordPath(night string) string { return NightsDir + "/" + night + ".json.gz" }

// oldRecordPath is where older programs kept it.
func oldRecordPath(night string) string { return NightsDir + "/" + night + ".json" }

// ReadRecord is what a land keeps of a night; fs.ErrNotExist when that is gone.
func ReadRecord(read func(name string) ([]byte, error), night string) (*Plan, error) {
	b, err := read(RecordPath(night))
	if errors.Is(err, fs.ErrNotExist) {
		b, err = read(oldRecordPath(night))
	}
	if err != nil {
		return nil, err
	}
	return ReadPlan(b)
}

// pack is the same for the same text.
func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err := zip.Write(text)
	if err := errors.Join(err, zip.Close()); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	return b.Bytes(), nil
}

// unpack gives back what pack was told; what is not packed stays as it is.
func unpack(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	zip, err := gzip.NewReader(bytes.NewReader(b))
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(zip, disk.MaxFile))
	}
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return b, nil
}
