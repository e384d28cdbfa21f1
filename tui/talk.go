package tui

import "dormouse/tui/draw"

// body is what an item shows. Bodies are changed by Update only.
type body interface {
	// draw gives lines of at most p.width cells; open asks for all of it.
	draw(p *draw.Painter, open bool) []string
	// folds tells whether open makes a difference.
	folds(p *draw.Painter) bool
	// copied is the text for the clipboard, "" for none.
	copied() string
}

// item is one entry of the conversation with its drawn lines.
type item struct {
	body  body
	mark  mark
	open  bool
	dirty bool // the body has changed

	lines   []string
	width   int
	version int
}

// mark says how an item is set off on the left and from the item above.
type mark int

const (
	markNone  mark = iota
	markUser       // a bar in the user's colour
	markReply      // text of the model
	markNote       // one line that may follow another without a gap
)

// draw gives the item's lines, from its cache where it can.
func (it *item) draw(p *draw.Painter) []string {
	if it.dirty || it.lines == nil || it.width != p.Width || it.version != p.Theme.Version {
		it.lines = it.body.draw(p, it.open)
		if it.lines == nil {
			it.lines = []string{}
		}
		it.width, it.version, it.dirty = p.Width, p.Theme.Version, false
	}
	return it.lines
}

// place is a line of the conversation: the item and the line in it, counting the
// empty line above an item as its first.
type place struct{ item, line int }

// talk is the conversation: items, and which part of them is seen. Only what is
// seen is drawn, so heights are never summed over all of it.
type talk struct {
	items  []*item
	top    place // first line seen, unless it follows
	away   bool  // does not follow the end
	chosen int   // item chosen by its number from 1, 0 for none
	height int
}

// gap tells whether an empty line stands above item i.
func (t *talk) gap(i int) int {
	if i == 0 || t.items[i].mark == markNote && t.items[i-1].mark == markNote {
		return 0
	}
	return 1
}

func (t *talk) add(b body, m mark) *item {
	it := &item{body: b, mark: m, dirty: true}
	t.items = append(t.items, it)
	return it
}

// size is how many lines item i takes with the gap above it.
func (t *talk) size(p *draw.Painter, i int) int {
	n := len(t.items[i].draw(p))
	if n == 0 {
		return 0
	}
	return n + t.gap(i)
}

// bottom is the place of the first line when the end is seen.
func (t *talk) bottom(p *draw.Painter) place {
	left := t.height
	for i := len(t.items) - 1; i >= 0; i-- {
		n := t.size(p, i)
		if n >= left {
			return place{i, n - left}
		}
		left -= n
	}
	return place{}
}

// start is the place of the first line seen.
func (t *talk) start(p *draw.Painter) place {
	if !t.away {
		return t.bottom(p)
	}
	t.top.item = min(t.top.item, max(0, len(t.items)-1))
	return t.top
}

// scroll moves by n lines, up when n is negative.
func (t *talk) scroll(p *draw.Painter, n int) {
	if len(t.items) == 0 || n == 0 {
		return
	}
	at := t.start(p)
	at.line += n
	for at.line < 0 && at.item > 0 {
		at.item--
		at.line += t.size(p, at.item)
	}
	at.line = max(0, at.line)
	for at.item < len(t.items)-1 && at.line >= t.size(p, at.item) {
		at.line -= t.size(p, at.item)
		at.item++
	}
	t.show(p, at)
}

// show makes at the first line seen, or follows when the end is in view then.
func (t *talk) show(p *draw.Painter, at place) {
	end := t.bottom(p)
	t.away = at.item < end.item || at.item == end.item && at.line < end.line
	t.top = at
}

func (t *talk) toTop(p *draw.Painter) { t.show(p, place{}) }
func (t *talk) toEnd()                { t.away, t.chosen = false, 0 }

// jump chooses the previous (-1) or next (1) message and brings it into view.
func (t *talk) jump(p *draw.Painter, step int) {
	i := t.chosen - 1
	if t.chosen == 0 {
		if step > 0 {
			return
		}
		i = len(t.items)
	}
	for i += step; i >= 0 && i < len(t.items); i += step {
		if it := t.items[i]; len(it.draw(p)) > 0 && (it.mark != markNote || it.body.folds(p)) {
			t.choose(p, i)
			return
		}
	}
	if step > 0 {
		t.toEnd()
	}
}

// choose chooses item i and brings it into view.
func (t *talk) choose(p *draw.Painter, i int) {
	t.chosen = i + 1
	t.show(p, place{i, t.gap(i)})
}

// foldable is the chosen item, else the last one that folds; nil for none.
func (t *talk) foldable(p *draw.Painter) *item {
	if t.chosen > 0 && t.chosen <= len(t.items) {
		if it := t.items[t.chosen-1]; it.body.folds(p) {
			return it
		}
	}
	for i := len(t.items) - 1; i >= 0; i-- {
		if t.items[i].body.folds(p) {
			return t.items[i]
		}
	}
	return nil
}

// window gives the lines that are seen, with their marks, at most height of
// them.
func (t *talk) window(p *draw.Painter) []string {
	out := make([]string, 0, t.height)
	at := t.start(p)
	for i := at.item; i < len(t.items) && len(out) < t.height; i++ {
		it := t.items[i]
		lines := it.draw(p)
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
		gutter := it.gutter(p, i+1 == t.chosen)
		for _, line := range lines[min(skip, len(lines)):] {
			if len(out) == t.height {
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
func (it *item) gutter(p *draw.Painter, chosen bool) string {
	sign := "  "
	switch {
	case chosen:
		return p.Theme.Accent.Render("▌") + " "
	case it.mark == markUser:
		return p.Theme.User.Render("│") + " "
	}
	return sign
}

// seenAll tells whether the end of the conversation is in view.
func (t *talk) seenAll() bool { return !t.away }
