package memory

import (
	"strings"
	"time"
)

func german() dateLanguage {
	return dateLanguage{
		common: setOf(`der die das und ich ist nicht ein eine mit wir sie habe hat war zu den dem im auf für von bei wird bin
gestern heute vorgestern übermorgen woche montag dienstag mittwoch donnerstag freitag samstag sonntag werde haben`),
		preps: setOf(`seit bis ab von vom vor nach am für`),
		read:  readGerman,
	}
}

var germanCounts = []string{"null", "einem", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"}

var germanMonths = monthsOf(`januar februar märz april mai juni juli august september oktober november dezember`)

// monthsOf numbers twelve names.
func monthsOf(names string) map[string]time.Month {
	out := map[string]time.Month{}
	for i, name := range strings.Fields(names) {
		out[name] = time.Month(i + 1)
	}
	return out
}

func readGerman(p *phrase) (moment, bool) {
	w := p.word(0)
	days := map[string]int{"vorgestern": -2, "gestern": -1, "heute": 0, "morgen": 1, "übermorgen": 2}
	if n, ok := days[w]; ok {
		return germanDay(p, w, n)
	}
	switch w {
	case "vor":
		n, unit := count(p.word(1), germanCounts), germanUnit(p.word(2))
		if p.word(1) == "einer" {
			n = 1
		}
		if n > 0 && unit != "" {
			date, near := back(p.day, n, unit)
			return moment{n: 3, prep: preposition(unit, near, "am", "um den", "im Monat", "im Jahr"), date: date}, true
		}
		return moment{}, false
	case "am":
		return germanOn(p)
	case "im":
		if m := germanMonths[p.word(1)]; m > 0 {
			first, ok := p.namedMonth(2, m, germanGrammar)
			return moment{n: 2, date: p.text[p.words[p.at].start:p.words[p.at+1].end] + " " + first.Format("2006")}, ok
		}
	}
	return germanWhich(p)
}

// germanDay reads "gestern", "heute Abend", "morgen früh".
func germanDay(p *phrase, w string, n int) (moment, bool) {
	if w == "morgen" && (p.words[p.at].upper && p.adjoining() || before(p, "heute guten guter jeden gestern dieser diesem am")) {
		return moment{}, false // the morning
	}
	date := onDay(p.day.AddDate(0, 0, n))
	part := map[string]string{"morgen": "Morgen", "früh": "Morgen", "vormittag": "Vormittag", "nachmittag": "Nachmittag", "abend": "Abend"}[p.word(1)]
	switch {
	case part != "" && strings.TrimSpace(p.between(1)) == "":
		return moment{n: 2, prep: "am", date: part + " des " + date}, true
	case p.word(1) == "nacht" && n == 0:
		return moment{}, false // the one that was, or the one to come
	}
	return moment{n: 1, prep: "am", date: date}, true
}

// before reports whether the word before is one of these.
func before(p *phrase, words string) bool {
	w := p.word(-1)
	for _, b := range strings.Fields(words) {
		if w == b {
			return true
		}
	}
	return false
}

// germanOn reads "am Montag" and "am Wochenende" where the clause tells the time.
func germanOn(p *phrase) (moment, bool) {
	name := p.word(1)
	n := 2
	part := map[string]bool{"abend": true, "morgen": true, "nachmittag": true, "vormittag": true}[p.word(2)]
	if part && strings.TrimSpace(p.between(2)) == "" {
		n = 3
	}
	for end, p2 := range map[string]string{"abend": "Abend", "morgen": "Morgen", "nachmittag": "Nachmittag", "vormittag": "Vormittag"} {
		if s, ok := strings.CutSuffix(name, end); ok && s != "" {
			if d, ok := weekdays[s]; ok && d != p.day.Weekday() {
				tense := p.tense(n, germanGrammar)
				return moment{n: 2, prep: "am", date: p2 + " des " + onDay(weekday(p.day, d, tense))}, tense != 0
			}
		}
	}
	d, ok := weekdays[name]
	if !ok || d == p.day.Weekday() {
		return moment{}, false
	}
	tense := p.tense(n, germanGrammar)
	return moment{n: 2, date: p.text[p.words[p.at].start:p.words[p.at+1].end] + " " + onDay(weekday(p.day, d, tense))}, tense != 0
}

// germanWhich reads "letzte Woche", "nächsten Montag", "dieses Wochenende".
func germanWhich(p *phrase) (moment, bool) {
	which := germanStem(p.word(0))
	n, ok := map[string]int{"letzt": -1, "vergangen": -1, "vorig": -1, "nächst": 1, "kommend": 1, "dies": 0}[which]
	if !ok || before(p, "der die das den dem des") && (p.word(2) == "des" || p.word(2) == "der") {
		return moment{}, false
	}
	if d, ok := weekdays[p.word(1)]; ok {
		day, sure := weekdaySure(p.day, d, n)
		switch {
		case n == 0:
			day, sure = weekdayOfThis(p.day, d, p.tense(2, germanGrammar))
		case which == "kommend":
			sure = true
		}
		return moment{n: 2, prep: "am", date: p.words[p.at+1].raw + " " + onDay(day)}, sure
	}
	switch p.word(1) {
	case "wochenende":
		sat, sure := weekendSure(p.day, n)
		if which == "kommend" {
			weekend := p.day.Weekday() == time.Saturday || p.day.Weekday() == time.Sunday
			sat, sure = weekendOf(p.day, 0), !weekend
		}
		return moment{n: 2, prep: "am", date: "Wochenende des " + sat}, sure
	case "nacht":
		return moment{n: 2, prep: "in der Nacht zum", date: onDay(p.day)}, n < 0
	}
	switch germanUnit(p.word(1)) {
	case "week":
		return moment{n: 2, prep: "in", date: "der Woche vom " + weekOf(p.day, n)}, true
	case "month":
		return moment{n: 2, prep: "im Monat", date: monthOf(p.day, n)}, true
	case "year":
		return moment{n: 2, prep: "im Jahr", date: yearOf(p.day, n)}, true
	}
	return moment{}, false
}

func germanStem(w string) string {
	for _, end := range []string{"en", "er", "es", "em", "e"} {
		if s, ok := strings.CutSuffix(w, end); ok {
			return s
		}
	}
	return w
}

func germanUnit(w string) string {
	switch w {
	case "tag", "tagen":
		return "day"
	case "woche", "wochen":
		return "week"
	case "monat", "monaten":
		return "month"
	case "jahr", "jahren":
		return "year"
	}
	return ""
}

// preposition chooses by unit.
func preposition(unit string, near bool, day, around, month, year string) string {
	switch {
	case near:
		return around
	case unit == "month":
		return month
	case unit == "year":
		return year
	}
	return day
}

var germanGrammar = grammar{
	breaks: setOf(`und aber sondern oder denn weil dass daß obwohl während wenn nachdem bevor`),
	says:   germanSays,
}

var (
	germanPast = setOf(`war waren warst hatte hatten ging gingen kam kamen fuhr fuhren wurde wurden gab traf trafen sah sahen fand fanden
zog zogen kaufte kauften machte machten begann begannen blieb blieben flog flogen lief liefen schrieb bekam bekamen feierte feierten
besuchte besuchten`)
	germanFuture = setOf(`werde wird werden werdet wirst will wollen möchte möchten muss müssen soll sollen plane planen vorhabe hoffe`)
	germanMoved  = setOf(`gefahren gegangen gekommen geflogen umgezogen gezogen gereist gewesen geblieben geworden passiert gestorben angekommen
eingezogen ausgezogen gelaufen losgefahren abgereist zurückgekommen zurückgekehrt aufgewacht hingefallen gestürzt`)
	germanDid = setOf(`bekommen besucht bestellt bezahlt begonnen verkauft verloren vergessen verbracht versucht verpasst erhalten entdeckt
unterschrieben eingekauft repariert telefoniert studiert probiert operiert`)
	germanNoDid = setOf(`gern gerne gegen gerade genau gestern genug gemeinsam geben gehen gleich gesund gewinnen genießen gehören geschehen
gelegentlich gut gibt geht`)
	// germanAbout are verbs that speak at one time of another.
	germanAbout = setOf(`gesagt gehört gelesen erzählt erfahren gebucht geplant vereinbart ausgemacht beschlossen entschieden versprochen
eingeladen gewünscht gefragt gebeten gedacht gehofft wollte wollten sollten musste mussten konnte konnten sagte sagten dachte`)
)

func germanSays(c clause, i int) sign {
	w := c.words[i].text
	switch {
	case germanAbout[w]:
		return saysNeither
	case germanPast[w]:
		return saysPast
	case germanFuture[w]:
		return saysFuture
	case germanMoved[w] && c.has("bin ist sind seid bist"):
		return saysPast
	case germanDid[w] || germanParticiple(w):
		if c.has("habe hab haben hat hast habt") {
			return saysPast
		}
	}
	return 0
}

// has reports whether one of the words stands in the clause.
func (c clause) has(words string) bool {
	for i := c.from; i < c.to; i++ {
		for _, w := range strings.Fields(words) {
			if c.word(i) == w {
				return true
			}
		}
	}
	return false
}

// germanParticiple reports whether a word looks like "gekauft", "abgeholt".
func germanParticiple(w string) bool {
	for _, pre := range []string{"an", "auf", "aus", "ein", "ab", "um", "mit", "zu", "vor", "nach", "zurück", "los", "weg", "her", "hin", "statt", "teil", "kennen"} {
		if rest, ok := strings.CutPrefix(w, pre); ok && strings.HasPrefix(rest, "ge") {
			w = rest
			break
		}
	}
	return len(w) > 5 && strings.HasPrefix(w, "ge") && (strings.HasSuffix(w, "t") || strings.HasSuffix(w, "en")) && !germanNoDid[w]
}
