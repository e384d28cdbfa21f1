package offline

import (
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
)

// query is a question with what the engine asks of it.
type query struct {
	answers.Question
	chain *chain // of which it is one, if it goes on with another question
}

func queryOf(text string, l language.Lang, wish language.Wish) query {
	return query{Question: answers.Of(text, l, wish)}
}

// coversFrom is from how much of what is asked a text speaks of it.
const coversFrom = .36
