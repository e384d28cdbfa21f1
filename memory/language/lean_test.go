package language

import "testing"

// TestLeans: what is short may say all, and what is long may need what was said before.
// It is learned: most of it is right.
func TestLeans(t *testing.T) {
	right := 0
	cases := []struct {
		before, text string
		l            Lang
		leans        bool
	}{
		{"The surgery rang about Mum's hip.", "They can take her on the 9th.", English, true},
		{"My nephew has moved to the coast.", "Works on the lifeboats there.", English, true},
		{"I signed up for Welsh at last.", "Wednesdays at eight, in the library.", English, true},
		{"I can't stand that tune.", "My landlord is called Ferris.", English, false},
		{"What a day.", "I take the 7:40 to Leeds every morning.", English, false},
		{"Der Tierarzt hat angerufen.", "Zweimal am Tag eine halbe.", German, true},
		{"Meine Tochter hat ein neues Zimmer.", "Ich wohne seit 2019 in Husum.", German, false},
		{"Ma cousine a trouvé un poste.", "Elle commence le 3 mars.", French, true},
		{"Il fait froid.", "Mon médecin s'appelle Hulot.", French, false},
		{"Mi hermano cambió de piso.", "En la calle del Pez, tercero.", Spanish, true},
	}
	for _, c := range cases {
		if p := Leans(c.before, c.text, c.l); (p >= .5) == c.leans {
			right++
		} else {
			t.Logf("%q behind %q: %.2f", c.text, c.before, p)
		}
	}
	if right < len(cases)-2 {
		t.Errorf("of %d %d are right", len(cases), right)
	}
}

// TestChanges: a change needs no word for it, and is likelier one than what but tells of
// something. It is learned: most of it is right.
func TestChanges(t *testing.T) {
	right, pairs := 0, 0
	cases := []struct {
		text    string
		l       Lang
		changes bool
	}{
		{"we've swapped the Corsa for a van", English, true},
		{"the doctor took me off the blood thinners", English, true},
		{"my brother-in-law quit the fire brigade", English, true},
		{"our neighbour has two goats", English, false},
		{"I like my tea without sugar", English, false},
		{"Den Garten haben wir abgegeben", German, true},
		{"Meine Tante wohnt in Kiel", German, false},
		{"on a vendu le bateau", French, true},
		{"ma fille joue du hautbois", French, false},
		{"dejé el gimnasio", Spanish, true},
	}
	for _, c := range cases {
		for _, o := range cases {
			if !c.changes || o.changes {
				continue
			}
			pairs++
			if p, q := Changes(c.text, c.l), Changes(o.text, o.l); p > q {
				right++
			} else {
				t.Logf("%q: %.2f, %q: %.2f", c.text, p, o.text, q)
			}
		}
	}
	if right < pairs-2 {
		t.Errorf("of %d pairs %d are in order", pairs, right)
	}
}
