package runtime

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

// longChat is a talk of two persons over weeks, as people who write each other do: they
// go from topic to topic and tell what is so, what they like and what the day is like.
// What they say is from the corpus of the language models, a topic at a time.
func longChat(t *testing.T, seed uint64, from time.Time, names [2]string) (list []transcript.Message) {
	t.Helper()
	lines, err := corpus.Sentences()
	if err != nil {
		t.Fatal(err)
	}
	topics := map[string][]string{}
	for _, l := range lines {
		if l.Lang == language.English && l.Fields[0] == "state" && !l.Other {
			topics[l.Topic] = append(topics[l.Topic], l.Text)
		}
	}
	var order []string
	for topic := range topics {
		order = append(order, topic)
	}
	slices.Sort(order)
	draws := rand.New(rand.NewPCG(seed, 0))
	draws.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	at := from
	for _, topic := range order {
		for i, text := range topics[topic] {
			who := i % 2
			list = append(list, transcript.Message{
				ID: fmt.Sprintf("chat-%d-%d", seed, len(list)), Role: [2]transcript.Role{transcript.User, transcript.Assistant}[who], Name: names[who],
				Time: at, Content: text,
			})
			if at = at.Add(40 * time.Second); len(list)%24 == 0 {
				at = at.Add(27 * time.Hour)
			}
			if len(list) == chatLong {
				return list
			}
		}
	}
	t.Fatalf("%d messages, and no more in the corpus", len(list))
	return nil
}

// chatLong is how many messages a long chat has.
const chatLong = 420

// TestRememberedInACrowd: what a person tells an assistant has its place although three
// long chats of two other persons were lived before.
func TestRememberedInACrowd(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	talks := map[string]fixture{}
	for _, f := range readFixtures(t) {
		talks[f.name] = f
	}
	names, chats := []string{"en-health", "es-taberna", "de-werkstatt"}, 3
	lived := func(before int) (sum outcome) {
		l := newLand(t)
		for i := range before {
			l.live(t, longChat(t, uint64(i+1), time.Date(2025, time.Month(2+4*i), 3, 18, 0, 0, 0, time.UTC), [2]string{"Tove", "Anselm"}))
		}
		for _, name := range names {
			f := talks[name]
			l.live(t, f.messages)
			o := l.recall(t, f)
			t.Logf("after %d chats %s: %v", before, name, o)
			sum.somewhere, sum.found, sum.prompt, sum.stale = sum.somewhere+o.somewhere, sum.found+o.found, sum.prompt+o.prompt, sum.stale+o.stale
		}
		return sum
	}
	empty, crowded := lived(0), lived(chats)
	t.Logf("of %d facts in an empty land %v; after %d long chats %v", 20*len(names), empty, chats, crowded)
	if fewer, least := 2*len(names), 11*len(names); empty.prompt < least || crowded.somewhere < empty.somewhere-fewer || crowded.prompt < empty.prompt-fewer || crowded.found < empty.found-fewer {
		t.Errorf("of %d facts in an empty land %v; after %d long chats %v", 20*len(names), empty, chats, crowded)
	}
}
