// Package fault turns errors into what a person or a script gets of them: one line of
// what failed and why, hints, a stable name and an exit status. The table of known
// errors is the one place where sentinels meet people.
package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dormouse/land/transcript"
	"dormouse/tui/cli/output"
	"dormouse/tui/safe"
	"dormouse/tui/tell"
)

// Fault is an error for a person: one line of what failed and why, then hints.
type Fault struct {
	Code  int    // exit status
	Name  string // stable, for --json
	Text  string
	Hints []string
}

// Print writes the fault to standard error.
func (f Fault) Print(w io.Writer, asJSON bool) {
	if asJSON {
		f.Text = output.Line(f.Text)
		type body struct {
			Code    string   `json:"code"`
			Message string   `json:"message"`
			Hints   []string `json:"hints"`
		}
		hints := f.Hints
		if hints == nil {
			hints = []string{}
		}
		b, err := json.Marshal(map[string]body{"error": {f.Name, f.Text, hints}})
		if err != nil { // strings always encode
			b = []byte(`{"error":{}}`)
		}
		fmt.Fprintln(w, string(output.Printable(b)))
		return
	}
	fmt.Fprintln(w, "dormouse: "+output.Line(f.Text))
	for _, h := range f.Hints {
		fmt.Fprintln(w, "hint: "+safe.Line(h))
	}
}

// Misuse is an error in how the program was called, and what to do instead; ""
// points to the help.
type Misuse struct {
	Err  error
	Hint string
}

func (m *Misuse) Error() string { return m.Err.Error() }
func (m *Misuse) Unwrap() error { return m.Err }

// Misused is an error in how the program was called.
func Misused(format string, args ...any) error { return &Misuse{Err: fmt.Errorf(format, args...)} }

// NoSuch refuses a name of which there is no thing, and says where its like are
// listed, and which of these ids may be meant.
func NoSuch(what, name, list string, ids []string) error {
	err := fmt.Errorf("there is no %s %s%s", what, strconv.Quote(name), MayBe(name, ids))
	return &Misuse{Err: err, Hint: "`" + list + "` lists them; the beginning of an id will do"}
}

// MayBe says which of some ids a mistyped one, or a mistyped beginning, may be;
// "" for none.
func MayBe(typed string, ids []string) string {
	shown := make([]string, len(ids))
	for i, id := range ids {
		if shown[i] = transcript.ShortID(id); len(typed) > len(shown[i]) {
			shown[i] = id
		}
	}
	if near := tell.Nearest(typed, shown); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// Explain turns any error into words, hints and an exit status. The table is
// the one place where sentinels meet people.
func Explain(err error) Fault {
	f := Fault{Code: ExitFailed, Name: "failed", Text: OneLine(plainWords(err))}
	var m *Misuse
	if errors.As(err, &m) || strings.HasPrefix(err.Error(), "unknown command") {
		hint := "`dormouse --help` lists commands and flags"
		if m != nil && m.Hint != "" {
			hint = m.Hint
		}
		return Fault{Code: ExitUsage, Name: "usage", Text: f.Text, Hints: []string{hint}}
	}
	for _, k := range known() {
		if k.is(err) {
			f.Code, f.Name = k.code, k.name
			f.Hints = append(f.Hints, k.hint)
			break
		}
	}
	var closed *Shut
	if errors.As(err, &closed) && f.Code != ExitLand {
		f.Code, f.Name = ExitLand, "land"
		f.Hints = []string{"say another folder with --land, or look who owns this one: ls -ld"}
	}
	return f
}

// OneLine joins the lines of an error that was put together from several.
func OneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// Silent is an error whose words are on the screen already.
type Silent struct{ Code int }

func (s *Silent) Error() string { return "" }

// Shut is an error in opening the land: its cause does not matter to the exit
// status.
type Shut struct{ Err error }

func (s *Shut) Error() string { return s.Err.Error() }

func (s *Shut) Unwrap() error { return s.Err }
