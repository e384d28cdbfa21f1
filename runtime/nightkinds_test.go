package runtime

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/memory/snapshot"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/nightmodel"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// kind is one kind of night: what comes before it, the night, and what shows
// that it was of that kind.
type kind struct {
	name   string
	window int
	change func(o *Options)
	before func(k *kindLand)
	answer func(k *kindLand) llmtest.Reply
	night  func(k *kindLand) (night.Report, error)
	proof  func(r night.Report) bool
}

// kindLand is a land on which a night of some kind is about to fall.
type kindLand struct {
	*testLand
	c *Conversation
	m *llmtest.Model
}

// tell says stories, from one to another.
func (k *kindLand) tell(from, to int) {
	k.t.Helper()
	for i := from; i < to; i++ {
		if _, err := k.say(k.c, story(i)); err != nil {
			k.t.Fatal(err)
		}
	}
}

// rest is a night that must go well; what is under test comes later.
func (k *kindLand) rest() night.Report {
	k.t.Helper()
	r, err := k.c.Sleep(k.t.Context(), NightOptions{})
	if err != nil {
		k.t.Fatal(err)
	}
	return r
}

func asked(depth sleep.Depth) func(*kindLand) (night.Report, error) {
	return func(k *kindLand) (night.Report, error) { return k.c.Sleep(k.t.Context(), NightOptions{Depth: depth}) }
}

// drowsy is a night that the program falls into by itself.
func drowsy(k *kindLand) (night.Report, error) {
	k.events = nil
	slept, err := k.c.SleepIfDue(k.t.Context())
	if err == nil && !slept {
		err = errors.New("it was not tired: " + k.c.Decide(0).String())
	}
	for _, e := range k.events {
		if w, ok := e.(Woke); ok {
			return w.Report, err
		}
	}
	return night.Report{}, err
}

func finding(entries ...string) llmtest.Reply {
	return llmtest.Say(`{"note":{"request":["They spoke of friends who moved."],"decisions":[],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},"days":[],"entries":[` + strings.Join(entries, ",") + `]}`)
}

func entryOf(text, from, replaces string) string {
	b, _ := json.Marshal(map[string]any{"type": "fact", "text": text, "importance": 0.9, "from": []string{from}, "open": false, "replaces": replaces})
	return string(b)
}

// moves are what a model finds in the stories from one to another.
func moves(k *kindLand, from, to int) []string {
	var list []string
	for i := from; i < to; i++ {
		text, _, _ := strings.Cut(story(i), " and now")
		list = append(list, entryOf(strings.TrimPrefix(text, "My friend ")+".", k.c.session.Messages()[2*i].ID, ""))
	}
	return list
}

func model(o *Options) { o.Engine = "auto" }

func kinds() []kind {
	return append(append(plainKinds(), memoryKinds()...), laterKinds()...)
}

func many(k *kindLand) { k.tell(0, 30) }

// plainKinds differ in what began the night and in who did its work.
func plainKinds() []kind {
	return []kind{
		{name: "light, asked for, offline", before: many, night: asked(sleep.Light),
			proof: func(r night.Report) bool { return r.Engine == "offline" && r.Depth == sleep.Light }},
		{name: "deep", before: many, night: asked(sleep.Deep),
			proof: func(r night.Report) bool { return len(r.Dreams) > 0 }},
		{name: "the context is full", window: 4000, change: func(o *Options) { o.Settings.Threshold = 0.99 },
			before: func(k *kindLand) { k.tell(0, 26); k.c.o.Settings.Threshold = 0.4 }, night: drowsy,
			proof: func(r night.Report) bool { return r.Trigger == sleep.TriggerContext }},
		{name: "idle, and so deep", change: func(o *Options) { o.AllTriggers = true },
			before: func(k *kindLand) { k.tell(0, 12); k.past.Set(k.past.at.Add(3 * time.Hour)) }, night: drowsy,
			proof: func(r night.Report) bool { return r.Trigger == sleep.TriggerIdle && r.Depth == sleep.Deep }},
		{name: "with a model", window: 32000, change: model, before: many, night: asked(sleep.Light),
			answer: func(*kindLand) llmtest.Reply {
				return finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""))
			},
			proof: func(r night.Report) bool { return r.Engine == "model" && len(r.Entries) == 1 }},
		{name: "deep, with a model that reflects", window: 32000, change: model, night: asked(sleep.Deep),
			before: func(k *kindLand) {
				k.tell(0, 1)
				k.past.Set(k.past.at.AddDate(0, 0, 1)) // an insight draws from two days
				k.tell(1, 30)
				k.m.Otherwise = mirrored(2)
			},
			answer: func(*kindLand) llmtest.Reply {
				return finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""), entryOf("Henrik moved to Bergen in 1981 to look after a sick uncle.", "Henrik moved to Bergen in 1981", ""))
			},
			proof: func(r night.Report) bool {
				return r.Engine == "model" && r.Calls == 2 && slices.ContainsFunc(r.Dreams, func(x night.Dreamt) bool { return x.Task == night.DreamReflect && x.Count == 1 })
			}},
		{name: "with a model that fails", window: 32000, change: model, before: many, night: asked(sleep.Light),
			answer: func(*kindLand) llmtest.Reply { return llmtest.Say(strings.Repeat("é", 300_000)) },
			proof: func(r night.Report) bool {
				return r.Engine == "offline" && strings.Contains(r.Degraded, "600000 bytes")
			}},
	}
}

// memoryKinds differ in what the night does to memory.
func memoryKinds() []kind {
	return []kind{
		{name: "with what memory has already", window: 32000, change: model, night: asked(sleep.Light),
			before: func(k *kindLand) {
				k.tell(0, 12)
				k.m.Add(finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", "")))
				k.rest()
				k.tell(0, 2)
			},
			answer: func(k *kindLand) llmtest.Reply {
				ms := k.c.session.Messages()
				return finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", ms[len(ms)-4].ID, ""),
					entryOf("Henrik moved to Bergen in 1981 to look after a sick uncle.", ms[len(ms)-2].ID, ""))
			},
			proof: func(r night.Report) bool { return r.Duplicates > 0 && len(r.Entries) == 1 }},
		{name: "with newer word", window: 32000, change: model, night: asked(sleep.Light),
			before: func(k *kindLand) {
				k.tell(0, 12)
				k.m.Add(finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", "")))
				k.rest()
				k.tell(20, 21) // Ruth again, in another town
			},
			answer: func(k *kindLand) llmtest.Reply {
				nights, _ := night.Ledgers(k.land)
				b, _ := k.land.Read(night.RecordPath(nights[0].Night))
				plan, _ := night.ReadPlan(b)
				ms := k.c.session.Messages()
				return finding(entryOf("Ruth moved to Split in 2000.", ms[len(ms)-2].ID, plan.Report.Entries[0].ID))
			},
			proof: func(r night.Report) bool { return len(r.Superseded) == 1 }},
		{name: "with promotions", change: func(o *Options) { o.Settings.LastingFrom, o.Settings.Replay.Permanent = 0.99, 0.1 },
			before: func(k *kindLand) { k.tell(0, 12); k.rest(); k.tell(0, 6) }, night: asked(sleep.Light),
			proof: func(r night.Report) bool { return len(r.Promoted) > 0 }},
		{name: "with a full MEMORY.md", window: 32000,
			change: func(o *Options) { o.Engine, o.Settings.LongTerm, o.Settings.MaxLoss = "auto", 180, 1 },
			before: func(k *kindLand) {
				k.tell(0, 12)
				k.m.Add(finding(moves(k, 0, 8)...))
				k.rest()
				k.tell(12, 24)
				k.c.o.Settings.LongTerm = 120
			}, night: asked(sleep.Deep),
			answer: func(k *kindLand) llmtest.Reply { return finding(moves(k, 18, 20)...) },
			proof:  func(r night.Report) bool { return len(r.Retired) > 0 }},
		{name: "over a person's own files", night: asked(sleep.Deep),
			before: func(k *kindLand) {
				k.mem.Put("MEMORY.md", []byte("\ufeff---\r\ntags: [me]\r\n---\r\n# Memory\r\n\r\n## Facts\r\n\r\n- Mine, by hand.\r\n<!-- not yet -->\r\n"))
				k.mem.Put("memory/2026-11-21.md", []byte("# 2026-11-21\n\n- a line of mine, no newline"))
				k.tell(0, 20)
			},
			proof: func(r night.Report) bool { return len(r.Entries) > 0 }},
		{name: "with questions that memory must answer", window: 4000,
			change: func(o *Options) {
				o.Settings.RecallFloor, o.Settings.Keep, o.Settings.Least, o.Settings.Threshold = 1, 0.05, 0, 0.99
			},
			before: many, night: asked(sleep.Light),
			proof: func(r night.Report) bool { return r.Recall.Answered < r.Recall.Before }},
	}
}

// open puts a kind's land in the state before its night.
func (kd kind) open(t *testing.T) *kindLand {
	t.Helper()
	k := &kindLand{testLand: newLand(t), m: llmtest.New()}
	k.m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	if kd.window == 0 {
		kd.window = 8000
	}
	o := Options{Settings: sleep.DefaultSettings()}
	if kd.change != nil {
		kd.change(&o)
	}
	k.c = k.begin(k.m, kd.window, "")
	k.c.o.Settings, k.c.o.AllTriggers = o.Settings, o.AllTriggers
	if o.Engine != "" {
		k.c.o.Engine = o.Engine
	}
	kd.before(k)
	k.past.Set(k.past.at.Add(10 * time.Minute))
	return k
}

// sleep is the night, which must be what the kind says.
func (kd kind) sleep(t *testing.T, k *kindLand) night.Report {
	t.Helper()
	if kd.answer != nil {
		k.m.Add(kd.answer(k))
	}
	r, err := kd.night(k)
	if err != nil || !kd.proof(r) {
		t.Fatalf("not a night of this kind: %v, %+v", err, r)
	}
	return r
}

// idIn finds the ids of records.
var idIn = regexp.MustCompile(`"id":"([a-z0-9]+)"`)

// state are sums of all files that are not only ever appended to, and of the
// next request.
func (k *kindLand) state() map[string]string {
	k.t.Helper()
	all := map[string]string{}
	for name, text := range k.mem.Files() {
		grows := strings.HasPrefix(name, "sessions/") || name == night.NightsPath || name == replay.MindPath || name == replay.MindLogPath || strings.HasPrefix(name, snapshot.RecordsDir) || strings.HasSuffix(name, ".tasks.yaml")
		own := strings.HasPrefix(name, ".dormouse/undo/") || strings.HasPrefix(name, ".dormouse/locks/") || strings.HasPrefix(name, ".dormouse/tmp/")
		if !grows && !own {
			all[name] = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		}
	}
	self, err := replay.ReadMind(k.land.Read)
	if err != nil {
		k.t.Fatal(err)
	}
	snap, err := snapshot.Read(k.land)
	if err != nil {
		k.t.Fatal(err)
	}
	for name, text := range k.mem.Files() {
		for _, id := range idIn.FindAllStringSubmatch(text, -1) {
			if r, known := snap.Record(id[1]); known && strings.HasPrefix(name, snapshot.RecordsDir) {
				b, err := json.Marshal(r)
				if err != nil {
					k.t.Fatal(err)
				}
				all["the record of "+id[1]] = string(b)
			}
		}
	}
	all["the mind"] = fmt.Sprintf("%x", sha256.Sum256(self.Bytes()))
	b, err := json.Marshal(k.c.Request())
	if err != nil {
		k.t.Fatal(err)
	}
	all["the request"] = fmt.Sprintf("%x", sha256.Sum256(b))
	return all
}

func differences(a, b map[string]string) []string {
	names := map[string]bool{}
	for name := range a {
		names[name] = a[name] != b[name]
	}
	for name := range b {
		names[name] = a[name] != b[name]
	}
	maps.DeleteFunc(names, func(_ string, differs bool) bool { return !differs })
	return slices.Sorted(maps.Keys(names))
}

// again runs a night again from what is on disk.
func (k *kindLand) again(id string) (night.Again, error) {
	k.t.Helper()
	b, err := k.land.Read(night.RecordPath(id))
	if err != nil {
		k.t.Fatal(err)
	}
	plan, err := night.ReadPlan(b)
	if err != nil {
		k.t.Fatal(err)
	}
	return nightmodel.RunAgain(k.t.Context(), k.land, plan, time.UTC)
}

// GUARANTEES 26.
func TestEveryKindOfNightCanBeTakenBack(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, kd := range kinds() {
		t.Run(kd.name, func(t *testing.T) {
			k := kd.open(t)
			before := k.state()
			r := kd.sleep(t, k)
			if after := k.state(); slices.Equal(differences(before, after), nil) {
				t.Fatal("the night changed nothing")
			}
			if _, err := k.c.UndoNight(r.Night); err != nil {
				t.Fatal(err)
			}
			if d := differences(before, k.state()); len(d) > 0 {
				t.Errorf("not as before: %v", d)
			}
			c := k.begin(k.m, k.c.prompt.Ledger.Window, k.reopened())
			k.c = c
			if d := differences(before, k.state()); len(d) > 0 {
				t.Errorf("not as before, to another program: %v", d)
			}
		})
	}
}

// reopened lets go of the session, for another program to open it.
func (k *kindLand) reopened() string {
	id := k.c.Session()
	if err := k.c.Close(); err != nil {
		k.t.Fatal(err)
	}
	return id
}

func TestEveryKindOfNightTakenBackLeavesLaterEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, kd := range kinds() {
		t.Run(kd.name, func(t *testing.T) {
			k := kd.open(t)
			before := k.state()
			r := kd.sleep(t, k)
			e := r.Entries[0]
			path, mine := e.Path, "- A line that came later, by hand.\n"
			b, err := k.land.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(b), "\n")
			i := slices.IndexFunc(lines, func(s string) bool { return strings.HasSuffix(strings.TrimSpace(s), " ^"+e.ID) })
			lines[i] = strings.Replace(lines[i], " ^"+e.ID, " (I know better) ^"+e.ID, 1)
			k.mem.Put(path, []byte(mine+strings.Join(lines, "")))
			said, err := k.c.UndoNight(r.Night)
			if err != nil {
				t.Fatal(err)
			}
			k.wantFile(path, mine)
			k.wantFile(path, "(I know better)")
			if !strings.Contains(said, path+":") || !strings.Contains(said, "is yours and stays") || !strings.Contains(said, "(I know better)") {
				t.Errorf("the conflict is not shown: %s", said)
			}
			if d := differences(before, k.state()); !slices.Contains(d, path) || slices.Contains(d, "the request") {
				t.Errorf("differ: %v; only the edited file may, and what depends on it", d)
			}
		})
	}
}

func TestEveryKindOfNightCanBeRunAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, kd := range kinds() {
		t.Run(kd.name, func(t *testing.T) {
			k := kd.open(t)
			r := kd.sleep(t, k)
			asked := len(k.m.Requests())
			same := func(when string) {
				t.Helper()
				a, err := k.again(r.Night)
				if err != nil || !a.Identical || len(a.Compared) < 4 || a.Changed {
					t.Errorf("%s: %v, %+v", when, err, a)
				}
			}
			files := k.mem.Files()
			same("at once")
			if len(k.m.Requests()) != asked || !maps.Equal(files, k.mem.Files()) {
				t.Error("running again asked a model, or wrote something")
			}
			k.m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
			k.tell(40, 50)
			if _, err := k.c.Sleep(t.Context(), NightOptions{Depth: sleep.Deep}); err != nil {
				t.Fatal(err)
			}
			same("after another night")
		})
	}
}

func TestANightThatComesOutOtherwiseIsSaid(t *testing.T) {
	k := kinds()[4].open(t)
	r := kinds()[4].sleep(t, k)
	name := night.RecordPath(r.Night)
	packed, _ := k.mem.Get(name)
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	for what, tt := range map[string]struct {
		from, to string
		differ   string
	}{
		"another answer": {"moved to Lisbon in 1980 because", "moved to Lisbon because", "memory/2026-11-21.md"},
		"another seed":   {`"seed":`, `"seed":9`, replay.MindLogPath},
	} {
		k.mem.Put(name, []byte(strings.ReplaceAll(string(text), tt.from, tt.to)))
		a, err := k.again(r.Night)
		if err != nil || a.Identical || !slices.ContainsFunc(a.Differ, func(s string) bool { return s == tt.differ || s == "MEMORY.md" }) {
			t.Errorf("%s: %v, %+v", what, err, a)
		}
	}
	k.mem.Put(name, text)
	k.mem.Put("memory/2026-11-01.md", []byte("# 2026-11-01\n\n- A note that was put there later.\n"))
	if a, err := k.again(r.Night); err != nil || !a.Changed {
		t.Errorf("memory was changed by hand: %v, %+v", err, a)
	}
	k.mem.Delete(".dormouse/undo/" + r.Night)
	if _, err := k.again(r.Night); !errors.Is(err, night.ErrUnrecorded) {
		t.Errorf("without its undo image: %v", err)
	}
	k.mem.Put(name, []byte(strings.Replace(string(text), `"given":{`, `"since":{`, 1)))
	if _, err := k.again(r.Night); !errors.Is(err, night.ErrUnrecorded) {
		t.Errorf("a record without what it was given: %v", err)
	}
}

// A key that a model repeats is in no file.
func TestRecordedAnswersHoldNoKeys(t *testing.T) {
	kd := kinds()[4]
	key := "sk-ant-api03-" + strings.Repeat("Ab3dE9", 8)
	kd.answer = func(*kindLand) llmtest.Reply {
		return finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""), entryOf("The key is "+key+".", "Ruth moved to Lisbon in 1980", ""))
	}
	kd.proof = func(r night.Report) bool { return r.Engine == "model" }
	k := kd.open(t)
	r := kd.sleep(t, k)
	for name, text := range k.mem.Files() {
		if strings.Contains(text, key) {
			t.Errorf("%s holds the key", name)
		}
	}
	if a, err := k.again(r.Night); err != nil || !a.Identical {
		t.Errorf("%v, %+v", err, a)
	}
}
