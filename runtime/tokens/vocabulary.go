package tokens

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// none is the rank of bytes that are no token.
const none = 1<<18 - 1

// stampBits of a slot's 32 tell most strangers apart without reading the token.
const stampBits = 14

// vocabulary finds the rank of a byte string. A rank is also the token's id,
// and the order of merging: lower first.
//
// # Why
//
// A Go map of 200,000 strings takes 80 ms and 20 MB. Here all tokens stand in
// one string in order of rank, and a hash table of 4-byte slots (18 bits rank
// plus one, 14 bits of the hash) points into it; that is built in about 10 ms,
// has nothing in it for the garbage collector to look at, and most searches
// for what is no token end at the slot.
type vocabulary struct {
	bytes  string
	start  []uint32 // of each token in bytes, and the end
	slots  []uint32 // 0: free
	mask   uint64
	pairs  [1 << 16]uint32 // ranks of two bytes, first byte high
	single [256]uint32
	most   int // length of the longest token in bytes

	file *indexed // looks tokens up in place of slots; nil when all is read
}

// readVocabulary reads a file of the loader: lines of a token in base64, a
// blank, and its rank, in order of rank from 0.
func readVocabulary(file string) (*vocabulary, error) {
	f, err := assets.Assets.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open vocabulary: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open vocabulary: %w", err)
	}
	v := &vocabulary{}
	if err := v.read(f, int(info.Size())); err != nil {
		return nil, fmt.Errorf("read vocabulary %s: %w", file, err)
	}
	v.index()
	return v, nil
}

func (v *vocabulary) read(f io.Reader, size int) error {
	var text strings.Builder
	text.Grow(size / 2) // a line of 13 bytes or more holds a token of 5 to 7
	v.start = make([]uint32, 0, size/15)
	decode := decoder()
	var token [256]byte
	r := bufio.NewReaderSize(f, 1<<16)
	for {
		line, err := r.ReadSlice('\n')
		if len(line) > 1 {
			n := decode.token(token[:], line)
			if n <= 0 {
				return fmt.Errorf("line %d is no token", len(v.start)+1)
			}
			v.start = append(v.start, uint32(text.Len()))
			text.Write(token[:n])
			v.most = max(v.most, n)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if len(v.start) >= none {
		return fmt.Errorf("%d tokens are too many", len(v.start))
	}
	v.start = append(v.start, uint32(text.Len()))
	v.bytes = text.String()
	return nil
}

// base64Table gives the six bits of each character, or 0xff.
type base64Table [256]byte

func decoder() *base64Table {
	var d base64Table
	for i := range d {
		d[i] = 0xff
	}
	for i, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		d[c] = byte(i)
	}
	return &d
}

// token decodes the base64 at the start of line into dst and returns its
// length, 0 or less when there is none. The standard decoder, made for long
// texts, takes three times as long on these short ones.
func (d *base64Table) token(dst, line []byte) int {
	n := 0
	for len(line) >= 4 && d[line[0]] != 0xff {
		if n+3 > len(dst) {
			return 0
		}
		a, b, c, e := d[line[0]], d[line[1]], d[line[2]], d[line[3]]
		dst[n], dst[n+1], dst[n+2] = a<<2|b>>4&3, b<<4|c>>2&15, c<<6|e&63
		n += 3
		if line[3] == '=' {
			n--
			if line[2] == '=' {
				n--
			}
		}
		line = line[4:]
	}
	return n
}

// index fills the tables from the tokens.
func (v *vocabulary) index() {
	count := len(v.start) - 1
	size := 1 << bits.Len(uint(count*2-1)) // at most half full
	v.slots, v.mask = make([]uint32, size), uint64(size-1)
	for i := range v.pairs {
		v.pairs[i] = none
	}
	for id := range count {
		t := v.token(id)
		switch len(t) {
		case 1:
			v.single[t[0]] = uint32(id)
		case 2:
			v.pairs[int(t[0])<<8|int(t[1])] = uint32(id)
		}
		h := hash(t)
		at := h & v.mask
		for v.slots[at] != 0 {
			at = (at + 1) & v.mask
		}
		v.slots[at] = uint32(id+1)<<stampBits | uint32(h>>(64-stampBits))
	}
}

// token returns the bytes of a token.
func (v *vocabulary) token(id int) string { return v.bytes[v.start[id]:v.start[id+1]] }

// rank returns the rank of s, or none.
func (v *vocabulary) rank(s string) uint32 {
	switch {
	case len(s) == 2:
		return v.pairs[int(s[0])<<8|int(s[1])]
	case len(s) == 1:
		return v.single[s[0]]
	case len(s) > v.most:
		return none
	case v.file != nil:
		return v.file.rank(s)
	}
	h := hash(s)
	stamp := uint32(h >> (64 - stampBits))
	for at := h & v.mask; ; at = (at + 1) & v.mask {
		slot := v.slots[at]
		if slot == 0 {
			return none
		}
		if slot&(1<<stampBits-1) == stamp {
			if id := slot>>stampBits - 1; v.token(int(id)) == s {
				return id
			}
		}
	}
}

// hash mixes bytes in the manner of wyhash: short strings in one
// multiplication, since a token has six bytes on average.
func hash(s string) uint64 {
	const k0, k1, k2 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3
	n := len(s)
	h := uint64(n) ^ k2
	var a, b uint64
	switch {
	case n > 16:
		for i := 0; i+16 < n; i += 16 {
			h = fold(load64(s[i:])^k0, load64(s[i+8:])^h)
		}
		a, b = load64(s[n-16:]), load64(s[n-8:])
	case n >= 8:
		a, b = load64(s), load64(s[n-8:])
	case n >= 4:
		a, b = load32(s), load32(s[n-4:])
	case n > 0:
		a = uint64(s[0])<<16 | uint64(s[n>>1])<<8 | uint64(s[n-1])
	}
	return fold(a^k1^h, b^k0)
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

func load32(s string) uint64 {
	_ = s[3]
	return uint64(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}

func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
