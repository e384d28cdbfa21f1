package summarize

import (
	"strings"

	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// stretch is a part of a message as it is read: the sentences of one origin.
type stretch struct {
	transcript.Part
	list []extract.Sentence
	echo string // whose words a model says again: "pasted text"
	told bool   // the person asks for it to be kept
	work bool   // the person wants something done with it, or asks about it
}

// stretches takes a message apart by origin. What a model says is compared with
// what others said before it: a sentence of theirs stays theirs in its mouth.
func (r *reading) stretches(m transcript.Message, heard *voices.Voices) []stretch {
	var out []stretch
	told, typed := false, false
	if st, ok := listed(m); ok {
		return []stretch{st}
	}
	for _, p := range m.Parts() {
		if strings.TrimSpace(p.Text) == "" {
			continue
		}
		list := extract.Sentences(secret.Unmarked(p.Text))
		if len(list) == 0 {
			continue
		}
		switch {
		case p.Origin == transcript.Typed:
			told, typed = r.keeps(list), true
		case p.Origin == transcript.Modelled && heard.Foreign():
			out = append(out, echoes(p, list, heard)...)
			continue
		}
		if n := len(out); n > 0 && p.Origin.Foreign() && out[n-1].Origin == transcript.Typed {
			last := &out[n-1].list[len(out[n-1].list)-1]
			last.Leads = strings.HasSuffix(last.Text, ":")
		}
		out = append(out, stretch{Part: p, list: list, told: told && p.Origin.Foreign(), work: typed && !told && p.Origin.Foreign()})
	}
	return out
}

// listed is a message that is lists and no more: each thing with its heading, which says
// that it is to be kept. Whose they are is told as of all that looks quoted.
func listed(m transcript.Message) (stretch, bool) {
	if m.Role != transcript.User {
		return stretch{}, false
	}
	st := stretch{Part: transcript.Part{Text: m.Content}, told: true}
	for n, i := range extract.Items(m.Content) {
		st.list = append(st.list, extract.Sentence{Text: i.String(), Row: n})
	}
	for _, p := range m.Parts() {
		if p.Origin.Foreign() {
			st.Part = p
		}
	}
	return st, len(st.list) > 0
}

// keeps reports whether typed words give what follows them to be kept: they ask
// nothing and want no work done.
func (r *reading) keeps(list []extract.Sentence) bool {
	for _, s := range list {
		switch w, _ := language.WishOf(s.Text, language.Guess(s.Text)); w {
		case language.Remember, language.Tells, language.Done, language.List:
		default:
			return false
		}
	}
	return len(list) > 0
}

// mostEchoes is how many sentences of one reply are traced.
const mostEchoes = 2000

// echoes cuts a model's reply where it begins and ends to say what others said.
func echoes(p transcript.Part, list []extract.Sentence, heard *voices.Voices) []stretch {
	var out []stretch
	for i, s := range list {
		echo := ""
		if i >= mostEchoes {
			return append(out, stretch{Part: p, list: list[i:]}) // a model's all the same
		}
		if from, sure := heard.Of(s.Text); sure && from.Origin.Foreign() && from.Origin != transcript.Modelled {
			echo = from.Label()
		}
		if n := len(out); n > 0 && out[n-1].echo == echo {
			out[n-1].list = append(out[n-1].list, s)
			continue
		}
		out = append(out, stretch{Part: p, list: []extract.Sentence{s}, echo: echo})
	}
	return out
}

// label is what stands in front of an entry that rests on a stretch.
func (st stretch) label(m transcript.Message, calls map[string]transcript.Call, who string) string {
	switch {
	case st.echo != "":
		return who + " (from " + strings.NewReplacer("(", "", ")", "").Replace(st.echo) + ")"
	case m.Role == transcript.Tool:
		return source(m, calls)
	}
	return st.Label()
}

// together is how many messages of one speaker, each right after the other's,
// may share a line.
const together = 4

// exchangeOf numbers the stretch a new message belongs to: that of this
// speaker's last message, where only one message lies between. Two people who
// chat go on where they were; what a person tells a program next is another
// thing, and stands alone.
func (r *reading) exchangeOf(s *said) int {
	if r.nameless {
		return r.newSlot()
	}
	n := len(r.said)
	for back := 1; back <= 2 && back <= n; back++ {
		last := &r.said[n-back]
		if last.voice != s.voice || !last.day.Equal(s.day) || s.tool {
			continue
		}
		size := 0
		for k := n - 1; k >= 0 && k >= n-2*together-2; k-- {
			if r.said[k].exchange == last.exchange {
				size++
			}
		}
		if size < together {
			return last.exchange
		}
		break
	}
	return r.newSlot()
}

func (r *reading) newSlot() int {
	r.slots++
	return r.slots - 1
}
