// Package schema fits a JSON Schema to what structured output of the providers
// takes. It never judges a value: whoever asked for a shape checks the reply.
package schema

import (
	"encoding/json"
	"fmt"
)

// Object reads a JSON Schema of type object; null and nothing are the schema of
// an object without properties.
func Object(raw json.RawMessage) (map[string]any, error) {
	m := map[string]any{}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &m); err != nil {
			return nil, fmt.Errorf("read schema: %w", err)
		}
	}
	if m == nil {
		m = map[string]any{}
	}
	if m["type"] == nil {
		m["type"] = "object"
	}
	if m["properties"] == nil && m["type"] == "object" {
		m["properties"] = map[string]any{}
	}
	return m, nil
}

// Strict reports whether the providers that constrain decoding ("strict") take
// the schema as it is: every object closed, every property required.
func Strict(m map[string]any) bool {
	ok := true
	walk(m, func(o map[string]any) {
		if o["type"] != "object" && o["properties"] == nil {
			return
		}
		if closed, is := o["additionalProperties"].(bool); !is || closed {
			ok = false
		}
		props, _ := o["properties"].(map[string]any)
		required, _ := o["required"].([]any)
		named := map[any]bool{}
		for _, r := range required {
			named[r] = true
		}
		for p := range props {
			ok = ok && named[p]
		}
	})
	return ok
}

// Plain closes every object and takes out the keywords that Anthropic's
// structured output refuses (bounds on numbers, strings and lists). The bounds
// are for the reader of the reply to check. It changes m and returns it.
func Plain(m map[string]any) map[string]any {
	walk(m, func(o map[string]any) {
		for _, k := range []string{
			"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
			"minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems",
			"minProperties", "maxProperties", "default", "examples", "$schema",
		} {
			delete(o, k)
		}
		if o["type"] == "object" || o["properties"] != nil {
			o["additionalProperties"] = false
		}
	})
	return m
}

// walk visits every schema within m, m first.
func walk(m map[string]any, visit func(map[string]any)) {
	visit(m)
	for _, k := range []string{"properties", "$defs", "definitions"} {
		if group, ok := m[k].(map[string]any); ok {
			for _, v := range group {
				if s, ok := v.(map[string]any); ok {
					walk(s, visit)
				}
			}
		}
	}
	for _, k := range []string{"items", "additionalProperties", "not"} {
		if s, ok := m[k].(map[string]any); ok {
			walk(s, visit)
		}
	}
	for _, k := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
		list, _ := m[k].([]any)
		for _, v := range list {
			if s, ok := v.(map[string]any); ok {
				walk(s, visit)
			}
		}
	}
}
