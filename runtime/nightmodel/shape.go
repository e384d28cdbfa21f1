package nightmodel

import (
	"encoding/json"
	"strings"
)

// shape is a JSON Schema in the fewest words a model understands: an object with
// the names of its fields and what each holds. Fields come in the order in which
// they are required.
func shape(schema json.RawMessage) string {
	var s struct {
		Type       string                     `json:"type"`
		Enum       []string                   `json:"enum"`
		Required   []string                   `json:"required"`
		Properties map[string]json.RawMessage `json:"properties"`
		Items      json.RawMessage            `json:"items"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return string(schema) // the program's own; a model may read what we cannot
	}
	switch {
	case len(s.Enum) > 0:
		return `"` + strings.Join(s.Enum, "|") + `"`
	case s.Type == "object":
		fields := make([]string, 0, len(s.Required))
		for _, name := range s.Required {
			fields = append(fields, `"`+name+`":`+shape(s.Properties[name]))
		}
		return "{" + strings.Join(fields, ",") + "}"
	case s.Type == "array":
		return "[" + shape(s.Items) + ",…]"
	}
	return s.Type
}
