package summarize

import "container/heap"

// increment is one piece that may be added to the choice.
type increment struct {
	line, piece int
	gain        float64 // value for each token, when last looked at
}

type queue []increment

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].gain != q[j].gain {
		return q[i].gain > q[j].gain
	}
	if q[i].line != q[j].line {
		return q[i].line < q[j].line
	}
	return q[i].piece < q[j].piece
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(increment)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// fillLines takes pieces of lines[from:to] until the budget is spent: up to a share of
// it goes to what every talk needs, for an allergy has three everyday words and loses
// against any story.
func (c *choice) fillLines(from, to int) {
	rest := c.left - int(foremostShare*float64(c.left))
	c.left, c.first = c.left-rest, true
	c.spend(from, to)
	c.left, c.first = c.left+rest, false
	c.spend(from, to)
}

// foremostShare is how much of the budget what every talk needs takes before the rest.
const foremostShare = .6

func (c *choice) spend(from, to int) {
	c.queue = c.queue[:0]
	for i := from; i < to; i++ {
		c.offer(i)
	}
	for c.queue.Len() > 0 {
		top := heap.Pop(&c.queue).(increment)
		if c.taken[top.line][top.piece] || top.line < from || top.line >= to {
			continue
		}
		gain, cost, to := c.gain(top.line, top.piece)
		if gain <= 0 {
			continue
		}
		if c.queue.Len() > 0 && gain < c.queue[0].gain-1e-12 && gain < top.gain-1e-12 {
			top.gain = gain
			heap.Push(&c.queue, top)
			continue
		}
		if cost > c.left {
			continue
		}
		c.take(top.line, top.piece, to, cost)
	}
}

// offer queues what may begin a run of a line and is not taken.
func (c *choice) offer(line int) {
	if c.first && !c.r.lines[line].foremost {
		return
	}
	for j, p := range c.r.lines[line].pieces {
		if !p.bound && !c.taken[line][j] {
			c.again(line, j)
		}
	}
}

func (c *choice) again(line, piece int) {
	if g, _, _ := c.gain(line, piece); g > 0 {
		heap.Push(&c.queue, increment{line, piece, g})
	}
}
