package summarize

import "strings"

// lexicon is what the engine knows of one language: short word lists, no
// grammar. All words are lower case with straight apostrophes.
type lexicon struct {
	name string
	stop map[string]bool // function words: never what a line is about
	dull map[string]bool // praise, feeling and other words that carry little
	base map[string]bool // everyday words: worth less than a rare one
	me   map[string]bool // the speaker speaks of themselves
	you  map[string]bool // the speaker speaks of the other
	lead map[string]bool // openers that may be cut off a sentence
	soft map[string]bool // intensifiers that may be cut out anywhere
	gush map[string]bool // praise that may be cut out in front of a noun
	they map[string]bool // words that point at what was said before

	prefer, correct map[string]bool
	undone          map[string]bool // what marks an open end
	reject          map[string]bool // what marks an option that was given up

	frames [][]string // openings of several words that say nothing
}

// list is the written form of a lexicon: words parted by white space.
type list struct {
	name                                        string
	stop, dull, base, me, you, lead, soft, they string
	gush, reject                                string
	prefer, correct, undone, frames             string
}

func (l list) lexicon() *lexicon {
	x := &lexicon{
		name: l.name, stop: set(l.stop), dull: set(l.dull), base: set(l.base),
		me: set(l.me), you: set(l.you), lead: set(l.lead),
		soft: set(l.soft), gush: set(l.gush), they: set(l.they),
		prefer:  set(l.prefer),
		correct: set(l.correct), undone: set(l.undone), reject: set(l.reject),
	}
	for _, f := range strings.Split(l.frames, "\n") {
		if w := strings.Fields(f); len(w) > 0 {
			x.frames = append(x.frames, w)
		}
	}
	return x
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// lexicons returns all languages, English first: it is what an unclear text is
// taken for.
func lexicons() []*lexicon {
	return []*lexicon{
		english().lexicon(), german().lexicon(), french().lexicon(),
		spanish().lexicon(), russian().lexicon(), cjk().lexicon(),
	}
}

// guess chooses the lexicon whose function words the text uses most.
// The text should be a message or more; what is unclear stays with fallback. Two
// words are enough where no other language has any.
func guess(all []*lexicon, words []string, fallback *lexicon) *lexicon {
	hits := make([]int, len(all))
	for _, w := range words {
		for i, x := range all {
			if x.stop[w] {
				hits[i]++
			}
		}
	}
	best, most, second := fallback, 0, 0
	for i, n := range hits {
		if n > most {
			best, most, second = all[i], n, most
		} else if n > second {
			second = n
		}
	}
	if most < 3 && (most < 2 || second > 0) || most*4 < second*5 {
		return fallback
	}
	return best
}
