package talk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dormouse/tui/draw"
)

func testPainter(width int) *draw.Painter { return draw.NewPainter(draw.NewTheme("dark", 1), width) }

// texts are Markdown with every trap that is known.
func texts() map[string]string {
	code := "```go\n"
	for i := range 150 {
		code += fmt.Sprintf("x%d := %d\n", i, i)
		if i%7 == 0 {
			code += "\n"
		}
	}
	code += "```\n"
	list := ""
	for i := range 300 {
		list += fmt.Sprintf("%d. item number %d of a long list\n", i+1, i+1)
	}
	return map[string]string{
		"sample":       "You moved to **Oslo**.\n\n- flat in `Grünerløkka`\n- bike\n\n```go\nfunc main() {\n\tfmt.Println(\"hei\") // greet\n}\n```\n\n| city | since |\n|---|---|\n| 奥斯陆 | 2024 |\n",
		"middle code":  "before\n\n```\n" + strings.Repeat("/* a\n\n\n\nb */\n", 12) + "```\nafter",
		"long code":    "before\n\n" + code + "\nafter",
		"code at once": "text\n```\na\n\nb\n```\nmore\n\nend",
		"open code":    "text\n\n" + strings.TrimSuffix(code, "```\n"),
		"long list":    "title\n\n" + list + "\nend",
		"loose list":   "- a\n\n- b\n\n  more of b\n\n- c\n\nend",
		"list code":    "1. one\n\n   ```sh\n   ls\n\n   pwd\n   ```\n\n2. two\n\nend\n",
		"setext":       "Title\n=====\n\ntext\n\nOther\n---\n\nend\n",
		"html":         "<!-- a\n\nb -->\n\ntext\n\n<pre>\n\nx\n</pre>\n\nend",
		"quote":        "> a\n> b\n\n> c\n\nend",
		"cjk":          strings.Repeat("奥斯陆是挪威的首都。", 40) + "\n\n| 城市 | 年 |\n|---|---|\n| 卑尔根 | 二〇一九 |\n",
		"tildes":       "~~~~\n```\n~~~\n~~~~\n\nend",
		"headings":     "# a\n## b\ntext\n### c\n\n---\n\nend",
		"empty":        "\n\n\n",
		"after table":  "| a | b |\n|---|---|\n| one | two |\n\nA paragraph that is much wider than the table before it is.\n\n- list\n\nnot list\n\n- list\n\n+ other list",
		"crlf":         "a\r\n\r\nb\r\n",
		"wide":         "```\n" + strings.Repeat("wide ", 100) + "\n```\n",
	}
}

// In whatever pieces a reply arrives, it looks the same in the end; and what was
// closed on the way stays as it was drawn.
func TestPiecesMakeNoDifference(t *testing.T) {
	for name, text := range texts() {
		for _, piece := range []int{1, 7, 64} {
			if len(text) > 1000 {
				piece *= 509
			}
			t.Run(fmt.Sprintf("%s/%d", name, piece), func(t *testing.T) {
				p := testPainter(50)
				var whole, grown Reply
				whole.Add(text)
				want := whole.Draw(p)
				closed, stable := 0, []string(nil)
				for part := range slices.Chunk([]byte(text), piece) {
					grown.Add(string(part))
					lines := grown.Draw(p)
					if len(lines) < len(stable) || !slices.Equal(lines[:len(stable)], stable) {
						t.Fatalf("closed lines have changed:\n%q\n%q", stable, lines)
					}
					if n := len(grown.closed); n > closed {
						closed, stable = n, slices.Clone((&Reply{closed: grown.closed, drawn: -1}).closedLines(p))
					}
				}
				if got := grown.Draw(p); !slices.Equal(got, want) {
					t.Errorf("in pieces of %d:\n%s\nat once:\n%s", piece, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			})
		}
	}
}

// closedLines draws the closed blocks alone.
func (r *Reply) closedLines(p *draw.Painter) []string {
	var out []string
	for i := range r.closed {
		lines := r.closed[i].Draw(p)
		if len(lines) > 0 && len(out) > 0 && !r.closed[i].joined {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return out
}

// No text is lost between the blocks: every word is on the screen.
func TestBlocksLoseNoText(t *testing.T) {
	for name, text := range texts() {
		var r Reply
		r.Add(text)
		shown := strings.Join(strings.Fields(ansi.Strip(strings.Join(r.Draw(testPainter(50)), " "))), "")
		for word := range strings.FieldsSeq(text) {
			if len(word) > 50 || strings.HasPrefix(word, "```") {
				continue // broken over lines, or the name of a language
			}
			word = strings.Trim(word, "*`|-+=~#>.:")
			if !strings.Contains(shown, word) {
				t.Errorf("%s: %q is not shown", name, word)
				break
			}
		}
	}
}

func TestCodeKeepsItsLines(t *testing.T) {
	var r Reply
	r.Add(texts()["long code"])
	got := 0
	for _, line := range r.Draw(testPainter(50)) {
		if strings.Contains(ansi.Strip(line), " := ") {
			got++
		}
	}
	if got != 150 {
		t.Errorf("%d lines of code, want 150", got)
	}
	for _, part := range [][]block{r.closed, r.tail} {
		for _, b := range part {
			if n := strings.Count(b.src, "\n"); n > whole {
				t.Errorf("a block of %d lines is drawn at once", n)
			}
		}
	}
}

func TestListNumbersGoOn(t *testing.T) {
	var r Reply
	r.Add(texts()["long list"])
	if len(r.Draw(testPainter(50))) == 0 || len(r.closed) < 3 {
		t.Fatalf("a long list is %d blocks, want it cut", len(r.closed))
	}
	shown := ansi.Strip(strings.Join(r.Draw(testPainter(50)), "\n"))
	for _, want := range []string{"1. item number 1 ", "150. item number 150 ", "300. item number 300 "} {
		if !strings.Contains(shown, want) {
			t.Errorf("the list does not show %q", want)
		}
	}
}

func TestLinesFit(t *testing.T) {
	for name, text := range texts() {
		for _, width := range []int{10, 27, 50, 118} {
			var r Reply
			r.Add(text)
			for _, line := range r.Draw(testPainter(width)) {
				if n := ansi.StringWidth(line); n > width {
					t.Errorf("%s: %d cells of %d: %q", name, n, width, line)
				}
			}
		}
	}
}

func TestWrappedLinesHang(t *testing.T) {
	for src, want := range map[string]string{
		"- aaaa bbbb cccc dddd\n  - eeee ffff gggg hhhh": "• aaaa bbbb cccc\n  dddd\n  • eeee ffff gggg\n    hhhh",
		"1. aaaa bbbb cccc dddd":                         "1. aaaa bbbb cccc\n   dddd",
		"> aaaa bbbb cccc dddd":                          "│ aaaa bbbb cccc\n│ dddd",
		"aaaa bbbb cccc\ndddd eeee":                      "aaaa bbbb cccc\ndddd eeee",
		"aaaa  \nbbbb\\\ncccc<br>dddd":                   "aaaa\nbbbb\ncccc\ndddd",
		"- a\n\n  second one that is long\n- b\n  more":  "• a\n\n  second one that\n  is long\n• b\n  more",
		"> - aaaa bbbb cccc dddd":                        "│ • aaaa bbbb cccc\n│   dddd",
		"use <b>it</b> &lt;":                             "use <b>it</b> <",
		"<!-- x -->":                                     "<!-- x -->",
		"see https://a.b/c\nnow":                         "see https://a.b/c\nnow",
	} {
		if got := ansi.Strip(strings.Join(testPainter(19).Markdown(src), "\n")); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", src, got, want)
		}
	}
}

func TestCharacterReferences(t *testing.T) {
	for src, want := range map[string]string{
		"a &amp; b":                   "a & b",
		"&lt;b&gt;":                   "<b>",
		"&#65;&#x42;":                 "AB",
		"&#27;[31m red":               "&#27;[31m red",
		"&#x1b;[2J":                   "&#x1b;[2J",
		"&#155;2J &#x202e;x":          "&#155;2J &#x202e;x",
		"&zwnj;&rlm;&ZeroWidthSpace;": "&zwnj;&rlm;&ZeroWidthSpace;",
		"`&#27;`":                     "&#27;",
		"AT&T & co &":                 "AT&T & co &",
		"&#0; &#1114112;":             "&#0; &#1114112;",
	} {
		got := ansi.Strip(strings.Join(testPainter(60).Markdown(src), "\n"))
		if got != want {
			t.Errorf("%q is shown as %q, want %q", src, got, want)
		}
	}
}

func TestOnlyColoursPass(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[31ma\x1b[0m c":                      "\x1b[31ma\x1b[0m c",
		"a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\c": "abc",
		"a\x1b[2Jb\x07\x08c":                      "a[2Jbc",
		"a\tb":                                    "a    b",
	} {
		if got := draw.OnlySGR(in); got != want {
			t.Errorf("onlySGR(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzReply(f *testing.F) {
	for _, text := range texts() {
		if len(text) < 2000 {
			f.Add(text, 5)
		}
	}
	f.Add("&#27;[31m\x1b[0m\u202e![a](http://x)\n\n<b>\n- [ ] x\n\n\n***", 3)
	f.Add("|a|b|\n|-|-|\n|\x1b]0;t\a|c|", 1)
	f.Fuzz(func(t *testing.T, text string, cut int) {
		if len(text) > 8<<10 {
			return
		}
		p := testPainter(40)
		var whole, grown Reply
		whole.Add(text)
		at := 0
		if len(text) > 0 {
			at = ((cut % len(text)) + len(text)) % len(text)
		}
		grown.Add(text[:at])
		grown.Draw(p)
		grown.Add(text[at:])
		want := whole.Draw(p)
		if got := grown.Draw(p); !slices.Equal(got, want) {
			t.Errorf("cut at %d:\n%q\nat once:\n%q", at, got, want)
		}
		for _, line := range want {
			if bad := controlIn(line); bad != "" || strings.Contains(line, "\n") {
				t.Errorf("%s in %q", bad, line)
			}
			if n := ansi.StringWidth(line); n > p.Width {
				t.Errorf("%d cells of %d: %q", n, p.Width, line)
			}
		}
	})
}

// controlIn names the first thing in a drawn line that is neither text nor a
// colour.
func controlIn(line string) string {
	for i, r := range draw.OnlySGR(line) {
		if r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f || !utf8.ValidString(line) {
			return fmt.Sprintf("%U at %d", r, i)
		}
	}
	if draw.OnlySGR(line) != line {
		return fmt.Sprintf("a control in %q", line)
	}
	return ""
}
