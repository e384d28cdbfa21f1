package land

import (
	"fmt"
	"strings"
)

// ConfigReference is docs/config.md, made from the table of keys.
func ConfigReference() string {
	var b strings.Builder
	b.WriteString(`# Config

<!-- Made from the table in land/config_*.go: go test ./land -run ConfigReference -update -->

Dormouse reads, and the later one wins:

1. ` + "`$XDG_CONFIG_HOME/dormouse/config.toml`" + ` (` + "`~/.config/dormouse/config.toml`" + `), yours,
2. ` + "`LAND/config.toml`" + `, which travels with the memory,
3. the environment,
4. flags.

A key that is not listed here, a value of the wrong type or out of range is an error that names file and line.
A land may come from elsewhere, so keys marked **yours** cannot stand in its config: they run a program, name a host or send text away.
Keys of providers stand in no file: they come from the environment (` + "`key_env`" + `) or a ` + "`key_command`" + `.

Sizes are tokens: ` + "`200000`, `\"200k\"`, `\"1m\"`" + ` (k is 1,000). Durations are text: ` + "`\"90s\"`, `\"5m\"`, `\"1h30m\"`, `\"30d\"`" + `.
` + "`dormouse config`" + ` lists every key with its value and where that came from.
`)
	section := "\x00"
	for _, k := range Keys() {
		if s := k.section(); s != section {
			section = s
			b.WriteString(heading(s))
		}
		b.WriteString(k.row())
	}
	b.WriteString("\n## Environment\n\n| variable | sets |\n|---|---|\n| `DORMOUSE_LAND` | the land's folder |\n")
	for _, k := range Keys() {
		if k.Env != "" {
			fmt.Fprintf(&b, "| `%s` | `%s` |\n", k.Env, k.Name)
		}
	}
	return b.String()
}

// section is the table a key stands in, as a file writes it.
func (k Key) section() string {
	table, _, _ := cutLast(k.Name)
	switch {
	case strings.HasPrefix(table, "providers."):
		return strings.Replace(table, "*", "NAME", 1)
	case strings.HasPrefix(table, "models."):
		return `models."PROVIDER/NAME"`
	}
	return table
}

// cutLast parts a name at its last point.
func cutLast(name string) (table, last string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

func heading(section string) string {
	title := "`[" + section + "]`"
	if section == "" {
		title = "Top of the file"
	}
	return "\n## " + title + "\n\n| key | default | range | |\n|---|---|---|---|\n"
}

// row is a key's line: what it does, then unit, variable and source.
func (k Key) row() string {
	_, last, _ := cutLast(k.Name)
	if last == "*" {
		last = "NAME"
	}
	value := k.Default
	switch {
	case value == "" && k.Kind == aChoice:
		value = ""
	case k.Kind == aSpan || k.Kind == aChoice:
		value = `"` + value + `"`
	}
	if value != "" {
		value = "`" + value + "`"
	}
	doc := k.Doc
	if k.Own != "" {
		doc = "**yours** " + doc
	}
	if k.Source != "" {
		doc += " (" + k.Source + ")"
	}
	limits := k.Range()
	switch {
	case k.Kind == aChoice:
		limits = strings.TrimPrefix(limits, ", ")
	case limits == "":
		limits = string(k.Kind)
	case k.Kind == aSpan:
		limits = k.spans()
	}
	if k.Unit != "" {
		limits += " (" + k.Unit + ")"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s |\n", last, value, limits, doc)
}
