// Package tokens counts what a request costs, in tokens, before it is sent: the
// byte pair encodings o200k_base and cl100k_base, what a message and a tool add
// around their text, a count that follows a person's typing, and the
// calibration by which the provider's own numbers correct the estimate.
//
// It never uses the network, a clock, a file or a goroutine. User text is only
// text: "<|endoftext|>" in it is counted letter by letter.
//
// # Exactness
//
// Counts are those of tiktoken for OpenAI's models; see Exact. For all others
// o200k_base is an estimate, to be shown with a "~" and put right by
// Calibration.
//
// # Why
//
// The vocabularies come from tiktoken-go-loader, which carries them inside the
// program, and tiktoken-go is the oracle of the tests. Its own Encode is not
// used, because it splits with a backtracking expression and merges in
// quadratic time: a pasted ruler line of 100 kB would stop the chat for seconds.
// Here the splitter is written by hand (split.go) and the merge is near-linear
// on every input (merge.go).
package tokens

import (
	"strings"
	"sync"
	"sync/atomic"
)

// Encoding turns text into tokens. It is a constant: safe for any number of
// goroutines, and all of one kind share one vocabulary. It is looked up in its file
// by an index until much was counted, and only then read (about 10 ms, 6 MB).
type Encoding struct {
	name    string
	framing Framing
	load    func(bytes int) *codec // for a text of so many bytes
}

// codec is a vocabulary with the pattern that cuts text into its pieces.
type codec struct {
	vocabulary *vocabulary
	split      func(c *classes, s string, i int) int
	classes    *classes
}

// The vocabularies and the table of characters are constants too large to be
// built before they are needed.
var (
	o200k      = newSource("o200k_base.tiktoken", o200kIndex, splitO200k)
	cl100k     = newSource("cl100k_base.tiktoken", cl100kIndex, splitCL100k)
	characters = sync.OnceValue(newClasses)
)

// source gives the codec of a vocabulary: one that looks up single tokens, for a
// program that counts a few pages and ends, and one that knows all, for the rest.
type source struct {
	indexed, whole func() *codec
	counted        atomic.Int64 // bytes
}

// enough is how much is counted by looking up single tokens, in bytes: reading the
// vocabulary takes as long as that.
const enough = 64 << 10

func newSource(file, index string, split func(*classes, string, int) int) *source {
	codecOf := func(read func() (*vocabulary, error)) func() *codec {
		return sync.OnceValue(func() *codec {
			v, err := read()
			if err != nil {
				panic(err) //nolint:forbidigo // the file is part of the program: a broken one is a broken build, and a test reads both
			}
			return &codec{vocabulary: v, split: split, classes: characters()}
		})
	}
	return &source{
		indexed: codecOf(func() (*vocabulary, error) { return openVocabulary(file, index) }),
		whole:   codecOf(func() (*vocabulary, error) { return readVocabulary(file) }),
	}
}

func (s *source) codec(bytes int) *codec {
	if s.counted.Add(int64(bytes)) > enough {
		return s.whole()
	}
	return s.indexed()
}

// O200k is o200k_base with OpenAI's framing.
func O200k() *Encoding {
	return &Encoding{name: "o200k_base", framing: openAI(), load: o200k.codec}
}

// CL100k is cl100k_base with OpenAI's framing.
func CL100k() *Encoding {
	return &Encoding{name: "cl100k_base", framing: openAI(), load: cl100k.codec}
}

// Name is "o200k_base" or "cl100k_base".
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of s. Bytes that are not UTF-8 count as
// U+FFFD, one for each maximal part, as encoders on the way to a model do it.
func (e *Encoding) Count(s string) int {
	c := e.load(len(s))
	s = repair(s)
	var w work
	total := 0
	for i := 0; i < len(s); {
		end := c.split(c.classes, s, i)
		total += c.vocabulary.count(s[i:end], &w)
		i = end
	}
	return total
}

// Encode returns the tokens of s. It is for tests and for looking at; counting
// needs no list.
func (e *Encoding) Encode(s string) []int {
	c := e.load(len(s))
	s = repair(s)
	var w work
	ids := make([]int, 0, len(s)/3+1)
	for i := 0; i < len(s); {
		end := c.split(c.classes, s, i)
		ids = c.vocabulary.encode(ids, s[i:end], &w)
		i = end
	}
	return ids
}

// family is a row of the table of models.
type family struct {
	prefix string // of the model's own name, lower case
	whole  bool   // the name ends after the prefix, or goes on with "-"
	cl100k bool
	exact  bool
	claude bool // Anthropic's framing
	google bool // Google's pictures
}

// family finds the first row that fits, so longer prefixes stand first.
func familyOf(model string) family {
	name := baseName(model)
	for _, f := range [...]family{
		{prefix: "gpt-4o", exact: true},
		{prefix: "gpt-4.", exact: true}, // 4.1, 4.5
		{prefix: "gpt-5", exact: true},
		{prefix: "gpt-oss", exact: true},
		{prefix: "chatgpt-4o", exact: true},
		{prefix: "codex-mini", exact: true},
		{prefix: "o1", whole: true, exact: true},
		{prefix: "o3", whole: true, exact: true},
		{prefix: "o4", whole: true, exact: true},
		{prefix: "gpt-4", whole: true, exact: true, cl100k: true},
		{prefix: "gpt-3.5", exact: true, cl100k: true},
		{prefix: "gpt-35", exact: true, cl100k: true}, // Azure's spelling
		{prefix: "text-embedding-3", exact: true, cl100k: true},
		{prefix: "text-embedding-ada-002", exact: true, cl100k: true},
		{prefix: "claude", claude: true},
		{prefix: "gemini", google: true},
	} {
		rest, ok := strings.CutPrefix(name, f.prefix)
		if ok && (!f.whole || rest == "" || rest[0] == '-') {
			return f
		}
	}
	return family{}
}

// baseName takes providers ("openrouter/openai/gpt-4o"), fine-tunes
// ("ft:gpt-4o:org") and tags ("llama3:8b") off a model's name.
func baseName(model string) string {
	name := strings.ToLower(strings.TrimSpace(model))
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = strings.TrimPrefix(name, "ft:")
	name, _, _ = strings.Cut(name, ":")
	return name
}

// For returns the encoding of a model, "gpt-4o" or "openai/gpt-4o". Models
// whose encoding is not public get o200k_base as an estimate; see Exact.
func For(model string) *Encoding {
	f := familyOf(model)
	e := O200k()
	if f.cl100k {
		e = CL100k()
	}
	if f.claude {
		e.framing = anthropic()
	}
	if f.google {
		e.framing.Pictures, e.framing.Page = squares768, 258
	}
	return e
}

// Exact reports whether For(model) counts text exactly as the model does. What
// a provider adds around the text stays an estimate for every model.
func Exact(model string) bool { return familyOf(model).exact }
