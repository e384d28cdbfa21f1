// Package mcp is `dormouse mcp`: the memory tools for another program.
package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// mcpSession is the session that writes of other programs name as their source.
const mcpSession = "mcp"

// Command is `dormouse mcp`.
func Command(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Offer the memory tools to another program (Model Context Protocol)",
		Long: `Serves memory_search, memory_get, memory_save, memory_update and session_search to a
program that speaks the Model Context Protocol: JSON-RPC, one message a line, on
standard input and output. They are the tools of the chat's own model, bounded in the
same way, and answer with words for a model and with values for a program. The files
of memory are resources (dormouse:///MEMORY.md, dormouse:///memory/2026-11-21.md);
the prompts recall and day put what is known of something, or what a day was, before
a model.

What is private (the code of a door or an alarm, a PIN, the password of a Wi-Fi,
and every line with #private in it) is neither found nor shown.
It ends with status 0 when standard input does.`,
		Example: `dormouse mcp --land ~/notes
{"mcpServers": {"dormouse": {"command": "dormouse", "args": ["mcp"]}}}`,
		Args: usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call.On(func(p *program.Place) error {
				output.Notices(call.Err, p.Notices)
				return serve(cmd.Context(), p)
			})
		},
	}
}

// serve serves until standard input ends or ctx does.
func serve(ctx context.Context, p *program.Place) error {
	s := mcp.NewServer(&mcp.Implementation{Name: "dormouse", Title: "Dormouse memory", Version: p.Version}, &mcp.ServerOptions{
		Instructions: "Long-term memory as plain Markdown. Search before saying that something is not known; save what should still be known tomorrow.",
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}, Prompts: &mcp.PromptCapabilities{}}, // the lists never change
	})
	tools := toolbox.New(p.Store)
	for _, t := range memoryTools() {
		s.AddTool(guestTool(t), guestCall(p.Call, tools, t.Name))
	}
	s.AddTool(sessionTool(), sessionCall(p.Call, tools))
	if err := offerNotes(s, p, tools); err != nil {
		return err
	}
	offerPrompts(p.Call, s, tools)
	turn := make(chan struct{}, 1)
	out := &answers{w: p.Out, turn: turn}
	in := &requests{lines: bufio.NewReaderSize(p.In, 1<<16), out: out, turn: turn, over: ctx.Done()}
	err := s.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: out, MaxLineLength: -1})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("serve the memory tools: %w", err)
	}
	return nil
}

// memoryTools are those of the model's tools that need no conversation.
func memoryTools() []llm.Tool {
	return slices.DeleteFunc(toolbox.Definitions(), func(t llm.Tool) bool {
		return !slices.Contains([]string{toolbox.Search, toolbox.Get, toolbox.Save, toolbox.Update}, t.Name)
	})
}

// guestTool is a tool as the protocol describes it.
func guestTool(t llm.Tool) *mcp.Tool {
	reads := t.Name == toolbox.Search || t.Name == toolbox.Get
	replaces, elsewhere := t.Name == toolbox.Update, false
	return &mcp.Tool{
		Name: t.Name, Description: t.Description, InputSchema: t.Parameters,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: reads, DestructiveHint: &replaces, OpenWorldHint: &elsewhere},
	}
}

// guestCall runs one tool for another program.
func guestCall(call *program.Call, tools *toolbox.Runner, name string) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out := tools.Run(ctx, callOf(name, r.Params.Arguments), toolbox.Moment{Now: call.Clock(), By: plan.ByGuest, Name: guestName(r), Session: mcpSession, Whose: guests})
		return guestResult(out), nil
	}
}

// guestResult is what came of a call: words for a model and, where there are any,
// values for a program.
func guestResult(out toolbox.Outcome) *mcp.CallToolResult {
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out.Text}}, IsError: toolbox.Failed(out.Text)}
	switch {
	case out.Answer != nil:
		answer := *out.Answer
		if answer.Results == nil {
			answer.Results = []search.Hit{}
		}
		r.StructuredContent = answer
	case out.Excerpt != nil:
		r.StructuredContent = out.Excerpt
	case len(out.Wrote) > 0:
		r.StructuredContent = map[string]any{"written": out.Wrote}
	}
	return r
}

func callOf(name string, arguments []byte) transcript.Call {
	return transcript.Call{Name: name, Arguments: string(arguments)}
}

// guestName is what the program calls itself, for `dormouse memory log`.
func guestName(r *mcp.CallToolRequest) string {
	p := r.Session.InitializeParams()
	if p == nil || p.ClientInfo == nil {
		return ""
	}
	name := []rune(p.ClientInfo.Name)
	return string(name[:min(len(name), mostName)])
}

// mostName is how many characters of that name are kept.
const mostName = 60

// guests: whatever another program wants to be kept, no person typed it here.
func guests(string) transcript.Part { return transcript.Part{Origin: transcript.Guest} }

// maxMessage bounds one message, in bytes.
const maxMessage = 16 << 20

// requests are the lines of a stream that are JSON-RPC messages. Any other line
// is answered with an error and left out, so that rubbish costs nothing but
// itself: the library would end the session.
//
// A request is handed on when the one before it is answered, and the end of the
// stream when all are: a script that writes its calls and closes the stream gets
// every answer, and a search finds what was saved just before it.
type requests struct {
	lines *bufio.Reader
	out   *answers
	turn  chan struct{} // full while a request waits for its answer
	over  <-chan struct{}
	rest  []byte
}

func (r *requests) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.line()
		if len(line) == 0 && err != nil {
			r.await()
			return 0, err
		}
		r.rest = r.checked(line)
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// await blocks while a request waits for its answer.
func (r *requests) await() {
	select {
	case r.turn <- struct{}{}:
	case <-r.over:
	}
}

// answers are the stream back. They are whole lines, also where a bad request
// is refused while another is at work.
type answers struct {
	mu   sync.Mutex
	w    io.Writer
	turn chan struct{}
}

func (s *answers) Write(p []byte) (int, error) {
	if m, err := jsonrpc.DecodeMessage(bytes.TrimSpace(p)); err == nil {
		if _, answer := m.(*jsonrpc.Response); answer {
			defer s.next()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.w.Write(plainAnswer(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// plainAnswer is an answer without what a library says of its own types.
func plainAnswer(line []byte) []byte {
	var a struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(line, &a) != nil || a.Error == nil {
		return line
	}
	text, _, cut := strings.Cut(a.Error.Message, ": unmarshal")
	if !cut {
		return line
	}
	a.Error.Message = text
	plain, err := json.Marshal(a)
	if err != nil {
		return line
	}
	return append(plain, '\n')
}

func (s *answers) next() {
	select {
	case <-s.turn:
	default:
	}
}

// refuse answers a line of which it is not known what it wanted: its id is null.
func (s *answers) refuse(code int, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.w, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, text)
}

// Close leaves standard output to the process.
func (s *answers) Close() error { return nil }

// line is the next one; of one that is too long the beginning, which is no JSON.
func (r *requests) line() ([]byte, error) {
	var line []byte
	for {
		part, err := r.lines.ReadSlice('\n')
		if room := maxMessage - len(line); len(part) > room {
			part = part[:room]
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// Codes of JSON-RPC 2.0.
const (
	codeNoJSON    = -32700
	codeNoRequest = -32600
)

// checked is the line, or nothing when it is no message.
func (r *requests) checked(line []byte) []byte {
	text := bytes.TrimSpace(line)
	switch {
	case len(text) == 0:
		return nil
	case !json.Valid(text):
		r.out.refuse(codeNoJSON, "the line is no JSON")
		return nil
	}
	m, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		r.out.refuse(codeNoRequest, "the line is no JSON-RPC 2.0 message; send one object a line")
		return nil
	}
	if q, asks := m.(*jsonrpc.Request); asks && q.IsCall() {
		r.await()
	}
	return append(slices.Clip(text), '\n')
}
