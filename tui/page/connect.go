package page

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
	want backend.Connecting
}

type connectedMsg struct {
	asked backend.Connecting
	got   backend.Connected
	err   error
}

// Connect begins to connect a provider, the named one or one from a list.
func Connect(s *Shell, name string) tea.Cmd {
	return connect(s, backend.Connecting{Provider: strings.ToLower(name)})
}

// ConnectModel connects the provider of a model, and tries that one.
func ConnectModel(s *Shell, ref string) tea.Cmd {
	vendor, name, _ := strings.Cut(ref, "/")
	return connect(s, backend.Connecting{Provider: vendor, Model: name})
}

func connect(s *Shell, want backend.Connecting) tea.Cmd {
	if s.Options.Connect == nil {
		s.Tell("a provider cannot be connected here: set its key in the environment, or key_command in the config")
		return nil
	}
	list := s.Options.Connect.Providers
	return func() tea.Msg { return connectionsMsg{list(), want} }
}

func (msg connectionsMsg) Arrive(s *Shell) tea.Cmd {
	var lines []Choice
	for _, c := range msg.list {
		if c.Name == msg.want.Provider {
			return connectTo(s, c, msg.want.Model)
		}
		lines = append(lines, Choice{Value: c.Name, Label: c.Title, Note: c.Note})
	}
	p := s.Pick("connect a model", lines, func(name string) tea.Cmd {
		for _, c := range msg.list {
			if c.Name == name {
				return connectTo(s, c, "")
			}
		}
		return nil
	})
	p.Hint = "one small request is sent · enter takes"
	p.filterBy(msg.want.Provider)
	return nil
}

// connectTo asks for what the provider needs, then tries it with a model, "" for one
// of its own.
func connectTo(s *Shell, c backend.Connection, model string) tea.Cmd {
	want := backend.Connecting{Provider: c.Name, Model: model}
	switch {
	case c.Host == "":
		return askAddress(s, c, want, "The address of a server that speaks the OpenAI dialect, such as http://127.0.0.1:8080/v1 (llama.cpp, vLLM, LM Studio).")
	case c.Key:
		return askKey(s, c, want, c.Host)
	}
	return tryConnecting(s, want)
}

// askAddress asks for the address of a server, again where what is typed cannot be one.
func askAddress(s *Shell, c backend.Connection, want backend.Connecting, text string) tea.Cmd {
	return s.ask(question{
		title: "Connect " + c.Title, asks: true, verb: "goes on", text: []string{text},
		do: func(typed string) tea.Cmd {
			address, host, err := s.Options.Connect.Address(typed)
			if err != nil {
				return askAddress(s, c, want, safe.Line(typed)+": "+err.Error()+".")
			}
			want.Address = address
			return askKey(s, c, want, host)
		},
	})
}

// askKey asks for a key, which is never shown. A server of the person's own may
// need none.
func askKey(s *Shell, c backend.Connection, want backend.Connecting, host string) tea.Cmd {
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

func tryConnecting(s *Shell, want backend.Connecting) tea.Cmd {
	s.Tell("asking " + safe.Line(cmp.Or(want.Model, want.Provider)) + " …")
	try := s.Options.Connect.Connect
	return func() tea.Msg {
		got, err := try(want)
		return connectedMsg{want, got, err}
	}
}

// Arrive takes the model that answered, or lists those there are.
func (msg connectedMsg) Arrive(s *Shell) tea.Cmd {
	switch {
	case msg.err != nil:
		problem, hints := msg.err.Error(), []string(nil)
		if s.Options.Explain != nil {
			problem, _ = s.Options.Explain(msg.err)
		}
		s.Complain("connect "+safe.Line(msg.asked.Provider)+": "+problem, append(hints, "nothing was kept or changed; /connect tries again")...)
		return nil
	case msg.got.Ref == "":
		var lines []Choice
		for _, name := range msg.got.Models {
			lines = append(lines, Choice{Value: name, Label: safe.Line(name)})
		}
		s.Pick("which model", lines, func(name string) tea.Cmd {
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
	s.Tell(told + "; /model takes another")
	return s.Loop.Send(runtime.Use{Ref: msg.got.Ref})
}
