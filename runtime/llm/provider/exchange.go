package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/wire"
)

// exchange posts a request and hands on each event of the answer until take says
// that no more is wanted. An error of the connection is returned as it is.
func exchange(ctx context.Context, c *wire.Client, path, query string, request any, take func(wire.Event) (more bool)) error {
	value, err := encode(request)
	if err != nil {
		return err
	}
	events, err := c.Stream(ctx, path, query, value)
	if err != nil {
		return err
	}
	defer events.Close()
	for {
		e, err := events.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !take(e):
			return nil
		}
	}
}

// encode is a request as JSON, with <, > and & as they are: a prompt of Markdown
// has many of them.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, &llm.Error{Kind: llm.BadRequest, Text: "the request is no JSON: " + err.Error()}
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads what fits of an event. Compatible servers put numbers where texts
// should be and lists where numbers should be: such a field is as if it were not
// there, and the rest counts.
func decode[T any](data []byte) (v T) {
	_ = json.Unmarshal(data, &v) // that it is JSON was seen before
	return v
}

// parameters is the schema of a tool's arguments.
func parameters(t llm.Tool) (map[string]any, error) {
	o, err := schema.Object(t.Parameters)
	if err != nil {
		return nil, &llm.Error{Kind: llm.BadRequest, Text: fmt.Sprintf("tool %s: %v", t.Name, err)}
	}
	return o, nil
}

// form is the schema that a reply is to have; nil when none is asked for.
func form(s *llm.Schema) (map[string]any, error) {
	if s == nil {
		return nil, nil
	}
	o, err := schema.Object(s.JSON)
	if err != nil {
		return nil, &llm.Error{Kind: llm.BadRequest, Text: err.Error()}
	}
	return o, nil
}
