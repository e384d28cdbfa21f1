package apitest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// google is https://ai.google.dev/api/generate-content, with the signatures of
// https://ai.google.dev/gemini-api/docs/thought-signatures.
type google struct{}

// skip is what the API takes for the signature of a call that it did not make.
const skip = "skip_thought_signature_validator"

func (google) words() words {
	return words{
		empty:      "GenerateContentRequest.contents: contents.parts must not be empty.",
		orphan:     "Please ensure that function response turn comes immediately after a function call turn: %s",
		unanswered: "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn: %s",
		twice:      "Duplicate function call id %s",
		unthought:  "Function call `%s` in a content block is missing a `thought_signature`.",
		forged:     "Corrupted thought signature.",
		tooLong:    "The input token count (%d) exceeds the maximum number of tokens allowed (%d).",
		tooMuch:    "Unable to submit request because it has a maxOutputTokens value of %d but the supported range is from 1 (inclusive) to %d (inclusive). Update the value and try again.",
		last:       "Please ensure that single turn requests end with a user role or the role field is empty.",
	}
}

type googlePart struct {
	Text      *string `json:"text"`
	Thought   bool    `json:"thought"`
	Signature string  `json:"thoughtSignature"`
	Inline    *struct {
		MIME string `json:"mimeType"`
		Data string `json:"data"`
	} `json:"inlineData"`
	Call *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
	Response *struct {
		ID       string          `json:"id"`
		Name     string          `json:"name"`
		Response json.RawMessage `json:"response"`
	} `json:"functionResponse"`
}

type googleContent struct {
	Role  string       `json:"role"`
	Parts []googlePart `json:"parts"`
}

type googleRequest struct {
	System   *googleContent  `json:"systemInstruction"`
	Contents []googleContent `json:"contents"`
	Tools    []struct {
		Functions []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parametersJsonSchema"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
	Config struct {
		Most     int             `json:"maxOutputTokens"`
		MIME     string          `json:"responseMimeType"`
		Schema   json.RawMessage `json:"responseJsonSchema"`
		Thinking *struct {
			Include bool   `json:"includeThoughts"`
			Level   string `json:"thinkingLevel"`
			Budget  *int   `json:"thinkingBudget"`
		} `json:"thinkingConfig"`
	} `json:"generationConfig"`
}

func (g google) read(s *Server, r *http.Request, body []byte) (q Asked, err error) {
	var in googleRequest
	switch {
	case r.URL.Path != "/v1beta/models/"+s.Model+":streamGenerateContent" || r.URL.RawQuery != "alt=sse":
		return q, &refusal{http.StatusNotFound, "models/" + r.URL.Path + " is not found for API version v1beta"}
	case r.Header.Get("X-Goog-Api-Key") == "":
		return q, &refusal{http.StatusForbidden, "Method doesn't allow unregistered callers. Please use API Key."}
	}
	if err := strict(body, &in, "Invalid JSON payload received. Unknown name \"%s\": Cannot find field."); err != nil {
		return q, err
	}
	c := in.Config
	switch t := c.Thinking; {
	case len(c.Schema) > 0 && c.MIME != "application/json":
		return q, refuse("Response schema is only supported with responseMimeType application/json")
	case t == nil:
	case t.Level != "" && t.Budget != nil:
		return q, refuse("You can only set only one of thinking budget and thinking level.")
	case t.Level != "" && !strings.Contains(" low medium high ", " "+t.Level+" "):
		return q, refuse("Thinking level %s is not supported for this model.", t.Level)
	default:
		q.Effort = t.Level
	}
	q.Most, q.Form, q.think = c.Most, len(c.Schema) > 0, true
	if in.System != nil {
		for _, p := range in.System.Parts {
			q.System += *p.Text
		}
		q.pieces = append(q.pieces, piece{text: q.System})
	}
	for _, t := range in.Tools {
		for _, f := range t.Functions {
			q.Tools = append(q.Tools, f.Name)
			q.pieces = append(q.pieces, piece{text: string(encoded(f))})
		}
	}
	for _, content := range in.Contents {
		if err := g.content(s, &q, content); err != nil {
			return q, err
		}
		q.pieces = append(q.pieces, piece{text: string(encoded(content))})
	}
	return q, nil
}

// content puts a content where it belongs. Texts of the user after results are a
// turn of their own.
func (google) content(s *Server, q *Asked, content googleContent) error {
	if content.Role != "user" && content.Role != "model" {
		return refuse("Please use a valid role: user, model.")
	}
	if len(content.Parts) == 0 {
		return refuse("GenerateContentRequest.contents: contents.parts must not be empty.")
	}
	t := Turn{Model: content.Role == "model"}
	for _, p := range content.Parts {
		switch {
		case p.Text != nil:
			t.Texts = append(t.Texts, *p.Text)
		case p.Inline != nil:
			if err := s.see(&t, p.Inline.MIME, p.Inline.Data); err != nil {
				return err
			}
			p.Inline.Data = ""
		case p.Call != nil:
			if p.Signature != "" && p.Signature != skip && s.thoughts[p.Signature] == "" {
				return refuse("Corrupted thought signature.")
			}
			t.Calls = append(t.Calls, Call{Name: p.Call.Name, Args: string(p.Call.Args), id: p.Call.ID, sign: p.Signature})
		case p.Response != nil:
			if p.Response.Name == "" {
				return refuse("GenerateContentRequest.contents: function_response.name: Name cannot be empty.")
			}
			if len(p.Response.Response) == 0 || p.Response.Response[0] != '{' {
				return refuse("Invalid value at function_response.response: expected an object")
			}
			t.Results, t.answered = append(t.Results, string(p.Response.Response)), append(t.answered, p.Response.ID)
		default:
			return refuse("contents.parts: part must have one initialized field: data")
		}
	}
	if len(t.Results) > 0 && len(t.Texts) > 0 {
		return refuse("Please ensure that function response turn comes immediately after a function call turn.")
	}
	q.Turns = append(q.Turns, t)
	return nil
}

func (google) write(s *Server, q Asked, a Answer, sign string) []byte {
	var b bytes.Buffer
	chunk := func(why string, parts ...obj) {
		c := obj{"index": 0, "content": obj{"role": "model", "parts": parts}}
		if why != "" {
			c["finishReason"] = why
		}
		event(&b, "", obj{"candidates": []any{c}, "modelVersion": s.Model, "responseId": "r",
			"usageMetadata": obj{"promptTokenCount": q.Tokens, "cachedContentTokenCount": q.Cached, "candidatesTokenCount": s.tokens(a.Text), "thoughtsTokenCount": s.tokens(a.Think)}})
	}
	if sign != "" {
		chunk("", obj{"text": a.Think, "thought": true})
	}
	if a.Text != "" {
		for _, p := range inParts(a.Text) {
			chunk("", obj{"text": p})
		}
	}
	for i, c := range a.Calls {
		part := obj{"functionCall": obj{"id": c.id, "name": c.Name, "args": json.RawMessage(c.Args)}}
		if i == 0 && sign != "" {
			part["thoughtSignature"] = sign
		}
		chunk("", part)
	}
	why := "STOP"
	if a.Decline {
		why = "PROHIBITED_CONTENT"
	}
	chunk(why, obj{"text": ""})
	return b.Bytes()
}

func (google) refused(r *refusal) []byte {
	status := map[int]string{403: "PERMISSION_DENIED", 404: "NOT_FOUND"}[r.status]
	if status == "" {
		status = "INVALID_ARGUMENT"
	}
	return encoded(obj{"error": obj{"code": r.status, "message": r.message, "status": status}})
}

func (google) models(s *Server) []byte {
	return encoded(obj{"models": []obj{{"name": "models/" + s.Model, "displayName": s.Model, "inputTokenLimit": s.Window, "outputTokenLimit": s.Reply, "supportedGenerationMethods": []string{"generateContent"}}}})
}
