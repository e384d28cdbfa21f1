package apitest

import (
	"regexp"
	"strings"
)

// words are a provider's own for the rules that all of them have.
type words struct {
	empty      string // a text without a letter
	orphan     string // %s: a result without its call
	unanswered string // %s: a call without its result
	twice      string // %s: an id that was used before
	unthought  string // %s: a call without what was thought before it
	forged     string // a thought that is not as it was given
	tooLong    string // %d, %d: the prompt, and what fits
	both       string // %d, %d, %d: prompt and reply together, and what fits; "" where the reply is cut then
	tooMuch    string // %d, %d: the reply asked for, and the most there is
	last       string // the model spoke last
}

// plainID is what an id of a call may be.
var plainID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// check holds a request against the rules that all providers have.
func (s *Server) check(q *Asked) error {
	w := s.dialect().words()
	if err := s.pairs(q.Turns, w); err != nil {
		return err
	}
	if err := s.thinking(q, w); err != nil {
		return err
	}
	if n := len(q.Turns); n == 0 || q.Turns[n-1].Model {
		return refuse("%s", w.last)
	}
	if q.Most > s.Reply {
		return refuse(w.tooMuch, q.Most, s.Reply)
	}
	for _, p := range q.pieces {
		q.Tokens += s.tokens(p.text)
	}
	if q.Tokens > s.Window {
		return refuse(w.tooLong, q.Tokens, s.Window)
	}
	if w.both != "" && q.Tokens+q.Most > s.Window {
		return refuse(w.both, q.Tokens, q.Most, s.Window)
	}
	q.Cached = s.cached(q.pieces)
	return nil
}

// pairs holds calls against results, and texts against nothing.
func (s *Server) pairs(turns []Turn, w words) error {
	seen := map[string]bool{}
	var open []string
	for _, t := range turns {
		for _, text := range t.Texts {
			if strings.TrimSpace(text) == "" {
				return refuse("%s", w.empty)
			}
		}
		if t.Model && len(open) > 0 {
			return refuse(w.unanswered, open[0])
		}
		for _, id := range t.answered {
			at := -1
			for i, o := range open {
				if o == id {
					at = i
				}
			}
			if at < 0 {
				return refuse(w.orphan, id)
			}
			open = append(open[:at], open[at+1:]...)
		}
		if !t.Model && len(open) > 0 {
			return refuse(w.unanswered, open[0])
		}
		for _, c := range t.Calls {
			if seen[c.id] || !plainID.MatchString(c.id) {
				return refuse(w.twice, c.id)
			}
			seen[c.id] = true
			open = append(open, c.id)
		}
	}
	if len(open) > 0 {
		return refuse(w.unanswered, open[0])
	}
	return nil
}

// thinking holds the thoughts that were sent back against those that were given:
// none is changed, and none is missing of the turn that is going on.
func (s *Server) thinking(q *Asked, w words) error {
	begun := 0
	for i, t := range q.Turns {
		if !t.Model && len(t.Texts) > 0 {
			begun = i
		}
	}
	for i, t := range q.Turns {
		has := map[string]bool{}
		for _, h := range t.thoughts {
			if text, given := s.thoughts[h.sign]; !given || h.text != "" && h.text != text {
				return refuse("%s", w.forged)
			}
			has[h.sign] = true
		}
		for k, c := range t.Calls {
			sign := s.signed[c.id]
			if i < begun || sign == "" || !q.think || s.Dialect == Gemini && k > 0 {
				continue
			}
			if s.Dialect == Gemini {
				has[c.sign] = true
			}
			if !has[sign] {
				return refuse(w.unthought, c.Name)
			}
		}
	}
	return nil
}
