package offline

import (
	"cmp"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// maybeWorld is the probability from which a question may be about the world.
const maybeWorld = .2

// unknown says that nothing is known about what was asked, or what comes nearest to it;
// where it reads a little like a question about the world, that is said too.
func (t *turn) unknown(q query) string {
	const most = 60
	near := t.nearest(q)
	asked := q
	if q.chain != nil { // what was asked before is not said again
		asked = queryOf(t.request(), t.lang, language.Recall)
	}
	out := t.say(sayUnknownThat)
	switch {
	case len(near) > 0: // something speaks of it
		out = t.say(sayUnsure)
	case asked.Text != "" && len(asked.Text) <= most && !asked.Clause:
		out = t.say(sayUnknown, strings.Trim(asked.Text, " ?？!.,"))
	}
	if language.WishesOf(t.request(), t.lang).Of(language.NeedsLLM) >= maybeWorld {
		out += " " + t.say(sayWorld)
	}
	if len(near) > 0 {
		out += " " + t.say(sayNearest) + "\n" + t.list(near, mostNear)
	}
	return out
}

// mostNear is how many lines are told of what nothing is known about, nearFrom how likely
// each must answer at least, and nearShare of how likely the likeliest does.
const (
	mostNear  = 3
	nearFrom  = .1
	nearShare = .5
)

// nearest are the lines that hardly answer the message, the likeliest first.
func (t *turn) nearest(q query) []line {
	if t.near == nil { // nobody asked memory before
		found, _, _ := t.search(t.request())
		t.near = t.pool(slices.Concat(found, t.fromPrompt()))
	}
	lines := slices.DeleteFunc(slices.Clone(t.near), func(l line) bool {
		return l.past || l.digest() || l.source != "" || strings.HasPrefix(l.path, transcript.Folder+"/")
	})
	score := q.scores(lines)
	var at []int
	for i := range lines {
		if score[i] >= max(nearFrom, nearShare*slices.Max(score)) {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	var near []line
	for _, i := range at[:min(len(at), mostNear)] {
		near = append(near, lines[i])
	}
	return near
}
