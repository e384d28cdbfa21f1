package index

import (
	"reflect"
	"testing"
)

func TestTraces(t *testing.T) {
	tr := ReadTraces([]byte("{\"type\":\"session\",\"id\":\"a\"}\n{\"type\":\"message\",\"id\":\"m1\",\"content\":\"a\"}\n{\"type\":\"message\",\"id\"\n{\"type\":\"message\",\"id\":\"m2\",\"content\":\"b\"}\n{\"type\":\"message\",\"id\":\"m3\",\"content\":\"c\"}\n" +
		`{"type":"memory","id":"n","entries":[{"id":"e1","from":["m1","m3"]},{"id":"e2","from":["m2"]},{"id":"e3","from":["m2"],"session":"b"},{"id":"e4","from":["m9"]}]}`))
	want := []Trace{{2, []string{"e1"}}, {4, []string{"e2"}}, {5, []string{"e1"}}}
	if !reflect.DeepEqual(tr, want) {
		t.Errorf("%v, want %v", tr, want)
	}
}
