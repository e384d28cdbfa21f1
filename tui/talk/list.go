package talk

import "dormouse/tui/draw"

// body is what an item shows. Bodies are changed by Update only.
type body interface {
	// Draw gives lines of at most p.width cells; open asks for all of it.
	Draw(p *draw.Painter, open bool) []string
	// folds tells whether open makes a difference.
	folds(p *draw.Painter) bool
	// Copied is the text for the clipboard, "" for none.
	Copied() string
}

// Item is one entry of the conversation with its drawn lines.
type Item struct {
	Body  body
	mark  mark
	Open  bool
	Dirty bool // the body has changed

	lines   []string
	width   int
	version int
}

// mark says how an item is set off on the left and from the item above.
type mark int

const (
	MarkNone  mark = iota
	MarkUser       // a bar in the user's colour
	MarkReply      // text of the model
	MarkNote       // one line that may follow another without a gap
)

// Draw gives the item's lines, from its cache where it can.
func (it *Item) Draw(p *draw.Painter) []string {
	if it.Dirty || it.lines == nil || it.width != p.Width || it.version != p.Theme.Version {
		it.lines = it.Body.Draw(p, it.Open)
		if it.lines == nil {
			it.lines = []string{}
		}
		it.width, it.version, it.Dirty = p.Width, p.Theme.Version, false
	}
	return it.lines
}

// place is a line of the conversation: the item and the line in it, counting the
// empty line above an item as its first.
type place struct{ item, line int }

// List is the conversation: items, and which part of them is seen. Only what is
// seen is drawn, so heights are never summed over all of it.
type List struct {
	Items  []*Item
	top    place // first line seen, unless it follows
	Away   bool  // does not follow the end
	Chosen int   // item chosen by its number from 1, 0 for none
	Height int
}

// gap tells whether an empty line stands above item i.
func (t *List) gap(i int) int {
	if i == 0 || t.Items[i].mark == MarkNote && t.Items[i-1].mark == MarkNote {
		return 0
	}
	return 1
}

// Add puts an item at the end.
func (t *List) Add(b body, m mark) *Item {
	it := &Item{Body: b, mark: m, Dirty: true}
	t.Items = append(t.Items, it)
	return it
}

// size is how many lines item i takes with the gap above it.
func (t *List) size(p *draw.Painter, i int) int {
	n := len(t.Items[i].Draw(p))
	if n == 0 {
		return 0
	}
	return n + t.gap(i)
}

// Bottom is the place of the first line when the end is seen.
func (t *List) Bottom(p *draw.Painter) place {
	left := t.Height
	for i := len(t.Items) - 1; i >= 0; i-- {
		n := t.size(p, i)
		if n >= left {
			return place{i, n - left}
		}
		left -= n
	}
	return place{}
}

// Start is the place of the first line seen.
func (t *List) Start(p *draw.Painter) place {
	if !t.Away {
		return t.Bottom(p)
	}
	t.top.item = min(t.top.item, max(0, len(t.Items)-1))
	return t.top
}

// Scroll moves by n lines, up when n is negative.
func (t *List) Scroll(p *draw.Painter, n int) {
	if len(t.Items) == 0 || n == 0 {
		return
	}
	at := t.Start(p)
	at.line += n
	for at.line < 0 && at.item > 0 {
		at.item--
		at.line += t.size(p, at.item)
	}
	at.line = max(0, at.line)
	for at.item < len(t.Items)-1 && at.line >= t.size(p, at.item) {
		at.line -= t.size(p, at.item)
		at.item++
	}
	t.show(p, at)
}

// show makes at the first line seen, or follows when the end is in view then.
func (t *List) show(p *draw.Painter, at place) {
	end := t.Bottom(p)
	t.Away = at.item < end.item || at.item == end.item && at.line < end.line
	t.top = at
}

// ToTop shows the beginning; ToEnd the end, and goes along with it.
func (t *List) ToTop(p *draw.Painter) { t.show(p, place{}) }
func (t *List) ToEnd()                { t.Away, t.Chosen = false, 0 }

// Jump chooses the previous (-1) or next (1) message and brings it into view.
func (t *List) Jump(p *draw.Painter, step int) {
	i := t.Chosen - 1
	if t.Chosen == 0 {
		if step > 0 {
			return
		}
		i = len(t.Items)
	}
	for i += step; i >= 0 && i < len(t.Items); i += step {
		if it := t.Items[i]; len(it.Draw(p)) > 0 && (it.mark != MarkNote || it.Body.folds(p)) {
			t.Choose(p, i)
			return
		}
	}
	if step > 0 {
		t.ToEnd()
	}
}

// Choose chooses item i and brings it into view.
func (t *List) Choose(p *draw.Painter, i int) {
	t.Chosen = i + 1
	t.show(p, place{i, t.gap(i)})
}

// Foldable is the chosen item, else the last one that folds; nil for none.
func (t *List) Foldable(p *draw.Painter) *Item {
	if t.Chosen > 0 && t.Chosen <= len(t.Items) {
		if it := t.Items[t.Chosen-1]; it.Body.folds(p) {
			return it
		}
	}
	for i := len(t.Items) - 1; i >= 0; i-- {
		if t.Items[i].Body.folds(p) {
			return t.Items[i]
		}
	}
	return nil
}

// Window gives the lines that are seen, with their marks, at most height of
// them.
func (t *List) Window(p *draw.Painter) []string {
	out := make([]string, 0, t.Height)
	at := t.Start(p)
	for i := at.item; i < len(t.Items) && len(out) < t.Height; i++ {
		it := t.Items[i]
		lines := it.Draw(p)
		if len(lines) == 0 {
			continue
		}
		skip := 0
		if i == at.item {
			skip = at.line
		}
		if t.gap(i) == 1 {
			if skip == 0 {
				out = append(out, "")
			} else {
				skip--
			}
		}
		gutter := it.gutter(p, i+1 == t.Chosen)
		for _, line := range lines[min(skip, len(lines)):] {
			if len(out) == t.Height {
				break
			}
			if line == "" && gutter == "  " {
				out = append(out, "")
				continue
			}
			out = append(out, gutter+line)
		}
	}
	return out
}

// gutter is the sign on the left of every line of an item, two cells wide.
func (it *Item) gutter(p *draw.Painter, chosen bool) string {
	sign := "  "
	switch {
	case chosen:
		return p.Theme.Accent.Render("▌") + " "
	case it.mark == MarkUser:
		return p.Theme.User.Render("│") + " "
	}
	return sign
}

// SeenAll tells whether the end of the conversation is in view.
func (t *List) SeenAll() bool { return !t.Away }
