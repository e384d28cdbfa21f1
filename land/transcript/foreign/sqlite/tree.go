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
func (t Table) Rows(do func(Row) error) error { return t.walk(t.root, 0, nil, do) }

// Row visits the row of one rowid, if there is one.
func (t Table) Row(id int64, do func(Row) error) error { return t.walk(t.root, 0, &id, do) }

// walk visits the rows below a page; with only, the one of that rowid.
func (t Table) walk(n uint32, depth int, only *int64, do func(Row) error) error {
	if depth > mostDepth {
		return fmt.Errorf("%w: a tree without an end", ErrDamaged)
	}
	kind, cells, right, err := t.cells(n)
	if err != nil {
		return err
	}
	for _, cell := range cells {
		if kind == leaf {
			err = t.leaf(n, cell, only, do)
		} else {
			below, key := binary.BigEndian.Uint32(cell), int64(varint(cell[4:]).value)
			if only != nil && *only > key {
				continue
			}
			err = t.walk(below, depth+1, only, do)
			if only != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
	if kind == interior {
		return t.walk(right, depth+1, only, do)
	}
	return nil
}

// cells copies what the cells of a page begin with: enough of an interior one,
// and of a leaf all that stands on the page.
func (t Table) cells(n uint32) (kind byte, cells [][]byte, right uint32, err error) {
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
func (t Table) leaf(n uint32, cell []byte, only *int64, do func(Row) error) error {
	length := varint(cell)
	id := varint(cell[length.size:])
	if only != nil && int64(id.value) != *only {
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
	return do(Row{ID: int64(id.value), table: t, values: values})
}

// payload puts a row's bytes together: what stands on the page, and the chain of
// pages that it goes on in.
func (t Table) payload(here []byte, length int64) ([]byte, error) {
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
