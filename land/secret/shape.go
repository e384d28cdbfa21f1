package secret

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed shapes.tsv
var shapesText string

// shape is one row of shapes.tsv.
type shape struct {
	what string
	sure string // "sure", "drawn" or "value"
	// form is compiled when a hint of the shape is met: most never are.
	form func() *regexp.Regexp
}

// shapes are the rows, by the texts that begin or mark a credential.
type shapes struct {
	starts [256][]start // by first byte: the shape begins here
	within []start      // the shape is near it
}

type start struct {
	hint  string
	shape *shape
}

// table is read when first needed.
var table = sync.OnceValue(func() *shapes {
	t := &shapes{}
	for line := range strings.Lines(shapesText) {
		col := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(col) != 4 || strings.HasPrefix(line, "#") {
			continue
		}
		at := &shape{col[0], col[2], compiled("^(?:" + col[3] + ")")}
		near := &shape{col[0], col[2], compiled(grouped(col[3]))}
		for hint := range strings.SplitSeq(col[1], "|") {
			if text, begins := strings.CutPrefix(hint, "^"); begins {
				t.starts[text[0]] = append(t.starts[text[0]], start{text, at})
			} else {
				t.within = append(t.within, start{hint, near})
			}
		}
	}
	return t
})

func compiled(form string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })
}

// grouped is a form with the credential as a group: one without is a word.
func grouped(form string) string {
	if strings.Contains(strings.ReplaceAll(form, "(?", ""), "(") {
		return form
	}
	return "(?:^|[^A-Za-z0-9])(" + form + ")"
}

// How much of the text a shape is looked for in, in bytes around its hint. What
// goes on beyond is taken along as far as it is the same word. A private key is a
// block of lines and gets more.
const (
	before = 120
	after  = 700
	block  = 64 << 10
	// mostVain is how many beginnings within one run without a space may come to
	// nothing: a text made of beginnings alone holds no credential.
	mostVain = 32
)

// shaped finds what has the shape of a credential. Its work is one pass over the
// text and a bounded window for each hint.
func shaped(s string) []Span {
	t := table()
	var out []Span
	done, vain := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' {
			vain = 0
		}
		list := t.starts[s[i]]
		if list == nil || i < done || i > 0 && alnum(s[i-1]) || vain > mostVain {
			continue
		}
		for _, st := range list {
			if !strings.HasPrefix(s[i:], st.hint) {
				continue
			}
			x, ok, end := st.shape.find(s, i, i)
			if end > done {
				done = end
			}
			if ok {
				out = append(out, x)
				break
			}
			vain++
		}
	}
	for _, st := range t.within {
		out = append(out, st.near(s)...)
	}
	return out
}

// near finds the shape wherever its hint stands.
func (st start) near(s string) []Span {
	var out []Span
	done := 0
	for at := 0; ; {
		i := strings.Index(s[at:], st.hint)
		if i < 0 {
			return out
		}
		i += at
		at = i + len(st.hint)
		for {
			x, ok, end := st.shape.find(s, max(done, i-before), i)
			if end <= done {
				at = min(len(s), max(at, i+after/2)) // the window was read already
				break
			}
			done = end
			if ok {
				out = append(out, x)
			}
			if end > i {
				at = max(at, end)
				break
			}
		}
	}
}

// find looks for the shape in the window that begins at from, around a hint at
// hint. end is how far the text is dealt with: 0 where nothing was found.
func (k *shape) find(s string, from, hint int) (x Span, ok bool, end int) {
	size := after
	if strings.HasPrefix(k.what, "private") {
		size = block
	}
	to := min(len(s), hint+size)
	m := k.form().FindStringSubmatchIndex(s[from:to])
	if m == nil {
		return x, false, 0
	}
	if m = m[min(2, len(m)-2):]; m[0] < 0 {
		return x, false, 0
	}
	x = Span{from + m[0], from + m[1], k.what}
	for x.To >= to && x.To < len(s) && wordByte(s[x.To]) {
		x.To++
	}
	return x, k.judge(s[x.From:x.To]), x.To
}

func (k *shape) judge(v string) bool {
	switch k.sure {
	case "drawn":
		return drawn(v)
	case "value":
		return plausible(v)
	}
	return !placeholder(v)
}

func alnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// wordByte tells a byte that tokens are made of.
func wordByte(c byte) bool { return alnum(c) || strings.IndexByte("_-+/=", c) >= 0 }

// drawn reports whether a key looks drawn by a machine and not written by a
// person: its longest part mixes digits with letters, or small and capital letters
// more often than words do.
func drawn(v string) bool {
	digits, letters, longest, run, turns := 0, 0, 0, 0, 0
	last := byte(0)
	for i := range len(v) {
		c := v[i]
		kind := byte(0)
		switch {
		case '0' <= c && c <= '9':
			kind, digits = '0', digits+1
		case 'a' <= c && c <= 'z':
			kind, letters = 'a', letters+1
		case 'A' <= c && c <= 'Z':
			kind, letters = 'A', letters+1
		}
		if kind == 0 {
			run, last = 0, 0
			continue
		}
		if run++; last != 0 && last != kind {
			turns++
		}
		longest, last = max(longest, run), kind
	}
	return longest >= 10 && letters >= 2 && (digits >= 2 && letters+digits >= 12 || 3*turns >= letters)
}
