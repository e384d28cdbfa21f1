// Package apitest answers requests as the APIs of the providers do, one dialect a
// Server, and refuses what they refuse, in their words and with their status: for
// the tests of those who send requests. A field that the API does not have, a tool's
// result without its call, a call without its result, a thought that was changed or
// left out, more tokens than the model takes in or gives out: each is a refusal that
// is also kept, so that a test can ask for none.
//
// It counts tokens and keeps a cache of prefixes as the providers do. It needs no
// network and takes no testing.T: a Server is a transport and a handler.
//
// # Why
//
// A fake that takes every request lets a wrong one pass. Each rule here is one that
// the provider's reference or an error message of its server states; the words of
// refusals are theirs, because the program reads them.
package apitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Dialect is the API that a server answers by.
type Dialect string

// The dialects.
const (
	Messages  Dialect = "messages"  // Anthropic
	Responses Dialect = "responses" // OpenAI
	Chat      Dialect = "chat"      // chat completions, as of a server that gives reasoning_content
	Gemini    Dialect = "gemini"    // Google's own
)

// Server answers for one model. Its fields are set before the first request.
type Server struct {
	Dialect Dialect
	Model   string
	Window  int // most tokens of prompt and reply together
	Reply   int // most tokens of a reply
	// Say is what the model says to a request that is right.
	Say func(Asked) Answer
	// Blind refuses pictures and documents, as a server without eyes does.
	Blind bool
	// Now tells how long ago something was asked for; nil keeps it for ever.
	Now func() time.Time
	// Bytes is how many bytes a token has; 0 is 4.
	Bytes int

	mu       sync.Mutex
	requests []Asked
	refusals []string
	thoughts map[string]string // what was thought, by its signature
	signed   map[string]string // the signature that a call was given, by its id
	cache    prefixes
	named    int
}

// Asked is a request as the model reads it.
type Asked struct {
	System string
	Tools  []string
	Turns  []Turn
	Form   bool   // a form of the answer was asked for
	Effort string // how much to think, "" where that is not said
	Most   int    // tokens of the reply
	Tokens int    // of all that it holds
	Cached int    // of them from the cache
	Hour   bool   // the others are to be kept for an hour

	think  bool
	pieces []piece
}

// Turn is what one side said in a row.
type Turn struct {
	Model    bool // the model said it
	Texts    []string
	Media    []string // types of pictures and documents: "image/png"
	Calls    []Call
	Results  []string // texts of results, in their order
	thoughts []thought
	answered []string // ids of calls
}

// Last is the last text that a person said.
func (a Asked) Last() string {
	for i := len(a.Turns) - 1; i >= 0; i-- {
		if t := a.Turns[i]; !t.Model && len(t.Texts) > 0 {
			return t.Texts[len(t.Texts)-1]
		}
	}
	return ""
}

// Returned says whether results of calls are the newest there is.
func (a Asked) Returned() bool {
	n := len(a.Turns)
	return n > 0 && !a.Turns[n-1].Model && len(a.Turns[n-1].Results) > 0 && len(a.Turns[n-1].Texts) == 0
}

// Call is a tool call; Args is JSON.
type Call struct {
	Name, Args string
	id, sign   string
}

type thought struct{ text, sign string }

// Answer is what a model says.
type Answer struct {
	Think string
	Text  string
	Calls []Call
	// Decline refuses to answer.
	Decline bool
}

// refusal is an answer that is none.
type refusal struct {
	status  int
	message string
}

func (r *refusal) Error() string { return r.message }

// refuse is a refusal of what was sent.
func refuse(format string, args ...any) error {
	return &refusal{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// Requests are those that were answered.
func (s *Server) Requests() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Asked(nil), s.requests...)
}

// Refusals are the words of those that were not.
func (s *Server) Refusals() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.refusals...)
}

// RoundTrip answers a request without a network.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		body = b
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	status, kind, answer := s.answer(r, body)
	return &http.Response{StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status)), ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(bytes.NewReader(answer)), Request: r}, nil
}

// ServeHTTP answers one over a network.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resp, err := s.RoundTrip(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body) // whoever asked is gone, or not
}

func (s *Server) answer(r *http.Request, body []byte) (status int, kind string, answer []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.thoughts == nil {
		s.thoughts, s.signed = map[string]string{}, map[string]string{}
	}
	const stream, whole = "text/event-stream", "application/json"
	d := s.dialect()
	if r.Method == http.MethodGet {
		return http.StatusOK, whole, d.models(s)
	}
	asked, err := d.read(s, r, body)
	if err == nil {
		err = s.check(&asked)
	}
	var no *refusal
	if errors.As(err, &no) {
		s.refusals = append(s.refusals, no.message)
		return no.status, whole, d.refused(no)
	}
	s.requests = append(s.requests, asked)
	a := s.Say(asked)
	for i := range a.Calls {
		s.named++
		a.Calls[i].id = fmt.Sprintf("call_%d", s.named)
	}
	if a.Think != "" && asked.think {
		s.named++
		sign := fmt.Sprintf("c2lnbmVk%08d", s.named) // base64, as signatures are
		a.Think += fmt.Sprintf(" (%d)", s.named)     // no two thoughts are the same
		s.thoughts[sign] = a.Think
		for i := range a.Calls {
			s.signed[a.Calls[i].id] = sign
		}
		return http.StatusOK, stream, d.write(s, asked, a, sign)
	}
	return http.StatusOK, stream, d.write(s, asked, a, "")
}

// dialect is what differs between the APIs.
type dialect interface {
	read(s *Server, r *http.Request, body []byte) (Asked, error)
	write(s *Server, q Asked, a Answer, sign string) []byte
	refused(*refusal) []byte
	models(s *Server) []byte
	words() words
}

func (s *Server) dialect() dialect {
	switch s.Dialect {
	case Messages:
		return anthropic{}
	case Responses:
		return openai{}
	case Gemini:
		return google{}
	}
	return completions{}
}

// strict reads JSON that may hold no field but those of v.
func strict(body []byte, v any, unknown string) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		return nil
	}
	if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok {
		return refuse(unknown, strings.Trim(name, `"`))
	}
	return refuse("the request could not be read: %v", err)
}

// tokens counts a text.
func (s *Server) tokens(text string) int {
	per := s.Bytes
	if per == 0 {
		per = 4
	}
	return (len(text) + per - 1) / per
}

// event is one event of a stream; name may be "".
func event(b *bytes.Buffer, name string, v any) {
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	b.WriteString("data: ")
	b.Write(encoded(v))
	b.WriteString("\n\n")
}

func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte("{}") // unreachable: maps of texts and numbers
	}
	return b
}

// obj is a JSON object.
type obj = map[string]any

// pieces are the words of a text, as a stream brings them.
func inParts(text string) []string {
	var out []string
	for len(text) > 40 {
		cut := strings.IndexByte(text[30:], ' ')
		if cut < 0 {
			break
		}
		out, text = append(out, text[:30+cut]), text[30+cut:]
	}
	return append(out, text)
}
