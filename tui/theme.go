package tui

import (
	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
)

// theme is how things look. Every meaning that a colour carries is also in a
// word or a sign, so that "none" loses nothing.
type theme struct {
	name    string
	version int // part of every cache key

	plain, strong, dim     lipgloss.Style
	user, accent, night    lipgloss.Style
	good, warn, bad, quiet lipgloss.Style
	chosen                 lipgloss.Style

	markdown  ansi.StyleConfig
	formatter string // chroma's, "" where code is not coloured
}

// palette are the colours of a theme. They are given in full and brought down to
// what the terminal can show by the renderer.
type palette struct {
	text, dim, faint, user, accent, night, good, warn, bad, code string
	chroma                                                       string
}

func darkPalette() palette {
	return palette{
		text: "", dim: "#9aa0aa", faint: "#5c6370", user: "#7fb4ff", accent: "#8fd0c6", night: "#b9a3f0",
		good: "#93c98a", warn: "#e5b567", bad: "#f08080", code: "#e0b080", chroma: "github-dark",
	}
}

func lightPalette() palette {
	return palette{
		text: "", dim: "#5f6670", faint: "#a0a6b0", user: "#1f5fbf", accent: "#0b6e63", night: "#6a45b8",
		good: "#2e7d32", warn: "#8a5a00", bad: "#b3261e", code: "#8a4b08", chroma: "github",
	}
}

// newTheme makes the theme of that name: "light", "dark" or "none".
func newTheme(name string, version int) theme {
	t := theme{name: name, version: version}
	base := lipgloss.NewStyle()
	t.plain, t.strong, t.chosen = base, base.Bold(true), base.Reverse(true)
	if name == "none" {
		t.dim, t.quiet = base, base
		t.user, t.accent, t.night = base.Bold(true), base.Bold(true), base.Bold(true)
		t.good, t.warn, t.bad = base, base.Bold(true), base.Bold(true)
		t.markdown = markdownStyle(palette{})
		return t
	}
	p := darkPalette()
	if name == "light" {
		p = lightPalette()
	}
	color := func(c string) lipgloss.Style { return base.Foreground(lipgloss.Color(c)) }
	t.dim, t.quiet = color(p.dim), color(p.faint)
	t.user, t.accent, t.night = color(p.user), color(p.accent), color(p.night)
	t.good, t.warn, t.bad = color(p.good), color(p.warn), color(p.bad)
	t.markdown, t.formatter = markdownStyle(p), "terminal16m"
	return t
}

// markdownStyle is glamour's style without margins: the conversation sets its
// own.
func markdownStyle(p palette) ansi.StyleConfig {
	color := func(c string) *string {
		if c == "" {
			return nil
		}
		return &c
	}
	yes, zero, two := true, uint(0), uint(2)
	heading := ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{BlockSuffix: "\n", Bold: &yes, Color: color(p.accent)}}
	prefixed := func(prefix string) ansi.StyleBlock {
		return ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Prefix: prefix}}
	}
	bar := "│ "
	s := ansi.StyleConfig{
		Document:       ansi.StyleBlock{Margin: &zero},
		BlockQuote:     ansi.StyleBlock{Indent: new(uint), IndentToken: &bar, StylePrimitive: ansi.StylePrimitive{Color: color(p.dim)}},
		List:           ansi.StyleList{LevelIndent: 2},
		Heading:        heading,
		H1:             prefixed("# "),
		H2:             prefixed("## "),
		H3:             prefixed("### "),
		H4:             prefixed("#### "),
		H5:             prefixed("##### "),
		H6:             prefixed("###### "),
		Strikethrough:  ansi.StylePrimitive{CrossedOut: &yes},
		Emph:           ansi.StylePrimitive{Italic: &yes},
		Strong:         ansi.StylePrimitive{Bold: &yes},
		HorizontalRule: ansi.StylePrimitive{Format: "\n────────\n", Color: color(p.faint)},
		Item:           ansi.StylePrimitive{BlockPrefix: "• "},
		Enumeration:    ansi.StylePrimitive{BlockPrefix: ". "},
		Task:           ansi.StyleTask{Ticked: "[x] ", Unticked: "[ ] "},
		Link:           ansi.StylePrimitive{Underline: &yes, Color: color(p.dim)},
		LinkText:       ansi.StylePrimitive{Color: color(p.user)},
		Image:          ansi.StylePrimitive{Underline: &yes, Color: color(p.dim)},
		ImageText:      ansi.StylePrimitive{Format: "image: {{.text}} →"},
		Code:           ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: color(p.code)}},
		CodeBlock:      ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{Margin: &two}, Theme: p.chroma},
		DefinitionDescription: ansi.StylePrimitive{
			BlockPrefix: "\n  ",
		},
	}
	*s.BlockQuote.Indent = 1
	if p.code == "" { // without colour, code in a line keeps its quotes
		s.Code.Prefix, s.Code.Suffix = "`", "`"
	}
	return s
}
