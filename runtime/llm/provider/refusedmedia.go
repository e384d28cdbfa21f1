package provider

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
)

// errRefused stands for the bytes of a picture or a document that the server did not
// take: it is sent its line.
var errRefused = errors.New("the server refused it")

// oneFile are the words for a file that a server cannot take, though it takes others.
var oneFile = []string{"image exceeds", "could not process image", "could not process pdf", "unable to process input image", "image dimensions exceed", "image is not valid", "not represent a valid image", "uploaded an unsupported image", "failed to load image", "failed to decode image", "cannot identify image", "pdf specified was not valid", "pdf is password", "pdf pages", "file format is invalid or unsupported", "image is too large", "image too large", "image size exceeds"}

// tooMuch are the words for more of them than a request may hold.
var tooMuch = []string{"too many images", "image(s) may be provided"}

// opener reads what the server has not refused. The map is not changed later.
func (m *Model) opener(open func(media.Media) ([]byte, error)) func(media.Media) ([]byte, error) {
	if open == nil || len(m.refused) == 0 {
		return open
	}
	refused := maps.Clone(m.refused)
	return func(one media.Media) ([]byte, error) {
		if refused[one.Hash] {
			return nil, errRefused
		}
		return open(one)
	}
}

// shown are the media of a request whose bytes are sent, the oldest first.
func (m *Model) shown(r llm.Request) (out []media.Media) {
	if r.Open == nil {
		return nil
	}
	for _, one := range transcript.MediaOf(r.Messages) {
		if !m.refused[one.Hash] {
			out = append(out, one)
		}
	}
	return out
}

// leaveOut takes one picture or document out of this request and the later ones: the
// newest where the server cannot take a file, for those before went through, and the
// oldest where all of them are too much.
func (m *Model) leaveOut(r llm.Request, x extras, e *llm.Error) (lost string, ok bool) {
	list := m.shown(r)
	if !x.media || len(list) == 0 {
		return "", false
	}
	text := strings.ToLower(e.Text)
	says := func(w string) bool { return strings.Contains(text, w) }
	var out media.Media
	switch {
	case slices.ContainsFunc(oneFile, says):
		out = list[len(list)-1]
	case e.Status == 413 && !says("token") && !says("prompt"), slices.ContainsFunc(tooMuch, says):
		out = list[0]
	default:
		return "", false
	}
	if m.refused == nil {
		m.refused = map[string]bool{}
	}
	m.refused[out.Hash] = true
	return "is sent the line about " + cmp.Or(out.Name, "a picture") + ", not the file: " + e.Text, true
}
