package sqlite

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
)

func open(t *testing.T, name, log string) *DB {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var wal *bytes.Reader
	if log != "" {
		l, err := os.ReadFile("testdata/" + log)
		if err != nil {
			t.Fatal(err)
		}
		wal = bytes.NewReader(l)
	}
	var db *DB
	if wal != nil {
		db, err = Open(bytes.NewReader(b), wal)
	} else {
		db, err = Open(bytes.NewReader(b), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestRows reads a table whose tree has inner pages, whose rows go on in further
// pages, and whose columns have odd names.
func TestRows(t *testing.T) {
	db := open(t, "open.db", "")
	table, ok := db.Table(`odd "NAME"`)
	if !ok {
		t.Fatalf("tables: %v", db.tables)
	}
	n := 0
	err := table.Rows(func(r Row) error {
		n++
		long := 1
		if n%50 == 0 {
			long = 200
		}
		want := "row " + strconv.Itoa(n) + " " + strings.Repeat("long ", long)
		if id, _ := r.Int("n"); id != int64(3*n) || r.Text("TEXT") != want {
			t.Errorf("row %d: n %d, text %.30q", n, id, r.Text("text"))
		}
		if half := strconv.FormatFloat(float64(n)/2, 'g', -1, 64); r.Text("half") != half || r.Text("raw") != string([]byte{byte(n)}) {
			t.Errorf("row %d: half %s, raw %q", n, r.Text("half"), r.Text("raw"))
		}
		if flag, ok := r.Int("flag"); r.Null("flag") != (n%2 == 1) || ok && flag != int64(-n)*1000000 {
			t.Errorf("row %d: flag %d, %v", n, flag, ok)
		}
		return nil
	})
	if err != nil || n != 400 {
		t.Errorf("%d rows, %v", n, err)
	}
	for _, id := range []int64{3, 600, 1200, 4, 5000} {
		found := 0
		if err := table.Row(id, func(r Row) error { found++; return nil }); err != nil || found == 1 != (id%3 == 0 && id <= 1200) {
			t.Errorf("row %d: found %d, %v", id, found, err)
		}
	}
}

// What another program has committed and not yet put into the file counts; what it
// has not committed does not.
func TestTheLogIsLaidOverTheFile(t *testing.T) {
	table, _ := open(t, "open.db", "open.db-wal").Table(`Odd "name"`)
	got := map[int64]string{}
	if err := table.Rows(func(r Row) error { got[r.ID] = r.Text("text") + "|" + r.Text("later"); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(got) != 401 || got[3] != "changed|" || got[2000] != "newest|yes" {
		t.Errorf("%d rows, %q, %q", len(got), got[3], got[2000])
	}
}

func TestOtherEncodings(t *testing.T) {
	db := open(t, "wide.db", "")
	table, _ := db.Table("t")
	got := ""
	if err := table.Rows(func(r Row) error { got = r.Text("a"); return nil }); err != nil || got != "größer" {
		t.Errorf("%q, %v", got, err)
	}
	if _, ok := db.Table("w"); ok {
		t.Error("a table without rowids has rows")
	}
}

// Whatever is broken in a file, reading it ends.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"open.db", "wide.db"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, uint16(0), byte(0))
		f.Add(b, uint16(105), byte(255))
	}
	f.Fuzz(func(t *testing.T, b []byte, at uint16, c byte) {
		if int(at) < len(b) {
			b = bytes.Clone(b)
			b[at] = c
		}
		db, err := Open(bytes.NewReader(b), bytes.NewReader(b))
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		for _, table := range db.tables {
			n := 0
			_ = table.Rows(func(Row) error {
				if n++; n > 100000 {
					return ErrDamaged
				}
				return nil
			})
		}
	})
}
