package sqlite

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Row is one row. Columns that the row or the table does not have are NULL.
type Row struct {
	ID     int64
	table  Table
	values []any // nil, int64, float64, string or []byte
}

func (r Row) value(column string) any {
	i := slices.IndexFunc(r.table.columns, func(c string) bool { return strings.EqualFold(c, column) })
	switch {
	case i < 0:
		return nil
	case i == r.table.alias:
		return r.ID
	case i >= len(r.values):
		return nil
	}
	return r.values[i]
}

// Text is a column as text; "" for NULL.
func (r Row) Text(column string) string {
	switch v := r.value(column).(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// Int is a column as a number. ok is false for what is none.
func (r Row) Int(column string) (n int64, ok bool) {
	n, ok = r.value(column).(int64)
	return n, ok
}

// Null says whether a column holds nothing.
func (r Row) Null(column string) bool { return r.value(column) == nil }

type number struct {
	value uint64
	size  int // bytes
}

// varint reads up to nine bytes of seven bits, of the ninth all eight. What is
// cut off counts as what there is.
func varint(b []byte) number {
	var n number
	for n.size < len(b) && n.size < 9 {
		c := b[n.size]
		n.size++
		if n.size == 9 {
			n.value = n.value<<8 | uint64(c)
			return n
		}
		n.value = n.value<<7 | uint64(c&0x7f)
		if c < 0x80 {
			return n
		}
	}
	return n
}

// values reads a record: a header of types, then what they say.
func (db *DB) values(b []byte) ([]any, error) {
	head := varint(b)
	if head.size == 0 || head.value > uint64(len(b)) || head.value < uint64(head.size) {
		return nil, ErrDamaged
	}
	types, body := b[head.size:head.value], b[head.value:]
	var out []any
	for len(types) > 0 {
		kind := varint(types)
		types = types[kind.size:]
		length := lengthOf(kind.value)
		if length > uint64(len(body)) {
			return nil, ErrDamaged
		}
		out = append(out, db.valueOf(kind.value, body[:length]))
		body = body[length:]
	}
	return out, nil
}

// lengthOf is how many bytes a value of a type takes.
func lengthOf(kind uint64) uint64 {
	switch {
	case kind <= 4:
		return kind
	case kind == 5:
		return 6
	case kind == 6 || kind == 7:
		return 8
	case kind >= 12:
		return (kind - 12) / 2
	}
	return 0
}

func (db *DB) valueOf(kind uint64, b []byte) any {
	switch {
	case kind == 0 || kind == 10 || kind == 11:
		return nil
	case kind == 7:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	case kind <= 6:
		n := int64(int8(b[0])) // the sign goes on from the first byte
		for _, c := range b[1:] {
			n = n<<8 | int64(c)
		}
		return n
	case kind == 8 || kind == 9:
		return int64(kind - 8)
	case kind%2 == 0:
		return b
	case db.utf16 == nil:
		return string(b)
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = db.utf16.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}
