package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/runtime/toolbox"
)

// maybeWorld is the probability from which a question may be about the world.
const maybeWorld = .2

// unknown says that nothing is known about what was asked, or what comes nearest to it;
// where it reads a little like a question about the world, that is said too.
func (t *turn) unknown(q query) string {
	const most = 60
	near := t.nearest(q)
	out := t.say(sayUnknownThat)
	switch {
	case q.names() && len(near) > 0: // they speak of whom it names
		out = t.say(sayUnsure)
	case q.text != "" && len(q.text) <= most && !q.clause:
		out = t.say(sayUnknown, strings.Trim(q.text, " ?？!.,"))
	}
	if language.WishesOf(t.request(), t.lang).Of(language.NeedsLLM) >= maybeWorld {
		out += " " + t.say(sayWorld)
	}
	if len(near) > 0 {
		out += " " + t.say(sayNearest) + "\n" + t.list(near, mostNear)
	}
	return out
}

// mostNear is how many lines are told of what nothing is known about.
const mostNear = 2

// nearest are the lines of memory that the search takes for an answer to the message,
// though they have too little of its words to be told as one. None of them is about
// somebody else than the one it asks for.
func (t *turn) nearest(q query) []line {
	if t.lang.Dense() { // pairs of characters meet by chance
		return nil
	}
	result, _ := t.call(toolbox.Search, map[string]any{"query": t.request(), "limit": hits})
	if !toolbox.Answered(result) {
		return nil
	}
	lines := slices.DeleteFunc(fromSearch(result), func(l line) bool {
		return l.past || l.digest() || strings.HasPrefix(l.path, transcript.Folder+"/") || q.strays(&l) || q.misses(l.matched())
	})
	return lines[:min(len(lines), mostNear)]
}
