package apitest

import (
	"encoding/base64"
	"strings"

	"dormouse/land/transcript/media"
)

// see takes in a picture or a document, as base64, of the type that the request
// says it has.
func (s *Server) see(t *Turn, kind, data string) error {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || len(raw) == 0 {
		return refuse("Invalid base64 data")
	}
	if s.Blind {
		return refuse("image input is not supported by this model - you may need to provide the mmproj")
	}
	if m, err := media.Look("", raw); err != nil || m.Type != kind {
		return refuse("The image was specified using the %s media type, but does not appear to be one: %v", kind, err)
	}
	t.Media = append(t.Media, kind)
	return nil
}

// seeURL is see for a data URL.
func (s *Server) seeURL(t *Turn, url string) error {
	kind, data, ok := strings.Cut(strings.TrimPrefix(url, "data:"), ";base64,")
	if !ok || !strings.HasPrefix(url, "data:") {
		return refuse("Invalid URL: expected a data URL with base64")
	}
	return s.see(t, kind, data)
}
