package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
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
		{"new", "", "begin a new session", []string{"clear"}, func(m *screen, _ string) tea.Cmd { return m.goTo("", "") }},
		{"private", "[off]", "a talk that leaves no trace, or its end", nil, (*screen).goPrivate},
		{"keep", "", "make a session of a private talk", nil, (*screen).keepTalk},
		{"sessions", "", "all sessions: search, go on, rename, delete", nil, func(m *screen, _ string) tea.Cmd { return resume(&m.shell, "") }},
		{"resume", "[session]", "go on with an earlier session", nil, onShell(resume)},
		{"fork", "", "a copy of this session, up to the chosen message", []string{"branch"}, func(m *screen, _ string) tea.Cmd { return fork(&m.shell) }},
		{"rename", "[title]", "give this session a name", []string{"title"}, onShell(rename)},
		{"model", "[provider/name]", "another model", []string{"models"}, (*screen).switchModel},
		{"connect", "[provider]", "connect a model: its key, one small request", []string{"login"}, onShell(connect)},
		{"sleep", "[deep|preview]", "a night now, or the plan of one", []string{"compact"}, (*screen).sleepNow},
		{"nights", "", "all nights, with a chart; their reports", []string{"timeline", "log"}, func(m *screen, _ string) tea.Cmd { return nights(&m.shell) }},
		{"undo", "[night|write]", "take back what was done last: a night, or a write to memory", nil, onShell(undo)},
		{"writes", "", "every write to memory, and who made it; takes one back", nil, func(m *screen, _ string) tea.Cmd { return listWrites(&m.shell) }},
		{"find", "[words]", "search this talk, and go to what was found", nil, onShell(findInTalk)},
		{"memory", "[query]", "read, search and change what is remembered", nil, onShell(browse)},
		{"remember", "TEXT", "save a line to memory", []string{"save"}, onShell(remember)},
		{"why", "[^id|path:line|words]", "where an entry comes from", nil, func(m *screen, arg string) tea.Cmd { return entryCommand(&m.shell, arg, whyEntry) }},
		{"forget", "[^id|path:line|words]", "take an entry out; it can be brought back", nil, func(m *screen, arg string) tea.Cmd { return entryCommand(&m.shell, arg, forget) }},
		{"pin", "[^id|path:line|words]", "keep an entry in the prompt, or no longer", []string{"unpin"}, func(m *screen, arg string) tea.Cmd { return entryCommand(&m.shell, arg, pin) }},
		{"context", "", "what the model sees now, whole, part by part", []string{"status"}, func(m *screen, _ string) tea.Cmd { return m.toggleMeter() }},
		{"retry", "", "send the last turn again after it failed", nil, func(m *screen, _ string) tea.Cmd { return m.send(runtime.Retry{}) }},
		{"copy", "[code]", "copy the last reply, or its last code block", nil, (*screen).copyPart},
		{"edit", "", "write in your own editor", []string{"editor"}, func(m *screen, _ string) tea.Cmd { return m.editText() }},
		{"export", "", "write the session as Markdown", nil, func(m *screen, _ string) tea.Cmd { return m.export() }},
		{"config", "[edit|words]", "every setting and where it comes from", []string{"settings"}, onShell(settings)},
		{"theme", "[auto|light|dark|none]", "colours", nil, (*screen).switchTheme},
		{"times", "", "show or hide when things were said", []string{"timestamps"}, func(m *screen, _ string) tea.Cmd { return m.toggleTimes() }},
		{"quit", "", "leave", []string{"exit", "q"}, func(m *screen, _ string) tea.Cmd { return m.quit() }},
	}
}

// onShell is a command that needs no more than what all pages share.
func onShell(do func(*shell, string) tea.Cmd) func(*screen, string) tea.Cmd {
	return func(m *screen, arg string) tea.Cmd { return do(&m.shell, arg) }
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
	var near string
	best := 3
	for _, c := range slashes() {
		for _, n := range append([]string{c.name}, c.other...) {
			if n == name {
				return c.do(m, arg)
			}
			if d := tell.Distance(n, name); d < best {
				near, best = c.name, d
			}
		}
	}
	hints := []string{"/help lists them"}
	if near != "" {
		hints = []string{"did you mean /" + near + "?"}
	}
	m.complain("there is no command /"+name, hints...)
	m.talk.ToEnd()
	return nil
}

func (m *screen) sleepNow(arg string) tea.Cmd {
	switch arg {
	case "", "light", "deep", "preview":
		return m.send(tell.Sleep(arg))
	}
	m.complain("/sleep "+arg, "/sleep, /sleep deep or /sleep preview")
	return nil
}

func (m *screen) switchModel(ref string) tea.Cmd {
	if ref != "" {
		return m.send(runtime.Use{Ref: ref})
	}
	if m.o.Models == nil {
		m.tell("the model is " + m.model + "; /model provider/name takes another")
		return nil
	}
	var lines []choice
	for _, c := range m.o.Models() {
		note := window(c.Window)
		if c.Price != "" {
			note += " · " + c.Price
		}
		if c.Ref == m.model {
			note += " · this one"
		}
		lines = append(lines, choice{value: c.Ref, label: c.Ref, note: note})
	}
	m.pick("model", lines, func(ref string) tea.Cmd { return m.send(runtime.Use{Ref: ref}) }).hint = "window, price of a million tokens · enter takes"
	return nil
}

// window is a context window in a few letters.
func window(n int) string {
	switch {
	case n <= 0:
		return "window unknown"
	case n%1_000_000 == 0:
		return draw.Number(n/1_000_000) + "M"
	}
	return draw.Short(n)
}

// copyPart copies the last reply, or the last code block in it.
func (m *screen) copyPart(arg string) tea.Cmd {
	if arg != "code" {
		return copyChosen(&m.shell)
	}
	for i := len(m.talk.Items) - 1; i >= 0; i-- {
		if a, ok := m.talk.Items[i].Body.(*talk.Answered); ok {
			if code := lastCode(a.Reply.Text); code != "" {
				return m.clip(code)
			}
		}
	}
	return m.clip("")
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
		m.tell("this talk is private; /keep makes it a session, which can be exported")
		return nil
	}
	if m.o.Export == nil || m.session == "" {
		m.tell("there is no session to export yet")
		return nil
	}
	write, id := m.o.Export, m.session
	return func() tea.Msg {
		path, err := write(id)
		return toldMsg{"exported to " + path, err}
	}
}

func (m *screen) toggleTimes() tea.Cmd {
	m.painter.Times = !m.painter.Times
	for _, it := range m.talk.Items {
		it.Dirty = true
	}
	return nil
}
