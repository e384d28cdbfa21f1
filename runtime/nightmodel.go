package runtime

import "dormouse/summarize"

func (c *Conversation) modelStrategy(b Brain, offline summarize.Strategy) summarize.Strategy {
	return offline
}
