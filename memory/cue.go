package memory

import (
	"strings"
)

// cue is how a sentence says an attribute: the words after the subject and
// before the value.
type cue struct {
	attribute string
	words     []string
	named     bool // only with a name or a number as value ("lives in fear" is no home)
}

// cues in the languages that summaries know. What is not listed is not compared:
// a wrong supersession hides a truth, a missed one shows two.
var cues = cuesOf(`
home named: live in, lives in, living in, moved to, relocated to, settled in, based in, resides in, home is in
home named: wohne in, wohnt in, lebe in, lebt in, wohnhaft in, umgezogen nach, gezogen nach, zog nach
home named: habite à, habite a, vit à, déménagé à, installé à, vive en, vivo en, mudado a, mudó a, mudé a
job named: work at, works at, working at, work for, works for, working for, started at, job at, employed at, employed by, hired by, position at
job named: arbeite bei, arbeitet bei, travaille chez, trabajo en, trabaja en
role: work as a, works as a, working as a, work as an, works as an, work as, works as, promoted to
`)

// attributes are nouns that name a thing with one value: "her phone number is".
var attributes = setOf(`name nickname surname number phone email mail address birthday age job employer boss manager salary rent price
cost budget deadline date port version url path branch goal weight height diet doctor dentist therapist partner husband wife girlfriend
boyfriend fiancé fiancée timezone zone city country hometown language editor shell limit size plan status title role team project
password username user account host server database provider model color colour food drink song book movie film band sport hobby
season game show restaurant dish subject place school university major size car allergy nationality`)

// unsure are words before a cue that make it no statement of how things are.
var unsure = setOf(`want wants wanted plan plans planning hope hopes hoping might may would could should if maybe perhaps used was were
will going considering thinking dream dreams dreamed wish wishes almost nearly once formerly previously ex former someday hypothetically
möchte will würde wollte früher voudrait veux quiere quiero ask asked asks whether when`)

// passing are words between a subject and a cue that say nothing about it.
var passing = setOf(`now currently recently finally still already has have had been be just also since then today lately`)

// spans are words that say when, before a subject or behind it: "last week I moved".
var spans = setOf(`yesterday last ago week weekend month year night morning evening monday tuesday wednesday thursday friday saturday sunday
jetzt inzwischen gerade endlich gestern heute letzte letzten letztes woche wochenende monat jahr vom`)

func cuesOf(table string) []cue {
	var out []cue
	for line := range strings.Lines(table) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		attribute, named := strings.CutSuffix(head, " named")
		for c := range strings.SplitSeq(list, ",") {
			out = append(out, cue{attribute, strings.Fields(c), named})
		}
	}
	return out
}
