package foreign

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign/sqlite"
)

func fitsLLM(s Sample) bool { return bytes.HasPrefix(s.Text, []byte(sqlite.Magic)) }

func homesLLM(h Home) []string {
	return []string{
		filepath.Join(h.or("LLM_USER_PATH", ".config", "io.datasette.llm"), "logs.db"),
		filepath.Join(h.Dir, "Library", "Application Support", "io.datasette.llm", "logs.db"),
	}
}

// llmBook is the database of llm: which rows belong to which conversation. The
// rows themselves are read when it is a conversation's turn.
type llmBook struct {
	*Reading
	db       *sqlite.DB
	talks    map[string]*llmTalk
	order    []*llmTalk
	of       map[string]map[string][]int64 // table → response → rows that belong to it
	attached map[string]llmFile
}

type llmTalk struct {
	key, title string
	rows       []llmRow
}

type llmRow struct {
	row int64
	at  time.Time
	id  string
}

type llmFile struct{ kind, name, text string }

func readLLM(r *Reading) error {
	at, err := r.anywhere()
	if err != nil {
		return err
	}
	db, err := sqlite.Open(at, r.wal)
	if err != nil {
		return err
	}
	b := &llmBook{Reading: r, db: db, talks: map[string]*llmTalk{}, of: map[string]map[string][]int64{}, attached: map[string]llmFile{}}
	if err := b.index(); err != nil {
		return err
	}
	for _, t := range b.order {
		if err := b.read(t); err != nil {
			return err
		}
	}
	return nil
}

// rows visits a table's rows, of a table that is not there none.
func (b *llmBook) rows(table string, do func(sqlite.Row)) error {
	t, ok := b.db.Table(table)
	if !ok {
		return nil
	}
	return t.Rows(func(r sqlite.Row) error {
		do(r)
		return nil
	})
}

// index notes which rows there are. Their texts are not kept.
func (b *llmBook) index() error {
	names := map[string]string{}
	if err := b.rows("conversations", func(r sqlite.Row) { names[r.Text("id")] = r.Text("name") }); err != nil {
		return err
	}
	err := b.rows("responses", func(r sqlite.Row) {
		key := first(r.Text("conversation_id"), r.Text("id"))
		b.note(key, names[key], r)
	})
	if err != nil {
		return err
	}
	if err := b.rows("logs", func(r sqlite.Row) { // of a version of 2023
		b.note("log"+first(r.Text("chat_id"), r.Text("id")), "", r)
	}); err != nil {
		return err
	}
	for _, table := range []string{"tool_calls", "tool_results", "prompt_fragments", "prompt_attachments"} {
		rows := map[string][]int64{}
		b.of[table] = rows
		if err := b.rows(table, func(r sqlite.Row) { rows[r.Text("response_id")] = append(rows[r.Text("response_id")], r.ID) }); err != nil {
			return err
		}
	}
	return b.rows("attachments", func(r sqlite.Row) {
		f := llmFile{kind: r.Text("type"), name: first(r.Text("path"), r.Text("url"))}
		if strings.HasPrefix(f.kind, "text/") {
			f.text = b.cut(r.Text("content"))
		}
		b.attached[r.Text("id")] = f
	})
}

func (b *llmBook) note(key, title string, r sqlite.Row) {
	t := b.talks[key]
	if t == nil {
		t = &llmTalk{key: key, title: title}
		b.talks[key] = t
		b.order = append(b.order, t)
	}
	t.rows = append(t.rows, llmRow{r.ID, utc(r.Text("datetime_utc")), r.Text("id")})
}

// utc reads a time of which the program says that it is UTC.
func utc(text string) time.Time {
	var s stamp
	_ = s.UnmarshalJSON([]byte(text))
	if !s.IsZero() && s.Location() == time.Local && !strings.HasSuffix(text, "Z") {
		t := s.Time
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
	}
	return s.Time
}

// read hands on one conversation.
func (b *llmBook) read(t *llmTalk) error {
	slices.SortStableFunc(t.rows, func(x, y llmRow) int { return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.id, y.id)) })
	table := "responses"
	if _, old := strings.CutPrefix(t.key, "log"); old {
		table = "logs"
	}
	rows, _ := b.db.Table(table)
	var said []transcript.Message
	for _, row := range t.rows {
		err := rows.Row(row.row, func(r sqlite.Row) error {
			said = append(said, b.turn(r, row)...)
			return nil
		})
		if err != nil {
			b.skip(int(row.row), "row", "its page is damaged")
		}
	}
	return b.talk(Talk{Format: "llm", Key: t.key, Title: t.title, Branches: []Branch{{said, len(said)}}})
}

// turn is one request and its answer.
func (b *llmBook) turn(r sqlite.Row, row llmRow) []transcript.Message {
	if r.Text("system") != "" {
		b.tally.Left[prompts]++
	}
	var out []transcript.Message
	b.each("tool_results", row.id, func(res sqlite.Row) {
		m := transcript.Message{Role: transcript.Tool, ToolCallID: res.Text("tool_call_id"), Content: b.cut(first(res.Text("output"), res.Text("exception"))), Time: row.at}
		out = append(out, m)
	})
	var asked body
	b.each("prompt_fragments", row.id, func(ref sqlite.Row) {
		id, _ := ref.Int("fragment_id")
		if fragments, ok := b.db.Table("fragments"); ok {
			_ = fragments.Row(id, func(f sqlite.Row) error {
				b.foreign(&asked, transcript.Attached, f.Text("source"), f.Text("content"))
				return nil
			})
		}
	})
	asked.typed(r.Text("prompt"))
	b.each("prompt_attachments", row.id, func(ref sqlite.Row) {
		f := b.attached[ref.Text("attachment_id")]
		if f.text != "" {
			asked.add(transcript.Attached, f.name, f.text)
			return
		}
		b.lose(&asked, kindOf(f.kind), noun(f.kind), f.name)
	})
	question := asked.message(transcript.User)
	question.ID, question.Time = row.id+"-q", row.at
	var reply body
	reply.typed(r.Text("response"))
	answer := reply.message(transcript.Assistant)
	answer.ID, answer.Time, answer.Model = row.id, row.at, first(r.Text("resolved_model"), r.Text("model"))
	b.each("tool_calls", row.id, func(c sqlite.Row) {
		answer.ToolCalls = append(answer.ToolCalls, transcript.Call{ID: c.Text("tool_call_id"), Name: c.Text("name"), Arguments: c.Text("arguments")})
	})
	return append(out, question, answer)
}

// each visits the rows of a table that belong to a response.
func (b *llmBook) each(table, response string, do func(sqlite.Row)) {
	t, ok := b.db.Table(table)
	if !ok {
		return
	}
	for _, id := range b.of[table][response] {
		if err := t.Row(id, func(r sqlite.Row) error { do(r); return nil }); err != nil {
			b.skip(int(id), "row", "its page is damaged")
		}
	}
}
