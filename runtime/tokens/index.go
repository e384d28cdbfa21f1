package tokens

import (
	_ "embed" // the indexes
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// An index says where in the loader's file a token stands. It is made from that file:
//
//	go test ./runtime/tokens -run Index -index
//
//go:embed o200k_base.idx
var o200kIndex string

//go:embed cl100k_base.idx
var cl100kIndex string

// An index is numbers of four bytes, the lowest first: the length of the longest
// token, the ranks of single bytes and of pairs, and a hash table of slots. A slot
// is where the token's line begins in the file, plus one, and in its lowest bits a
// part of the hash; 0 is free.
const (
	wordSize  = 4
	atSingle  = 1
	atPairs   = atSingle + 256
	atSlots   = atPairs + 1<<16
	placeBits = 22 // a file has at most 4 MiB
	hintBits  = 32 - placeBits
)

// indexed finds ranks through an index, reading one line of the file for each. It
// takes ten times as long as a vocabulary that was read, and nothing to begin with.
type indexed struct {
	index string
	file  io.ReaderAt
	mask  uint64
}

// openVocabulary is readVocabulary without reading it.
func openVocabulary(file, index string) (*vocabulary, error) {
	f, err := assets.Assets.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open vocabulary: %w", err)
	}
	at, ok := f.(io.ReaderAt)
	slots := len(index)/wordSize - atSlots
	if !ok || slots < 2 || slots&(slots-1) != 0 {
		return readVocabulary(file)
	}
	x := &indexed{index: index, file: at, mask: uint64(slots - 1)}
	v := &vocabulary{file: x, most: int(x.word(0))}
	for i := range v.single {
		v.single[i] = x.word(atSingle + i)
	}
	for i := range v.pairs {
		v.pairs[i] = x.word(atPairs + i)
	}
	return v, nil
}

func (x *indexed) word(i int) uint32 { return uint32(load32(x.index[i*wordSize:])) }

// rank returns the rank of s, which has three bytes or more, or none.
func (x *indexed) rank(s string) uint32 {
	h := hash(s)
	hint := uint32(h >> (64 - hintBits))
	for at := h & x.mask; ; at = (at + 1) & x.mask {
		slot := x.word(atSlots + int(at))
		if slot == 0 {
			return none
		}
		if slot&(1<<hintBits-1) == hint {
			if rank, same := x.line(int64(slot>>hintBits)-1, s); same {
				return rank
			}
		}
	}
}

var base64Digits = decoder()

// line reads the line at a place; same is true when its token is s.
func (x *indexed) line(place int64, s string) (rank uint32, same bool) {
	var buf, token [512]byte
	want := (len(s)+2)/3*4 + 1 // the token in base64, and a blank
	n, _ := x.file.ReadAt(buf[:min(want+8, len(buf))], place)
	if n <= want || buf[want-1] != ' ' || base64Digits.token(token[:], buf[:n]) != len(s) || string(token[:len(s)]) != s {
		return 0, false
	}
	for _, c := range buf[want:n] {
		if c < '0' || c > '9' {
			break
		}
		rank = 10*rank + uint32(c-'0')
	}
	return rank, true
}

// makeIndex is the index of a vocabulary that was read from a file.
func makeIndex(v *vocabulary, file string) []byte {
	count := len(v.start) - 1
	slots := 1 << bits.Len(uint(count))
	if 5*count > 4*slots { // at most four fifths full
		slots *= 2
	}
	words := make([]uint32, atSlots+slots)
	words[0] = uint32(v.most)
	copy(words[atSingle:], v.single[:])
	copy(words[atPairs:], v.pairs[:])
	place := 0
	for id, line := range strings.SplitAfter(file, "\n")[:count] {
		h := hash(v.token(id))
		at := int(h) & (slots - 1)
		for words[atSlots+at] != 0 {
			at = (at + 1) & (slots - 1)
		}
		words[atSlots+at] = uint32(place+1)<<hintBits | uint32(h>>(64-hintBits))
		place += len(line)
	}
	out := make([]byte, 0, len(words)*wordSize)
	for _, w := range words {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}
