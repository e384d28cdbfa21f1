package config

import (
	"slices"
	"strings"
)

// CompleteKey are the keys that a shell offers for what was typed, each with its
// help after a tab. A name of the person's own stays as they typed it.
func CompleteKey(typed string) []string {
	var out []string
	parts := strings.Split(typed, ".")
	for _, k := range Keys() {
		path := strings.Split(k.Name, ".")
		for i, p := range path {
			if p == "*" && i < len(parts) && parts[i] != "" && slices.Equal(parts[:i], path[:i]) {
				path[i] = parts[i]
			}
		}
		name := strings.Join(path, ".")
		if before, _, named := strings.Cut(name, "*"); named {
			name = before
		}
		if strings.HasPrefix(name, typed) {
			out = append(out, name+"\t"+k.Help)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(line string) bool {
		name, _, _ := strings.Cut(line, "\t")
		again := seen[name]
		seen[name] = true
		return again
	})
}

// CompleteValue are the values that a shell offers for a key: all there are, or
// the default with the range.
func CompleteValue(name string) []string {
	k, err := Find(name)
	if err != nil {
		return nil
	}
	switch k.Kind {
	case Switch:
		return []string{"true", "false"}
	case Choice:
		return slices.DeleteFunc(slices.Clone(k.Values), func(v string) bool { return v == "" })
	}
	if k.Default == "" {
		return nil
	}
	text := k.Default + "\tdefault"
	if k.Unit != "" {
		text += ", " + k.Unit
	}
	if r := k.Range(); r != "" {
		text += ", " + r
	}
	return []string{text}
}
