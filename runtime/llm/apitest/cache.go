package apitest

import (
	"crypto/sha256"
	"strings"
	"time"
)

// piece is a part of a prompt, in the order in which a cache reads them. A marked
// one asks to be kept with all before it; providers without marks keep everything.
type piece struct {
	text   string
	marked bool
	long   bool // for an hour, not for five minutes
}

// prefixes are what the cache holds: hashes of beginnings of prompts, and how long each
// is kept.
type prefixes map[[32]byte]*keeping

type keeping struct {
	long  bool
	until time.Time
}

// hold keeps a prefix from now on for its time; without a clock for ever.
func (s *Server) hold(k *keeping) *keeping {
	if s.Now != nil {
		k.until = s.Now().Add(5 * time.Minute)
		if k.long {
			k.until = s.Now().Add(time.Hour)
		}
	}
	return k
}

func (s *Server) holds(hash [32]byte) bool {
	k := s.cache[hash]
	return k != nil && (s.Now == nil || s.Dialect != Messages || !s.Now().After(k.until))
}

// lookBack is how many pieces before a mark are looked for in the cache.
const lookBack = 20

// step is the least that a cache without marks keeps, in tokens, and by how much
// it grows.
const least, step = 1024, 128

// cached is how many tokens of a prompt come from the cache; the prompt is kept.
func (s *Server) cached(pieces []piece) int {
	if s.cache == nil {
		s.cache = prefixes{}
	}
	marks := s.Dialect == Messages
	var hashes [][32]byte
	var ends []int
	var all strings.Builder
	tokens, read := 0, 0
	for _, p := range pieces {
		all.WriteString(p.text + "\x00")
		tokens += s.tokens(p.text)
		hashes, ends = append(hashes, sha256.Sum256([]byte(all.String()))), append(ends, tokens)
	}
	for i, p := range pieces {
		if marks && !p.marked {
			continue
		}
		for j := i; j >= 0 && (!marks || i-j <= lookBack); j-- {
			if s.holds(hashes[j]) {
				read = max(read, ends[j])
				s.hold(s.cache[hashes[j]])
				break
			}
		}
	}
	for i, p := range pieces {
		if !marks || p.marked {
			s.cache[hashes[i]] = s.hold(&keeping{long: p.long})
		}
	}
	if !marks {
		if read < least {
			return 0
		}
		return read - read%step
	}
	return read
}
