package summarize

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
