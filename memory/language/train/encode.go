package main

import (
	"encoding/binary"
	"hash/crc32"
	"maps"
	"math"
	"slices"

	"dormouse/memory/language/classify"
	"dormouse/memory/language/vectors"
)

// The files of word data, as packages vectors and translate say what stands in them.

// texts puts texts behind each other, and says where each of them ends.
func texts(list []string) (ends, text []byte) {
	for _, s := range list {
		text = append(text, s...)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(text)))
	}
	return ends, text
}

// encodeVectors writes the file of word vectors: words in alphabetical order, and by
// their rank the vectors, each as its length, of the longest, and its direction.
func encodeVectors(list []string, rank map[string]int, means [][]float64) []byte {
	words := slices.Sorted(slices.Values(list))
	ends, text := texts(words)
	var ranks []byte
	sorted := make([][]float64, len(words))
	for i, w := range words {
		ranks = binary.LittleEndian.AppendUint16(ranks, uint16(rank[w]))
		sorted[i] = means[rank[w]]
	}
	return slices.Concat(binary.LittleEndian.AppendUint32(nil, uint32(len(words))), ends, ranks, encodeRows(sorted), text)
}

// encodeAsked writes the file of the vectors by which one asks.
func encodeAsked(means [][]float64) []byte {
	rows := encodeRows(means)
	return slices.Concat(binary.LittleEndian.AppendUint32(nil, vectors.ID()), binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(rows)), rows)
}

// encodeRows writes how long each vector is, of the longest, then their directions.
func encodeRows(means [][]float64) []byte {
	longest := 0.0
	for _, v := range means {
		longest = max(longest, math.Sqrt(dot(v, v)))
	}
	var lengths, rows []byte
	for _, v := range means {
		lengths = append(lengths, byte(math.RoundToEven(255*math.Sqrt(dot(v, v))/longest)))
		for _, x := range normal(v) {
			rows = append(rows, byte(int8(max(-127, min(127, math.RoundToEven(x*vectors.Step))))))
		}
	}
	return slices.Concat(lengths, rows)
}

// kind is a word, by its number, that is a kind of another, and how surely.
type kind struct {
	row    int
	weight float64 // in [0, 1]
}

// encodeKinds writes the file of kinds: those of each word, by its number.
func encodeKinds(kinds [][]kind) []byte {
	var ends, rows []byte
	n := 0
	for _, list := range kinds {
		n += len(list)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(n))
		for _, k := range list {
			rows = append(rows, byte(k.row), byte(k.row>>8), byte(math.Round(255*k.weight)))
		}
	}
	return slices.Concat(binary.LittleEndian.AppendUint32(nil, vectors.ID()), ends, rows)
}

// encodeBridge writes the file of the bridge: by their keys, what words lead to, the
// best first. English words without a vector are passed over.
func encodeBridge(entries map[string][]vectors.Near) []byte {
	keys := slices.Sorted(maps.Keys(entries))
	ends, text := texts(keys)
	var rows []byte
	for _, k := range keys {
		var row [3 * vectors.BridgeWidth]byte
		n := 0
		for _, near := range entries[k] {
			if v, ok := vectors.Of(near.Word); ok && n < vectors.BridgeWidth {
				binary.LittleEndian.PutUint16(row[3*n:], uint16(v.Row()))
				row[3*n+2] = byte(max(1, min(255, int(255*near.Weight+0.5))))
				n++
			}
		}
		rows = append(rows, row[:]...)
	}
	table := slices.Concat(binary.LittleEndian.AppendUint32(nil, uint32(len(keys))), ends, rows, text)
	head := binary.LittleEndian.AppendUint32(nil, vectors.ID())
	return append(binary.LittleEndian.AppendUint32(head, crc32.ChecksumIEEE(table)), table...)
}

// encodeVocabulary writes the hashes of words, sorted: how far each is from the last.
func encodeVocabulary(words []string) []byte {
	var hashes []uint32
	for _, w := range words {
		hashes = append(hashes, classify.FNV(classify.FNVBase, w))
	}
	slices.Sort(hashes)
	var b []byte
	last := uint32(0)
	for _, h := range slices.Compact(hashes) {
		b = binary.AppendUvarint(b, uint64(h-last))
		last = h
	}
	return b
}
