package tokens

import "dormouse/land/transcript"

// Framing is what a request holds besides its texts, in tokens: the marks
// around messages, calls and tools that a provider adds and bills. The numbers
// are small estimates; Calibration takes in what they miss.
type Framing struct {
	Message int // around each message, its role included
	Name    int // for a speaker's name
	Call    int // around a tool call, besides its name and arguments
	Result  int // around a tool's result
	Tools   int // once, when a request has tools at all
	Tool    int // around each tool
	Reply   int // once, before the reply

	Pictures pictures // how pictures are counted
	Page     int      // a page of a document
}

// openAI follows OpenAI's published recipe for counting chat messages (3 a
// message, 1 a name, 3 before the reply) and tools (about 7 for each function
// and 12 for the list). Calls and results, which the recipe leaves out, are
// taken as the recipient and channel marks of its open chat format.
func openAI() Framing {
	return Framing{Message: 3, Name: 1, Call: 6, Result: 4, Tools: 12, Tool: 7, Reply: 3, Pictures: squares512, Page: 1600}
}

// anthropic has a marker, a role and line ends around a turn; with tools a
// request carries a system prompt of 346 tokens, as the provider's page on tool
// use says for Claude 4 with the choice left to the model.
func anthropic() Framing {
	return Framing{Message: 4, Name: 1, Call: 12, Result: 10, Tools: 346, Tool: 8, Reply: 3, Pictures: area, Page: 3000}
}

// Framing returns the numbers the Count functions use.
func (e *Encoding) Framing() Framing { return e.framing }

// CountMessage returns what a message costs as part of a request: note, text,
// pictures and documents, tool calls and the marks around them. It does not use m.Tokens or m.Usage.
func CountMessage(e *Encoding, m transcript.Message) int {
	f := e.framing
	n := f.Message + e.Count(m.Marked())
	if m.Note != "" {
		n += e.Count(m.Note) + 1 // and the blank line after it
	}
	if m.Name != "" {
		n += f.Name + e.Count(m.Name)
	}
	if m.Role == transcript.Tool {
		n += f.Result
	}
	for _, one := range m.Media {
		if one.Picture() {
			n += f.Pictures.count(one.Width, one.Height)
		} else {
			n += f.Page * one.Pages
		}
	}
	for _, c := range m.ToolCalls {
		n += f.Call + e.Count(c.Name) + e.Count(c.Arguments)
	}
	return n
}

// CountTool returns what one tool costs in every request that offers it.
// parameters is its JSON Schema as sent, without needless white space. A request
// with any tools costs Framing().Tools besides.
func CountTool(e *Encoding, name, description string, parameters []byte) int {
	return e.framing.Tool + e.Count(name) + e.Count(description) + e.Count(string(parameters))
}

// CountSystem returns what a system prompt costs, sent as one message; 0 when
// it is empty.
func CountSystem(e *Encoding, blocks ...string) int {
	n := 0
	for _, b := range blocks {
		n += e.Count(b)
	}
	if n == 0 {
		return 0
	}
	return n + e.framing.Message
}
