package index

import (
	"slices"
	"testing"
)

func TestTraces(t *testing.T) {
	tr := ReadTraces([]byte("{\"type\":\"session\",\"id\":\"a\"}\n{\"type\":\"message\",\"id\":\"m1\",\"content\":\"a\"}\n{\"type\":\"message\",\"id\"\n{\"type\":\"message\",\"id\":\"m2\",\"content\":\"b\"}\n{\"type\":\"message\",\"id\":\"m3\",\"content\":\"c\"}\n" +
		`{"type":"memory","id":"n","entries":[{"id":"e1","from":["m1","m3"]},{"id":"e2","from":["m2"]},{"id":"e3","from":["m2"],"session":"b"},{"id":"e4","from":["m9"]}]}`))
	near := func(passage, reach int) []string {
		var got []string
		tr.Near(passage, reach, func(id string, far int) { got = append(got, id+string(rune('0'+far))) })
		slices.Sort(got)
		return got
	}
	for _, c := range []struct {
		passage, reach int
		want           []string
	}{{0, 0, []string{"e10"}}, {1, 0, []string{"e20"}}, {1, 1, []string{"e11", "e11", "e20"}}, {0, 1, []string{"e10", "e21"}}, {5, 1, nil}} {
		if got := near(c.passage, c.reach); !slices.Equal(got, c.want) {
			t.Errorf("passage %d, reach %d: %v, want %v", c.passage, c.reach, got, c.want)
		}
	}
}
