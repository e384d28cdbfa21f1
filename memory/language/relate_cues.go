package language

import (
	"slices"
	"strings"
)

// cueFeatures adds the classes of either, alone and with what is shared.
func (f *features) cueFeatures(a, b Statement, o, v, p string) {
	for c := range classes {
		name := classNames[c]
		if a.cues[c] {
			f.add("a", name)
		}
		if !b.cues[c] {
			continue
		}
		f.add("b", name)
		if !a.cues[c] {
			f.add("b only", name)
		}
		if c > People || c == Negators {
			f.add("b+o", name, o)
			f.add("b+p", name, p)
			f.add("b+v", name, v)
			for d := Hedge; d <= Past; d++ {
				if d > c && b.cues[d] {
					f.add("bb", name, classNames[d])
				}
			}
		}
	}
}

// turning are the classes that say that something is otherwise now, or is not.
var turning = []Class{Negators, Change, End, Correct, Also, Past, Plan, Hedge, Decide}

// placeFeatures adds where the cues of the newer statement stand: at its start or
// end, and how far from what it shares with the older one: "out of the club I am".
func (f *features) placeFeatures(a, b Statement) {
	if b.Lang.Dense() {
		return
	}
	var shared []int
	for i := range b.derived.words {
		if a.content[b.derived.words[i].stem] {
			shared = append(shared, i)
		}
	}
	for _, c := range b.derived.cues {
		if slices.Contains(turning, c.Class) {
			f.add("at", classNames[c.Class], c.beside(shared))
			f.add("cue at", classNames[c.Class], digit(min(c.From, 3)), yes(c.To == len(b.words)))
		}
	}
}

// beside is on which side of the nearest of some words a cue stands, and how far.
func (c Cue) beside(words []int) string {
	at, least := "-", 99
	for _, i := range words {
		d, side := c.From-i, ">"
		if i >= c.To {
			d, side = i-c.To+1, "<"
		}
		if d < least {
			at, least = side+digit(min(max(d, 0), 4)), d
		}
	}
	return at
}

// turnFeatures adds all that turns at once, with whom the two begin with.
func (f *features) turnFeatures(a, b Statement, o, v, p string) {
	turn := ""
	for _, c := range []Class{Negators, Change, End, Correct, Also} {
		turn += yes(b.cues[c])
	}
	both := a.about & b.about
	k := digit(min(both.count(), 2))
	denied := yes(a.cues[Negators])
	f.add("turn", turn, denied)
	f.add("turn+o", turn, denied, o)
	f.add("turn+t", turn, denied, k)
	f.add("turn+tp", turn, denied, k, p)
	is := kinOf(a, b)
	f.add("kin", is)
	f.add("kin+turn", is, turn)
	f.add("kin+o", is, o)
	f.add("kin+t", is, k)
	if !strings.Contains(turn, yes(true)) {
		both.each(func(t string) { f.add("quiet", t, v) })
	}
}

// kinOf compares the persons or animals that the two begin with.
func kinOf(a, b Statement) string {
	switch {
	case a.first == "" && b.first == "":
		return "-"
	case a.first == "":
		return ">"
	case b.first == "" && b.cues[Third]:
		return "he"
	case b.first == "":
		return "<"
	case a.first == b.first:
		return "="
	}
	return "!"
}

// aboutFeatures compare the attributes that the two speak of.
func (f *features) aboutFeatures(a, b Statement, o, v, p string) {
	both := a.about & b.about
	k := digit(min(both.count(), 3))
	f.add("t", k)
	f.add("t+o", k, o)
	f.add("t+p", k, p)
	f.add("t+v", k, v)
	f.add("t only", k, digit(min((a.about&^both).count(), 3)), digit(min((b.about&^both).count(), 3)))
	both.each(func(t string) {
		f.add("tt", t)
		f.add("tt+v", t, v)
		f.add("tt+p", t, p)
		for _, c := range turning {
			if b.cues[c] {
				f.add("tt+c", t, classNames[c])
			}
		}
	})
	(a.about &^ both).each(func(t string) { f.add("ta", t) })
	(b.about &^ both).each(func(t string) { f.add("tb", t) })
	a.about.each(func(x string) {
		b.about.each(func(y string) { f.add("tp", x, y) })
	})
	for c := range classes {
		if b.cues[c] {
			f.add("t+c", k, classNames[c])
		}
	}
}

// leadFeatures compare what the two begin with: who or what they are about.
func (f *features) leadFeatures(a, b Statement, o, v string) {
	x, y := a.derived.lead, b.derived.lead
	is := "!"
	switch {
	case x == "" || y == "":
		is = "-"
	case x == y:
		is = "="
	case b.content[x]:
		is = ">"
	case a.content[y]:
		is = "<"
	}
	is += yes(x == "me") + yes(y == "me")
	f.add("lead", is)
	f.add("of", yes(a.possessive()), yes(b.possessive()), is)
	f.add("lead+o", is, o)
	f.add("lead+v", is, v)
	for c := range classes {
		if b.cues[c] {
			f.add("lead+c", is, classNames[c])
		}
	}
}

// possessive reports whether a statement begins with whose it is: "Ann's sister".
func (s *Statement) possessive() bool {
	return len(s.words) > 1 && strings.HasSuffix(s.words[0].Low, "'s")
}

// leadOf is "me", or the stem of the first word that tells something.
func (s *Statement) leadOf() string {
	for _, w := range s.words {
		if w.Low == "i" || s.Lang.Is(Me, w.Low) {
			return "me"
		}
		if !w.Digit() && !Common(s.Lang, w.Low) {
			return s.Lang.Stem(strings.TrimSuffix(w.Low, "'s"))
		}
	}
	return ""
}
