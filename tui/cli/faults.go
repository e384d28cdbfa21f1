package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// fault is an error for a person: one line of what failed and why, then hints.
type fault struct {
	code  int    // exit status
	name  string // stable, for --json
	text  string
	hints []string
}

// print writes the fault to standard error (CONTRACT, exit status).
func (f fault) print(w io.Writer, asJSON bool) {
	if asJSON {
		f.text = cutLine(f.text)
		type body struct {
			Code    string   `json:"code"`
			Message string   `json:"message"`
			Hints   []string `json:"hints"`
		}
		hints := f.hints
		if hints == nil {
			hints = []string{}
		}
		b, err := json.Marshal(map[string]body{"error": {f.name, f.text, hints}})
		if err != nil { // strings always encode
			b = []byte(`{"error":{}}`)
		}
		fmt.Fprintln(w, string(printable(b)))
		return
	}
	fmt.Fprintln(w, "dormouse: "+cutLine(f.text))
	for _, h := range f.hints {
		fmt.Fprintln(w, "hint: "+visible(h))
	}
}

// misuse is an error in how the program was called, and what to do instead; ""
// points to the help.
type misuse struct {
	err  error
	hint string
}

func (m *misuse) Error() string { return m.err.Error() }
func (m *misuse) Unwrap() error { return m.err }

func misused(format string, args ...any) error { return &misuse{err: fmt.Errorf(format, args...)} }

// noSuch refuses a name of which there is no thing, and says where its like are
// listed.
func noSuch(what, name, list string) error {
	return &misuse{fmt.Errorf("there is no %s %s", what, strconv.Quote(name)), "`" + list + "` lists them; the beginning of an id will do"}
}

// explain turns any error into words, hints and an exit status. The table is
// the one place where sentinels meet people.
func explain(err error) fault {
	f := fault{code: exitFailed, name: "failed", text: oneLine(plainWords(err))}
	var m *misuse
	if errors.As(err, &m) || strings.HasPrefix(err.Error(), "unknown command") {
		hint := "`dormouse --help` lists commands and flags"
		if m != nil && m.hint != "" {
			hint = m.hint
		}
		return fault{code: exitUsage, name: "usage", text: f.text, hints: []string{hint}}
	}
	for _, k := range known() {
		if k.is(err) {
			f.code, f.name = k.code, k.name
			f.hints = append(f.hints, k.hint)
			break
		}
	}
	var closed *shut
	if errors.As(err, &closed) && f.code != exitLand {
		f.code, f.name = exitLand, "land"
		f.hints = []string{"say another folder with --land, or look who owns this one: ls -ld"}
	}
	return f
}

// oneLine joins the lines of an error that was put together from several.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
