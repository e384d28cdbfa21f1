package statement

import (
	"fmt"
	"testing"
)

// TestTies: who gives somebody a name is known by it.
func TestTies(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"my dad Colin moved in with us in September", "[{dad colin}]"},
		{"we've a lurcher called Biscuit", "[{lurcher biscuit}]"},
		{"Tess is my partner, she teaches welding", "[{partner tess}]"},
		{"Tess, my partner, teaches welding", "[{partner tess}]"},
		{"our boat is called Marie and leaks", "[{boat marie}]"},
		{"my sister called Imelda about the will", "[]"},
		{"my uncle rosh grows dahlias", "[{uncle rosh}]"},
		{"my dad drives a lorry", "[]"},
		{"Colin's physio is on Thursday", "[]"},
		{"meine Schwester Lena wohnt in Kassel", "[{schwester lena}]"},
		{"mein Sohn Bosse ist elf", "[{sohn bosse}]"},
		{"das Boot heißt Wilhelmine", "[{boot wilhelmine}]"},
		{"unser Kater heißt Minkus", "[{kater minkus}]"},
		{"mi hermana Pili vive en Gijón", "[{hermana pili}]"},
		{"nuestro perro se llama Tito", "[{perro tito}]"},
		{"mon frère Benoît vend des vélos", "[{frere benoit}]"},
		{"mia sorella si chiama Ornella", "[{sorella ornella}]"},
		{"meu irmão Tiago mora em Braga", "[{irmao tiago}]"},
		{"mijn zus Femke woont in Gent", "[{zus femke}]"},
		{"мой брат Игорь живёт в Омске", "[{брат игорь}]"},
	} {
		s := Read(c.text)
		if got := fmt.Sprint(s.Ties()); got != c.want {
			t.Errorf("%q ties %s, want %s", c.text, got, c.want)
		}
	}
}
