package index

import (
	"slices"
	"testing"
)

func TestTraces(t *testing.T) {
	tr := ReadTraces([]byte("{\"type\":\"session\",\"id\":\"a\"}\n{\"type\":\"message\",\"id\":\"m1\"}\n{\"type\":\"message\",\"id\"\n{\"type\":\"message\",\"id\":\"m2\"}\n{\"type\":\"message\",\"id\":\"m3\"}\n" +
		`{"type":"memory","id":"n","entries":[{"id":"e1","from":["m1","m3"]},{"id":"e2","from":["m2"]},{"id":"e3","from":["m2"],"session":"b"},{"id":"e4","from":["m9"]}]}`))
	near := func(line, reach int) []string {
		var got []string
		tr.Near(line, reach, func(id string, far int) { got = append(got, id+string(rune('0'+far))) })
		slices.Sort(got)
		return got
	}
	for _, c := range []struct {
		line, reach int
		want        []string
	}{{2, 0, []string{"e10"}}, {4, 0, []string{"e20"}}, {4, 1, []string{"e11", "e11", "e20"}}, {2, 1, []string{"e10", "e21"}}, {3, 1, nil}, {6, 1, nil}} {
		if got := near(c.line, c.reach); !slices.Equal(got, c.want) {
			t.Errorf("line %d, reach %d: %v, want %v", c.line, c.reach, got, c.want)
		}
	}
}
