package input

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// fakeTerminal is a terminal that reads from r.
type fakeTerminal struct{ r io.Reader }

func (f fakeTerminal) Read(b []byte) (int, error)  { return f.r.Read(b) }
func (f fakeTerminal) Write(b []byte) (int, error) { return len(b), nil }
func (fakeTerminal) Close() error                  { return nil }
func (fakeTerminal) Fd() uintptr                   { return 0 }
func (fakeTerminal) Name() string                  { return "fake" }

// In whatever pieces they come, escapes inside a paste are text, and keys stay
// what they are.
func TestPastedEscapesAreText(t *testing.T) {
	for in, want := range map[string]string{
		"abc\x1b[A\x1b[200~plain\x1b[201~\x1b[B":                 "abc\x1b[A\x1b[200~plain\x1b[201~\x1b[B",
		"\x1b[200~A\x1b_abcB\x1b[201~keys\x03":                   "\x1b[200~A␛_abcB\x1b[201~keys\x03",
		"\x1b[200~\x1b]0;x\x1b[201~\x1b[200~\x1bP\x1b[201~q":     "\x1b[200~␛]0;x\x1b[201~\x1b[200~␛P\x1b[201~q",
		"\x1b[200~\x1b[31mred\x1b[20\x1b[201~":                   "\x1b[200~␛[31mred␛[20\x1b[201~",
		"\x1b[200~a\x90b\x9dc\x9fd\x1b[201~":                     "\x1b[200~a\uFFFDb\uFFFDc\uFFFDd\x1b[201~",
		"\x1b[200~Grüße 世界 🙂\x1b[201~ü":                          "\x1b[200~Grüße 世界 🙂\x1b[201~ü",
		"\x1b[200~\xe4\xb8\x1b[201~x":                            "\x1b[200~\uFFFD\uFFFD\x1b[201~x",
		"\x1b[2\x1b[200~\x1b_\x1b[201~":                          "\x1b[2\x1b[200~␛_\x1b[201~",
		"no paste \x1b_x\x90":                                    "no paste \x1b_x\x90",
		"\x1b[200~" + strings.Repeat("\x1b", 5000) + "\x1b[201~": "\x1b[200~" + strings.Repeat("␛", 5000) + "\x1b[201~",
		"\x1b[200~cut\x1b[20":                                    "\x1b[200~cut␛[20",
	} {
		for name, reader := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "end with data": iotest.DataErrReader} {
			got, err := io.ReadAll(Terminal(fakeTerminal{reader(strings.NewReader(in))}))
			if err != nil || string(got) != want {
				t.Errorf("%s: %q\n got %q\nwant %q, %v", name, in, got, want, err)
			}
		}
	}
}

// The screen asks for the descriptor of its input: it must still be there.
func TestPastedIsATerminalStill(t *testing.T) {
	if _, ok := Terminal(fakeTerminal{strings.NewReader("")}).(terminal); !ok {
		t.Error("the input is no terminal any more")
	}
	if r := strings.NewReader(""); Terminal(r) != io.Reader(r) {
		t.Error("an input that is no terminal is another one")
	}
	if _, err := Terminal(fakeTerminal{strings.NewReader("x")}).Read(make([]byte, 2)); !errors.Is(err, io.ErrShortBuffer) {
		t.Errorf("no room for an escape: %v", err)
	}
}

func FuzzPasted(f *testing.F) {
	f.Add("\x1b[200~A\x1b_\xe4\x1b[201~", 3)
	f.Fuzz(func(t *testing.T, in string, piece int) {
		if piece < 1 || piece > len(in) {
			return
		}
		whole, _ := io.ReadAll(Terminal(fakeTerminal{strings.NewReader(in)}))
		parts, _ := io.ReadAll(Terminal(fakeTerminal{iotest.OneByteReader(strings.NewReader(in))}))
		if string(whole) != string(parts) {
			t.Errorf("whole %q, in pieces %q", whole, parts)
		}
		for _, p := range strings.Split(string(whole), pasteBegins)[1:] {
			inside, _, _ := strings.Cut(p, pasteEnds)
			if strings.Contains(inside, "\x1b") {
				t.Errorf("an escape in a paste: %q of %q", inside, in)
			}
		}
	})
}
