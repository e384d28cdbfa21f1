package asking

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
	"dormouse/summarize/extract"
	"dormouse/summarize/note"
	"dormouse/summarize/voices"
)

// finding is a model's answer.
type finding struct {
	Note    foundNote    `json:"note"`
	Entries []foundEntry `json:"entries"`
	Days    []foundDay   `json:"days"`

	cut      bool // the answer was cut: it may have more entries than these
	noteless bool // and that before its note
}

type foundNote struct {
	Request     []string `json:"request"`
	Decisions   []string `json:"decisions"`
	InHand      []string `json:"in_hand"`
	Rejected    []string `json:"rejected"`
	LastCommand string   `json:"last_command"`
	Open        []string `json:"open"`
	Said        []string `json:"said"`
}

type foundEntry struct {
	Type       document.Type `json:"type"`
	Text       string        `json:"text"`
	Importance float64       `json:"importance"` // 0 to 1; above that of 10
	From       citations     `json:"from"`
	Open       bool          `json:"open"`
	Replaces   string        `json:"replaces"`

	bad string // what is wrong with its form; "" where nothing is
}

// UnmarshalJSON reads one entry. One that has the wrong form says so and is no reason
// to throw the others away.
func (e *foundEntry) UnmarshalJSON(b []byte) error {
	type plain foundEntry
	if err := json.Unmarshal(b, (*plain)(e)); err != nil {
		e.bad = strings.TrimPrefix(err.Error(), "json: ")
	}
	return nil
}

// citations are what an entry rests on: message ids or exact words.
type citations []string

// UnmarshalJSON reads a list, or one of its elements alone.
func (c *citations) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil && one != "" {
		*c = citations{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(c))
}

type foundDay struct {
	Day  string `json:"day"`
	Text string `json:"text"`
}

// schema is the JSON schema of a finding, in the strict form that all
// providers take. The entries come first: what is lost of an answer that is cut is
// its end, and the note can be made without the model.
func schema() json.RawMessage {
	const strs = `{"type":"array","items":{"type":"string"}}`
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["entries","note","days"],"properties":{` +
		`"entries":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["type","text","importance","from","open","replaces"],"properties":{` +
		`"type":{"type":"string","enum":["fact","preference","decision","event","learning"]},"text":{"type":"string"},"importance":{"type":"number"},"from":` + strs + `,` +
		`"open":{"type":"boolean"},"replaces":{"type":"string"}}}},` +
		`"note":{"type":"object","additionalProperties":false,"required":["request","decisions","in_hand","rejected","last_command","open","said"],"properties":{` +
		`"request":` + strs + `,"decisions":` + strs + `,"in_hand":` + strs + `,"rejected":` + strs + `,"last_command":{"type":"string"},"open":` + strs + `,"said":` + strs + `}},` +
		`"days":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["day","text"],"properties":{"day":{"type":"string"},"text":{"type":"string"}}}}}}`)
}

// parseFinding reads an answer of at most limit bytes. Text around the object,
// such as a code fence, is let pass; a broken object is not.
func parseFinding(text string, limit int) (*finding, error) {
	if len(text) > limit {
		return nil, fmt.Errorf("answer has %d bytes, the limit is %d", len(text), limit)
	}
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("answer is empty")
	}
	object, err := objectIn(text, "entries", "note")
	if err != nil {
		return nil, err
	}
	var f finding
	if err := json.Unmarshal(object, &f); err != nil {
		return nil, fmt.Errorf("answer has the wrong form: %w", err)
	}
	return &f, nil
}

// mostOpened is how many opening brackets of an answer are tried.
const mostOpened = 64

// objectIn is the first JSON object with some fields in an answer that may say
// something around it.
func objectIn(text string, fields ...string) (json.RawMessage, error) {
	wrong := errors.New("answer holds no JSON object")
	for i, tried := strings.IndexByte(text, '{'), 0; i >= 0 && tried < mostOpened; tried++ {
		var object json.RawMessage
		err := json.NewDecoder(strings.NewReader(text[i:])).Decode(&object)
		if err != nil {
			err = fmt.Errorf("answer is not JSON: %w", err)
		} else if err = lacks(object, fields); err == nil {
			return object, nil
		}
		if tried == 0 {
			wrong = err
		}
		next := strings.IndexByte(text[i+1:], '{')
		if i += 1 + next; next < 0 {
			break
		}
	}
	return nil, wrong
}

// lacks says which of some fields an object has not.
func lacks(object json.RawMessage, fields []string) error {
	var has map[string]json.RawMessage
	if err := json.Unmarshal(object, &has); err != nil {
		return fmt.Errorf("answer is not JSON: %w", err)
	}
	for _, name := range fields {
		if has[name] == nil {
			return fmt.Errorf("answer has no %s", name)
		}
	}
	return nil
}

// take checks what was found and writes it to the digest.
func (n *night) take(ctx context.Context, f *finding) error {
	n.check = listen(n.in, n.called(f.Entries)...)
	list := n.keep(f.Entries)
	missed, err := n.missed(ctx)
	if err != nil {
		return err
	}
	switch {
	case n.worthConfirming(list):
		if err := n.confirm(ctx, list); err != nil {
			return err
		}
	case n.worthAsking(list) || len(missed) > 0 && n.mayAsk() && !slices.ContainsFunc(list, func(r refused) bool { return r.claim }):
		again, err := n.repair(ctx, list, missed)
		if errors.Is(err, context.Canceled) {
			return err
		}
		list = append(stillRefused(list, again), n.keep(again)...)
	}
	list = n.withdraw(slices.DeleteFunc(list, func(r refused) bool { return r.stands && !r.denied }))
	for _, r := range list {
		if r.claim && !r.confirmed {
			n.d.Unborne++
		}
	}
	list = n.quoteInstead(list)
	for _, r := range list {
		n.d.Rejected = append(n.d.Rejected, note.Clip(document.OneLine(r.entry.Text), 80)+": "+r.why)
	}
	nothing := len(missed) > 0 && len(n.d.Candidates) == 0
	left := n.fit()
	kept := len(n.d.Candidates)
	if err := n.fill(ctx, n.gaps(list, nothing || f.cut), &left); err != nil {
		return err
	}
	switch filled := len(n.d.Candidates) > kept; {
	case f.cut && filled:
		n.degrade("the model's answer was cut; what it had not come to was found offline")
	case nothing && filled:
		n.degrade(withoutUse(list))
	}
	n.days(f.Days, left)
	items := note.Parse(n.in.Earlier)
	if n.v.Fresh {
		items = nil
	}
	n.d.Summary = note.Fit(note.Merge(append(items, n.origins(noteItems(f.Note))...)), n.b.Summary, n.in.Count)
	return nil
}

// keep takes the entries that hold, or what of them does, into the digest, and
// returns the others.
func (n *night) keep(entries []foundEntry) (out []refused) {
	for _, e := range entries {
		c, r := n.candidate(e)
		if r.at = len(n.d.Candidates); r.why != "" || r.stands {
			out = append(out, r)
		}
		if c.Text != "" && (r.why == "" || r.cut) {
			n.d.Candidates = append(n.d.Candidates, c)
		}
	}
	return out
}

// withdraw takes back the entries that were kept and of which the model then said that they
// were not said.
func (n *night) withdraw(list []refused) []refused {
	for i := range list {
		at := list[i].at
		if !list[i].denied {
			continue
		}
		n.d.Candidates = slices.Delete(n.d.Candidates, at, at+1)
		for k := range list {
			if list[k].at > at {
				list[k].at--
			}
		}
		list[i].cut, list[i].why = false, "the model says that it was not said so"
		list[i].own = n.check.Own(list[i].entry.Text, ids(list[i].from)...)
	}
	return list
}

// fit leaves out what the budget has no room for, the least important first, and of equals
// what was said last; it returns what is left of the budget.
func (n *night) fit() (left int) {
	order := make([]int, len(n.d.Candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(n.d.Candidates[b].Importance, n.d.Candidates[a].Importance)
	})
	left = n.b.Memory
	stays := make([]bool, len(order))
	for k, i := range order {
		cost := n.in.Count(n.d.Candidates[i].Text) + 1
		if cost > left {
			n.crowd(order[k:])
			break
		}
		left, stays[i] = left-cost, true
	}
	kept := n.d.Candidates[:0]
	for i, c := range n.d.Candidates {
		if stays[i] {
			kept = append(kept, c)
		}
	}
	n.d.Candidates = kept
	return left
}

// crowd notes the candidates that have no room.
func (n *night) crowd(at []int) {
	n.d.Crowded += len(at)
	for _, i := range at {
		n.d.Rejected = append(n.d.Rejected, note.Clip(document.OneLine(n.d.Candidates[i].Text), 80)+": no room")
	}
}

// origins marks the lines of a note that rest on what no person typed: it asks
// for nothing, decides nothing and is no work in hand.
func (n *night) origins(items []note.Item) []note.Item {
	for i := range items {
		it := &items[i]
		if p, sure := n.heard.Of(it.Text); sure && voices.Data(p) {
			it.Section, it.Text = note.Said, p.Label()+": "+it.Text
		}
	}
	return items
}

func (n *night) days(found []foundDay, left int) {
	spoken := map[string]bool{}
	for _, m := range n.in.New {
		spoken[extract.DayOf(m.Time, n.in.Location).Format(time.DateOnly)] = true
	}
	for _, d := range found {
		text := document.OneLine(d.Text)
		if p, sure := n.heard.Of(text); sure && voices.Data(p) {
			text = p.Label() + ": " + text
		}
		cost := n.in.Count(text) + 2
		if text == "" || !spoken[d.Day] || n.d.Days[d.Day] != "" || cost > left {
			continue
		}
		left -= cost
		n.d.Days[d.Day] = text
	}
}

// candidate turns a found entry into one of ours, or says why it cannot.
func (n *night) candidate(e foundEntry) (summarize.Candidate, refused) {
	text := strings.TrimLeft(document.OneLine(e.Text), "-*# ")
	cited, bad := n.cite(e.From)
	no := func(why string) (summarize.Candidate, refused) {
		return summarize.Candidate{}, refused{entry: e, why: why, form: true, from: cited}
	}
	e.Importance = inTenths(e.Importance)
	switch {
	case text == "":
		return summarize.Candidate{}, refused{entry: e, why: "empty"}
	case e.bad != "":
		return no("has the wrong form: " + e.bad)
	case len(text) > 600:
		return no("too long for one line")
	case !slices.Contains(document.Types[:], e.Type):
		return no(fmt.Sprintf("unknown type %q", e.Type))
	case math.IsNaN(e.Importance) || e.Importance < 0 || e.Importance > 1:
		return no("importance is not between 0 and 1")
	}
	if len(cited) == 0 {
		return no("cites no message" + bad)
	}
	if n.check == nil {
		n.check = listen(n.in)
	}
	if n.heard.Remembered(text) && n.carried(text, cited, byThem) < carriedFrom {
		return summarize.Candidate{}, refused{entry: e, why: "memory has it already, from elsewhere"}
	}
	v := n.check.Check(text, ids(cited)...)
	r := refused{entry: e, why: strings.Join(v.Why, "; "), claim: true, cut: v.Holds != "", from: cited, own: v.Own, doubt: v.Doubt, stands: v.Ask && len(v.Why) == 0}
	if r.doubted = !v.Lacks; v.Holds == "" {
		return summarize.Candidate{}, r
	}
	return n.written(e, v.Holds, false, cited), r
}

// inTenths is an importance that was given on a scale to 10, as models do, on that to 1.
func inTenths(importance float64) float64 {
	if importance > 1 && importance <= 10 {
		return importance / 10
	}
	return importance
}

// written is an entry as memory takes it, with the messages that bear it out. shown says
// that the model has pointed to words of the person that do.
func (n *night) written(e foundEntry, text string, shown bool, cited []transcript.Message) summarize.Candidate {
	c := summarize.Candidate{Type: e.Type, Text: text, Importance: e.Importance, Complete: true, Open: e.Open, Replaces: n.replaces(e.Replaces)}
	c.From = ids(cited)
	at := map[string]time.Time{}
	for _, m := range n.in.New {
		at[m.ID] = m.Time
	}
	c.From = n.heard.Evidence(text, c.From, func(id string) bool { _, here := at[id]; return here })
	var newest time.Time
	for _, id := range c.From {
		if at[id].After(newest) {
			newest = at[id]
		}
	}
	c.Day = extract.DayOf(newest, n.in.Location)
	return n.owned(c, n.whose(text, shown, cited))
}

// owned makes of a candidate what its origin allows: what no person typed is a
// fact or an event that names where it comes from, and corrects nobody.
func (n *night) owned(c summarize.Candidate, p transcript.Part) summarize.Candidate {
	if c.Origin = p.Origin; !p.Origin.Foreign() {
		return c
	}
	c.Importance, c.Open, c.Replaces = min(c.Importance, .5), false, ""
	if c.Type != document.Happening {
		c.Type = document.Fact
	}
	c.Text = p.Label() + ": " + c.Text // a label that it has already says nothing: its author wrote it
	return c
}

// replaces lets only ids pass that memory has.
func (n *night) replaces(id string) string {
	id = strings.TrimPrefix(strings.TrimSpace(id), "^")
	if id == "" || !slices.ContainsFunc(n.in.Known, func(e *document.Entry) bool { return e.ID == id }) {
		return ""
	}
	return id
}

// labelsOf are what a model calls messages: their places in the session, "m1",
// "m2", …, which cost fewer tokens than ids and are copied without a slip; the ids
// themselves where some come from elsewhere and may be the same as a place.
func labelsOf(messages []transcript.Message, places map[string]int) []string {
	foreign := slices.ContainsFunc(messages, func(m transcript.Message) bool { return transcript.ShortID(m.ID) == m.ID })
	labels := make([]string, len(messages))
	for i, m := range messages {
		place, known := places[m.ID]
		if !known {
			place = i + 1
		}
		if labels[i] = m.ID; !foreign {
			labels[i] = fmt.Sprintf("m%d", place)
		}
	}
	return labels
}

// cite finds the cited messages, by id or by exact words.
func (n *night) cite(from []string) (cited []transcript.Message, bad string) {
	seen := map[string]bool{}
	for _, f := range from {
		m, ok := n.find(strings.Trim(strings.TrimSpace(f), "\"“”'"))
		if !ok {
			bad = fmt.Sprintf(" (%q is not there)", note.Clip(f, 40))
			continue
		}
		if !seen[m.ID] {
			seen[m.ID] = true
			cited = append(cited, m)
		}
	}
	return cited, bad
}

func (n *night) find(f string) (transcript.Message, bool) {
	for i, m := range n.in.New {
		if m.ID == f || n.labels[i] == f {
			return m, true
		}
	}
	words := strings.ToLower(document.OneLine(f))
	if strings.Count(words, " ") < 2 {
		return transcript.Message{}, false
	}
	for _, m := range n.in.New {
		if strings.Contains(strings.ToLower(document.OneLine(m.Content)), words) {
			return m, true
		}
	}
	return transcript.Message{}, false
}

// noteItems are a found note's lines.
func noteItems(f foundNote) []note.Item {
	var out []note.Item
	add := func(section int, lines ...string) {
		for _, l := range lines {
			if l = note.Clip(strings.TrimLeft(document.OneLine(l), "-*# "), note.LineBytes); l != "" {
				out = append(out, note.Item{Section: section, Text: l, At: len(out)})
			}
		}
	}
	add(note.Request, f.Request...)
	add(note.Decisions, f.Decisions...)
	add(note.InHand, f.InHand...)
	add(note.Rejected, f.Rejected...)
	add(note.LastCommand, f.LastCommand)
	add(note.Open, f.Open...)
	add(note.Said, f.Said...)
	return out
}
