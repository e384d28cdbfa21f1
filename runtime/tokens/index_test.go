package tokens

import (
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

var writeIndex = flag.Bool("index", false, "write the indexes of the vocabularies anew")

// TestIndex holds the indexes against the vocabularies they are of: every token is
// found under its rank, and what is no token is not.
func TestIndex(t *testing.T) {
	for name, index := range map[string]string{"o200k_base": o200kIndex, "cl100k_base": cl100kIndex} {
		file := name + ".tiktoken"
		whole, err := readVocabulary(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := assets.Assets.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want := makeIndex(whole, string(text)); *writeIndex {
			if err := os.WriteFile(name+".idx", want, 0o644); err != nil {
				t.Fatal(err)
			}
			index = string(want)
		} else if index != string(want) {
			t.Fatalf("%s.idx is not that of the vocabulary: go test ./runtime/tokens -run Index -index", name)
		}
		v, err := openVocabulary(file, index)
		if err != nil {
			t.Fatal(err)
		}
		if v.file == nil {
			t.Fatalf("%s is read whole", name)
		}
		draw := rand.New(rand.NewPCG(1, 2))
		for id := range len(whole.start) - 1 {
			token := whole.token(id)
			if got := v.rank(token); got != uint32(id) {
				t.Fatalf("%s: %q has rank %d, not %d", name, token, got, id)
			}
			if other := token + whole.token(draw.IntN(1000)); v.rank(other) != whole.rank(other) {
				t.Fatalf("%s: %q has rank %d, not %d", name, other, v.rank(other), whole.rank(other))
			}
		}
	}
}

// TestLittleIsCountedWithoutReading counts the same as the whole vocabulary does.
func TestLittleIsCountedWithoutReading(t *testing.T) {
	for name, s := range map[string]*source{
		"o200k":  newSource("o200k_base.tiktoken", o200kIndex, splitO200k),
		"cl100k": newSource("cl100k_base.tiktoken", cl100kIndex, splitCL100k),
	} {
		text := "Where does Ana live? 12,345 naïve résumés 東京に住んでいます — func main() { fmt.Println(\"hello\") } ------------------------------"
		for range 5 {
			text += text
			if s.counted.Load()+int64(len(text)) > enough {
				break
			}
			e := &Encoding{load: s.codec}
			before := e.Count(text)
			if got := (&Encoding{load: func(int) *codec { return s.whole() }}).Count(text); got != before {
				t.Errorf("%s: %d bytes have %d tokens, or %d", name, len(text), before, got)
			}
		}
		if s.codec(0) == s.codec(enough+1) {
			t.Errorf("%s is never read", name)
		}
	}
}
