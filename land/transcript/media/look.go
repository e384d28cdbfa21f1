package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	_ "image/gif"  // its sizes
	_ "image/jpeg" // its sizes
	_ "image/png"  // its sizes

	"dormouse/land/pattern"
)

// kindOf is the type by the first bytes; "" for what no model is sent.
func kindOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return "image/gif"
	case len(data) > 30 && bytes.HasPrefix(data, []byte("RIFF")) && string(data[8:12]) == "WEBP":
		return "image/webp"
	case bytes.HasPrefix(data, []byte("%PDF-")):
		return "application/pdf"
	}
	return ""
}

// sizeOf is the size of a picture in pixels.
func sizeOf(kind string, data []byte) (width, height int, err error) {
	if kind == "image/webp" {
		width, height = webpSize(data)
	} else {
		var c image.Config
		if c, _, err = image.DecodeConfig(bytes.NewReader(data)); err != nil {
			return 0, 0, err
		}
		width, height = c.Width, c.Height
	}
	if width <= 0 || height <= 0 {
		return 0, 0, errors.New("it has no size")
	}
	return width, height, nil
}

// webpSize reads the size out of the first chunk, in each of the format's three
// forms (developers.google.com/speed/webp/docs/riff_container).
func webpSize(data []byte) (width, height int) {
	three := func(at int) int { return int(data[at]) | int(data[at+1])<<8 | int(data[at+2])<<16 }
	switch string(data[12:16]) {
	case "VP8X":
		return three(24) + 1, three(27) + 1
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(data[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(data[28:]) & 0x3fff)
	case "VP8L":
		bits := binary.LittleEndian.Uint32(data[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	}
	return 0, 0
}

// onePage marks a page of a PDF; where pages are packed, none is seen.
var onePage = pattern.Of(`/Type\s*/Page[^s]`)

// perPage is how many bytes of a PDF are taken for a page where none is seen.
const perPage = 60 << 10

// pagesOf is how many pages a PDF has, at least one.
func pagesOf(data []byte) int {
	if n := len(onePage().FindAllIndex(data, -1)); n > 0 {
		return n
	}
	return max(1, len(data)/perPage)
}
