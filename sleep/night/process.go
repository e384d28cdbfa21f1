package night

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// reading is what a night reads: what phase 1 makes of a session and its land.
type reading struct {
	Context  transcript.Context   // what the records come to
	New      []transcript.Message // complete turns since the cursor
	Cursor   string               // the last of them
	Episodes []replay.Episode
	mind     replay.Mind // what the land remembers about remembering
}

// processTurns is phase 1: the complete turns since the cursor become episodes.
func processTurns(ctx context.Context, n *Night, d Deps) (reading, error) {
	r := reading{Context: transcript.Replay(n.Records)}
	r.New, r.Cursor = fresh(messages(n.Records), r.Context), r.Context.Cursor
	n.talked = n.Now.Round(0)
	if len(r.New) > 0 {
		r.Cursor = r.New[len(r.New)-1].ID
		n.talked = slices.MaxFunc(r.New, func(a, b transcript.Message) int { return a.Time.Compare(b.Time) }).Time.Round(0)
	}
	var damage error
	if r.mind, damage = replay.ReadMind(d.Land.Read); damage != nil {
		n.Report.Notices = append(n.Report.Notices, damage.Error())
	}
	last, err := lastNumber(d.Land)
	if err != nil {
		return r, err
	}
	n.Report.Number = max(r.mind.Nights, last) + 1
	said := make([]transcript.Message, len(r.New))
	for i, m := range r.New {
		if said[i] = excerpt(m); len(m.Content) > longestRead {
			n.Report.Notices = append(n.Report.Notices, fmt.Sprintf("message %s has %d kB: the night reads its beginning and its end", m.ID, len(m.Content)>>10))
		}
	}
	for _, turn := range replay.Turns(said) {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Episodes = append(r.Episodes, replay.NewEpisode(turn))
	}
	n.count(PhaseCount{Name: PhaseProcess, In: len(r.New), Out: len(r.Episodes)})
	return r, nil
}

// messages are the messages of a session's records, each id once.
func messages(records []transcript.Record) []transcript.Message {
	var list []transcript.Message
	seen := map[string]bool{}
	for _, r := range records {
		if r.Message != nil && !seen[r.Message.ID] {
			seen[r.Message.ID] = true
			list = append(list, *r.Message)
		}
	}
	return transcript.WithPins(list, records)
}

// readable is what a strategy may read of messages: not what the program itself
// put there. Results of the memory tools are what memory says already; read
// again they would grow from night to night.
func readable(list []transcript.Message) []transcript.Message {
	said, _ := Talk(list)
	return said
}

// Talk parts messages into what was said, as a night reads it, and what the
// program's own tools and its built-in engine showed of memory.
func Talk(list []transcript.Message) (said, shown []transcript.Message) {
	own, asked := map[string]bool{}, false
	out := make([]transcript.Message, 0, len(list))
	for _, m := range list {
		for _, c := range m.ToolCalls {
			own[c.ID] = transcript.IsOwnTool(c.Name)
		}
		if m.Role == transcript.Tool && own[m.ToolCallID] || m.Role == transcript.Assistant && transcript.IsBuiltIn(m.Model) {
			shown = append(shown, m)
			if last := len(out) - 1; last >= 0 && m.Role == transcript.Assistant && out[last].Role == transcript.User {
				if len(m.Holds) > 0 || asked && len(m.Over) > 0 {
					out[last] = withoutAnswer(out[last])
				}
				if tellsTheProgram(out[last], len(m.Holds) > 0) {
					out = out[:last]
				}
			}
			if len(m.ToolCalls) == 0 {
				asked = len(m.Asks) > 0
			}
			continue
		}
		m.Note = ""
		m = withoutHidden(excerpt(m))
		if m.Role == transcript.User {
			m = withoutAsking(m)
		}
		out = append(out, m)
	}
	return out, shown
}

// surelyForget is the probability from which a message that the built-in engine answered is
// taken to ask for something to be forgotten.
const surelyForget = .5

// tellsTheProgram reports whether a message that the built-in engine answered says but what
// is to become of lines that are there: that something is to be forgotten, or is to stay.
// That is nothing to remember.
func tellsTheProgram(m transcript.Message, holds bool) bool {
	l := language.Guess(m.Content)
	if m.Content == "" || holds && language.Objects(m.Content, l) {
		return true
	}
	wish, p := language.WishOf(m.Content, l)
	return wish == language.Forget && p >= surelyForget && len(document.Sentences(m.Content)) == 1
}

// withoutAnswer leaves out the sentence by which a message answers what the built-in engine
// asked, or objects to what it said: the reply did what it says.
func withoutAnswer(m transcript.Message) transcript.Message {
	first := typed(m)
	return reworded(m, first, statement.Unanswered(first, language.Guess(first)))
}

// typed is what the person typed at the beginning of a message.
func typed(m transcript.Message) string {
	if parts := m.Parts(); len(parts) > 0 && parts[0].Origin == transcript.Typed {
		return parts[0].Text
	}
	return ""
}

// reworded is a message with other words in the place of its first ones.
func reworded(m transcript.Message, first, other string) transcript.Message {
	if other == first {
		return m
	}
	return m.Noted().Rewritten(func(s string) string {
		if rest, opens := strings.CutPrefix(s, first); opens {
			return other + rest
		}
		return s
	})
}

// withoutHidden leaves out the marks of what was forgotten: they are nothing to remember.
func withoutHidden(m transcript.Message) transcript.Message {
	if !strings.Contains(m.Content, transcript.Forgotten) {
		return m
	}
	return m.Rewritten(func(s string) string {
		return strings.TrimLeft(strings.ReplaceAll(s, transcript.Forgotten, ""), " .,;!?")
	})
}

// withoutAsking leaves out how a person asked for something to be remembered, before it
// or behind it, where what is to be remembered are their own words: the asking says
// nothing, and hides that it was carried out already.
func withoutAsking(m transcript.Message) transcript.Message {
	first := firstSentence(typed(m))
	thing, asks := statement.ToKeep(first, language.Guess(first))
	if !asks || thing == "" || !strings.Contains(first, thing) {
		return m
	}
	return reworded(m, first, thing)
}

// longestAsking is how many bytes are looked at for how something is asked for.
const longestAsking = 240

// firstSentence is where a text may ask for something.
func firstSentence(text string) string {
	first := text[:min(len(text), longestAsking)]
	if end := strings.IndexAny(first, ".!?\n"); end > 0 {
		first = first[:end]
	}
	return strings.ToValidUTF8(first, "")
}

func (n *Night) count(c PhaseCount) { n.Report.Phases = append(n.Report.Phases, c) }

// day is the local day of a time, as logs are named.
func (n *Night) day(m transcript.Message) string {
	return m.Time.In(n.Now.Location()).Format("2006-01-02")
}

// heading is the heading of a day's block: "03:00 · night 7 · context 81%".
func (n *Night) heading(last transcript.Message) string {
	return fmt.Sprintf("%s · night %d · context %d%%", last.Time.In(n.Now.Location()).Format("15:04"), n.Report.Number, sleep.Percent(n.Before.Total(), n.Window))
}

// longestRead is the most bytes of one message that a night reads: a book that was
// pasted, or a log that a tool printed, shall not outweigh all else. The
// transcript has the whole of it.
const longestRead = 256 << 10

// excerpt is a message as a night reads it: of one that is larger than longestRead
// the beginning and the end. Its spans go with their text.
func excerpt(m transcript.Message) transcript.Message { return m.Rewritten(headAndTail) }

// headAndTail are the beginning and the end of a text that is larger than longestRead,
// at the ends of lines where there are some near.
func headAndTail(text string) string {
	if len(text) <= longestRead {
		return text
	}
	head, tail := text[:longestRead*3/4], text[len(text)-longestRead/4:]
	if i := strings.LastIndexByte(head, '\n'); i > len(head)/2 {
		head = head[:i]
	}
	if i := strings.IndexByte(tail, '\n'); i >= 0 && i < len(tail)/2 {
		tail = tail[i:]
	}
	return strings.ToValidUTF8(head, "") + "\n\n" + strings.ToValidUTF8(tail, "")
}
