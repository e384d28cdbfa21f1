package sync_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/memory"
)

// strength is what a machine holds of the entry that has a text.
func (m *machine) strength(text string) (o memory.Origin) {
	m.t.Helper()
	store, _ := m.store()
	entries, err := store.Entries()
	if err != nil {
		m.t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Text, text) && e.ID != "" && e.Path == land.MemoryFile {
			if o, err = store.Why("^" + e.ID); err != nil {
				m.t.Fatal(err)
			}
			return o
		}
	}
	m.t.Fatalf("%s: no entry has %q:\n%s", m.name, text, m.read(land.MemoryFile))
	return o
}

// sameStrength wants an entry to be as strong on all machines, after so many uses.
func sameStrength(t *testing.T, when string, list []*machine, text string, uses int) float64 {
	t.Helper()
	first := list[0].strength(text)
	for _, m := range list {
		if o := m.strength(text); o.Uses != uses || o.Strength != first.Strength || !o.Used.Equal(first.Used) {
			t.Errorf("%s, %s: strength %.6f after %d uses, last %s; want %.6f after %d, last %s", when, m.name, o.Strength, o.Uses, o.Used, first.Strength, uses, first.Used)
		}
	}
	return first.Strength
}

// TestUseTravels: what was used on any machine is as strong on all of them, whoever syncs
// first; syncing again counts nothing twice, and a night that is taken back takes its
// uses along.
func TestUseTravels(t *testing.T) {
	const fact, asked = "My sister Ottilie works as a harbour pilot in Zeebrugge.", "Ottilie, my sister, works as a harbour pilot in Zeebrugge, did you know?"
	var strengths []float64
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}} {
		list, remote := machines(t, 3)
		list[0].run("-p", fact)
		list[0].run("sleep")
		settled(list, remote)
		for day := range 7 { // a week apart, each with the same talk
			for i, m := range list {
				m.now = m.now.Add(24 * time.Hour)
				if day%3 == i {
					m.run("-c", "-p", asked)
				} else {
					m.run("-c", "-p", fmt.Sprintf("On day %d it rained on machine %s, and nothing else happened.", day, m.name))
				}
				m.run("sleep")
			}
		}
		for range 3 {
			for _, i := range order {
				list[i].run("sync", remote)
			}
		}
		equal(t, list)
		strengths = append(strengths, sameStrength(t, fmt.Sprint(order), list, "Ottilie", 7))
		settled(list, remote)
		sameStrength(t, "synced again", list, "Ottilie", 7)
		last := list[0]
		last.now = last.now.Add(48 * time.Hour)
		last.run("-c", "-p", asked)
		last.run("sleep")
		settled(list, remote)
		sameStrength(t, "used once more", list, "Ottilie", 8)
		last.now = last.now.Add(time.Hour)
		last.run("sleep", "undo")
		settled(list, remote)
		sameStrength(t, "that night taken back", list, "Ottilie", 7)
		for _, m := range list {
			m.run("memory", "check")
		}
	}
	for _, s := range strengths {
		if s != strengths[0] || s <= 0 {
			t.Errorf("the order of syncs makes strengths of %v", strengths)
		}
	}
}

// TestAWeekOffline: three machines go on with one talk for a week, none hearing of the
// others, and then meet: nothing is lost, doubled or falsely cited, and all are equal.
func TestAWeekOffline(t *testing.T) {
	list, remote := machines(t, 3)
	r := rand.New(rand.NewPCG(7, 7))
	said := told{}
	list[0].run("-p", "Hello there.")
	list[0].write(land.MemoryFile, "# Memory\n")
	settled(list, remote)
	for day := range 7 {
		for i, m := range list {
			m.now = m.now.Add(24 * time.Hour)
			for n := range 2 {
				word := fmt.Sprintf("%s%c%c", []string{"Adelmo", "Bruscha", "Cyndra"}[i], 'a'+day, 'a'+n)
				said[word] = fact(r, word)
				m.run("-c", "-p", said[word])
				m.now = m.now.Add(time.Minute)
			}
			m.run("sleep")
		}
	}
	settled(list, remote)
	equal(t, list)
	sessions := 0
	for name := range list[0].files() {
		if strings.HasPrefix(name, land.SessionsDir) {
			sessions++
		}
	}
	if sessions != 1 {
		t.Errorf("%d sessions: they did not go on with the same one", sessions)
	}
	list[1].run("sleep", "--all")
	settled(list, remote)
	equal(t, list)
	for _, m := range list {
		m.honest(said)
	}
}
