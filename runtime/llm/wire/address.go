package wire

import (
	"net/url"
	"strings"

	"dormouse/runtime/llm"
)

// parse reads a base URL. The error is an *llm.Error of kind BadRequest.
func parse(base string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, &llm.Error{Kind: llm.BadRequest, Text: "the address must look like https://host/v1"}
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, &llm.Error{Kind: llm.BadRequest, Text: "the address must hold no user, query or fragment: give the key as a key"}
	}
	return u, nil
}

// Address makes a base URL of what a person types for a server with an
// OpenAI-compatible API. What is left out is added: the scheme (http on this machine
// and its network, else https), and /v1 where there is no path. host is the part that
// requests go to. The error is New's.
func Address(typed string) (base, host string, err error) {
	typed = strings.TrimSpace(typed)
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
		if u, err := url.Parse(typed); err == nil && !nearby(u.Hostname()) {
			typed = "https" + strings.TrimPrefix(typed, "http")
		}
	}
	u, err := parse(typed)
	if err != nil {
		return "", "", err
	}
	if u.Path = strings.TrimRight(u.Path, "/"); u.Path == "" {
		u.Path = "/v1"
	}
	return u.String(), u.Host, nil
}
