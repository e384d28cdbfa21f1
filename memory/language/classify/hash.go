package classify

import (
	"math/bits"
	"unicode/utf8"
)

// Input is what a model sees of a text.
type Input struct {
	Features []uint16 // hash buckets, sorted, each once
	Meaning  Meaning
}

// Meaning is what a text means as a whole: a direction, of length MeaningLength; zeros
// where no word of it is known. Texts about one thing in other words lie near each other.
type Meaning [100]int8

// MeaningLength is how long a Meaning is: no component of a direction fills a byte.
const MeaningLength = 256

// Features collects the hashed features of a text: a bit for each bucket. As many bits as
// there can be, so that they may lie on the stack.
type Features struct {
	use  Group
	bits [1 << wideBits / 64]uint64
}

// NewFeatures has no feature yet, and as many buckets as the groups ask for.
func NewFeatures(use Group) *Features { return &Features{use: use} }

// List are the buckets, sorted, each once.
func (f *Features) List() []uint16 {
	used, n := f.bits[:1<<f.use.Bits()/64], 0
	for _, w := range used {
		n += bits.OnesCount64(w)
	}
	out := make([]uint16, 0, n)
	for i, w := range used {
		for ; w != 0; w &= w - 1 {
			out = append(out, uint16(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return out
}

// Put adds a feature by its bucket among as many or more.
func (f *Features) Put(bucket uint16) {
	bucket &= 1<<f.use.Bits() - 1
	f.bits[bucket>>6] |= 1 << (bucket & 63)
}

// FNV is the 32-bit FNV-1a hash.
func FNV(h uint32, s string) uint32 {
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// FNVBase is where FNV begins.
const FNVBase = 2166136261

// Add adds a feature of a kind.
func (f *Features) Add(kind string, parts ...string) { f.Set(Hash(kind, parts...)) }

// Set adds a feature by its hash.
func (f *Features) Set(h uint32) {
	n := f.use.Bits()
	h ^= h >> n // fold the high bits in
	f.Put(uint16(h & (1<<n - 1)))
}

// Hash is the hash of a feature.
func Hash(kind string, parts ...string) uint32 {
	h := FNV(FNVBase, kind)
	for _, p := range parts {
		h = FNV(parted(h), p)
	}
	return h
}

// parted parts a hash from what comes next.
func parted(h uint32) uint32 { return (h ^ 0x1f) * 16777619 }

// Runs adds the runs of characters of a text, from least to most of them.
func (f *Features) Runs(kind, s string, least, most int) {
	base := parted(FNV(FNVBase, kind))
	for from := range s {
		h, at := base, from
		for n := 1; n <= most && at < len(s); n++ {
			_, size := utf8.DecodeRuneInString(s[at:])
			h = FNV(h, s[at:at+size])
			if at += size; n >= least {
				f.Set(h)
			}
		}
	}
}

// Digit is a small number as part of a feature.
func Digit(n int) string { return string(rune('0' + n)) }

// Yes is "1" for what is so, and "0" for what is not.
func Yes(is bool) string {
	if is {
		return "1"
	}
	return "0"
}
