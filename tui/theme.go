package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormouse/tui/markdown"
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

// newTheme makes the theme of that name: "light", "dark" or "none".
func newTheme(name string, version int) theme {
	t := theme{name: name, version: version}
	base := lipgloss.NewStyle()
	t.plain, t.strong, t.chosen = base, base.Bold(true), base.Reverse(true)
	if name == "none" {
		t.dim, t.quiet = base, base
		t.user, t.accent, t.night = base.Bold(true), base.Bold(true), base.Bold(true)
		t.good, t.warn, t.bad = base, base.Bold(true), base.Bold(true)
		t.markdown = markdown.Style{Heading: bold, Quoted: true}
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
	t.markdown = markdown.Style{
		Heading: bold + ink(t.accent), Quote: ink(t.dim), Rule: ink(t.quiet), Code: ink(color(p.code)), Address: ink(t.dim), Link: ink(t.user),
		Keyword: ink(t.night), Literal: ink(t.good), Comment: ink(t.dim), Number: ink(t.warn), Call: ink(t.user), Added: ink(t.good), Removed: ink(t.bad),
	}
	return t
}

const bold = "\x1b[1m"

// ink is what a style switches on.
func ink(s lipgloss.Style) markdown.Ink {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return markdown.Ink(on)
}
