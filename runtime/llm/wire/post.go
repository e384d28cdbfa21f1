package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"dormouse/runtime/llm"
)

// Post sends a JSON value to a path below the base URL, once, and returns the
// JSON value that is the answer, of at most Limits.Body bytes. It is for the
// calls that do not stream. An error is ctx.Err() or an *llm.Error; wrap it in
// Retry to have it tried again.
func (c *Client) Post(ctx context.Context, path string, value []byte) ([]byte, error) {
	resp, b, err := c.post(ctx, c.base.JoinPath(path), value, "application/json")
	if err != nil {
		return nil, err
	}
	return c.one(resp, b)
}

// Get is Post for what is only asked for, with the same promises; query may be "".
func (c *Client) Get(ctx context.Context, path, query string) ([]byte, error) {
	u := c.base.JoinPath(path)
	u.RawQuery = query
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, c.fail(llm.BadRequest, 0, err)
	}
	resp, b, err := c.send(req, "application/json")
	if err != nil {
		return nil, err
	}
	return c.one(resp, b)
}

// one reads the one JSON value of an answer.
func (c *Client) one(resp *http.Response, b *body) ([]byte, error) {
	defer b.Close()
	if err := c.granted(resp, b); err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind != "" && !strings.HasSuffix(kind, "json") {
		return nil, c.fail(llm.Garbage, resp.StatusCode, fmt.Errorf("%s answered with %q in place of JSON; is the base URL right?", c.base.Host, kind))
	}
	answer, err := io.ReadAll(b)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(answer)) == 0 {
		return nil, c.fail(llm.Garbage, resp.StatusCode, errors.New(c.base.Host+" answered with nothing"))
	}
	if e := eventError("", answer[:min(len(answer), errorBody)]); e != nil {
		e.Text = c.Clean(c.base.Host + " answered " + e.Text)
		return nil, e
	}
	return answer, nil
}
