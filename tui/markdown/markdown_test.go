package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// inks are told apart by a letter.
func inks() Style {
	ink := func(c byte) Ink { return Ink(fmt.Sprintf("\x1b[38;5;%dm", c)) }
	return Style{
		Heading: ink('H'), Quote: ink('Q'), Rule: ink('R'), Code: ink('c'), Address: ink('A'), Link: ink('L'),
		Keyword: ink('k'), Literal: ink('s'), Comment: ink('/'), Number: ink('n'), Call: ink('f'), Added: ink('+'), Removed: ink('-'),
	}
}

// marked writes colours as «letter…».
func marked(lines []string) string {
	s := strings.Join(lines, "\n")
	for c := range 128 {
		s = strings.ReplaceAll(s, fmt.Sprintf("\x1b[38;5;%dm", c), "«"+string(rune(c))+" ")
	}
	return strings.NewReplacer(reset, "»", string(bold), "«b ", string(italic), "«i ", string(underlined), "«u ", string(struck), "«- ").Replace(s)
}

func TestText(t *testing.T) {
	for src, want := range map[string]string{
		"a **b** _c_ ~~d~~ `e`":          "a «b b» «i c» «- d» «c e»",
		"**a _b_**":                      "«b a »«b «i b»",
		"## Two *x*":                     "«H ## »«H Two »«H «i x»",
		"> said\n> more":                 "│ «Q said»\n│ «Q more»",
		"[here](https://a.b)":            "«L here» «u «A https://a.b»",
		"<https://a.b> https://c.d":      "«u «A https://a.b» «u «A https://c.d»",
		"[https://a.b](https://a.b)":     "«L https://a.b»",
		"(see www.a.b:80/c_d?e=1#f).":    "(see «u «A www.a.b:80/c_d?e=1#f»).",
		"at http://a.b/c(d), or ~e~!":    "at «u «A http://a.b/c(d)», or «- e»!",
		"http://localhost ftp://a.b;":    "http://localhost «u «A ftp://a.b»;",
		"http://a.b?c&amp; d":            "«u «A http://a.b?c»& d",
		"ann.b@c.de. @c x@y":             "«u «A ann.b@c.de». @c x@y",
		"- [ ]\n- [y] no":                "[ ]\n• [y] no",
		"![a cat](cat.png)":              "image: a cat → «u «A cat.png»",
		"- [x] done\n- [ ] open":         "[x] done\n[ ] open",
		"3. c\n4. d":                     "3. c\n4. d",
		"- a\n  1. b\n     - c":          "• a\n  1. b\n     • c",
		"[x]: http://y 'z'\n\n[text][x]": "[x]: http://y 'z'\n\n[text][x]",
		"<div class='a'>\n\n**b**</div>": "<div class='a'>\n\n«b b»</div>",
		"a<br>b":                         "a\nb",
		"\\*a\\* &copy; &#27; &bogus; &": "*a* © &#27; &bogus; &",
		"***":                            "«R ────────»",
		"    indented\n      more":       "  indented\n    more",
		"a\x1b[31mb":                     "a␛[31mb",
	} {
		if got := marked(Lines(src, 60, inks())); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", src, got, want)
		}
	}
}

// What is copied from a screen stays whole.
func TestNothingBreaksAtAHyphen(t *testing.T) {
	for src, want := range map[string]string{
		"see memory/2026-11-22.md there":   "see\nmemory/2026-11-22.md\nthere",
		"`dormouse sleep --dry-run` shows": "«c dormouse sleep»\n«c --dry-run» shows",
		"a-word-that-is-wider-than-all-is": "a-word-that-is-wider-th\nan-all-is",
		"well-known 日本-語日本語日本語":            "well-known\n日本-語日本語日本語",
	} {
		if got := marked(Lines(src, 23, inks())); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", src, got, want)
		}
	}
}

// Colours that go over the end of a line are taken up on the next, and never colour
// what stands before it.
func TestColoursOverLines(t *testing.T) {
	got := marked(Lines("> - **aaaa bbbb cccc dddd**", 15, inks()))
	if want := "│ • «Q «b aaaa bbbb»\n│   «Q «b cccc dddd»"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestTables(t *testing.T) {
	const src = "| left | right | mid |\n|:--|--:|:-:|\n| a | 1 | x |\n| a longer one | 22 | **y** |\n"
	for width, want := range map[int]string{
		60: " left         │ right │ mid\n──────────────┼───────┼─────\n a            │     1 │  x\n a longer one │    22 │  «b y»",
		24: " left     │ right │ mid\n──────────┼───────┼─────\n a        │     1 │  x\n a longer │    22 │  «b y»\n one      │       │",
		12: "left │ right\n│ mid\na │ 1 │ x\na longer one\n│ 22 │ «b y»",
	} {
		if got := marked(Lines(src, width, inks())); got != want {
			t.Errorf("in %d cells:\n%s\nwant\n%s", width, got, want)
		}
	}
	for src, want := range map[string]string{
		"said\na \\| b | `c \\| d`\n---|---\n| e |\nf|g|h": "said\n\n a | b │ «c c | d»\n───────┼───────\n e     │\n f     │ g",
		"a | b\n-- | c": "a | b\n-- | c",
	} {
		if got := marked(Lines(src, 60, inks())); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", src, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ language, code, want string }{
		{"go", "func a() { // b\n\treturn \"c\\\"d\" + `e\nf`, 0x1F }", "«k func» «f a»() { «/ // b»\n    «k return» «s \"c\\\"d\"» + «s `e»\n«s f`», «n 0x1F» }"},
		{"py", "def a(b): # c\n    '''d\ne'''\n    return None", "«k def» «f a»(b): «/ # c»\n    «s '''d»\n«s e'''»\n    «k return» «k None»"},
		{"js", "const x = `a` /* b\nc */", "«k const» x = «s `a`» «/ /* b»\n«/ c */»"},
		{"rust", "fn a<'b>(c: &'b str) {}", "«k fn» a<'b>(c: &'b str) {}"},
		{"bash", "ls -l # all\nif true; then echo \"$a\"; fi", "«f ls» -l «/ # all»\n«k if» true; «k then» echo «s \"$a\"»; «k fi»"},
		{"sql", "SELECT a FROM b WHERE c = 'd' -- e", "«k SELECT» a «k FROM» b «k WHERE» c = «s 'd'» «/ -- e»"},
		{"json", "{\"a\": \"b\", \"c\": [1, true]}", "{«f \"a\"»: «s \"b\"», «f \"c\"»: [«n 1», «k true»]}"},
		{"yaml", "a-b: c # d\n\"e\": true", "«f a-b»: c «/ # d»\n«f \"e\"»: «k true»"},
		{"toml", "[a]\nb.c = \"d\" # e", "[a]\n«f b.c» = «s \"d\"» «/ # e»"},
		{"html", "<a href=\"b\">c</a> <!-- d -->", "«k <a» href=«s \"b\"»>c«k </a»> «/ <!-- d -->»"},
		{"diff", "--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d\n e", "«k --- a»\n«k +++ b»\n«k @@ -1 +1 @@»\n«- -c»\n«+ +d»\n e"},
		{"brainfuck", "func return", "func return"},
		{"", "func return", "func return"},
	} {
		got := marked(Lines("```"+c.language+"\n"+c.code+"\n```", 80, inks()))
		got = strings.ReplaceAll("\n"+got, "\n  ", "\n")[1:]
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.language, got, c.want)
		}
	}
}

// Whatever is written stands on the screen, in every language, cut anywhere.
func TestCodeLosesNothing(t *testing.T) {
	const src = "#! // -- /* <!-- \"a\\\" 'b' `c` '''d''' \"\"\"e\"\"\" 1.5e3 <t:x/> key: v = ü奥 @f $g(h) +- \\"
	for name := range grammars() {
		for n := range len(src) {
			code := strings.ToValidUTF8(src[:n], "")
			got := strings.TrimSpace(ansi.Strip(strings.Join(Lines("~~~~"+name+"\nx"+code+"\n~~~~", 500, inks()), "\n")))
			if want := strings.TrimSpace("x" + code); got != want {
				t.Fatalf("%s: %q is shown as %q", name, want, got)
			}
		}
	}
	for other, name := range otherNames {
		if _, ok := grammars()[name]; !ok {
			t.Errorf("%s is %s, which has no grammar", other, name)
		}
	}
}

func TestNoLineIsTooWide(t *testing.T) {
	texts := []string{
		"| a | b |\n|---|---|\n| " + strings.Repeat("long ", 40) + "| " + strings.Repeat("奥", 30) + " |",
		"- - - - " + strings.Repeat("deep ", 20), "> > > " + strings.Repeat("奥", 40), "```go\n" + strings.Repeat("x", 300) + "\n```",
		strings.Repeat("| a ", 40) + "|\n" + strings.Repeat("|---", 40) + "|\n", "# " + strings.Repeat("奥斯", 40),
	}
	for _, src := range texts {
		for width := range 60 {
			for _, line := range Lines(src, width+1, inks()) {
				if n := ansi.StringWidth(line); n > max(2, width+1) { // a wide character needs two
					t.Errorf("%.20q: %d cells of %d: %q", src, n, width+1, line)
				}
			}
		}
	}
}

func BenchmarkLines(b *testing.B) {
	src := strings.Repeat("A paragraph with **bold** text and a [link](https://a.b).\n\n```go\nfunc main() { fmt.Println(\"hei\") } // greet\n```\n\n- one\n- two\n\n", 100)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if len(slices.Collect(slices.Values(Lines(src, 80, inks())))) == 0 {
			b.Fatal("nothing")
		}
	}
}
