package knowledge

import (
	"math"
	"slices"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
)

// Judges are what two statements are compared by, and what tells of a change.
type Judges struct {
	Relate  func(older, newer statement.Statement) statement.Verdict
	Changes func(text string, l language.Lang) float64
	Over    func(older, newer statement.Statement) float64
}

// Own are the models of the program.
var Own = Judges{statement.Relate, language.Changes, statement.Over}

// JudgedBy lets other models than the program's own compare.
func (k *Knowledge) JudgedBy(by Judges) { k.by = by }

// news is an entry that may have ended lines of memory.
type news struct {
	entry  document.Entry
	label  string // who says it; "" for the person whose memory it is
	said   statement.Statement
	pieces []piece // the whole of it, and what it is made of
	sight  classify.Sight
}

// newsOf reads an entry for comparing; not ok where it ends nothing: what no person typed
// takes nobody's place.
func (k *Knowledge) newsOf(e document.Entry, said string) (n news, ok bool) {
	n.entry = e
	var body string
	n.label, body = asSaid(e.Text, said)
	n.said = *readLine(body)
	if e.Origin.Foreign() || !n.said.Tells() || longAgo(e) {
		return n, false
	}
	n.pieces = piecesOf(n.said, e.Since)
	k.see(&n)
	return n, true
}

// full is the most that is seen of a share, so that it is seen as finely as can be.
const full = 3

// signsOfNews are the classes of words that are looked for in news.
var signsOfNews = []language.Class{language.Change, language.End, language.Correct, language.Negators, language.Also, language.Plan, language.Hedge, language.Past, language.Decide}

// see looks at the news alone.
func (k *Knowledge) see(n *news) {
	s, whole := classify.Sight{}, &n.pieces[0]
	j := language.Judge(whole.Text, whole.Lang, language.Person)
	s.Much("news: day", full*j.Day)
	s.Much("news: year", full*j.Year)
	s.Much("news: keep", full*j.Keep)
	s.Much("news: changes", full*k.by.Changes(whole.Text, whole.Lang))
	for _, c := range signsOfNews {
		s.Is("news: "+c.String(), whole.Lang.Speaks(c, whole.Text))
	}
	s.Is("news: past", whole.past)
	s.Is("news: denied", whole.Denied)
	s.Is("news: once", whole.once)
	s.Much("news: pieces", float64(len(n.pieces))/4)
	s.Much("news: words", float64(len(language.Words(whole.Text)))/15)
	w := wishesOf(whole)
	s.Much("news: done", full*w.Of(language.Done))
	s.Much("news: task", full*w.Of(language.Task))
	s.Is("news: event", n.entry.Type == document.Happening)
	s.Is("news: decision", n.entry.Type == document.Decision)
	n.sight = s
}

// Seen is a line of memory beside news that may have ended it.
type Seen struct {
	Line  document.Entry
	Sight classify.Sight
	near  float64 // a first guess of its log odds, by which it is compared with its rivals
	read  bool    // that it is over is read, and no model is asked
}

// Beside are the living lines that an entry may have ended, each as it is seen beside it
// and beside the others.
func (k *Knowledge) Beside(e document.Entry, said string) (list []Seen) {
	n, ok := k.newsOf(e, said)
	if !ok {
		return nil
	}
	for _, i := range k.candidates(PrintOf(n.said.Text)) {
		c := k.at(i)
		who, body := spoken(c.entry.Text)
		if c.entry.Origin.Foreign() || !before(*c.entry, e) || who != n.label && who != "" && n.label != "" || !readLine(body).Tells() {
			continue // each speaks for themselves
		}
		if s, meets := k.look(&n, c.entry, body); meets {
			list = append(list, s)
		}
	}
	rivals(list)
	return list
}

// rivals adds how a line stands among the others that the same news may have ended: what
// is said ends one line of many, if any.
func rivals(list []Seen) {
	for i := range list {
		better, next := 0, -full*2.0
		for k := range list {
			if k == i {
				continue
			}
			if list[k].near > list[i].near {
				better++
			}
			next = max(next, list[k].near)
		}
		s := list[i].Sight
		s.Much("rivals", float64(len(list))/10)
		s.Much("rivals: better", float64(better)/full)
		s.Much("rivals: ahead", (list[i].near-next)/full+1)
	}
}

// look is what is seen of a line beside news: of both as wholes, and of the two pieces
// that speak most for its end, for of several things that are told in one breath one is
// over. Where no word and no attribute meets, a word of change alone does not say what has
// changed.
func (k *Knowledge) look(n *news, line *document.Entry, body string) (seen Seen, meets bool) {
	s := classify.Sight{}
	for name, v := range n.sight {
		s[name] = v
	}
	olds := piecesOf(*readLine(body), line.Since)
	old, now := &olds[0], &n.pieces[0]
	if retells(&now.Statement, &old.Statement) || statement.TwoTasks(old.Statement, now.Statement) {
		return seen, false
	}
	j := language.Judge(old.Text, old.Lang, language.Person)
	s.Much("line: day", full*j.Day)
	s.Much("line: year", full*j.Year)
	s.Much("line: pieces", float64(len(olds))/4)
	s.Much("line: words", float64(len(language.Words(old.Text)))/15)
	s.Much("line: task", full*wishesOf(old).Of(language.Task))
	s.Is("line: wish or lesson", line.Type == document.Preference || line.Type == document.Learning)
	s.Is("line: event", line.Type == document.Happening)
	s.Is("same type", line.Type == n.entry.Type)
	s.Is("same act", j.Act == language.Judge(now.Text, now.Lang, language.Person).Act)
	s.Is("same day", sameDay(n.entry, *line))
	s.Much("days between", math.Log2(1+daysBetween(line, &n.entry))/full)
	s.Is("line: weekly", old.weekly)
	s.Is("once beside what is weekly", old.weekly && now.once)
	s.Is("meet", statement.Meet(old.Statement, now.Statement))
	s.Is("parallel", old.Parallel(now.Statement))
	s.Much("lines", math.Log2(float64(1+k.alive))/4)
	k.seePair(s, "wholes: ", old, now)
	i, m, near, pairs := k.closest(olds, n.pieces)
	if pairs == 0 {
		return seen, false
	}
	s.Much("pieces: odds", (near+7)/4)
	s.Much("pieces: pairs", float64(pairs)/10)
	s.Is("pieces: of the line's", i > 0)
	s.Is("pieces: of the news'", m > 0)
	k.seePair(s, "pieces: ", &olds[i], &n.pieces[m])
	seeFigures(s, olds, n.pieces, i, m)
	if text, gives := statement.Shifted(old.Statement, now.Statement, n.entry.Since); gives && text == "" {
		return seen, false // "an hour later" than what the line does not tell
	}
	read := k.by.Relate(old.Statement, now.Statement).Ends() == 1
	if read && line.Type == document.Happening && n.entry.Type == document.Happening && !language.Turns(now.Text, now.Lang) {
		return seen, false // of two trips neither ends the other
	}
	read = read || statement.Corrects(old.Statement, now.Statement, false)
	return Seen{*line, s, near, read}, true
}

// usualDays is how many days news is taken to come after a line whose day is not known: the
// prompt tells none of what lasts.
const usualDays = 30

func daysBetween(line, news *document.Entry) float64 {
	if line.Since.IsZero() || news.Since.IsZero() {
		return usualDays
	}
	return max(0, news.Since.Sub(line.Since).Hours()/24)
}

// attributeOdds is what it counts for a first guess that two pieces speak of one attribute.
const attributeOdds = .7

// closest are the pieces of a line and of news that speak most for the line's end at a
// first guess, that guess, and how many pairs have something in common.
func (k *Knowledge) closest(olds, news []piece) (line, said int, odds float64, pairs int) {
	odds = math.Inf(-1)
	for i := range olds {
		for m := range news {
			shared, attribute := named(&olds[i], &news[m]), olds[i].SameAttribute(news[m].Statement)
			if len(shared) == 0 && !attribute || i+m > 0 && statement.OfOthers(olds[i].Statement, news[m].Statement, olds[0].Statement, news[0].Statement) {
				continue
			}
			pairs++
			p := k.by.Relate(olds[i].Statement, news[m].Statement).Ends()
			z := logit(p) + k.meant(shared) + attributeOdds*one(attribute)
			if z > odds {
				line, said, odds = i, m, z
			}
		}
	}
	return line, said, odds, pairs
}

// seePair adds how two pieces stand to each other.
func (k *Knowledge) seePair(s classify.Sight, of string, old, now *piece) {
	v := k.by.Relate(old.Statement, now.Statement)
	s.Is(of+"surely none", v.Ends() == 0)
	s.Much(of+"ends", full*v.Ends())
	s.Much(of+"denies", full*v[statement.Denies])
	s.Much(of+"adds", full*v[statement.Adds])
	s.Much(of+"same", full*v[statement.Same])
	s.Much(of+"odds of an end", logit(v.Ends())/full+1.2)
	s.Much(of+"changes", full*k.by.Changes(now.Text, now.Lang))
	over := k.by.Over(old.Statement, now.Statement)
	s.Much(of+"over", full*over)
	s.Much(of+"odds of over", logit(over)/full+1.2)
	s.Is(of+"attribute", old.SameAttribute(now.Statement))
	s.Is(of+"one subject", old.SameSubject(now.Statement))
	s.Much(of+"alike", full*alike(old, now))
	shared, n := named(old, now), float64(k.alive+beginnings)
	sum, most := 0.0, 0.0
	for _, stem := range shared {
		rare := math.Log(n / float64(k.with(stem)))
		sum, most = sum+rare, max(most, rare)
	}
	s.Much(of+"shared words", float64(len(shared))/full)
	s.Much(of+"their rarity", sum/full)
	s.Much(of+"the rarest", most/2)
	s.Much(of+"words besides", float64(statement.Besides(now.Statement, old.Statement))/4)
	s.Much(of+"words besides, in the line", float64(statement.Besides(old.Statement, now.Statement))/4)
	seeSlots(s, of, old, now)
}

// unknownLikeness is how alike two pieces are taken to be of which no word is known.
const unknownLikeness = .3

// alike is how near two pieces are in meaning.
func alike(a, b *piece) float64 {
	if !a.meant || !b.meant {
		return unknownLikeness
	}
	return max(0, a.meaning.Like(&b.meaning))
}

// hardly and twice are how far amounts are apart that may be one value that has changed,
// as logarithms of how many times one is the other.
const (
	hardly = .35
	twice  = .72
)

// seeFigures adds what the figures and names of two pieces give, but for the figures that
// the other line gives, too.
func seeFigures(s classify.Sight, olds, news []piece, i, m int) {
	old, now := &olds[i], &news[m]
	s.Is("names differ", old.Differs(now.Statement, language.Name) && now.Differs(old.Statement, language.Name))
	s.Is("days differ", old.Differs(now.Statement, language.Day) && olds[0].Differs(news[0].Statement, language.Day))
	s.Is("line: past", old.past)
	s.Is("another of its kind", old.Another(now.Statement))
	amounts := false
	for a := range old.figures {
		for b := range now.figures {
			f, g := &old.figures[a], &now.figures[b]
			if !f.differs(g) || olds[0].has(g) || news[0].has(f) {
				continue
			}
			beside := f.measures(g) || slices.ContainsFunc(f.beside, func(w string) bool { return slices.Contains(g.beside, w) })
			s.Is("figures: a word beside both", beside)
			switch f.Kind {
			case quantity.Amount:
				amounts = true
				near := max(f.Value, g.Value) >= least && f.apart(g) <= hardly
				s.Is("amounts: hardly apart", near)
				s.Is("amounts: hardly apart, a word beside both", near && beside)
				s.Is("amounts: within twice", f.apart(g) <= twice)
			case quantity.Hour:
				s.Is("hours differ", true)
			case quantity.Date:
				s.Is("dates differ", true)
			}
		}
	}
	s.Is("amounts differ", amounts)
	s.Is("amounts: from a day on", amounts && now.gives(quantity.Date) && !old.gives(quantity.Date))
}

// least is from where two amounts are seldom near by chance.
const least = 10

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// named are the words that two pieces share, without those that measure a figure of
// both: the same ones, or a compound and what it is one of.
func named(old, now *piece) []string {
	shared := old.Shares(now.Statement)
	for _, stem := range old.matter {
		if kind, ok := old.kinds[stem]; ok && slices.Contains(now.matter, kind) && !slices.Contains(shared, kind) {
			shared = append(shared, stem)
		}
	}
	for _, stem := range now.matter {
		if kind, ok := now.kinds[stem]; ok && slices.Contains(old.matter, kind) && !slices.Contains(shared, kind) {
			shared = append(shared, kind)
		}
	}
	return slices.DeleteFunc(shared, func(stem string) bool {
		return slices.Contains(old.units, stem) && slices.Contains(now.units, stem)
	})
}

// before reports whether an entry that is known was said before another one, in another
// message.
func before(known, e document.Entry) bool {
	if known.ID != "" && known.ID == e.ID {
		return false
	}
	if later(e.Since, known.Since) {
		return true
	}
	return sameDay(e, known) && !slices.ContainsFunc(e.Sources, func(id string) bool { return slices.Contains(known.Sources, id) })
}

// beginnings is how many more lines a memory is taken to have: in a young one no word
// is rare yet.
const beginnings = 20

// rarity is how much a shared word tells of two lines being about one thing: words
// of one line do not come by chance alone.
const rarity = .5

// meant are the log odds that an entry means one line by the words that both share:
// one line of all without any, the likelier the rarer they are.
func (k *Knowledge) meant(shared []string) float64 {
	n := float64(k.alive + beginnings)
	z := -math.Log(n)
	for _, stem := range shared {
		z += rarity * math.Log(n/float64(k.with(stem)))
	}
	return min(0, z)
}

// surest is what the model of two statements is believed at most: it has seen pairs that
// were written to be compared, and is surest of the longest.
const surest = .97

func logit(p float64) float64 {
	p = min(max(p, 1-surest), surest)
	return math.Log(p / (1 - p))
}
