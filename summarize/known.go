package summarize

import "dormouse/land/transcript"

// known finds what memory already has: a piece whose content words stand in
// one entry is not said again. A number, a day or a name that the entry lacks
// makes it news.
type known struct {
	entries [][]int32
	foreign []bool // of an entry: no person typed it
	by      map[int32][]int
	told    map[int32]bool // terms of any entry
	said    []knownClaim   // see claims
}

func newKnown(r *reading) *known {
	k := &known{by: map[int32][]int{}, told: map[int32]bool{}}
	s := &said{msg: -2, lex: r.all[0]}
	for _, e := range r.in.Known {
		var terms []int32
		for _, f := range split(e.Text) {
			for _, t := range r.lookup(&f, s) {
				if !contains(terms, t) {
					terms = append(terms, t)
				}
			}
		}
		if len(terms) == 0 {
			continue
		}
		n := len(k.entries)
		k.entries, k.foreign = append(k.entries, terms), append(k.foreign, e.Origin.Foreign())
		for _, t := range terms {
			k.told[t] = k.told[t] || !e.Origin.Foreign()
			k.by[t] = append(k.by[t], n)
		}
	}
	return k
}

// has reports whether one known entry holds at least four fifths of the terms,
// and all that are exact. What a person types is news, although a text that they
// were shown said so before.
func (k *known) has(terms, exact []int32, origin transcript.Origin) bool {
	if len(terms) < 2 || len(k.entries) == 0 {
		return false
	}
	need := (len(terms)*4 + 4) / 5
	// Of any `need` terms at least one is among the first len-need+1: look only
	// at the entries of those.
	for _, t := range terms[:len(terms)-need+1] {
		for _, n := range k.by[t] {
			if k.foreign[n] && !origin.Foreign() {
				continue
			}
			got := 0
			for _, u := range terms {
				if contains(k.entries[n], u) {
					got++
				}
			}
			all := true
			for _, u := range exact {
				all = all && contains(k.entries[n], u)
			}
			if got >= need && all {
				return true
			}
		}
	}
	return false
}

// lookup is termsOf for text that is not part of the messages: it counts
// nothing.
func (r *reading) lookup(w *word, s *said) []int32 {
	var out []int32
	add := func(p string) {
		k := stem(p)
		if n, ok := number(p); ok {
			k = numberKey(n)
		}
		if id, ok := r.vocab[k]; ok && !s.lex.stop[p] {
			out = append(out, id)
		}
	}
	switch {
	case isDate(w.low):
		add(w.low)
	case wide(w.core):
		pairs(w.low, add)
	default:
		if n, ok := figure(w.low); ok {
			add(n)
			return out
		}
		parts(w.low, add)
	}
	return out
}

// fragment reports whether a piece is too little to stand as an entry: one word
// that is neither a number nor a name, or two without any.
func (p *piece) fragment() bool { return p.size < 3 && len(p.exact) == 0 || p.size == 1 }
