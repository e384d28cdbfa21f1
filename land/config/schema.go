package config

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
)

// Schema is the JSON Schema of a config.toml, for editors that check while one
// types.
func Schema() []byte {
	root := object("Dormouse's config.toml")
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	for _, k := range Keys() {
		at := root
		path := strings.Split(k.Name, ".")
		for i, part := range path[:len(path)-1] {
			at = below(at, part, strings.Join(path[:i+1], "."))
		}
		if last := path[len(path)-1]; last == "*" {
			at["additionalProperties"] = k.schema()
		} else if properties, ok := at["properties"].(schema); ok {
			properties[last] = k.schema()
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		return nil // unreachable: texts and finite numbers encode
	}
	return b.Bytes()
}

type schema = map[string]any

// object is a table that knows no key yet.
func object(title string) schema {
	return schema{"title": title, "type": "object", "properties": schema{}, "additionalProperties": false}
}

// below is the table under a name, made on first use.
func below(at schema, name, title string) schema {
	if name == "*" {
		table, ok := at["additionalProperties"].(schema)
		if !ok {
			table = object(title)
			at["additionalProperties"] = table
		}
		return table
	}
	properties, _ := at["properties"].(schema)
	table, ok := properties[name].(schema)
	if !ok {
		table = object(title)
		properties[name] = table
	}
	return table
}

// Patterns of what is written as text.
const (
	spanPattern    = `^\s*(([0-9]+(\.[0-9]*)?|\.[0-9]+)d|[+]?(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+|0)\s*$`
	sizePattern    = `^\s*[0-9._]+\s*[kKmM]?\s*$`
	modelPattern   = `^([^/]+/.+)?$`
	addressPattern = `^(https?://.+)?$`
)

// schema is one key's.
func (k Key) schema() schema {
	s := k.values()
	s["description"] = k.described()
	if k.Default != "" {
		s["default"] = k.zero()
		if k.Kind == Span {
			s["default"] = k.Default
		}
	}
	return s
}

// described is the help with unit and range.
func (k Key) described() string {
	text := k.Help
	if r := k.Range(); r != "" {
		text += " " + strings.ToUpper(r[:1]) + r[1:]
		if k.Unit != "" {
			text += " (" + k.Unit + ")"
		}
		text += "."
	}
	if k.Own != "" {
		text += " Not in a land's config: it " + k.Own + "."
	}
	return text
}

// values says which values a key takes.
func (k Key) values() schema {
	text := schema{"type": "string"}
	switch k.Kind {
	case Switch:
		return schema{"type": "boolean"}
	case Choice:
		return schema{"type": "string", "enum": k.Values}
	case Model:
		text["pattern"] = modelPattern
	case Address:
		text["pattern"] = addressPattern
	case Span:
		text["pattern"] = spanPattern
	case Number:
		return k.bounded("number")
	case Count:
		return k.bounded("integer")
	case Size:
		text["pattern"] = sizePattern
		return schema{"anyOf": []schema{k.bounded("integer"), text}}
	case Chord:
		return schema{"anyOf": []schema{text, {"type": "array", "items": text, "minItems": 1}}}
	}
	return text
}

// bounded is a number of the key's range.
func (k Key) bounded(kind string) schema {
	s := schema{"type": kind}
	if k.Min == 0 && k.Max == 0 {
		return s
	}
	s["minimum"] = k.Min
	if k.Above {
		delete(s, "minimum")
		s["exclusiveMinimum"] = k.Min
	}
	if !math.IsInf(k.Max, 1) {
		s["maximum"] = k.Max
	}
	return s
}
