package foreign_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
	"dormouse/land/transcript/foreign/foreigntest"
)

var update = flag.Bool("update", false, "write the .want files anew")

// now stands in for the time of what has none.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// TestSamples reads a sample of each form, written after what its program writes
// or is known to write, and compares all that comes of it: talks, branches, times,
// origins, what is left and lost, and what is said of broken records.
func TestSamples(t *testing.T) {
	seen := map[string]bool{}
	names, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if ext := filepath.Ext(name); ext == ".want" || ext == ".sql" {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			r, err := foreigntest.Read(filepath.Base(name), b, now)
			if err != nil {
				t.Fatal(err)
			}
			for _, talk := range r.Talks {
				seen[talk.Format] = true
			}
			got, file := shown(r), strings.TrimSuffix(name, filepath.Ext(name))+".want"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	for _, f := range foreign.Formats {
		if !seen[f.Name] {
			t.Errorf("no sample in testdata is %s", f.Name)
		}
	}
}

// shown writes all that came of a file, for people.
func shown(r foreigntest.Result) string {
	var b strings.Builder
	for _, talk := range r.Talks {
		fmt.Fprintf(&b, "# %s %s %q\n", talk.Format, talk.Key, talk.Title)
		for i, branch := range talk.Branches {
			if i > 0 {
				fmt.Fprintf(&b, "## a branch of %d messages of its own\n", branch.Own)
			}
			for _, m := range branch.Messages {
				fmt.Fprintf(&b, "%s %s %s%s%s\n", m.ID, m.Time.UTC().Format("2006-01-02T15:04:05.999"), m.Role, named(" = ", m.ToolCallID), named(" by ", m.Model+m.Name))
				for _, p := range m.Parts() {
					text := p.Text
					if len(text) > 200 {
						text = fmt.Sprintf("%s… (%d bytes)", text[:80], len(text))
					}
					if strings.TrimSpace(text) != "" {
						fmt.Fprintf(&b, "  %-9s %q\n", named("", string(p.Origin)+named(" ", p.Name)), text)
					}
				}
				for _, c := range m.ToolCalls {
					fmt.Fprintf(&b, "  calls %s = %s %s\n", c.Name, c.ID, c.Arguments)
				}
			}
		}
	}
	fmt.Fprintf(&b, "left: %s\nlost: %s\n", foreign.Listed(r.Tally.Left), foreign.Listed(r.Tally.Lost))
	fmt.Fprintf(&b, "bad %d, times guessed %d\n%s\n", r.Tally.Bad, r.Tally.Guessed, strings.Join(r.Said, "\n"))
	return b.String()
}

func named(before, name string) string {
	if name == "" {
		return ""
	}
	return before + name
}

func TestWhatIsNoConversationIsRefused(t *testing.T) {
	for _, in := range []string{"", "hello", "{}", "[]", "[1,2]", `{"role":"user","content":""}`, "\x00\x01", "PK\x03\x04…", "SQLite format 3\x00", `{"sessions":{"a":1}}`} {
		if got, err := foreigntest.Read("x.json", []byte(in), now); err == nil || !errors.Is(err, foreign.ErrUnknown) && len(in) < 16 {
			t.Errorf("Read(%q) = %v, %v; want ErrUnknown", in, got.Talks, err)
		}
	}
}

// A record that is broken costs itself alone, wherever it is broken, and it is
// said in words: no name of a type, no dump.
func TestABrokenRecordCostsItselfAlone(t *testing.T) {
	talk := func(id string) string {
		return fmt.Sprintf(`{"title":"T","id":%q,"current_node":"a","mapping":{"a":{"id":"a","message":{"id":"m-%s","author":{"role":"user"},"content":{"parts":["said {[\\\"]} in %s"]}}}}}`, id, id, id)
	}
	whole := talk("b")
	for cut := 1; cut < len(whole); cut++ {
		text := "[" + talk("a") + ",\n" + whole[:cut] + ",\n" + talk("c") + "," + talk("d") + "]"
		r, err := foreigntest.Read("conversations.json", []byte(text), now)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		var keys []string
		for _, talk := range r.Talks {
			keys = append(keys, talk.Key)
		}
		if got := strings.Join(keys, " "); !strings.HasPrefix(got, "a") || !strings.HasSuffix(got, "c d") {
			t.Errorf("cut at %d: %s came in; %v", cut, got, r.Said)
		}
		for _, line := range r.Said {
			if strings.Contains(line, " json:") || strings.Contains(line, "struct") || strings.Contains(line, "foreign.") {
				t.Errorf("said: %s", line)
			}
		}
	}
}

// A talk without any time gets the file's, and never says nothing about it.
func TestTimesAreCarriedOn(t *testing.T) {
	r, err := foreigntest.Read("a.jsonl", []byte("{\"role\":\"user\",\"content\":\"a\"}\nnonsense\n{\"role\":\"assistant\",\"time\":\"2026-01-01T00:00:00Z\",\"content\":\"b\"}\n{\"role\":\"user\",\"content\":\"c\"}"), now)
	if err != nil || len(r.Said) != 1 || r.Tally.Bad != 1 || r.Tally.Guessed != 2 {
		t.Fatalf("%v, said %v, %+v", err, r.Said, r.Tally)
	}
	for _, m := range r.Talks[0].Branches[0].Messages {
		if m.Time.Year() != 2026 || m.Time.Month() != 1 {
			t.Errorf("%s has time %s", m.Content, m.Time)
		}
	}
}

// No word that a person did not type is theirs.
func TestHarnessTextsAreNeverThePersons(t *testing.T) {
	foreignWords := []string{"The date has changed", "This session is being continued", "Caveat: what follows", "3 files", "I prefer tabs", "environment_context", "The user owns a mill",
		"Active file", "The rent is 900", "Be careful", "HEARTBEAT", "untrusted", "message_id", "Ana's sister lives in Cork", "The calendar was read", "the gateway restarted", "queen: 2025", "The hive stands", "Ferry 9:40", "worn relief valve", "rm -rf", "the sluice is shut", "The weir was measured", "asks for the plan", "callers of grind", "List the moles", "what the tide does", "harbour agent", "said the man", "You are terse", "interrupted by user"}
	theirs := []string{"I keep the keys in the blue tin", "look at the parser first", "List the files of the mill project", "What does @lease.txt say?", "Sign it on Friday", "My sister moved to Cork", "This is her garden", "When do my bees fly?", "We settled on the brass valve", "When does the ferry leave?", "The spare key hangs in the barn", "The beds are watered", "I always want tabs in the mill's code", "The miller is called Ilse", "Stop at noon", "Wake me before the tide turns"}
	var words strings.Builder
	names, _ := filepath.Glob("testdata/*")
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil || strings.HasSuffix(name, ".want") || strings.HasSuffix(name, ".sql") {
			continue
		}
		r, err := foreigntest.Read(filepath.Base(name), b, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, talk := range r.Talks {
			for _, branch := range talk.Branches {
				for _, m := range branch.Messages {
					if m.Role == transcript.User {
						words.WriteString(m.Noted().Words() + "\n")
					}
				}
			}
		}
	}
	for _, w := range foreignWords {
		if strings.Contains(words.String(), w) {
			t.Errorf("%q counts as the person's words", w)
		}
	}
	for _, w := range theirs {
		if !strings.Contains(words.String(), w) {
			t.Errorf("%q is lost from the person's words", w)
		}
	}
}

// Reading the same file twice gives the same ids, so that an import can be told
// from what is there.
func TestIdsAreTheSameEachTime(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.json*")
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _ := foreigntest.Read(name, b, now)
		for range 5 {
			again, _ := foreigntest.Read(name, b, now.AddDate(0, 1, 0))
			for i, talk := range first.Talks {
				for j, branch := range talk.Branches {
					for k, m := range branch.Messages {
						if other := again.Talks[i].Branches[j].Messages[k]; other.Foreign() != m.Foreign() || other.ID != m.ID {
							t.Fatalf("%s: %s became %s", name, m.Foreign(), other.Foreign())
						}
					}
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a.jsonl", []byte(`{"role":"user","content":[{"type":"text"}]}`))
	f.Add("a.json", []byte(`[{"mapping":{"a":{"parent":"a"}},"current_node":"a"}]`))
	names, _ := filepath.Glob("testdata/*")
	for _, name := range names {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(filepath.Base(name), b)
		}
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		r, err := foreigntest.Read(name, b, now)
		if err != nil {
			return
		}
		for _, talk := range r.Talks {
			for _, branch := range talk.Branches {
				taken := map[string]bool{}
				for _, m := range branch.Messages {
					if m.Role != transcript.User && m.Role != transcript.Assistant && m.Role != transcript.Tool {
						t.Fatalf("role %q", m.Role)
					}
					if m.Time.IsZero() || taken[m.ID] || !transcript.SafeID(m.ID) {
						t.Fatalf("message %q at %s (twice: %v)", m.ID, m.Time, taken[m.ID])
					}
					taken[m.ID] = true
				}
			}
		}
	})
}
