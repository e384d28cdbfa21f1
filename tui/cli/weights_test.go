package cli

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Sizes of a made-up model: a Llama of one layer that says anything at all.
const (
	width   = 32
	heads   = 2
	inner   = 48
	longest = 32768
)

// weights writes such a model in the GGUF format
// (github.com/ggml-org/ggml/blob/master/docs/gguf.md) with a vocabulary of pieces.
func weights(t *testing.T, vocabulary []string) (path string) {
	t.Helper()
	draw := rand.New(rand.NewPCG(1, 2))
	var f gguf
	f.set("general.architecture", "llama")
	f.set("general.name", "made up")
	f.set("llama.context_length", uint32(longest))
	f.set("llama.embedding_length", uint32(width))
	f.set("llama.block_count", uint32(1))
	f.set("llama.feed_forward_length", uint32(inner))
	f.set("llama.attention.head_count", uint32(heads))
	f.set("llama.attention.head_count_kv", uint32(heads))
	f.set("llama.attention.layer_norm_rms_epsilon", float32(1e-5))
	f.set("llama.rope.dimension_count", uint32(width/heads))
	f.set("llama.vocab_size", uint32(len(vocabulary)))
	f.set("tokenizer.ggml.model", "llama")
	f.set("tokenizer.ggml.tokens", vocabulary)
	scores, kinds := make([]float32, len(vocabulary)), make([]int32, len(vocabulary))
	for i, piece := range vocabulary {
		switch kinds[i] = 1; { // normal
		case i == 0:
			kinds[i] = 2 // unknown
		case i < 3:
			kinds[i] = 3 // control
		case i < 3+256:
			kinds[i] = 6 // byte
		case !strings.HasPrefix(piece, blank):
			scores[i] = -1 // words are read from their beginning
		}
	}
	f.set("tokenizer.ggml.scores", scores)
	f.set("tokenizer.ggml.token_type", kinds)
	f.set("tokenizer.ggml.unknown_token_id", uint32(0))
	f.set("tokenizer.ggml.bos_token_id", uint32(1))
	f.set("tokenizer.ggml.eos_token_id", uint32(2))
	f.set("tokenizer.ggml.add_bos_token", false)
	for _, m := range []struct {
		name          string
		columns, rows int
	}{
		{"token_embd", width, len(vocabulary)}, {"output_norm", width, 0}, {"output", width, len(vocabulary)},
		{"blk.0.attn_norm", width, 0}, {"blk.0.attn_q", width, width}, {"blk.0.attn_k", width, width}, {"blk.0.attn_v", width, width}, {"blk.0.attn_output", width, width},
		{"blk.0.ffn_norm", width, 0}, {"blk.0.ffn_gate", width, inner}, {"blk.0.ffn_up", width, inner}, {"blk.0.ffn_down", inner, width},
	} {
		f.tensor(m.name+".weight", m.columns, m.rows, draw)
	}
	path = filepath.Join(t.TempDir(), "made-up.gguf")
	if err := os.WriteFile(path, f.bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// gguf is a file in the making: what is told of the model, the list of its tensors,
// and their numbers.
type gguf struct {
	told, list, data bytes.Buffer
	keys, tensors    uint64
}

// aligned is where the numbers of a tensor may begin.
const aligned = 32

func (f *gguf) bytes() []byte {
	var out bytes.Buffer
	out.WriteString("GGUF")
	put(&out, uint32(3), f.tensors, f.keys)
	out.Write(f.told.Bytes())
	out.Write(f.list.Bytes())
	pad(&out)
	out.Write(f.data.Bytes())
	return out.Bytes()
}

// set writes a key with its value, after the number of the value's type.
func (f *gguf) set(key string, value any) {
	f.keys++
	put(&f.told, key)
	switch v := value.(type) {
	case uint32:
		put(&f.told, uint32(4), v)
	case float32:
		put(&f.told, uint32(6), v)
	case bool:
		put(&f.told, uint32(7), v)
	case string:
		put(&f.told, uint32(8), v)
	case []int32:
		put(&f.told, uint32(9), uint32(5), uint64(len(v)), v)
	case []float32:
		put(&f.told, uint32(9), uint32(6), uint64(len(v)), v)
	case []string:
		put(&f.told, uint32(9), uint32(8), uint64(len(v)))
		for _, s := range v {
			put(&f.told, s)
		}
	}
}

// tensor writes a matrix of small numbers, or for no rows a vector of ones.
func (f *gguf) tensor(name string, columns, rows int, draw *rand.Rand) {
	f.tensors++
	put(&f.list, name)
	numbers := make([]float32, columns*max(1, rows))
	if rows == 0 {
		put(&f.list, uint32(1), uint64(columns))
	} else {
		put(&f.list, uint32(2), uint64(columns), uint64(rows))
	}
	for i := range numbers {
		if numbers[i] = 1; rows > 0 {
			numbers[i] = float32(draw.NormFloat64()) / 6
		}
	}
	put(&f.list, uint32(0), uint64(f.data.Len()))
	put(&f.data, numbers)
	pad(&f.data)
}

// put writes values as the format has them: a text after its length, all else little
// endian. A buffer takes everything.
func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if s, ok := v.(string); ok {
			_ = binary.Write(b, binary.LittleEndian, uint64(len(s)))
			b.WriteString(s)
			continue
		}
		_ = binary.Write(b, binary.LittleEndian, v)
	}
}

func pad(b *bytes.Buffer) {
	for b.Len()%aligned != 0 {
		b.WriteByte(0)
	}
}

// blank stands for a blank in a vocabulary.
const blank = "▁"

// pieces is a vocabulary that knows the beginnings of the words of a text, up to so
// many letters; the rest is read byte by byte.
func pieces(text string, letters int) []string {
	out := []string{"<unk>", "<s>", "</s>"}
	for i := range 256 {
		out = append(out, "<0x"+strings.ToUpper(string("0123456789abcdef"[i>>4])+string("0123456789abcdef"[i&15]))+">")
	}
	known := map[string]bool{blank: true}
	for _, word := range regexp.MustCompile(`[A-Za-z]+|[^A-Za-z\s]+`).FindAllString(text, -1) {
		for n := 1; n <= min(letters, len(word)); n++ {
			known[blank+word[:n]] = true
			if n > 1 {
				known[word[:n]] = true
			}
		}
	}
	for piece := range known {
		out = append(out, piece)
	}
	slices.Sort(out[3+256:])
	return out
}
