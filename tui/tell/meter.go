package tell

import (
	"fmt"

	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/draw"
)

// Tilde marks what is not counted by the provider.
func Tilde(s llm.Source) string {
	if s == llm.FromProvider {
		return ""
	}
	return "~"
}

// Source says in words where used comes from.
func Source(s llm.Source) string {
	switch s {
	case llm.FromProvider:
		return "counted by provider"
	case llm.FromBoth:
		return "provider + estimate"
	case llm.FromEstimate:
		return "an estimate, counted here"
	case llm.FromFlag:
		return "from --window"
	case llm.FromConfig:
		return "from the config"
	case llm.FromCatalogue:
		return "from the model catalogue"
	case llm.FromServer:
		return "said by the server"
	case llm.FromDefault:
		return "a safe default: the model is not in the catalogue"
	}
	return draw.OneLine(string(s), 40)
}

// Spent is what the replies of this session cost; "" where no provider counted one.
func Spent(s runtime.Spent) string {
	if s.Replies == 0 {
		return ""
	}
	price := fmt.Sprintf("$%.4f", s.USD)
	switch {
	case s.Unknown == s.Replies:
		price = "price unknown"
	case s.Unknown > 0:
		price = "at least " + price
	}
	u := s.Usage
	return fmt.Sprintf("spent: %s for %s: %s tokens in (%s of them cached), %s out", price, replies(s.Replies), draw.Number(u.Input), draw.Number(u.Cached), draw.Number(u.Output))
}

func replies(n int) string {
	if n == 1 {
		return "1 reply"
	}
	return draw.Number(n) + " replies"
}

func Forecast(t runtime.Meter) string {
	if t.TurnsUntilNight < 0 {
		return "no forecast yet"
	}
	return "in about " + draw.Many(t.TurnsUntilNight, "turn")
}

// Prepared tells of the night that is prepared beside the talk; "" for none.
func Prepared(a runtime.Ahead) string {
	switch a.State {
	case runtime.Preparing:
		return fmt.Sprintf("the night is being prepared, over %s up to %s", draw.Many(a.Messages, "message"), a.Time.Format("15:04"))
	case runtime.IsReady:
		s := fmt.Sprintf("the night is prepared, over %s up to %s", draw.Many(a.Messages, "message"), a.Time.Format("15:04"))
		if a.Calls > 0 {
			s += ", with " + draw.Many(a.Calls, "model call")
		}
		return s
	}
	return ""
}
