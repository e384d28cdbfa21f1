package secret

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestStreamLeaksNothing: however a text is cut into pieces, what a stream gives
// back holds no credential, at any moment, and all other text is there at the end.
func TestStreamLeaksNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	tried, leaked := 0, 0
	for _, pattern := range credentials {
		text, must := cut(form(r, pattern))
		whole := "Here is what you asked for:\n\n" + text + "\n\nThat is all, 今日はここまで. " + strings.Repeat("More words follow. ", 20)
		{
			var s Stream
			var out strings.Builder
			for rest := whole; rest != ""; {
				n := min(len(rest), 1+r.IntN(9))
				out.WriteString(s.Add(rest[:n]))
				rest = rest[n:]
				for _, m := range must {
					if leaks(out.String(), m) {
						leaked++
						t.Errorf("%s: %q was given back", pattern, out.String())
					}
				}
			}
			out.WriteString(s.End())
			tried++
			if got := out.String(); leaks(got, must[0]) || !strings.HasPrefix(got, "Here is what you asked for:\n\n") || !strings.HasSuffix(got, "More words follow. ") {
				t.Fatalf("%s: at the end it is %q", pattern, got)
			}
		}
	}
	t.Logf("guarantee 27: partial replies: %d streams of %d shapes, %d leaked", tried, len(credentials), leaked)
}

// TestStreamHoldsBackLittle: ordinary text is given back as it comes, so that a
// kill takes a word or two of it.
func TestStreamHoldsBackLittle(t *testing.T) {
	var s Stream
	text := strings.Repeat("The dentist is on Monday, and Ana's train leaves at nine. ", 40) + strings.Repeat("今日は学校へ行きます。", 40)
	out, worst := 0, 0
	for i, c := range text {
		out += len(s.Add(string(c)))
		worst = max(worst, i-out)
	}
	if worst > 40 {
		t.Errorf("up to %d bytes were held back", worst)
	}
	if all := out + len(s.End()); all != len(text) {
		t.Errorf("%d bytes of %d came out", all, len(text))
	}
}

func TestPrivate(t *testing.T) {
	yes := []string{
		"The Wi-Fi password is hunter2", "our wifi password is sunflower and rain", "The door code is 4711.", "My PIN is 1234", "my card's PIN: 9911",
		"the alarm code at the office is 220 455", "The code for the garage is 8080", "combination of the bike lock is 4-8-15", "Remember: the code of the front door is 12E45.",
		"Das WLAN-Passwort ist Sommer99", "Der Türcode ist 4711, die Tür klemmt", "Die PIN ist 8812", "le code de la porte est 12A88", "el PIN es 7788", "пин-код 4455", "код двери 4711",
		"玄関の暗証番号は4711", "门的密码是 4711", "safe combination 31-22-17", "wifi_password=hunter2", "The mailbox is painted red #private",
	}
	no := []string{
		"I pin notes to the wall", "The door is green", "The code has 4711 lines", "the alarm rings at 7:30", "The password of the server is in the safe", "Pin 12 is ground",
		"The safe is heavy", "my locker is number 7", "The lock of the gate is broken since 2024", "Ana's flat has 120 square metres",
	}
	for _, s := range yes {
		if !Private(s) {
			t.Errorf("%q is not told to be private", s)
		}
		if got := Tagged(s); !strings.HasSuffix(got, Tag) || Tagged(got) != got {
			t.Errorf("tagged: %q", got)
		}
		if got := Redact(s); got != s {
			t.Errorf("a code to be kept was redacted: %q", got)
		}
	}
	for _, s := range no {
		if Private(s) {
			t.Errorf("%q is told to be private", s)
		}
	}
	t.Logf("guarantee 27: %d codes of a home kept and private, %d ordinary sentences not", len(yes), len(no))
}

// TestInJSON: what is found in a line of JSON can be overwritten by as many plain
// bytes, and the line stays JSON with all else as it was.
func TestInJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, pattern := range credentials {
		text, must := cut(form(r, pattern))
		inner, _ := json.Marshal(map[string]string{"text": text})
		line, _ := json.Marshal(map[string]any{"type": "message", "content": "Ä \"quoted\" \U0001F600\n" + text + "\n# end", "tool_calls": []any{map[string]string{"arguments": string(inner)}}})
		got := bytes.Clone(line)
		for _, x := range InJSON(line, Find) {
			copy(got[x.From:], MarkOf(x.What, x.To-x.From))
		}
		var back struct{ Type, Content string }
		if err := json.Unmarshal(got, &back); err != nil || len(got) != len(line) {
			t.Fatalf("%s: %v in %s", pattern, err, got)
		}
		for _, m := range must {
			raw, _ := json.Marshal(m)
			if leaks(string(got), m) || leaks(string(got), string(raw[1:len(raw)-1])) {
				t.Errorf("%s: left in %s", pattern, got)
			}
		}
		if !strings.HasPrefix(back.Content, "Ä \"quoted\" \U0001F600\n") || !strings.HasSuffix(back.Content, "# end") || back.Type != "message" {
			t.Errorf("%s: became %s", pattern, got)
		}
		if again := InJSON(got, Find); len(again) > 0 {
			t.Errorf("%s: found again %v in %s", pattern, again, got)
		}
	}
}

// TestFieldsAreApart: in JSON a credential is told by its string and by the name of
// its field, and by nothing that another field holds.
func TestFieldsAreApart(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"id":"01kjpwd6m74kydpca5ra7pv8mw","role":"user","content":"My sister's phone number is 07700 900123"}`, ""},
		{`{"id":"01kjpwd6m7","content":"the number is 07700 900123"` + "\n" + `{"id":"pwd","content":"it is 07700 9`, ""}, // torn
		{`{"title":"my password","content":"the dog is rex99"}`, ""},
		{`{"kind":"token","hash":"q7Zk2mPx9Lw4Rt8Yv3Nb6Hd1"}`, ""},
		{`{"key":"AKIAIOSFODNN7EXAMPLE is not mine","hash":"q7Zk2mPx9Lw4Rt8Yv3Nb6Hd1q7Zk2mPx9Lw4Rt8Y"}`, "AKIAIOSFODNN7EXAMPLE"},
		{`{"k3f7a2":{"01kjpwd6m74kydpca5ra7pv8mw":"hunter22"}}`, ""},
		{`{"role":"user","content":"my password is hunter22"}`, "hunter22"},
		{`{"password" : "hunter22","n":1}`, "hunter22"},
		{`{"password":"a \"quoted\" one"}`, `a \"quoted\" one`},
		{`{"a":["x",{"dbPwd":"hunter22"}]}`, "hunter22"},
		{`{"arguments":"{\"kind\":\"password\",\"text\":\"the dog is rex99\"}"}`, ""},
		{`{"arguments":"{\"password\":\"hunter22\"}"}`, "hunter22"},
		{`{"tokens":1234567890,"password":null,"next":"hunter22"}`, ""},
		{`[09:30] password=hunter22 "and so on"`, "hunter22"},
		{`[09:30] password = "hunter22"`, "hunter22"},
	} {
		var got []string
		for _, x := range InJSON([]byte(c.line), Find) {
			got = append(got, c.line[x.From:x.To])
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: found %q, want %q", c.line, got, c.want)
		}
	}
}

func FuzzRedact(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, pattern := range append(credentials[:len(credentials):len(credentials)], lookalikes...) {
		text, _ := cut(form(r, pattern))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, x := range Find(s) {
			if x.From < at || x.To <= x.From || x.To > len(s) {
				t.Fatalf("span %v of %d bytes after %d", x, len(s), at)
			}
			at = x.To
		}
		Private(s)
		InJSON([]byte(s), Find)
		var st Stream
		if out := st.Add(s) + st.End(); len(Find(s)) == 0 && out != s {
			t.Fatalf("a stream made %q of %q", out, s)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	text := strings.Repeat("The dentist is on Monday; Ana's key to the flat is with the author of the book. ", 640)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Redact(text)
	}
}
