package sleep

import (
	"regexp"
	"strings"

	"dormouse/land/transcript"
)

// Kinds of what a survival report looks for, in the order in which a text is
// searched: what one kind takes, a later one does not see again.
const (
	kindURL   = "url"
	kindPath  = "path"
	kindDate  = "date"
	kindCode  = "name"
	kindQuote = "quote"
	kindNum   = "number"
)

// mostLost bounds the list of a report; Total counts all.
const mostLost = 500

// marks are the patterns of one search. They are made anew for each report, as
// the package keeps no state.
type marks struct {
	kinds []string
	re    []*regexp.Regexp
}

func newMarks() marks {
	m := marks{}
	for _, k := range [][2]string{
		{kindURL, `https?://[^\s<>"')\]]+`},
		{kindPath, `(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}|\b[\w.-]+(?:/[\w.-]+)+\.\w+|\b[\w-]+\.(?:go|py|js|ts|rs|c|h|md|txt|json|toml|yaml|yml|sh|sql|html|css|java|rb|csv|pdf)\b`},
		{kindDate, `\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b`},
		{kindQuote, "`[^`\n]{3,60}`"},
		{kindCode, `\b[A-Za-z]+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]+-\d+\b|\b[0-9a-f]*\d[0-9a-f]{6,}\b`},
		{kindNum, `\b\d+(?:[.,:]\d+)*\b`},
	} {
		m.kinds = append(m.kinds, k[0])
		m.re = append(m.re, regexp.MustCompile(k[1]))
	}
	return m
}

// find calls found for each identifier of a text.
func (m marks) find(text string, found func(kind, what string)) {
	for i, re := range m.re {
		spans := re.FindAllStringIndex(text, -1)
		if len(spans) == 0 {
			continue
		}
		rest := []byte(text)
		for _, s := range spans {
			what := strings.Trim(text[s[0]:s[1]], "`.,;:")
			if m.kinds[i] != kindNum || len(what) > 1 {
				found(m.kinds[i], what)
			}
			for j := s[0]; j < s[1]; j++ {
				rest[j] = ' '
			}
		}
		text = string(rest)
	}
}

// survive says which identifiers of the text that leaves still stand in what
// stays: the note, the kept messages and the memory files as they will be.
func survive(leaving []transcript.Message, staying []string) Survival {
	m := newMarks()
	there := map[string]bool{}
	for _, text := range staying {
		m.find(text, func(_, what string) { there[strings.ToLower(what)] = true })
	}
	s := Survival{Lost: []Lost{}}
	seen := map[string]bool{}
	for _, msg := range leaving {
		m.find(msg.Content, func(kind, what string) {
			key := strings.ToLower(what)
			if seen[key] {
				return
			}
			seen[key] = true
			s.Total++
			switch {
			case there[key]:
				s.Kept++
			case len(s.Lost) < mostLost:
				s.Lost = append(s.Lost, Lost{kind, what, msg.ID})
			}
		})
	}
	return s
}
