package summarize

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSurvive(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	r := Survive(in.Old, map[string]string{
		"MEMORY.md": "- The ticket is SHOP-482; cart limit 5000 EUR ^k7f3a2",
		"note":      "`price/round.go`, deploys to https://staging.shop.example/v2",
	})
	where := map[string]string{}
	for _, a := range append(r.Kept, r.Lost...) {
		where[a.Text] = a.Where + "/" + string(a.Kind) + "/" + a.MessageID
	}
	for text, want := range map[string]string{
		"SHOP-482": "MEMORY.md/id/c7", "5,000": "MEMORY.md/number/c10", "price/round.go": "note/path/c4",
		"https://staging.shop.example/v2": "note/url/c10", "0042_cents.sql": "/path/c10", "50,000": "/number/c10", "roundCents": "/code/c6",
	} {
		if where[text] != want {
			t.Errorf("%s: %q, want %q", text, where[text], want)
		}
	}
	if len(r.Kept) == 0 || len(r.Lost) == 0 {
		t.Errorf("%d kept, %d lost: want some of both", len(r.Kept), len(r.Lost))
	}
	if r := Survive(nil, nil); len(r.Kept)+len(r.Lost) != 0 {
		t.Errorf("nothing to lose gave %+v", r)
	}
}

func TestProbes(t *testing.T) {
	in := fixture(t, "planning.jsonl")
	p := Probes(in.Old, 5)
	if len(p) != 5 || !reflect.DeepEqual(p, Probes(in.Old, 5)) {
		t.Fatalf("probes %v", p)
	}
	for _, x := range p {
		if strings.Contains(strings.ToLower(x.Query), strings.ToLower(x.Answer)) || x.MessageID == "" {
			t.Errorf("%+v gives its answer away", x)
		}
	}
}

func TestNoteIsMergedNotSummarisedAgain(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	o := NewOffline()
	d, _ := o.Digest(context.Background(), in, Budget{Summary: 400}, View{})
	for _, want := range []string{"## Request", "make test", "integer cents", "price/parse.go", "go test ./price/...", "0042_cents.sql"} {
		if !strings.Contains(d.Summary, want) {
			t.Errorf("the note lacks %q:\n%s", want, d.Summary)
		}
	}
	next := fixture(t, "planning.jsonl")
	next.Earlier = d.Summary
	again, _ := o.Digest(context.Background(), next, Budget{Summary: 800}, View{})
	for _, want := range []string{"integer cents", "0042_cents.sql", "Braga"} {
		if !strings.Contains(again.Summary, want) {
			t.Errorf("the merged note lacks %q:\n%s", want, again.Summary)
		}
	}
	idle := Input{Earlier: d.Summary, Count: quarter}
	same, _ := o.Digest(context.Background(), idle, Budget{Summary: 400}, View{})
	if same.Summary != d.Summary {
		t.Errorf("a night without news changed the note:\n%s\n---\n%s", d.Summary, same.Summary)
	}
	if n := strings.Count(again.Summary, "## Last command"); n != 1 {
		t.Errorf("%d last commands", n)
	}
}

// GUARANTEES 7.
func TestSleepingTwiceAddsNothing(t *testing.T) {
	for _, name := range []string{"coding.jsonl", "german.jsonl", "planning.jsonl"} {
		in := fixture(t, name)
		o := NewOffline()
		d, _ := o.Digest(context.Background(), in, Budget{Memory: 5000}, View{})
		for _, c := range d.Candidates {
			known := entryOf(c)
			in.Known = append(in.Known, &known)
		}
		again, _ := o.Digest(context.Background(), in, Budget{Memory: 5000}, View{})
		for _, c := range again.Candidates {
			t.Errorf("%s: said again: %s", name, c.Text)
		}
	}
}

func FuzzDigest(f *testing.F) {
	f.Add("I said \"yes\" yesterday. [image: a] ```\ncode", "## Request\n- x")
	f.Add("我喜欢上海。昨天…… 3,5 €", "")
	f.Add("\xff\xfe . ! \u2028 ' '' — - ;", "# \n- \n")
	o := NewOffline()
	f.Fuzz(func(t *testing.T, text, earlier string) {
		in := Input{Earlier: earlier, Count: quarter}
		in.Old = append(in.Old, say("a", "user", "", text), say("b", "assistant", "Bo", text+" "+text))
		in.New = in.Old
		d, err := o.Digest(context.Background(), in, Budget{Summary: 60, Memory: 60}, View{})
		if err != nil {
			t.Fatal(err)
		}
		if quarter(d.Summary) > 60 {
			t.Errorf("note of %d tokens", quarter(d.Summary))
		}
		for _, c := range d.Candidates {
			if strings.ContainsAny(c.Text, "\n\r") || utf8.ValidString(text) && !utf8.ValidString(c.Text) {
				t.Errorf("candidate %q", c.Text)
			}
		}
		Survive(in.Old, map[string]string{"x": d.Summary})
		Probes(in.Old, 3)
	})
}
