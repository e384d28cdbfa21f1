package sqlite

import (
	"encoding/binary"
	"io"
)

// The write-ahead log: a header of 32 bytes, then frames of 24 bytes and a page.
const (
	logHeader   = 32
	frameHeader = 24
	logMagic    = 0x377f0682 // the last bit says how the checksums count
)

// overlay notes for each page where the log holds its newest committed content.
// A log that is not this database's, or whose frames do not follow from its
// header, holds nothing.
func (db *DB) overlay(log io.ReaderAt) {
	head := make([]byte, logHeader)
	if _, err := log.ReadAt(head, 0); err != nil {
		return
	}
	magic := binary.BigEndian.Uint32(head)
	if magic&^1 != logMagic || int64(binary.BigEndian.Uint32(head[8:])) != db.size {
		return
	}
	var order binary.ByteOrder = binary.LittleEndian
	if magic&1 == 1 {
		order = binary.BigEndian
	}
	sum := checksum(order, [2]uint32{}, head[:24])
	if sum[0] != binary.BigEndian.Uint32(head[24:]) || sum[1] != binary.BigEndian.Uint32(head[28:]) {
		return
	}
	db.log, db.newer = log, map[uint32]int64{}
	waiting := map[uint32]int64{}
	frame := make([]byte, frameHeader+db.size)
	for at := int64(logHeader); ; at += int64(len(frame)) {
		if _, err := log.ReadAt(frame, at); err != nil || string(frame[8:16]) != string(head[16:24]) {
			return
		}
		sum = checksum(order, sum, frame[:8])
		sum = checksum(order, sum, frame[frameHeader:])
		if sum[0] != binary.BigEndian.Uint32(frame[16:]) || sum[1] != binary.BigEndian.Uint32(frame[20:]) {
			return
		}
		waiting[binary.BigEndian.Uint32(frame)] = at + frameHeader
		if binary.BigEndian.Uint32(frame[4:]) == 0 { // no commit yet
			continue
		}
		for page, where := range waiting {
			db.newer[page] = where
		}
		clear(waiting)
	}
}

// checksum goes on with a sum over words of four bytes; the length is a multiple
// of eight.
func checksum(order binary.ByteOrder, sum [2]uint32, b []byte) [2]uint32 {
	for ; len(b) >= 8; b = b[8:] {
		sum[0] += order.Uint32(b) + sum[1]
		sum[1] += order.Uint32(b[4:]) + sum[0]
	}
	return sum
}
