package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// poison is text of one class that must not reach a terminal. Where a sequence
// has a number in it, it is 7777: the program never uses that one itself, so a
// sequence with it came from outside.
type poison struct{ class, text string }

// poisons has every class of GUARANTEES 23.
func poisons() []poison {
	out := []poison{
		{"CSI", "\x1b[7777m\x1b[7777;7777H\x1b[7777J\x1b[?7777h\x1b[7777n\x1b[38;5;7777mred"},
		{"CSI cut", "a sequence without its end \x1b[7777"},
		{"OSC 0", "\x1b]0;7777\a\x1b]2;7777\x1b\\"},
		{"OSC 8", "\x1b]8;;http://7777.invalid/\x1b\\link\x1b]8;;\x1b\\"},
		{"OSC 52", "\x1b]52;c;Nzc3Nw==\a\x1b]52;p;Nzc3Nw==\x1b\\"},
		{"OSC 1337", "\x1b]1337;File=name=7777:AAAA\a"},
		{"DCS", "\x1bP7777q#0\x1b\\\x1bP+q544e\x1b\\"},
		{"APC PM SOS", "\x1b_G7777;AAAA\x1b\\\x1b^7777\x1b\\\x1bX7777\x1b\\"},
		{"escapes", "\x1bc \x1b7 \x1b8 \x1b(0 \x1b#8 \x1bN \x1bO \x1b= \x1b> \x1bZ"},
		{"C1 sequences", "\u009b7777m \u009d0;7777\u009c \u009052;7777\u009c \u009f7777\u009c"},
		{"C1 raw sequences", "\x9b7777m \x9d0;7777\x9c \x907777\x9c \x9f7777\x9c \x85 \x8d"},
		{"not UTF-8", "\xff\xfe\xc0\x9b7777m \xe0\x80\x9b7777m \xc2"},
	}
	out = append(out,
		runesOf("bidi", 0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069),
		runesOf("zero width", 0x00ad, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2064, 0xfeff),
		runesOf("separators", 0x2028, 0x2029),
		runesOf("tags", 0xe0001, 0xe0041, 0xe0061, 0xe007f, 0xe0100, 0xe01ef),
	)
	var c0, c1, raw strings.Builder
	for c := range rune(0x20) {
		if c != '\n' && c != '\t' {
			fmt.Fprintf(&c0, "%02x%c ", c, c)
		}
	}
	for c := rune(0x80); c < 0xa0; c++ {
		fmt.Fprintf(&c1, "%02x%c ", c, c)
		raw.WriteString("r" + string([]byte{byte(c)}))
	}
	return append(out, poison{"C0", c0.String() + "7f\x7f"}, poison{"C1", c1.String()}, poison{"C1 raw", raw.String()})
}

func runesOf(class string, list ...rune) poison {
	p := poison{class: class}
	for _, r := range list {
		p.text += fmt.Sprintf("u%04x%c", r, r)
	}
	return p
}

// cup is all of it, one class a line; flask all of it in one.
func cup(before string) string {
	var b strings.Builder
	for _, p := range poisons() {
		b.WriteString(before + p.class + " " + p.text + "\n")
	}
	return b.String()
}

func flask() string { return strings.ReplaceAll(cup(""), "\n", " ") }

// drop is a little of it, for names.
const drop = "evil\x1b[7777m\x1b]0;7777\a\u009b7777m\u202e\u200b\U000e0041\x7f\b"

// spill is text as a JSON string, as a careless program would write it: bytes
// that are no UTF-8 stay as they are.
func spill(text string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteByte(text[i])
		case r < 0x20 || r == '"' || r == '\\':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

// sequence is what a terminal takes as one: ESC and what belongs to it, and the
// same from its single C1 byte.
var sequence = regexp.MustCompile(`\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_][^\x07\x1b]*(\x07|\x1b\\)?|\x1b[ -/]*[0-~]?`)

// ours are the sequences that the screen itself uses.
var ours = regexp.MustCompile(`^(` + strings.Join([]string{
	`\x1b\[[0-9;:]*m`,                        // colours
	"\x1b\\[[0-9;]*[ABCDEFGHIJKXSTLMPZ@`dr]", // cursor, erasing, scrolling
	`\x1b\[[0-6] q`,                          // the cursor's shape
	`\x1b\[\?(5W|u)`,                         // tab stops, keyboard
	`\x1b\[\?(7|25|1000|1002|1003|1004|1006|1049|2004|2026|2027|2031|2048)[hl]`,
	`\x1b\[\?(2026|2027)\$p`,
	`\x1b\[[><=][0-9;]*[mu]`, // keyboard
	`\x1b\]1[01];\?(\x07|\x1b\\)`,
	`\x1b\]2;[^\x07]*\x07`, // the title, which is looked at below
	`\x1bM`,
}, "|") + `)$`)

// alien finds what no terminal should have got. On a screen our own sequences
// are allowed, else none.
func alien(log []byte, screen bool) []string {
	var out []string
	found := func(what string, at int) {
		out = append(out, fmt.Sprintf("%s at byte %d: %q", what, at, log[max(0, at-40):min(len(log), at+40)]))
	}
	rest := slices.Clone(log)
	for _, m := range sequence.FindAllIndex(log, -1) {
		s, title := log[m[0]:m[1]], bytes.HasPrefix(log[m[0]:m[1]], []byte("\x1b]2;dormouse"))
		if !screen || !ours.Match(s) || bytes.Contains(s, []byte("7777")) && !title {
			found("a sequence", m[0])
		}
		blank := s
		if title {
			blank = s[:4]
			rest[m[1]-1] = ' '
		}
		copy(rest[m[0]:], bytes.Repeat([]byte(" "), len(blank)))
	}
	for i := 0; i < len(rest); {
		r, n := utf8.DecodeRune(rest[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			found("no UTF-8", i)
		case r == '\n' || r == '\t' || screen && (r == '\r' || r == '\b'): // the renderer goes back with them
		case r == '\r' && i+1 < len(rest) && rest[i+1] == '\n': // the terminal's own
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == 0x2028, r == 0x2029, r >= 0xe0100 && r <= 0xe01ef:
			found(fmt.Sprintf("%U", r), i)
		}
		i += n
	}
	return out
}

// TestAlienBytes: the net of the test below has no hole.
func TestAlienBytes(t *testing.T) {
	for _, p := range poisons() {
		for _, screen := range []bool{true, false} {
			if alien([]byte("text \x1b[m"[:5]+p.text+" more"), screen) == nil {
				t.Errorf("%s goes through (screen: %v)", p.class, screen)
			}
		}
	}
	for _, s := range []string{drop, "\x1b[2J", "\x1b[m"} {
		if alien([]byte(s), false) == nil {
			t.Errorf("%q goes through", s)
		}
	}
	if got := alien([]byte("a\x1b[38;5;12mb\x1b[m \x1b[?25l\x1b]2;dormouse · a ␛ title\x07\x1b[3;4H日本 é\r\n"), true); got != nil {
		t.Errorf("our own are refused: %v", got)
	}
}

// poisonedNight is a night's answer that is well formed and full of it.
func poisonedNight() string {
	return `{"note":{"request":[` + spill("Talk of "+flask()) + `],"decisions":[` + spill(flask()) + `],"in_hand":[],"rejected":[],"last_command":"","open":[` + spill(flask()) + `],"said":[]},` +
		`"entries":[{"type":"fact","text":` + spill("The first question is one "+flask()) + `,"importance":0.9,"from":["m1","m2"],"open":false,"replaces":""}],"days":[{"day":"2026-11-20","text":` + spill(flask()) + `}]}`
}

// poisoner answers with poison: as text, as tool calls, as an error.
func poisoner(t *testing.T) *fake {
	f := newFake(t)
	f.will(many(100, func(w http.ResponseWriter, r *http.Request) {
		all := f.sent()
		newest := all[len(all)-1].Messages
		text := string(newest[len(newest)-1])
		raw := func(key, s string) { chunk(w, `{"role":"assistant","`+key+`":`+spill(s)+`}`) }
		call := func(i int, name, arguments string) string {
			return fmt.Sprintf(`{"index":%d,"id":"call_%d_%d","type":"function","function":{"name":%s,"arguments":%s}}`, i, len(all), i, spill(name), spill(arguments))
		}
		switch {
		case strings.Contains(text, "falling asleep"):
			raw("content", poisonedNight())
			finish(w, "stop")
		case strings.Contains(text, "pasted."): // after a question that failed, and together with it
			raw("content", "END OF IT "+flask())
			finish(w, "stop")
		case strings.Contains(text, "question one"):
			raw("reasoning_content", "Thinking "+flask())
			for _, piece := range strings.SplitAfter(cup("- ")+"\n```\n"+cup("")+"```\n\n| a |\n|---|\n| "+flask()+" |\n\n# "+flask()+"\n\n[x](http://7777.invalid/"+drop+")\n\nEND OF ONE\n", "7") {
				raw("content", piece) // sequences are cut over chunks
			}
			finish(w, "stop")
		case strings.Contains(text, "question two"):
			chunk(w, `{"role":"assistant","tool_calls":[`+strings.Join([]string{
				call(0, "memory_search", `{"query":`+spill(flask())+`}`), call(1, "tool"+drop, `{"a":`+spill(drop)+`}`),
				call(2, "memory_save", `{"text":`+spill("Two says "+flask())+`}`), call(3, "memory_get", `{"path":"MEMORY.md"}`),
				call(4, "memory_get", `{"path":`+spill("memory/"+drop+".md")+`}`),
			}, ",")+`]}`)
			finish(w, "tool_calls")
		case strings.Contains(text, "question three"):
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":{"message":%s,"type":"invalid_request_error","code":%s}}`, spill("THREE FAILED "+flask()), spill(drop))
		default:
			raw("content", "END OF IT "+flask())
			finish(w, "stop")
		}
	})...)
	return f
}

// poisonedLand writes a land in which everything that can be is poisoned.
func (b *bench) poisonedLand() {
	b.t.Helper()
	entries := "\n## Facts\n\n" + cup("- The heron needle ") + "\n## " + flask() + "\n\n- under a heading\n"
	session := `{"type":"session","id":"20260101-000000-evil","time":"2026-01-01T00:00:00Z","version":1,"title":` + spill("title "+flask()) + `,"model":` + spill("local/"+drop) + `,"window":32000}` + "\n" +
		`{"type":"message","id":"m1","time":"2026-01-01T00:00:01Z","role":"user","content":` + spill("needle "+flask()) + `,"tokens":9}` + "\n" +
		`{"type":"message","id":"m2","time":"2026-01-01T00:00:02Z","role":"assistant","content":` + spill(cup("- ")+"\nEND OF OLD") + `,"model":` + spill(drop) + `,"tokens":9}` + "\n" +
		`{"type":` + spill(drop) + `}` + "\n" + `torn ` + flask()
	waiting, _ := json.Marshal(map[string]any{"text": "DRAFT " + strings.ToValidUTF8(flask(), "?")})
	history, _ := json.Marshal(strings.ToValidUTF8("HISTORY "+flask(), "?"))
	files := map[string]string{
		"MEMORY.md": "# Memory\n" + entries, "memory/2026-11-19.md": "# 2026-11-19\n" + entries, "memory/" + drop + ".md": entries,
		"sessions/20260101-000000-evil.jsonl": session, "sessions/" + drop + ".jsonl": session,
		".dormouse/screen/draft": string(waiting), ".dormouse/screen/history": string(history) + "\n",
		".dormouse/nights.jsonl":       `{"night":` + spill(drop) + `,"session":` + spill(drop) + `,"trigger":` + spill(drop) + `,"engine":` + spill(drop) + `,"number":1,"time":"2026-01-02T00:00:00Z"}` + "\n",
		"../file " + drop + " here.md": flask(),
	}
	for name, text := range files {
		name = filepath.Join(b.land, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			b.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			b.t.Fatal(err)
		}
	}
}

// record writes all that the programs in the terminal send to it, byte by byte,
// into a file.
func (x *terminal) record(name string) {
	x.t.Helper()
	x.tmux("pipe-pane", "-O", "exec cat > '"+name+"'")
}

// recorded is the log, once all of it is there.
func (x *terminal) recorded(name string) []byte {
	x.t.Helper()
	x.tmux("send-keys", "-l", "echo all-$((6*7))-there")
	x.press("Enter")
	for end := time.Now().Add(soon); ; time.Sleep(glance) {
		b, err := os.ReadFile(name)
		if i := bytes.Index(b, []byte("all-42-there")); err == nil && i >= 0 {
			return b[:i]
		}
		if time.Now().After(end) {
			x.t.Fatalf("the log has no end: %v %d bytes", err, len(b))
		}
	}
}

// TestTerminalBytes is GUARANTEES 23 on what a terminal really gets.
func TestTerminalBytes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.poisonedLand()
	f := poisoner(t)
	log := filepath.Join(b.dir, "log")
	x := newTerminal(b, 100, 40)
	x.record(log)
	x.start(f.ask()...)
	x.see("7f␡ C1 80‹U+0080›") // the draft, which is at its end
	x.press("C-c")
	x.gone("7f␡ C1 80‹U+0080›")
	x.press("Up", "Up", "M-<") // to its beginning
	x.see("HISTORY CSI ␛[7777m")
	x.press("C-c")
	x.gone("HISTORY CSI")

	x.say("question one")
	x.see("END OF ONE", "‹U+202E›")
	x.pages()
	x.say("question two")
	x.until("the end of two", func(s string) bool { return strings.Contains(s, "END OF IT") })
	x.press("C-o")
	x.pages()
	x.say("question three")
	x.see("THREE FAILED")
	for _, p := range poisons() {
		x.paste(p.class + " " + p.text + " pasted.")
		x.until(p.class+" pasted", func(s string) bool { return strings.HasSuffix(draftOf(s), "pasted.") })
		x.press("C-j")
	}
	x.press("Enter")
	x.until("an answer to it", func(s string) bool {
		return draftOf(s) == "" && strings.Contains(s, "END OF IT") && !strings.Contains(s, "stops")
	})
	x.say("/memory")
	x.see("The heron needle CSI ␛[7777m")
	x.press("PageDown", "PageDown", "PageDown")
	x.tmux("send-keys", "-l", "needle")
	x.see("/ needle", "MEMORY.md:")
	x.press("Down", "Enter")
	x.until("the conversation", func(s string) bool {
		x.escape()
		return strings.Contains(s, "\n>")
	})
	x.command("/sleep")
	x.see("slept:")
	x.press("C-o")
	x.pages()
	x.tmux("send-keys", "-l", "look at @fi")
	x.see("look at @fi")
	x.escape()
	x.press("C-c")
	x.until("an empty input", func(s string) bool { return draftOf(s) == "" })
	x.say("/resume 20260101-000000-evil")
	x.see("END OF OLD")
	x.pages()
	x.press("C-d")
	x.ended()
	got := x.recorded(log)
	for _, bad := range alien(got, true) {
		t.Errorf("%s", bad)
	}
	if n := len(got); n < 50_000 {
		t.Errorf("only %d bytes were recorded", n)
	}
	t.Logf("guarantee 23: classes=%d bytes=%d raw=0", len(poisons()), len(got))
}

// TestTerminalBytesOfCommands is the same for what prints line by line, with all
// three streams on a terminal: there is no sequence of our own either.
func TestTerminalBytesOfCommands(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.poisonedLand()
	f := poisoner(t)
	ask := "dormouse '" + strings.Join(f.ask(), "' '") + "' "
	hook := func(name, text string) string {
		path := filepath.Join(b.dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	word := `"$(cat '` + hook("drop", strings.ReplaceAll(drop, "\x00", "")) + `')"`
	config := hook("config.toml", "\"key\\u001b[7777m\" = 1\n")
	commands := []string{
		ask + "-p 'question one'", ask + "-c -p 'question two'", ask + "-c -p 'question three'", ask + "-p " + word,
		"(echo question one; echo question two; echo question three; echo /memory needle; echo /context; echo /sleep; echo /quit) | " + ask + "--plain",
		"dormouse memory search needle", "dormouse memory search " + word, "dormouse memory get MEMORY.md", "dormouse memory get " + word, "dormouse memory why MEMORY.md:5",
		"dormouse memory save " + word, "dormouse memory check", "dormouse memory beliefs",
		"dormouse sessions list", "dormouse sessions show 20260101-000000-evil", "dormouse sessions show " + word, "dormouse sessions search needle", "dormouse sessions export 20260101-000000-evil",
		ask + "sleep --all", ask + "sleep --dry-run --session 20260101-000000-evil", "dormouse sleep log", "dormouse sleep log --plot", "dormouse sleep show " + word,
		"dormouse status", "dormouse doctor", "dormouse " + word, "dormouse --model " + word + "/x -p hi", "dormouse import " + word,
		"dormouse memory search needle --json", "dormouse sessions show 20260101-000000-evil --json", "dormouse sleep log --json", ask + "-p 'question one' --json", ask + "-p 'question one' --stream-json",
		"cp '" + config + "' \"$DORMOUSE_LAND\"; dormouse status; rm \"$DORMOUSE_LAND/config.toml\"",
	}
	var script strings.Builder
	for i, c := range commands {
		fmt.Fprintf(&script, "echo; echo '<<%d'; %s; echo; echo '%d>>'\n", i, c, i)
	}
	log := filepath.Join(b.dir, "log")
	x := newTerminal(b, 100, 40)
	x.record(log)
	x.tmux("send-keys", "-l", "sh '"+hook("script", script.String())+"'")
	x.press("Enter")
	x.see(fmt.Sprintf("%d>>", len(commands)-1))
	got := x.recorded(log)
	for i, c := range commands {
		_, after, _ := bytes.Cut(got, fmt.Appendf(nil, "\n<<%d\r\n", i))
		part, _, ok := bytes.Cut(after, fmt.Appendf(nil, "\r\n%d>>\r\n", i))
		if !ok || len(part) < 5 {
			t.Errorf("%s: nothing was recorded", c)
		}
		for _, bad := range alien(part, false) {
			t.Errorf("%s: %s", c, bad)
		}
	}
	t.Logf("guarantee 23: commands=%d bytes=%d raw=0", len(commands), len(got))
}

// pages looks at all of what is shown, from its beginning.
func (x *terminal) pages() {
	x.t.Helper()
	x.press("C-Home")
	x.settled()
	for last := ""; ; {
		s := x.screen()
		if s == last {
			return
		}
		last = s
		x.press("PageDown")
		x.settled()
	}
}

// paste pastes bytes as a terminal does that does not look at them.
func (x *terminal) paste(text string) {
	x.t.Helper()
	name := filepath.Join(x.dir, "clipboard")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		x.t.Fatal(err)
	}
	x.tmux("load-buffer", name)
	x.tmux("paste-buffer", "-p", "-r")
}
