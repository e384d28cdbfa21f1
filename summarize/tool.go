package summarize

import (
	"strings"
	"unicode"

	"dormouse/land/transcript"
	"dormouse/summarize/extract"
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

// hum marks the lines of a tool's result that look alike by the dozen, such as
// an access log or the names of tests that run: of all of them one is kept, the
// first that tells of an error, else the first.
func (r *reading) hum(s *said) {
	keep := -1
	for i := s.from; i < s.to; i++ {
		if !humming(r.lines[i].words) {
			continue
		}
		if keep < 0 || failing(extract.Join(r.lines[i].words)) && !failing(extract.Join(r.lines[keep].words)) {
			if keep >= 0 {
				r.lines[keep].drop()
			}
			keep = i
			continue
		}
		r.lines[i].drop()
	}
}

// drop takes all pieces of a line out of the choice.
func (l *line) drop() {
	for j := range l.pieces {
		l.pieces[j].gone = true
	}
}

// humming knows the line of a log by its form: it opens with an address, a time
// of day, a mark of a test run, or a place in a file.
func humming(ws []extract.Word) bool {
	if len(ws) < 2 {
		return false
	}
	first := ws[0].Text()
	switch {
	case strings.HasPrefix(first, "===") || first == "---" || first == "ok" || first == "PASS" || first == "RUN":
		return true
	case shape(first) == "0.0.0.0":
		return true
	case strings.HasPrefix(shape(first), "0:0:0") || strings.HasPrefix(shape(first), "0-0-0T0:0") || shape(first) == "0-0-0" && strings.HasPrefix(shape(ws[1].Text()), "0:0"):
		return true
	}
	return strings.HasSuffix(strings.TrimSuffix(shape(first), ":"), ":0:0") && extract.IsFile(strings.SplitN(first, ":", 2)[0])
}

// shape writes every run of digits as one 0, and the rest as it is.
func shape(s string) string {
	var b strings.Builder
	last := false
	for _, r := range s {
		digit := unicode.IsDigit(r)
		if digit && !last {
			b.WriteByte('0')
		} else if !digit && !strings.ContainsRune("[(", r) {
			b.WriteRune(r)
		}
		last = digit
	}
	return b.String()
}
