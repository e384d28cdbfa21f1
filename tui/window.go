package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dormouse/tui/draw"
	"dormouse/tui/input"
	"dormouse/tui/page"
	"dormouse/tui/safe"
)

// window is the terminal around the screen: its size, and the colours that fit it.
type window struct {
	*page.Shell
	field *input.Field

	theme  draw.Theme
	asked  string // theme asked for: auto, light, dark, none
	width  int
	height int
	sizes  int // how often the size has changed
}

// paint changes the theme; everything is drawn anew.
func (w *window) paint(name string) {
	w.theme = draw.NewTheme(name, w.theme.Version+1)
	w.field.Style(w.theme)
	w.layout()
}

// layout makes a painter for the present width and theme.
func (w *window) layout() {
	times := w.Painter != nil && w.Painter.Times
	w.Painter = draw.NewPainter(w.theme, max(10, min(w.width-3, page.Widest)))
	w.Painter.Times = times
	if w.width > 0 {
		w.field.Resize(w.width, w.height)
	}
}

// resized draws for the new size. When no other has come for a while the size is
// asked for once more, and the screen drawn anew: in a storm of sizes the last one
// may be missed, and what was on its way to the terminal go to the wrong place.
func (w *window) resized(msg tea.WindowSizeMsg) tea.Cmd {
	first, same := w.width == 0, w.width == msg.Width && w.height == msg.Height
	w.width, w.height = msg.Width, msg.Height
	w.layout()
	if first || same {
		return nil
	}
	w.sizes++
	size := w.sizes
	return tea.Tick(afterSizes, func(time.Time) tea.Msg { return sizedMsg{size} })
}

// sized looks again when the size is still the one it was.
func (w *window) sized(msg sizedMsg) tea.Cmd {
	if msg.size != w.sizes {
		return nil
	}
	return tea.Sequence(tea.RequestWindowSize, redraw())
}

// redraw draws all of the screen anew. First it makes all of it scroll again: a
// frame of a smaller window that reaches the terminal after the window has grown
// leaves it with the margins of the small one, and nothing else takes them back.
func redraw() tea.Cmd {
	return tea.Sequence(tea.Raw(ansi.SetTopBottomMargins(0, 0)), tea.ClearScreen)
}

// coloured takes the terminal's answer about its background.
func (w *window) coloured(msg tea.BackgroundColorMsg) tea.Cmd {
	name := "light"
	if msg.IsDark() {
		name = "dark"
	}
	if (w.asked == "" || w.asked == "auto") && name != w.theme.Name {
		w.paint(name)
	}
	return nil
}

// switchTheme takes a theme, or lists them.
func (w *window) switchTheme(name string) tea.Cmd {
	switch name {
	case "":
		w.Pick("theme", []page.Choice{
			{Value: "auto", Label: "auto", Note: "as the terminal's background is"}, {Value: "dark", Label: "dark"}, {Value: "light", Label: "light"}, {Value: "none", Label: "none", Note: "no colour"},
		}, w.switchTheme)
		return nil
	case "light", "dark", "none":
		w.asked = name
		w.paint(name)
		return nil
	case "auto":
		w.asked = "auto"
		return tea.RequestBackgroundColor
	}
	w.Complain("there is no theme "+safe.Line(name), "auto, light, dark or none")
	return nil
}

// sizedMsg tells that the terminal has had a size for a while.
type sizedMsg struct {
	size int // its number
}
