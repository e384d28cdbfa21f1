package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/page"
	"dormouse/tui/talk"
	"dormouse/tui/tell"
)

// slash is one command that begins with a slash.
type slash struct {
	name  string
	args  string
	about string
	other []string // names that mean the same
	do    func(m *screen, arg string) tea.Cmd
}

// slashes are the commands, in the order in which they are listed.
func slashes() []slash {
	return []slash{
		{"help", "", "keys and commands", []string{"keys"}, func(m *screen, _ string) tea.Cmd { return m.toggleHelp() }},
		{"new", "", "begin a new session", []string{"clear"}, func(m *screen, _ string) tea.Cmd { return m.GoTo("", "") }},
		{"private", "[off]", "a talk that leaves no trace, or its end", nil, (*screen).goPrivate},
		{"keep", "", "make a session of a private talk", nil, (*screen).keepTalk},
		{"sessions", "", "all sessions: search, go on, rename, delete", nil, func(m *screen, _ string) tea.Cmd { return page.OpenSessions(&m.Shell, "") }},
		{"resume", "[id or title]", "go on with an earlier session", nil, onShell(page.OpenSessions)},
		{"fork", "", "a copy of this session, up to the chosen message", []string{"branch"}, func(m *screen, _ string) tea.Cmd { return page.Fork(&m.Shell) }},
		{"rename", "[title]", "give this session a name", []string{"title"}, onShell(page.Rename)},
		{"model", "[provider/name]", "another model", []string{"models"}, onShell(switchModel)},
		{"connect", "[provider]", "connect a model: its key, one small request", []string{"login"}, onShell(page.Connect)},
		{"sleep", "[deep|preview]", "a night now, or the plan of one", []string{"compact"}, onShell(sleepNow)},
		{"nights", "", "all nights, with a chart; their reports", []string{"timeline", "log"}, func(m *screen, _ string) tea.Cmd { return page.OpenNights(&m.Shell) }},
		{"undo", "[night|write]", "take back what was done last: a night, or a write to memory", nil, onShell(page.Undo)},
		{"writes", "", "every write to memory, and who made it; takes one back", nil, func(m *screen, _ string) tea.Cmd { return page.OpenWrites(&m.Shell) }},
		{"find", "[words]", "search this talk, and go to what was found", nil, onShell(page.FindInTalk)},
		{"memory", "[query]", "read, search and change what is remembered", []string{"search"}, onShell(page.OpenMemory)},
		{"remember", "TEXT", "save a line to memory", []string{"save"}, onShell(page.Remember)},
		{"why", "[^id|path:line|words]", "where an entry comes from", nil, func(m *screen, arg string) tea.Cmd { return page.EntryCommand(&m.Shell, arg, page.WhyEntry) }},
		{"forget", "[^id|path:line|words]", "take an entry out; it can be brought back", nil, func(m *screen, arg string) tea.Cmd { return page.ForgetCommand(&m.Shell, arg) }},
		{"pin", "[^id|path:line|words]", "keep an entry in the prompt, or no longer", []string{"unpin"}, func(m *screen, arg string) tea.Cmd { return page.EntryCommand(&m.Shell, arg, page.Pin) }},
		{"context", "", "what the model sees now, whole, part by part", []string{"status"}, func(m *screen, _ string) tea.Cmd { return m.toggleMeter() }},
		{"retry", "", "send the last turn again after it failed", nil, func(m *screen, _ string) tea.Cmd { return m.Send(runtime.Retry{}) }},
		{"copy", "[code]", "copy the last reply, or its last code block", nil, onShell(copyPart)},
		{"edit", "", "write in your own editor", []string{"editor"}, func(m *screen, _ string) tea.Cmd { return m.editText() }},
		{"export", "", "write the session as Markdown", nil, func(m *screen, _ string) tea.Cmd { return m.export() }},
		{"config", "[edit|words]", "every setting and where it comes from", []string{"settings"}, onShell(page.OpenSettings)},
		{"theme", "[auto|light|dark|none]", "colours", nil, func(m *screen, arg string) tea.Cmd { return m.switchTheme(arg) }},
		{"times", "", "show or hide when things were said", []string{"timestamps"}, func(m *screen, _ string) tea.Cmd { return toggleTimes(&m.Shell) }},
		{"quit", "", "leave", []string{"exit", "q"}, func(m *screen, _ string) tea.Cmd { return m.quit() }},
	}
}

// onShell is a command that needs no more than what all pages share.
func onShell(do func(*page.Shell, string) tea.Cmd) func(*screen, string) tea.Cmd {
	return func(m *screen, arg string) tea.Cmd { return do(&m.Shell, arg) }
}

// needs tells whether the command does nothing without its argument.
func (c slash) needs() bool { return c.args != "" && c.args[0] != '[' }

// words are the fixed words that the command takes as its argument.
func (c slash) words() []string {
	if !strings.Contains(c.args, "|") || strings.Contains(c.args, "^") {
		return nil
	}
	return slices.DeleteFunc(strings.Split(strings.Trim(c.args, "[]"), "|"), func(w string) bool { return w == "words" })
}

// run does a command, or says which one may have been meant. What was typed is
// in the history then, to be corrected.
func (m *screen) run(name, arg string) tea.Cmd {
	var names []string
	for _, c := range slashes() {
		known := append([]string{c.name}, c.other...)
		if slices.Contains(known, name) {
			return c.do(m, arg)
		}
		names = append(names, known...)
	}
	hints := []string{"/help lists them"}
	if near := tell.Nearest(name, names); near != "" {
		hints = []string{"did you mean /" + near + "?"}
	}
	m.Complain("there is no command /"+name, hints...)
	m.Talk.ToEnd()
	return nil
}

func sleepNow(s *page.Shell, arg string) tea.Cmd {
	switch arg {
	case "", "light", "deep", "preview":
		return s.Loop.Send(tell.Sleep(arg))
	}
	s.Complain("/sleep "+arg, "/sleep, /sleep deep or /sleep preview")
	return nil
}

func switchModel(s *page.Shell, ref string) tea.Cmd {
	if ref != "" {
		return s.Loop.Send(runtime.Use{Ref: ref})
	}
	if s.Options.Models == nil {
		s.Tell("the model is " + s.Model + "; /model provider/name takes another")
		return nil
	}
	var ready, locked []page.Choice
	keyless := map[string]bool{}
	for _, c := range s.Options.Models() {
		note := contextSize(c.Window)
		if c.Price != "" {
			note += " · " + c.Price
		}
		switch {
		case c.Ref == s.Model:
			ready = slices.Insert(ready, 0, page.Choice{Value: c.Ref, Label: c.Ref, Note: note + " · this one"})
		case c.Keyless:
			keyless[c.Ref] = true
			locked = append(locked, page.Choice{Value: c.Ref, Label: c.Ref, Note: "no key · " + note})
		default:
			ready = append(ready, page.Choice{Value: c.Ref, Label: c.Ref, Note: note})
		}
	}
	s.Pick("model", append(ready, locked...), func(ref string) tea.Cmd {
		if keyless[ref] {
			return page.ConnectModel(s, ref)
		}
		return s.Loop.Send(runtime.Use{Ref: ref})
	}).Hint = "window, price of a million tokens · enter takes"
	return nil
}

// contextSize is a context window in a few letters.
func contextSize(n int) string {
	switch {
	case n <= 0:
		return "window unknown"
	case n >= 1_000_000:
		return strconv.FormatFloat(float64(n/100_000)/10, 'f', -1, 64) + "M"
	}
	return draw.Short(n)
}

// copyPart copies the last reply, or the last code block in it.
func copyPart(s *page.Shell, arg string) tea.Cmd {
	if arg != "code" {
		return page.CopyChosen(s)
	}
	for i := len(s.Talk.Items) - 1; i >= 0; i-- {
		if a, ok := s.Talk.Items[i].Body.(*talk.Answered); ok {
			if code := lastCode(a.Reply.Text); code != "" {
				return s.Clip(code)
			}
		}
	}
	return s.Clip("")
}

// lastCode is the last fenced block of a text, without its fences.
func lastCode(text string) string {
	var code, fence string
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case fence == "":
			fence, lines = draw.FenceOf(trimmed), nil
		case strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]+" \r") == "":
			code, fence = strings.Join(lines, "\n"), ""
		default:
			lines = append(lines, line)
		}
	}
	return code
}

func (m *screen) export() tea.Cmd {
	if m.private {
		m.Tell("this talk is private; /keep makes it a session, which can be exported")
		return nil
	}
	if m.Options.Export == nil || m.Session == "" {
		m.Tell("there is no session to export yet")
		return nil
	}
	write, id := m.Options.Export, m.Session
	return func() tea.Msg {
		path, err := write(id)
		return toldMsg{"exported to " + path, err}
	}
}

func toggleTimes(s *page.Shell) tea.Cmd {
	s.Painter.Times = !s.Painter.Times
	for _, it := range s.Talk.Items {
		it.Dirty = true
	}
	return nil
}

// toldMsg brings a sentence of the program.
type toldMsg struct {
	text string
	err  error
}

// Arrive says it.
func (msg toldMsg) Arrive(s *page.Shell) tea.Cmd {
	if msg.err != nil {
		s.Complain(msg.err.Error())
		return nil
	}
	s.Tell(msg.text)
	return nil
}
