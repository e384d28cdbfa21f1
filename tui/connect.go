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
func connect(s *shell, name string) tea.Cmd {
	if s.o.Connect == nil {
		s.tell("a provider cannot be connected here: set its key in the environment, or key_command in the config")
		return nil
	}
	list := s.o.Connect.Providers
	return func() tea.Msg { return connectionsMsg{list(), strings.ToLower(name)} }
}

func (msg connectionsMsg) arrive(s *shell) tea.Cmd {
	var lines []choice
	for _, c := range msg.list {
		if c.Name == msg.name {
			return connectTo(s, c)
		}
		lines = append(lines, choice{value: c.Name, label: c.Title, note: c.Note})
	}
	p := s.pick("connect a model", lines, func(name string) tea.Cmd {
		for _, c := range msg.list {
			if c.Name == name {
				return connectTo(s, c)
			}
		}
		return nil
	})
	p.hint = "one small request is sent · enter takes · esc closes"
	p.filterBy(msg.name)
	return nil
}

// connectTo asks for what the provider needs, then tries it.
func connectTo(s *shell, c backend.Connection) tea.Cmd {
	want := backend.Connecting{Provider: c.Name}
	switch {
	case c.Host == "":
		return s.ask(question{
			title: "Connect " + c.Title, asks: true, verb: "goes on",
			text: []string{"The address of a server that speaks the OpenAI dialect, such as http://127.0.0.1:8080/v1 (llama.cpp, vLLM, LM Studio)."},
			do: func(address string) tea.Cmd {
				want.Address = address
				return askKey(s, c, want, address)
			},
		})
	case c.Key:
		return askKey(s, c, want, c.Host)
	}
	return tryConnecting(s, want)
}

// askKey asks for a key, which is never shown. A server of the person's own may
// need none.
func askKey(s *shell, c backend.Connection, want backend.Connecting, host string) tea.Cmd {
	text := "Paste the key. It goes to " + safe.Line(host) + " only, and is kept in " + c.Keeps + ", never in the land."
	if !c.Key {
		text = "Paste the key, or press enter where it wants none. " + strings.TrimPrefix(text, "Paste the key. ")
	}
	return s.ask(question{
		title: "Connect " + c.Title, asks: true, secret: true, optional: !c.Key, verb: "tries it with one small request",
		text: []string{text},
		do: func(key string) tea.Cmd {
			want.Key = key
			return tryConnecting(s, want)
		},
	})
}

func tryConnecting(s *shell, want backend.Connecting) tea.Cmd {
	s.tell("asking " + safe.Line(cmp.Or(want.Model, want.Provider)) + " …")
	try := s.o.Connect.Connect
	return func() tea.Msg {
		got, err := try(want)
		return connectedMsg{want, got, err}
	}
}

// arrive takes the model that answered, or lists those there are.
func (msg connectedMsg) arrive(s *shell) tea.Cmd {
	switch {
	case msg.err != nil:
		problem, hints := msg.err.Error(), []string(nil)
		if s.o.Explain != nil {
			problem, _ = s.o.Explain(msg.err)
		}
		s.complain("connect "+safe.Line(msg.asked.Provider)+": "+problem, append(hints, "nothing was kept or changed; /connect tries again")...)
		return nil
	case msg.got.Ref == "":
		var lines []choice
		for _, name := range msg.got.Models {
			lines = append(lines, choice{value: name, label: safe.Line(name)})
		}
		s.pick("which model", lines, func(name string) tea.Cmd {
			want := msg.asked
			want.Model = name
			return tryConnecting(s, want)
		})
		return nil
	}
	told := msg.got.Ref + " answered"
	if msg.got.Kept != "" {
		told += "; its key is kept in " + msg.got.Kept
	}
	s.tell(told + "; /model takes another")
	return s.loop.send(runtime.Use{Ref: msg.got.Ref})
}
