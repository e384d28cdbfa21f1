package prompt

import "dormouse/land/transcript"

// Bounds of what a provider may say a request took, in tokens: a count beyond
// both is no count.
const (
	usageFactor = 20
	usageSlack  = 100_000
)

// Believes tells whether a provider's count can be true of the request as we counted
// it, and of a reply of so many tokens. Thoughts that are not shown count as output.
func (l *Ledger) Believes(u transcript.Usage, reply int) bool {
	counted := l.Counted()
	for _, n := range []int{u.Input, u.Output, u.Cached, u.Reasoning} {
		if n < 0 {
			return false
		}
	}
	return u.Input <= usageFactor*counted+usageSlack && u.Cached <= usageFactor*counted+usageSlack &&
		u.Output <= usageFactor*reply+10*usageSlack && u.Reasoning <= usageFactor*reply+10*usageSlack
}
