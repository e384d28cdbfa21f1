package sqlite

import (
	"encoding/binary"
	"fmt"
)

// Pages of a table's tree.
const (
	interior = 0x05
	leaf     = 0x0d
)

// Rows visits all rows in the order of their rowids, until do returns an error.
func (t Table) Rows(do func(Row) error) error {
	return walk{Table: t, do: do, seen: map[uint32]bool{}}.below(t.root)
}

// Row visits the row of one rowid, if there is one.
func (t Table) Row(id int64, do func(Row) error) error {
	return walk{Table: t, do: do, only: &id, seen: map[uint32]bool{}}.below(t.root)
}

// walk is a visit of a table's rows. Each page belongs to one place of the tree or
// to one row: one that comes twice says that the file is damaged, and ends what
// else might never.
type walk struct {
	Table
	do   func(Row) error
	only *int64 // the one row that is asked for
	seen map[uint32]bool
}

func (t walk) once(n uint32) error {
	if t.seen[n] {
		return fmt.Errorf("%w: page %d stands in two places", ErrDamaged, n)
	}
	t.seen[n] = true
	return nil
}

// below visits the rows below a page.
func (t walk) below(n uint32) error {
	if err := t.once(n); err != nil {
		return err
	}
	kind, cells, right, err := t.cells(n)
	if err != nil {
		return err
	}
	for _, cell := range cells {
		if kind == leaf {
			err = t.leaf(n, cell)
		} else {
			below, key := binary.BigEndian.Uint32(cell), int64(varint(cell[4:]).value)
			if t.only != nil && *t.only > key {
				continue
			}
			err = t.below(below)
			if t.only != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
	if kind == interior {
		return t.below(right)
	}
	return nil
}

// cells copies what the cells of a page begin with: enough of an interior one,
// and of a leaf all that stands on the page.
func (t walk) cells(n uint32) (kind byte, cells [][]byte, right uint32, err error) {
	page, err := t.db.page(n)
	if err != nil {
		return 0, nil, 0, err
	}
	page = append([]byte(nil), page...)
	at := 0
	if n == 1 {
		at = 100
	}
	kind = page[at]
	count, pointers := int(binary.BigEndian.Uint16(page[at+3:])), at+8
	switch kind {
	case interior:
		right, pointers = binary.BigEndian.Uint32(page[at+8:]), at+12
	case leaf:
	default:
		return 0, nil, 0, fmt.Errorf("%w: page %d is none of a table", ErrDamaged, n)
	}
	if pointers+2*count > len(page) {
		return 0, nil, 0, fmt.Errorf("%w: page %d", ErrDamaged, n)
	}
	for i := range count {
		from := int(binary.BigEndian.Uint16(page[pointers+2*i:]))
		if from+5 > len(page) {
			return 0, nil, 0, fmt.Errorf("%w: page %d", ErrDamaged, n)
		}
		cells = append(cells, page[from:])
	}
	return kind, cells, right, nil
}

// leaf reads the row of a cell.
func (t walk) leaf(n uint32, cell []byte) error {
	length := varint(cell)
	id := varint(cell[length.size:])
	if t.only != nil && int64(id.value) != *t.only {
		return nil
	}
	if length.value > mostRecord {
		return fmt.Errorf("%w: page %d: a row of %d bytes", ErrDamaged, n, length.value)
	}
	payload, err := t.payload(cell[length.size+id.size:], int64(length.value))
	if err != nil {
		return fmt.Errorf("row %d: %w", int64(id.value), err)
	}
	values, err := t.db.values(payload)
	if err != nil {
		return fmt.Errorf("row %d: %w", int64(id.value), err)
	}
	return t.do(Row{ID: int64(id.value), table: t.Table, values: values})
}

// payload puts a row's bytes together: what stands on the page, and the chain of
// pages that it goes on in.
func (t walk) payload(here []byte, length int64) ([]byte, error) {
	u := t.db.usable
	local := length
	if length > u-35 {
		least := (u-12)*32/255 - 23
		local = least + (length-least)%(u-4)
		if local > u-35 {
			local = least
		}
	}
	if local > int64(len(here)) {
		return nil, ErrDamaged
	}
	out := append([]byte(nil), here[:local]...)
	if local == length {
		return out, nil
	}
	if int64(len(here)) < local+4 {
		return nil, ErrDamaged
	}
	next := binary.BigEndian.Uint32(here[local:])
	for int64(len(out)) < length {
		if err := t.once(next); err != nil {
			return nil, err
		}
		page, err := t.db.page(next)
		if err != nil {
			return nil, err
		}
		take := min(length-int64(len(out)), u-4)
		out = append(out, page[4:4+take]...)
		next = binary.BigEndian.Uint32(page)
	}
	return out, nil
}
