package tokens

import (
	"bytes"
	"flag"
	"go/build"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	xunicode "golang.org/x/text/encoding/unicode"
)

// long compares with the oracle on at least 100 MB; it takes minutes:
// go test ./runtime/tokens -run Oracle -long -timeout 1h
var long = flag.Bool("long", false, "compare with tiktoken-go on more than 100 MB")

// oracles are tiktoken-go's encodings, made once.
var oracles = sync.OnceValue(func() map[string]*tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	m := map[string]*tiktoken.Tiktoken{}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		o, err := tiktoken.GetEncoding(name)
		if err != nil {
			panic(err)
		}
		m[name] = o
	}
	return m
})

func encodings() []*Encoding { return []*Encoding{O200k(), CL100k()} }

// want compares both encodings of s with the oracle. What is no UTF-8 is
// repaired by x/text, an implementation of the same standard that is not ours.
func want(t *testing.T, what, s string) {
	t.Helper()
	valid := s
	if !utf8.ValidString(s) {
		var err error
		if valid, err = xunicode.UTF8.NewDecoder().String(s); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range encodings() {
		ids, n := e.Encode(s), e.Count(s)
		if oracle := oracles()[e.Name()].EncodeOrdinary(valid); !slices.Equal(ids, oracle) {
			t.Fatalf("%s, %s: Encode(%q) = %v, tiktoken-go %v", e.Name(), what, clip(s), clipped(ids), clipped(oracle))
		}
		if n != len(ids) {
			t.Fatalf("%s, %s: Count(%q) = %d, Encode has %d", e.Name(), what, clip(s), n, len(ids))
		}
	}
}

func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}

func clipped(ids []int) []int { return ids[:min(len(ids), 40)] }

func TestVocabularyIsTheLoaders(t *testing.T) {
	for name, c := range map[string]*codec{"o200k_base": o200k.whole(), "cl100k_base": cl100k.whole()} {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		v := c.vocabulary
		if len(ranks) != len(v.start)-1 {
			t.Fatalf("%s has %d tokens, want %d", name, len(v.start)-1, len(ranks))
		}
		for token, rank := range ranks {
			if got := v.rank(token); got != uint32(rank) {
				t.Fatalf("%s: rank(%q) = %d, want %d", name, token, got, rank)
			}
			if strange := token + "\xff\x00"; v.rank(strange) != none {
				t.Fatalf("%s: rank(%q) is not none", name, strange)
			}
		}
	}
}

func TestVocabularyRefusesDamage(t *testing.T) {
	for _, text := range []string{"\n\n=== 0\n", "YQ== 0\n*** 1\n", strings.Repeat("YWFh", 100) + " 0\n"} {
		if err := new(vocabulary).read(strings.NewReader(text), len(text)); err == nil {
			t.Errorf("%.20q… was read as a vocabulary", text)
		}
	}
	v := new(vocabulary)
	if err := v.read(strings.NewReader("YQ== 0\nYWI= 1\nYWJj 2"), 100); err != nil || v.bytes != "aababc" || v.most != 3 {
		t.Errorf("read %q, longest %d: %v", v.bytes, v.most, err)
	}
}

func TestClassesAreUnicodes(t *testing.T) {
	c := characters()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		var want class
		switch {
		case r == '\r' || r == '\n':
			want = lineEnd
		case unicode.IsSpace(r):
			want = space
		case unicode.IsNumber(r):
			want = number
		case unicode.IsMark(r):
			want = mark
		case unicode.Is(unicode.Ll, r):
			want = lower
		case unicode.IsUpper(r), unicode.Is(unicode.Lt, r):
			want = upper
		case unicode.IsLetter(r):
			want = caseless
		}
		if got := c.of(r); got != want {
			t.Fatalf("class of %U is %d, want %d", r, got, want)
		}
	}
}

// The known lengths guard against an oracle that fails the same way.
func TestCountKnown(t *testing.T) {
	for _, c := range []struct {
		text          string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"tiktoken is great!", 6, 6},
		{"hello world", 2, 2},
		{strings.Repeat("a", 100), 13, 13},
	} {
		if got := O200k().Count(c.text); got != c.o200k {
			t.Errorf("o200k Count(%q) = %d, want %d", c.text, got, c.o200k)
		}
		if got := CL100k().Count(c.text); got != c.cl100k {
			t.Errorf("cl100k Count(%q) = %d, want %d", c.text, got, c.cl100k)
		}
	}
}

// cases are texts where the patterns' alternatives meet.
func cases() []string {
	return []string{
		"", " ", "  ", "\n", "\r\n", "a", "é", "don't DON'T we'll WE'LL we'Re I'm 'tis 'store 'S x'", "'", "''s", "'ſ", "a'ſb", "x'K'",
		" \n \n  x", "  \n", "\n  ", "a \t b", "\t\tx", "  x", "\u00a0x", "\u3000\u3000x", "\u0085\u0085", "x\u2028y", " \u00a0 \n\u00a0",
		"HTTPServer camelCase XMLHttpRequestX ÀÉÎo ǅabc aǅB ABC", "\u0301", "\u0301ABC", "\u0301Abc", " \u0301ABC", "A\u0301BC", "AB\u0301C", "ABC\u0301", "\u0301'sA", "é\u0301'LLx",
		"ʰABC", "AʰBC", "AʰB'd", "中文ABC", "ABC中文abc", "Aªb", "中'd", "漢字かなカナ한글", "हिन्दी नमस्ते", "ไทยภาษา",
		"1234567890", "1,234.56", "٣٤٥٦", "Ⅷ½²", "x1y22z333a4444", "a1'sb",
		"!!! ??? ...\n\n//\n/path/to/file\r\n/\n", " /", "/\n/", "//\n//", " ...\n", "(a)(B) -x _y", "x =\n\ty", "<|endoftext|> <|fim_prefix|><|endofprompt|>",
		"👍🏽👩‍👩‍👧‍👦 🇩🇪🇫🇷", "\ufeffx", "a\x00b\x01", "\u200b\u200bx", "e\u0301\u0301\u0301",
		"\xff", "a\xffb", "\xe4\xb8", "\xe4\xb8x\xad", "\xf0\x9f\x91", "\xed\xa0\x80", "\xc0\xaf", "\xf1\x80\x80\xe1\x80\xc2b\x80c\x80\xbfd", "\xf4\x90\x80\x80", "\xf5\x80\x80",
	}
}

func TestOracleCases(t *testing.T) {
	for _, s := range cases() {
		want(t, "case", s)
		want(t, "case", "x"+s+s)
		want(t, "case", " "+s+" "+s+"\n")
	}
	for n := short - 4; n < short+5; n++ { // about where the two merges meet
		want(t, "length", strings.Repeat("a", n))
		want(t, "length", strings.Repeat("aBcbA", n)[:n])
		want(t, "length", strings.Repeat("-", n))
		want(t, "length", strings.Repeat("中a", n))
	}
}

func TestOracleMade(t *testing.T) {
	for name, text := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewSource(1))
			for range 12 {
				want(t, name, text(r, 1+r.Intn(6000)))
			}
		})
	}
}

func TestOracleShort(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 3000 {
		want(t, "mixed", mixed(r, 1+r.Intn(24)))
	}
}

// TestOracleLong compares on what any machine with Go has, its sources and the
// module cache, and on made text, until 100 MB are passed.
func TestOracleLong(t *testing.T) {
	if !*long {
		t.Skip("takes minutes; run with -long")
	}
	const enough = 110 << 20
	texts := make(chan string, 4)
	go found(texts, enough-50<<20, enough) // ends when it has sent all
	var wg sync.WaitGroup
	var mu sync.Mutex
	bytes := 0
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() { // ends with the channel
			for s := range texts {
				want(t, "found", s)
				mu.Lock()
				bytes += len(s)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d bytes gave equal tokens in both encodings", bytes)
	if bytes < 100<<20 && !t.Failed() {
		t.Errorf("only %d bytes found", bytes)
	}
}

// found sends files, cut so that the quadratic oracle ends, and made text for
// the rest.
func found(texts chan<- string, files, all int) {
	defer close(texts)
	sent := 0
	send := func(s string) {
		sent += len(s)
		texts <- s
	}
	roots := []string{filepath.Join(build.Default.GOPATH, "pkg", "mod"), filepath.Join(goRoot(), "src"), filepath.Join(goRoot(), "test")}
	for i, root := range roots {
		until := files * (i + 1) / len(roots)
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || sent > until {
				return nil
			}
			switch filepath.Ext(path) {
			case ".md", ".txt", ".go", ".golden", ".json", ".html", ".yml":
			default:
				return nil
			}
			b, err := os.ReadFile(path)
			if err != nil || len(b) > 1<<20 {
				return nil
			}
			for len(b) > 0 {
				part := b[:min(len(b), 1<<15)]
				b = b[len(part):]
				if longest(part) < 3000 {
					send(string(part))
				}
			}
			return nil
		})
	}
	r := rand.New(rand.NewSource(3))
	for sent < all {
		for _, text := range kinds() {
			send(text(r, 1<<15))
		}
	}
}

// longest is the length of the longest run of letters and figures, or of one
// byte, in b.
func longest(b []byte) int {
	most := 0
	for _, w := range bytes.FieldsFunc(b, func(r rune) bool { return r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		most = max(most, len(w))
	}
	for i := 0; i < len(b); {
		j := i
		for j < len(b) && b[j] == b[i] {
			j++
		}
		most, i = max(most, j-i), j
	}
	return most
}

func FuzzOracle(f *testing.F) {
	for _, s := range cases() {
		f.Add(s)
	}
	r := rand.New(rand.NewSource(4))
	for range 40 {
		f.Add(mixed(r, 60))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4000 { // the oracle is quadratic
			s = s[:4000]
		}
		want(t, "fuzz", s)
	})
}

// No text may take more than near-linear time; here only that all of these end
// and that pieces cover them, the time being the benchmark's.
func TestRunsEnd(t *testing.T) {
	for _, unit := range []string{"a", " ", "\n", "-", "中", "aB", "\u0301", "\xff", "0", "ab c"} {
		s := strings.Repeat(unit, 100_000/len(unit))
		e := O200k()
		var b strings.Builder
		ids := e.Encode(s)
		for _, id := range ids {
			b.WriteString(o200k.whole().vocabulary.token(id))
		}
		if b.String() != repair(s) {
			t.Errorf("the tokens of a run of %q are not its text", unit)
		}
		if n := e.Count(s); n != len(ids) {
			t.Errorf("Count of a run of %q = %d, Encode has %d", unit, n, len(ids))
		}
	}
}

func TestCountAllocatesNothing(t *testing.T) {
	s := kinds()["prose"](rand.New(rand.NewSource(5)), 20_000)
	for _, e := range encodings() {
		if n := testing.AllocsPerRun(5, func() { e.Count(s) }); n > 0 {
			t.Errorf("%s: %v allocations in a count of %d bytes", e.Name(), n, len(s))
		}
	}
}

func TestRepair(t *testing.T) {
	for in, want := range map[string]string{ // the tables 3-8 to 3-11 of the Unicode standard
		"\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41": "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdA",
		"\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41": "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdA",
		"\xf4\x91\x92\x93\xff\x41\x80\xbf\x42": "\ufffd\ufffd\ufffd\ufffd\ufffdA\ufffd\ufffdB",
		"\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41": "\ufffd\ufffd\ufffd\ufffdA",
		"ok\ufffd":                             "ok\ufffd",
	} {
		if got := repair(in); got != want {
			t.Errorf("repair(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFor(t *testing.T) {
	for _, c := range []struct {
		model, encoding string
		exact           bool
	}{
		{"gpt-4o", "o200k_base", true}, {"openai/gpt-4o-mini-2024-07-18", "o200k_base", true}, {"openrouter/openai/gpt-4.1", "o200k_base", true},
		{"gpt-4.5-preview", "o200k_base", true}, {"gpt-5", "o200k_base", true}, {"openai/gpt-5.1-codex", "o200k_base", true},
		{"o1", "o200k_base", true}, {"o3-mini", "o200k_base", true}, {"o4-mini", "o200k_base", true}, {"OpenAI/O3", "o200k_base", true},
		{"gpt-4", "cl100k_base", true}, {"gpt-4-turbo", "cl100k_base", true}, {"gpt-3.5-turbo", "cl100k_base", true}, {"azure/gpt-35-turbo", "cl100k_base", true},
		{"ft:gpt-4o-mini:org::x", "o200k_base", true}, {"ft:gpt-3.5-turbo:org", "cl100k_base", true},
		{"anthropic/claude-sonnet-4-5", "o200k_base", false}, {"gemini-2.5-pro", "o200k_base", false}, {"ollama/llama3:8b", "o200k_base", false},
		{"", "o200k_base", false}, {"offline/extractive", "o200k_base", false}, {"o1x", "o200k_base", false}, {"gpt-4x", "o200k_base", false},
	} {
		if got := For(c.model).Name(); got != c.encoding {
			t.Errorf("For(%q) is %s, want %s", c.model, got, c.encoding)
		}
		if got := Exact(c.model); got != c.exact {
			t.Errorf("Exact(%q) = %v", c.model, got)
		}
	}
}
