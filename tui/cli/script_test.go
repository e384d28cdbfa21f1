package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"dormouse/land"
	"dormouse/land/disk"
)

// TestScript runs testdata/script/*.txtar, one file for each behaviour of the
// program that others may rely on. Beside testscript's own commands there are
//
//	exits N ARG…           run dormouse, want exit status N
//	has FILE PATH [TEXT]   a JSON value is there (and prints as TEXT), "-x" negates
//	keys FILE PATH KEY…    the object's keys are exactly these
//	plain FILE             no control byte but newline and tab
//	snap NAME [PATH…]      remember the bytes of the land's files
//	same NAME / ! same     they are (not) what they were
//	mode FILE OCTAL        permission bits
//	edit FILE OLD NEW      replace text in a file; \n in NEW is a line break
//	lock NAME              hold a lock of the land until the script ends
//	talk FILE N            write a conversation of N messages to be imported
//	long NAME N            set $NAME to N characters
//
// FILE may be stdout or stderr.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               scriptWorld,
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits, "has": cmdHas, "keys": cmdKeys, "plain": cmdPlain,
			"snap": cmdSnap, "planned": cmdPlanned, "applied": cmdApplied, "sameused": cmdSameUsed, "samenight": cmdSameNight, "smaller": cmdSmaller, "lock": cmdLock, "sameanswer": cmdSameAnswer,
			"same": cmdSame, "mode": cmdMode, "edit": cmdEdit, "talk": cmdTalk, "long": cmdLong,
		},
	})
}

// scripts are the files of all scripts; of a short run, those where goroutines work:
// a talk, a daemon, a server of tools.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if !testing.Short() {
		return files
	}
	return slices.DeleteFunc(files, func(name string) bool {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return !regexp.MustCompile(`--plain|daemon|mcp`).Match(text)
	})
}

// noRaceSleep keeps the race detector from sleeping for a second at the end of
// every process; races are reported all the same.
const noRaceSleep = "atexit_sleep_ms=0"

// systemTools are what scripts take from the system. A machine may have Go, make
// and a shell alone.
var systemTools = strings.Fields("cat chmod cp cut find grep head ln ls mkfifo mv rm sed seq sort tail test timeout touch tr uniq wc")

// lacking names the first of the system's tools that a script calls and this
// machine does not have; "" for none.
func lacking(script string) string {
	for line := range strings.Lines(script) {
		call, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(line), "! "), "exec ")
		if !ok {
			continue
		}
		words := strings.FieldsFunc(call, func(r rune) bool { return strings.ContainsRune(" ;|&(){}'\"", r) })
		for _, tool := range systemTools {
			if _, err := exec.LookPath(tool); err != nil && slices.Contains(words, tool) {
				return tool
			}
		}
	}
	return ""
}

// scriptWorld gives a script folders of its own, a fixed zone and no network.
func scriptWorld(e *testscript.Env) error {
	name := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-")
	if script, err := os.ReadFile(filepath.Join("testdata/script", name+".txtar")); err != nil {
		return err
	} else if tool := lacking(string(script)); tool != "" {
		e.T().Skip("this machine has no " + tool)
	}
	home := filepath.Join(e.WorkDir, "home")
	for _, v := range [][2]string{
		{"HOME", home}, {"XDG_CONFIG_HOME", filepath.Join(home, ".config")}, {"XDG_DATA_HOME", filepath.Join(home, ".local/share")},
		{"DORMOUSE_LAND", filepath.Join(e.WorkDir, "land")}, {"DORMOUSE_OFFLINE", "true"}, {"TZ", "Europe/Oslo"},
		{"GORACE", noRaceSleep}, {"TERM", "xterm-256color"}, {"LC_ALL", "C.UTF-8"}, {"LAND", filepath.Join(e.WorkDir, "land")},
		{"CONFIG", filepath.Join(home, ".config/dormouse")},
	} {
		e.Setenv(v[0], v[1])
	}
	e.Values[snaps{}] = map[string]map[string]string{}
	return os.MkdirAll(filepath.Join(home, ".config/dormouse"), 0o700)
}

type snaps struct{}

func need(ts *testscript.TestScript, neg bool, negatable bool, args []string, least int, usage string) {
	if neg && !negatable || len(args) < least {
		ts.Fatalf("usage: %s", usage)
	}
}

func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "exits N ARG…")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec("dormouse", args[1:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// at finds a value in a JSON document by a path such as context.breakdown.0.
func at(doc any, path string) (any, bool) {
	if path == "." {
		return doc, true
	}
	for _, step := range strings.Split(path, ".") {
		switch v := doc.(type) {
		case map[string]any:
			x, ok := v[step]
			if !ok {
				return nil, false
			}
			doc = x
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(v) {
				return nil, false
			}
			doc = v[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// lastJSON decodes the last line of a file, or all of it where that is one value.
func lastJSON(ts *testscript.TestScript, file string) any {
	text := strings.TrimSpace(ts.ReadFile(file))
	decode := func(s string) (any, error) {
		var v any
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		err := d.Decode(&v)
		if err == nil && d.More() {
			err = errors.New("more than one value")
		}
		return v, err
	}
	v, err := decode(text)
	if err != nil {
		v, err = decode(text[strings.LastIndexByte(text, '\n')+1:])
	}
	if err != nil {
		ts.Fatalf("%s is not JSON: %v\n%s", file, err, text)
	}
	return v
}

func cmdHas(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, true, args, 2, "[!] has FILE PATH [TEXT]")
	v, ok := at(lastJSON(ts, args[0]), args[1])
	if len(args) == 2 {
		if ok == neg {
			ts.Fatalf("%s: there: %v", args[1], ok)
		}
		return
	}
	if !ok {
		ts.Fatalf("%s is missing", args[1])
	}
	text, isText := v.(string)
	if !isText {
		b, err := json.Marshal(v)
		ts.Check(err)
		text = string(b)
	}
	if (text == args[2]) == neg {
		ts.Fatalf("%s is %q, want %q (negated: %v)", args[1], text, args[2], neg)
	}
}

func cmdKeys(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 3, "keys FILE PATH KEY…")
	v, _ := at(lastJSON(ts, args[0]), args[1])
	m, ok := v.(map[string]any)
	if !ok {
		ts.Fatalf("%s is no object but %v", args[1], v)
	}
	var got []string
	for k := range m {
		got = append(got, k)
	}
	var want, missing, extra []string
	optional := map[string]bool{}
	for _, k := range args[2:] {
		name := strings.TrimSuffix(k, "?")
		optional[name] = name != k
		want = append(want, name)
	}
	for _, k := range want {
		if !slices.Contains(got, k) && !optional[k] {
			missing = append(missing, k)
		}
	}
	for _, k := range got {
		if !slices.Contains(want, k) {
			extra = append(extra, k)
		}
	}
	slices.Sort(extra)
	if len(missing)+len(extra) > 0 {
		ts.Fatalf("%s: missing %v, unexpected %v", args[1], missing, extra)
	}
}

func cmdPlain(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "plain FILE…")
	for _, name := range args {
		text := ts.ReadFile(name)
		if !utf8.ValidString(text) {
			ts.Fatalf("%s is not valid UTF-8: %q", name, text)
		}
		for i, r := range text {
			if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				ts.Fatalf("%s: %U at byte %d: %q", name, r, i, text[max(0, i-20):min(len(text), i+20)])
			}
		}
	}
}

// landSums are the hashes of all files below the given paths of the land.
func landSums(land string, below ...string) (map[string]string, error) {
	if len(below) == 0 {
		below = []string{"."}
	}
	out := map[string]string{}
	for _, b := range below {
		err := filepath.WalkDir(filepath.Join(land, b), func(name string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || d.IsDir() {
				return err
			}
			if strings.Contains(filepath.ToSlash(name), "/.dormouse/tmp/") {
				return nil // what came out of files, by the hour it did: it may be deleted at any time
			}
			text, err := os.ReadFile(name)
			sum := sha256.Sum256(text)
			rel, _ := filepath.Rel(land, name)
			out[rel] = hex.EncodeToString(sum[:])
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// differing names the files in which two sums differ.
func differing(a, b map[string]string) []string {
	var out []string
	for name := range b {
		if a[name] == "" {
			out = append(out, "new "+name)
		} else if a[name] != b[name] {
			out = append(out, "changed "+name)
		}
	}
	for name := range a {
		if b[name] == "" {
			out = append(out, "gone "+name)
		}
	}
	slices.Sort(out)
	return out
}

func cmdSnap(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "snap NAME [PATH…]")
	sums, err := landSums(ts.Getenv("DORMOUSE_LAND"), args[1:]...)
	ts.Check(err)
	ts.Value(snaps{}).(map[string]map[string]string)[args[0]+" "+strings.Join(args[1:], " ")] = sums
}

func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, true, args, 1, "[!] same NAME [PATH…]")
	before := ts.Value(snaps{}).(map[string]map[string]string)[args[0]+" "+strings.Join(args[1:], " ")]
	if before == nil {
		ts.Fatalf("there is no snap %v", args)
	}
	after, err := landSums(ts.Getenv("DORMOUSE_LAND"), args[1:]...)
	ts.Check(err)
	list := differing(before, after)
	if neg == (len(list) == 0) {
		ts.Fatalf("differing since snap %s: %v", args[0], list)
	}
}

func cmdMode(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 2, "mode FILE OCTAL")
	want, err := strconv.ParseUint(args[1], 8, 32)
	ts.Check(err)
	info, err := os.Lstat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := info.Mode().Perm(); got != fs.FileMode(want) {
		ts.Fatalf("%s has mode %o, want %o", args[0], got, want)
	}
}

func cmdEdit(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 3, "edit FILE OLD NEW")
	name := ts.MkAbs(args[0])
	b, err := os.ReadFile(name)
	ts.Check(err)
	if !bytes.Contains(b, []byte(args[1])) {
		ts.Fatalf("%s does not hold %q:\n%s", args[0], args[1], b)
	}
	ts.Check(os.WriteFile(name, bytes.Replace(b, []byte(args[1]), []byte(strings.ReplaceAll(args[2], `\n`, "\n")), 1), 0o600))
}

func cmdLong(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 2, "long NAME N")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Setenv(args[0], strings.Repeat("x", n))
}

func cmdTalk(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 2, "talk FILE N")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), jsonLines(talk(n)), 0o600))
}

// readReport decodes the one JSON value of a file into v.
func readReport(ts *testscript.TestScript, file string, v any) {
	if err := json.Unmarshal([]byte(ts.ReadFile(file)), v); err != nil {
		ts.Fatalf("%s: %v", file, err)
	}
}

// cmdPlanned sets $PLAN to the plan of a dry run.
func cmdPlanned(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "planned FILE")
	var dry struct{ Plan string }
	readReport(ts, args[0], &dry)
	if dry.Plan == "" {
		ts.Fatalf("%s names no plan", args[0])
	}
	ts.Setenv("PLAN", dry.Plan)
}

// cmdApplied applies the plan of a dry run and wants the diffs it showed.
func cmdApplied(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "applied FILE")
	var dry struct {
		Plan  string
		Diffs []struct{ Path, Diff string }
	}
	readReport(ts, args[0], &dry)
	land := ts.Getenv("DORMOUSE_LAND")
	want := map[string]string{}
	for _, d := range dry.Diffs {
		old, err := os.ReadFile(filepath.Join(land, d.Path))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			ts.Fatalf("%v", err)
		}
		patched, err := patch(string(old), d.Diff)
		ts.Check(err)
		want[d.Path] = patched
	}
	before, err := landSums(land, "MEMORY.md", "memory")
	ts.Check(err)
	ts.Check(ts.Exec("dormouse", "sleep", "--apply", dry.Plan, "--now", "2026-03-20T10:30:00Z"))
	after, err := landSums(land, "MEMORY.md", "memory")
	ts.Check(err)
	if n := len(differing(before, after)); n != len(want) {
		ts.Fatalf("%d diffs were shown, changed were %v", len(want), differing(before, after))
	}
	for path, text := range want {
		got, err := os.ReadFile(filepath.Join(land, path))
		ts.Check(err)
		if string(got) != text {
			ts.Fatalf("%s is not what the diff showed:\n%s\nwant:\n%s", path, got, text)
		}
	}
}

// patch applies a unified diff as patch(1) does, without any fuzz.
func patch(old, diff string) (string, error) {
	lines := strings.SplitAfter(old, "\n")
	var out strings.Builder
	next := 0
	for _, d := range strings.SplitAfter(diff, "\n") {
		switch {
		case d == "" || strings.HasPrefix(d, "--- ") || strings.HasPrefix(d, "+++ ") || strings.HasPrefix(d, `\`):
		case strings.HasPrefix(d, "@@"):
			count := 1
			span := strings.TrimPrefix(strings.Fields(d)[1], "-")
			first, length, has := strings.Cut(span, ",")
			from, _ := strconv.Atoi(first)
			if has {
				count, _ = strconv.Atoi(length)
			}
			if count > 0 {
				from--
			}
			for ; next < from; next++ {
				out.WriteString(lines[next])
			}
		case d[0] == '+':
			out.WriteString(d[1:])
		default:
			if next >= len(lines) || lines[next] != d[1:] {
				return "", fmt.Errorf("the diff does not fit line %d: %q", next+1, d)
			}
			if d[0] == ' ' {
				out.WriteString(d[1:])
			}
			next++
		}
	}
	out.WriteString(strings.Join(lines[next:], ""))
	return out.String(), nil
}

// cmdSameUsed wants two meters to show the same use of the context.
func cmdSameUsed(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 2, "sameused FILE FILE")
	type meter struct {
		Used      int
		Breakdown map[string]int
		Hash      string `json:"prefix_hash"`
	}
	var a, b meter
	readReport(ts, args[0], &a)
	readReport(ts, args[1], &b)
	if fmt.Sprint(a) != fmt.Sprint(b) {
		ts.Fatalf("the context was %v and is %v", a, b)
	}
}

// cmdSameNight wants two reports of a night to agree, but for their durations.
func cmdSameNight(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 2, "samenight FILE FILE")
	type report struct {
		Night, Session, Trigger, Engine string
		Window                          int
		TokensBefore                    int `json:"tokens_before"`
		TokensAfter                     int `json:"tokens_after"`
		Entries                         []any
		Superseded                      []any
		Duplicates                      int
	}
	var a, b report
	readReport(ts, args[0], &a)
	readReport(ts, args[1], &b)
	if fmt.Sprint(a) != fmt.Sprint(b) {
		ts.Fatalf("the reports differ:\n%v\n%v", a, b)
	}
}

// cmdSmaller wants a night's report whose context did not grow.
func cmdSmaller(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "smaller FILE")
	var r struct {
		Before int `json:"tokens_before"`
		After  int `json:"tokens_after"`
	}
	readReport(ts, args[0], &r)
	if r.After > r.Before {
		ts.Fatalf("the night made the context larger: %d → %d tokens", r.Before, r.After)
	}
}

// cmdLock holds a lock of the land, as another running program would.
func cmdLock(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 1, "lock NAME")
	dir, err := disk.OpenDir(ts.Getenv("DORMOUSE_LAND"))
	ts.Check(err)
	ts.Defer(func() { dir.Close() })
	l, _, err := land.Open(dir)
	ts.Check(err)
	held, err := l.Lock(args[0])
	ts.Check(err)
	ts.Defer(func() { held.Close() })
}

// cmdSameAnswer wants two answers of a search to agree, but for the time taken.
func connected(hit map[string]any) bool { return hit["associated"] != nil }

func cmdSameAnswer(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, false, args, 2, "sameanswer FILE FILE")
	var a, b struct {
		Verdict string
		Results []map[string]any
	}
	readReport(ts, args[0], &a)
	readReport(ts, args[1], &b)
	// What nights have connected is state: it comes back with the nights.
	a.Results, b.Results = slices.DeleteFunc(a.Results, connected), slices.DeleteFunc(b.Results, connected)
	if fmt.Sprint(a) != fmt.Sprint(b) {
		ts.Fatalf("the answers differ:\n%v\n%v", a, b)
	}
}
