package summarize

import (
	"dormouse/land/transcript"
	"dormouse/summarize/voices"
)

// source is how a tool's text is introduced in an entry, in place of a speaker:
// "README.md (tool)". What a tool prints is data: its "I" is nobody's.
func source(m transcript.Message, calls map[string]transcript.Call) string {
	call, ok := calls[m.ToolCallID]
	if !ok {
		return transcript.Part{Origin: transcript.Printed}.Label()
	}
	p := transcript.Part{Origin: transcript.Printed, Name: call.Name}
	for _, keys := range [][]string{{"url"}, {"path", "file", "file_path", "filename"}, {"command", "cmd", "query", "pattern"}} {
		if got := voices.Arguments(call, keys...); len(got) > 0 {
			p.Name = got[0]
			if keys[0] == "url" {
				p.Origin = transcript.Web
			}
			break
		}
	}
	return p.Label()
}
