package tui

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/safe"
)

type connectionsMsg struct {
	list []backend.Connection
	name string
}

type connectedMsg struct {
	asked backend.Connecting
	got   backend.Connected
	err   error
}

// connect begins to connect a provider, the named one or one from a list.
func (m *screen) connect(name string) tea.Cmd {
	if m.o.Connect == nil {
		m.tell("a provider cannot be connected here: set its key in the environment, or key_command in the config")
		return nil
	}
	list := m.o.Connect.Providers
	return func() tea.Msg { return connectionsMsg{list(), strings.ToLower(name)} }
}

func (m *screen) offerConnections(msg connectionsMsg) tea.Cmd {
	var lines []choice
	for _, c := range msg.list {
		if c.Name == msg.name {
			return m.connectTo(c)
		}
		lines = append(lines, choice{value: c.Name, label: c.Title, note: c.Note})
	}
	m.pick("connect a model", lines, func(m *screen, name string) tea.Cmd {
		for _, c := range msg.list {
			if c.Name == name {
				return m.connectTo(c)
			}
		}
		return nil
	})
	m.picker.hint = "one small request is sent · enter takes · esc closes"
	m.picker.filterBy(msg.name)
	return nil
}

// connectTo asks for what the provider needs, then tries it.
func (m *screen) connectTo(c backend.Connection) tea.Cmd {
	want := backend.Connecting{Provider: c.Name}
	switch {
	case c.Host == "":
		return m.ask(question{
			title: "Connect " + c.Title, asks: true, verb: "goes on",
			text: []string{"The address of a server that speaks the OpenAI dialect, such as http://127.0.0.1:8080/v1 (llama.cpp, vLLM, LM Studio)."},
			do: func(m *screen, address string) tea.Cmd {
				want.Address = address
				return m.askKey(c, want, address)
			},
		})
	case c.Key:
		return m.askKey(c, want, c.Host)
	}
	return m.tryConnecting(want)
}

// askKey asks for a key, which is never shown. A server of the person's own may
// need none.
func (m *screen) askKey(c backend.Connection, want backend.Connecting, host string) tea.Cmd {
	text := "Paste the key. It goes to " + safe.Line(host) + " only, and is kept in " + c.Keeps + ", never in the land."
	if !c.Key {
		text = "Paste the key, or press enter where it wants none. " + strings.TrimPrefix(text, "Paste the key. ")
	}
	return m.ask(question{
		title: "Connect " + c.Title, asks: true, secret: true, optional: !c.Key, verb: "tries it with one small request",
		text: []string{text},
		do: func(m *screen, key string) tea.Cmd {
			want.Key = key
			return m.tryConnecting(want)
		},
	})
}

func (m *screen) tryConnecting(want backend.Connecting) tea.Cmd {
	m.tell("asking " + safe.Line(cmp.Or(want.Model, want.Provider)) + " …")
	try := m.o.Connect.Connect
	return func() tea.Msg {
		got, err := try(want)
		return connectedMsg{want, got, err}
	}
}

// connected takes the model that answered, or lists those there are.
func (m *screen) connected(msg connectedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		problem, hints := msg.err.Error(), []string(nil)
		if m.o.Explain != nil {
			problem, _ = m.o.Explain(msg.err)
		}
		m.complain("connect "+safe.Line(msg.asked.Provider)+": "+problem, append(hints, "nothing was kept or changed; /connect tries again")...)
		return nil
	case msg.got.Ref == "":
		var lines []choice
		for _, name := range msg.got.Models {
			lines = append(lines, choice{value: name, label: safe.Line(name)})
		}
		return m.pick("which model", lines, func(m *screen, name string) tea.Cmd {
			want := msg.asked
			want.Model = name
			return m.tryConnecting(want)
		})
	}
	told := msg.got.Ref + " answered"
	if msg.got.Kept != "" {
		told += "; its key is kept in " + msg.got.Kept
	}
	m.tell(told + "; /model takes another")
	return m.send(runtime.Use{Ref: msg.got.Ref})
}
