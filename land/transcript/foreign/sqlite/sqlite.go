// Package sqlite reads tables of an SQLite database: all rows, or the row of a
// rowid. It never writes, takes no lock, knows no SQL and no index.
//
// # Why
//
// One program keeps its history in SQLite, and all that is asked of it is its
// rows. The pure Go port of SQLite (modernc.org/sqlite v1.61.1) was weighed: it
// adds 4.8 MB to a program and 31 seconds of processor time to a fresh build. The
// format (https://www.sqlite.org/fileformat2.html) does not change any more, and
// to read it takes the few hundred lines of this package.
//
// A database that another program has open is read as its last commit left it:
// what stands in the write-ahead log beside it is laid over the file.
package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrDamaged is returned for a file that is no SQLite database, or one whose
// pages contradict each other; the caller should say so and go on without it.
var ErrDamaged = errors.New("not a readable SQLite database")

// Magic is how every SQLite database begins.
const Magic = "SQLite format 3\x00"

// mostRecord is the longest row that is read, in bytes.
const mostRecord = 256 << 20

// DB is an open database.
type DB struct {
	file     io.ReaderAt
	size     int64 // bytes of a page
	usable   int64 // of it that hold content
	pages    uint32
	utf16    binary.ByteOrder // nil for UTF-8
	log      io.ReaderAt
	newer    map[uint32]int64 // page → where its newest content stands in log
	tables   map[string]Table
	pageSeen uint32
	pageText []byte
}

// Table is one table of the database.
type Table struct {
	db      *DB
	root    uint32
	columns []string
	alias   int // the column that the rowid stands for; -1 for none
}

// Open reads the header and the schema. log is the write-ahead log beside the
// file, nil where there is none.
func Open(file io.ReaderAt, log io.ReaderAt) (*DB, error) {
	head := make([]byte, 100)
	if _, err := file.ReadAt(head, 0); err != nil || string(head[:16]) != Magic {
		return nil, ErrDamaged
	}
	db := &DB{file: file, size: int64(binary.BigEndian.Uint16(head[16:])), tables: map[string]Table{}}
	if db.size == 1 {
		db.size = 1 << 16
	}
	if db.size < 512 || db.size&(db.size-1) != 0 {
		return nil, ErrDamaged
	}
	db.usable = db.size - int64(head[20])
	db.pages = ^uint32(0)
	switch binary.BigEndian.Uint32(head[56:]) {
	case 2:
		db.utf16 = binary.LittleEndian
	case 3:
		db.utf16 = binary.BigEndian
	}
	if db.usable < 480 {
		return nil, ErrDamaged
	}
	if log != nil {
		db.overlay(log)
	}
	return db, db.schema()
}

// schema reads which tables there are.
func (db *DB) schema() error {
	master := Table{db: db, root: 1, columns: []string{"type", "name", "tbl_name", "rootpage", "sql"}, alias: -1}
	return master.Rows(func(r Row) error {
		root, _ := r.Int("rootpage")
		if r.Text("type") != "table" || root <= 0 || strings.Contains(strings.ToUpper(r.Text("sql")), "WITHOUT ROWID") {
			return nil
		}
		columns, alias := columnsOf(r.Text("sql"))
		db.tables[strings.ToLower(r.Text("name"))] = Table{db: db, root: uint32(root), columns: columns, alias: alias}
		return nil
	})
}

// Table finds a table by its name. ok is false where there is none.
func (db *DB) Table(name string) (t Table, ok bool) {
	t, ok = db.tables[strings.ToLower(name)]
	return t, ok
}

// page reads one page, valid until the next one is read.
func (db *DB) page(n uint32) ([]byte, error) {
	if n == 0 || n > db.pages {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, n)
	}
	if n == db.pageSeen {
		return db.pageText, nil
	}
	if db.pageText == nil {
		db.pageText = make([]byte, db.size)
	}
	db.pageSeen = 0
	file, at := db.file, int64(n-1)*db.size
	if newer, ok := db.newer[n]; ok {
		file, at = db.log, newer
	}
	if _, err := file.ReadAt(db.pageText, at); err != nil {
		return nil, fmt.Errorf("%w: page %d: %w", ErrDamaged, n, err)
	}
	db.pageSeen = n
	return db.pageText, nil
}
