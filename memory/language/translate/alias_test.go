package translate

import "testing"

func TestAliases(t *testing.T) {
	for _, c := range []struct {
		a, b string
		ok   bool
	}{
		{"Postgres", "PostgreSQL", true}, {"k8s", "Kubernetes", true}, {"JS", "JavaScript", true}, {"Teun", "Teunis", true}, {"Gdansk", "Gdańsk", true},
		{"Ana", "Anna", false}, {"Katarina", "Katarzyna", false}, {"O'Brien", "O'Neill", false}, {"Ana", "Anabel", false}, {"Müller", "Möller", false}, {"Oporto", "Porto", true},
		{"Rex's", "Rex", true}, {"Max", "Maximilian", false}, {"Ngo", "Nguyen", false},
	} {
		if Alias(c.a, c.b) != c.ok || Alias(c.b, c.a) != c.ok {
			t.Errorf("%s and %s: want %v", c.a, c.b, c.ok)
		}
	}
}
