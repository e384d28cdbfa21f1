package config

import (
	"fmt"
	"strings"
)

const preface = `# Config

<!-- Made from the table in land/config: go test ./land/config -update -->

Dormouse reads, and the later one wins:

1. ` + "`$XDG_CONFIG_HOME/dormouse/config.toml`" + ` (` + "`~/.config/dormouse/config.toml`" + `), yours,
2. ` + "`LAND/config.toml`" + `, which travels with the memory,
3. the environment,
4. flags.

A key that is not listed here, a value of the wrong type or out of range is an error that names file and line.
A land may come from elsewhere, so keys marked **yours** cannot stand in its config: they run a program, name a host or send text away.
Keys of providers stand in no config and in no land: they come from the environment (` + "`key_env`" + `), a ` + "`key_command`" + `, or from where
` + "`/connect`" + ` keeps them (` + "`key_in`" + `).

Sizes are tokens: ` + "`200000`, `\"200k\"`, `\"1m\"`" + ` (k is 1,000). Durations are text: ` + "`\"90s\"`, `\"5m\"`, `\"1h30m\"`, `\"30d\"`" + `.

    dormouse config [list] [KEY]      every key, or those that begin so, with value and where it came from
    dormouse config get KEY           one value
    dormouse config set KEY VALUE     one line of your file; comments and order stay
    dormouse config unset KEY
    dormouse config edit [KEY]        your file in your editor, checked afterwards
    dormouse config path              where it is
    dormouse config schema            the JSON Schema of the file, for editors

` + "`--layer land`" + ` means the land's file in place of yours. The schema is also [here](config.schema.json); an editor that knows
Taplo takes it from a first line ` + "`#:schema PATH`" + `.
`

// Reference is docs/config.md.
func Reference() string {
	var b strings.Builder
	b.WriteString(preface)
	section := "\x00"
	for _, g := range groups {
		for i, k := range g.keys {
			if k.Gone != "" {
				continue
			}
			if s := k.section(); s != section {
				section = s
				b.WriteString(heading(s))
				if g.title == "" {
					b.WriteString(columns)
				}
			}
			if i == 0 && g.title != "" {
				b.WriteString("\n### " + g.title + "\n" + columns)
			}
			b.WriteString(k.row())
		}
	}
	b.WriteString("\n## Environment\n\n| variable | sets |\n|---|---|\n| `DORMOUSE_LAND` | the land's folder |\n")
	gone := ""
	for _, k := range table() {
		if k.Gone != "" {
			gone += fmt.Sprintf("| `%s` | %s |\n", k.Name, k.Gone)
		} else if k.Env != "" {
			fmt.Fprintf(&b, "| `%s` | `%s` |\n", k.Env, k.Name)
		}
	}
	if gone != "" {
		b.WriteString("\n## Gone\n\nA file that has one of these still loads, and is told.\n\n| key | |\n|---|---|\n" + gone)
	}
	return b.String()
}

const columns = "\n| key | default | range | |\n|---|---|---|---|\n"

// section is the table a key stands in, as a file writes it.
func (k Key) section() string {
	section, _ := cutLast(k.Name)
	if strings.HasPrefix(section, "models.") {
		return `models."PROVIDER/NAME"`
	}
	return strings.Replace(section, "*", "NAME", 1)
}

// cutLast parts a name at its last point.
func cutLast(name string) (section, last string) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name
	}
	return name[:i], name[i+1:]
}

func heading(section string) string {
	if section == "" {
		return "\n## Top of the file\n"
	}
	return "\n## `[" + section + "]`\n"
}

// row is a key's line: what it does, then who works with it.
func (k Key) row() string {
	_, last := cutLast(k.Name)
	if last == "*" {
		last = "NAME"
	}
	value := k.Default
	if value != "" && (k.Kind == Span || k.Kind == Choice) {
		value = `"` + value + `"`
	}
	if value != "" {
		value = "`" + value + "`"
	}
	help := k.Help
	if k.Own != "" {
		help = "**yours** " + help
	}
	if k.Source != "" {
		help += fmt.Sprintf(" ([source](../%s))", k.Source)
	}
	limits := k.Range()
	if limits == "" {
		limits = string(k.Kind)
	}
	if k.Unit != "" {
		limits += " (" + k.Unit + ")"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s |\n", last, value, limits, help)
}
