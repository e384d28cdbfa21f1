package tokens

import "math"

// What a picture costs, by the providers' published formulas. A model of which
// none is published is counted as OpenAI's; Calibration takes in what that misses.

// pictures is a formula for what a picture costs.
type pictures int

const (
	squares512 pictures = iota
	area
	squares768
)

func (p pictures) count(width, height int) int {
	switch p {
	case area:
		return byArea(width, height)
	case squares768:
		return tilesOf768(width, height)
	}
	return tilesOf512(width, height)
}

// byArea is Anthropic's: width × height / 750, after the longer edge was brought
// down to 1,568 pixels (platform.claude.com/docs, vision). A page of a PDF is its
// text, 1,500 to 3,000 tokens.
func byArea(width, height int) int {
	w, h := within(float64(width), float64(height), 1568, math.Inf(1))
	return min(1600, int(math.Ceil(w*h/750)))
}

// tilesOf512 is OpenAI's: brought into a square of 2,048 pixels, then the shorter
// edge to 768, 85 tokens and 170 for each square of 512 (platform.openai.com/docs,
// images and vision). A page of a PDF is a picture and its text.
func tilesOf512(width, height int) int {
	w, h := within(float64(width), float64(height), 2048, 768)
	return 85 + 170*int(math.Ceil(w/512)*math.Ceil(h/512))
}

// tilesOf768 is Google's: 258 tokens where both edges have at most 384 pixels, else
// for each square of 768 (ai.google.dev/gemini-api/docs, image understanding). A page
// of a PDF is one picture.
func tilesOf768(width, height int) int {
	if width <= 384 && height <= 384 {
		return 258
	}
	return 258 * int(math.Ceil(float64(width)/768)*math.Ceil(float64(height)/768))
}

// within brings a size down until its longer and its shorter edge are no longer
// than that.
func within(w, h, longer, shorter float64) (float64, float64) {
	scale := min(1, longer/max(w, h), shorter/min(w, h))
	return w * scale, h * scale
}
