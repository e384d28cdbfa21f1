package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// What GitHub's Markdown adds: text struck out, boxes to tick and addresses without
// brackets; tables are in tables.go. The parser's own package for these compiles the
// grammar of every address and footnote when the program starts, a tenth of what
// `dormouse version` takes.

// strikes reads ~~struck out~~.
type strikes struct{}

func (strikes) Trigger() []byte                           { return []byte{'~'} }
func (strikes) IsDelimiter(b byte) bool                   { return b == '~' }
func (strikes) CanOpenCloser(o, c *parser.Delimiter) bool { return o.Char == c.Char }
func (strikes) OnMatch(int) ast.Node                      { return extast.NewStrikethrough() }
func (s strikes) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, s)
	if d == nil || d.OriginalLength > 2 || before == '~' {
		return nil
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

// boxes reads the "[x]" that an item of a list begins with.
type boxes struct{}

func (boxes) Trigger() []byte { return []byte{'['} }
func (boxes) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item, ok := parent.Parent().(*ast.ListItem)
	if !ok || item.FirstChild() != parent || parent.HasChildren() {
		return nil
	}
	line, _ := block.PeekLine()
	if len(line) < 3 || line[2] != ']' || !util.IsSpace(line[1]) && line[1]|0x20 != 'x' {
		return nil
	}
	block.Advance(3 + util.TrimLeftSpaceLength(line[3:]))
	return extast.NewTaskCheckBox(!util.IsSpace(line[1]))
}

// addresses reads https://a.b, www.a.b and ann@a.b.
type addresses struct{}

// Trigger: a blank stands for any, and for the beginning of a line.
func (addresses) Trigger() []byte { return []byte(" *_~(") }
func (a addresses) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if pc.IsInLinkLabel() {
		return nil
	}
	line, segment := block.PeekLine()
	lead := 0
	if bytes.IndexByte(a.Trigger(), line[0]) >= 0 {
		lead = 1
	}
	kind, n := ast.AutoLinkURL, web(line[lead:])
	if n == 0 {
		kind, n = ast.AutoLinkEmail, mail(line[lead:])
	}
	if n = trimmed(line[lead : lead+n]); n == 0 {
		return nil
	}
	if lead > 0 {
		ast.MergeOrAppendTextSegment(parent, segment.WithStop(segment.Start+1))
	}
	block.Advance(lead + n)
	start := segment.Start + lead
	return ast.NewAutoLink(kind, ast.NewTextSegment(text.NewSegment(start, start+n)))
}

// mostHost is how long the name of a host may be, in bytes.
const mostHost = 256

// web is how long the address is that a text begins with: a scheme or "www.", a name
// that ends in a dot and letters, a port, a path; 0 where there is none.
func web(s []byte) int {
	from := 0
	for _, scheme := range []string{"https://", "http://", "ftp://", "www."} {
		if bytes.HasPrefix(s, []byte(scheme)) {
			from = len(scheme)
			break
		}
	}
	if from == 0 {
		return 0
	}
	end := from + while(s[from:], func(c byte) bool { return util.IsAlphaNumeric(c) || bytes.IndexByte([]byte("-@:%._+~#="), c) >= 0 })
	for dot := min(end, from+mostHost+1) - 1; dot > from; dot-- {
		letters := while(s[dot+1:], func(c byte) bool { return c >= 'a' && c <= 'z' })
		if s[dot] != '.' || letters == 0 {
			continue
		}
		end := dot + 1 + letters
		if digits := while(s[min(end+1, len(s)):], util.IsNumeric); end < len(s) && s[end] == ':' && digits > 0 {
			end += 1 + digits
		}
		if end < len(s) && bytes.IndexByte([]byte("/#?"), s[end]) >= 0 {
			end += while(s[end:], func(c byte) bool {
				return util.IsAlphaNumeric(c) || bytes.IndexByte([]byte("-@:%_+.~#$!?&/=();,'\">^{}[]`"), c) >= 0
			})
		}
		return end
	}
	return 0
}

// while is how many bytes something holds for.
func while(s []byte, is func(byte) bool) int {
	n := 0
	for n < len(s) && is(s[n]) {
		n++
	}
	return n
}

// mail is how long the address of a mailbox is that a text begins with; 0 where there
// is none.
func mail(s []byte) int {
	if len(s) == 0 || util.IsPunct(s[0]) {
		return 0
	}
	end := util.FindEmailIndex(s)
	if end < 0 || bytes.IndexByte(s[bytes.IndexByte(s, '@'):end-1], '.') < 0 {
		return 0
	}
	if s[end-1] == '.' {
		end--
	}
	if end < len(s) && (s[end] == '-' || s[end] == '_') {
		return 0
	}
	return end
}

// trimmed is the length of an address without the marks that end the sentence it stands
// in, and without a bracket that was opened before it.
func trimmed(s []byte) int {
	n, open := len(s), bytes.Count(s, []byte{'('})-bytes.Count(s, []byte{')'})
	for ; n > 1; n-- {
		switch s[n-1] {
		case '?', '!', '.', ',', ':', '*', '_', '~':
			continue
		case ')':
			if open < 0 {
				open++
				continue
			}
		case ';':
			if at := bytes.LastIndexByte(s[:n-1], '&'); at > 0 && at < n-2 && while(s[at+1:n-1], util.IsAlphaNumeric) == n-2-at {
				n = at + 1
				continue
			}
		}
		break
	}
	return n
}
