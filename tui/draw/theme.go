package draw

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormouse/tui/markdown"
)

// Theme is how things look. Every meaning that a colour carries is also in a
// word or a sign, so that "none" loses nothing.
type Theme struct {
	Name    string
	Version int // part of every cache key

	Plain, Strong, Dim     lipgloss.Style
	User, Accent, Night    lipgloss.Style
	Good, Warn, Bad, Quiet lipgloss.Style
	Chosen                 lipgloss.Style

	markdown markdown.Style
}

// palette are the colours of a theme. They are given in full and brought down to
// what the terminal can show by the renderer.
type palette struct {
	text, dim, faint, user, accent, night, good, warn, bad, code string
}

func darkPalette() palette {
	return palette{
		text: "", dim: "#9aa0aa", faint: "#5c6370", user: "#7fb4ff", accent: "#8fd0c6", night: "#b9a3f0",
		good: "#93c98a", warn: "#e5b567", bad: "#f08080", code: "#e0b080",
	}
}

func lightPalette() palette {
	return palette{
		text: "", dim: "#5f6670", faint: "#a0a6b0", user: "#1f5fbf", accent: "#0b6e63", night: "#6a45b8",
		good: "#2e7d32", warn: "#8a5a00", bad: "#b3261e", code: "#8a4b08",
	}
}

// NewTheme makes the theme of that name: "light", "dark" or "none".
func NewTheme(name string, version int) Theme {
	t := Theme{Name: name, Version: version}
	base := lipgloss.NewStyle()
	t.Plain, t.Strong, t.Chosen = base, base.Bold(true), base.Reverse(true)
	if name == "none" {
		t.Dim, t.Quiet = base, base
		t.User, t.Accent, t.Night = base.Bold(true), base.Bold(true), base.Bold(true)
		t.Good, t.Warn, t.Bad = base, base.Bold(true), base.Bold(true)
		t.markdown = markdown.Style{Heading: bold, Quoted: true}
		return t
	}
	p := darkPalette()
	if name == "light" {
		p = lightPalette()
	}
	color := func(c string) lipgloss.Style { return base.Foreground(lipgloss.Color(c)) }
	t.Dim, t.Quiet = color(p.dim), color(p.faint)
	t.User, t.Accent, t.Night = color(p.user), color(p.accent), color(p.night)
	t.Good, t.Warn, t.Bad = color(p.good), color(p.warn), color(p.bad)
	t.markdown = markdown.Style{
		Heading: bold + ink(t.Accent), Quote: ink(t.Dim), Rule: ink(t.Quiet), Code: ink(color(p.code)), Address: ink(t.Dim), Link: ink(t.User),
		Keyword: ink(t.Night), Literal: ink(t.Good), Comment: ink(t.Dim), Number: ink(t.Warn), Call: ink(t.User), Added: ink(t.Good), Removed: ink(t.Bad),
	}
	return t
}

const bold = "\x1b[1m"

// ink is what a style switches on.
func ink(s lipgloss.Style) markdown.Ink {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return markdown.Ink(on)
}
