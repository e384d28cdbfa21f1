package memory

import "strings"

func german() language {
	return language{
		common: setOf(`der die das und ich ist nicht ein eine mit wir sie habe hat war zu den dem im auf für von bei wird bin`),
		preps:  setOf(`seit bis ab von vom vor nach am für`),
		read:   readGerman,
	}
}

var germanCounts = []string{"null", "einem", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"}

func readGerman(p *phrase) (moment, bool) {
	w := p.word(0)
	days := map[string]int{"vorgestern": -2, "gestern": -1, "heute": 0, "morgen": 1, "übermorgen": 2}
	if n, ok := days[w]; ok {
		if w == "morgen" && (p.words[p.at].upper || p.word(-1) == "heute" || p.word(-1) == "guten" || p.word(-1) == "jeden") {
			return moment{}, false // the morning
		}
		return moment{n: 1, prep: "am", date: onDay(p.day.AddDate(0, 0, n))}, true
	}
	if w == "vor" {
		n, unit := count(p.word(1), germanCounts), germanUnit(p.word(2))
		if p.word(1) == "einer" {
			n = 1
		}
		if n > 0 && unit != "" {
			date, near := back(p.day, n, unit)
			return moment{n: 3, prep: preposition(unit, near, "am", "um den", "im Monat", "im Jahr"), date: date}, true
		}
		return moment{}, false
	}
	n := map[string]int{"letzt": -1, "vergangen": -1, "vorig": -1, "nächst": 1, "kommend": 1}[germanStem(w)]
	if n == 0 {
		return moment{}, false
	}
	if d, ok := weekdays[p.word(1)]; ok {
		return moment{n: 2, prep: "am", date: p.words[p.at+1].raw + " " + onDay(weekday(p.day, d, n))}, true
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

func french() language {
	return language{
		common: setOf(`le la les et je est pas un une des du que qui dans pour avec il elle nous au aux suis j'ai c'est mon ma mes en`),
		preps:  setOf(`depuis de du avant après pour dès jusqu'à le`),
		read:   readFrench,
	}
}

var frenchCounts = []string{"zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"}

func readFrench(p *phrase) (moment, bool) {
	w := p.word(0)
	if days, ok := map[string]int{"hier": -1, "aujourd'hui": 0, "demain": 1}[w]; ok {
		return moment{n: 1, prep: "le", date: onDay(p.day.AddDate(0, 0, days))}, true
	}
	if (w == "avant" && p.word(1) == "hier" || w == "après" && p.word(1) == "demain") && p.between(1) == "-" {
		return moment{n: 2, prep: "le", date: onDay(p.day.AddDate(0, 0, map[string]int{"avant": -2, "après": 2}[w]))}, true
	}
	if w == "il" && p.word(1) == "y" && p.word(2) == "a" {
		n, unit := count(p.word(3), frenchCounts), frenchUnit(p.word(4))
		if p.word(3) == "une" {
			n = 1
		}
		if n > 0 && unit != "" {
			date, near := back(p.day, n, unit)
			return moment{n: 5, prep: preposition(unit, near, "le", "vers le", "en", "en"), date: date}, true
		}
		return moment{}, false
	}
	return romance(p, map[string]int{"dernier": -1, "dernière": -1, "prochain": 1, "prochaine": 1},
		frenchUnit, "le", "la semaine du ", "en")
}

func frenchUnit(w string) string {
	switch w {
	case "jour", "jours":
		return "day"
	case "semaine", "semaines":
		return "week"
	case "mois":
		return "month"
	case "an", "ans", "année", "années", "l'année", "l'an":
		return "year"
	}
	return ""
}

// romance reads "la semaine dernière", "el lunes pasado": article, unit, which.
func romance(p *phrase, which map[string]int, unitOf func(string) string, on, week, in string) (moment, bool) {
	i := 0
	if w := p.word(0); w == "le" || w == "la" || w == "el" {
		i = 1
	}
	n := which[p.word(i+1)]
	if n == 0 {
		return moment{}, false
	}
	if d, ok := weekdays[p.word(i)]; ok {
		return moment{n: i + 2, prep: on, date: p.words[p.at+i].raw + " " + onDay(weekday(p.day, d, n))}, true
	}
	switch unitOf(p.word(i)) {
	case "week":
		return moment{n: i + 2, date: week + weekOf(p.day, n)}, true
	case "month":
		return moment{n: i + 2, prep: in, date: monthOf(p.day, n)}, true
	case "year":
		return moment{n: i + 2, prep: in, date: yearOf(p.day, n)}, true
	}
	return moment{}, false
}

func spanish() language {
	return language{
		common: setOf(`el los las y que de en un una por con no es para mi me se lo su está yo fui muy pero del al`),
		preps:  setOf(`desde hasta de para antes después el`),
		read:   readSpanish,
	}
}

var spanishCounts = []string{"cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"}

func readSpanish(p *phrase) (moment, bool) {
	w := p.word(0)
	if days, ok := map[string]int{"anteayer": -2, "ayer": -1, "hoy": 0}[w]; ok {
		return moment{n: 1, prep: "el", date: onDay(p.day.AddDate(0, 0, days))}, true
	}
	if w == "pasado" && p.word(1) == "mañana" {
		return moment{n: 2, prep: "el", date: onDay(p.day.AddDate(0, 0, 2))}, true
	}
	if before := p.word(-1); w == "mañana" && before != "la" && before != "esta" && before != "cada" {
		return moment{n: 1, prep: "el", date: onDay(p.day.AddDate(0, 0, 1))}, true
	}
	if w == "hace" {
		n, unit := count(p.word(1), spanishCounts), spanishUnit(p.word(2))
		if p.word(1) == "una" {
			n = 1
		}
		if n > 0 && unit != "" {
			date, near := back(p.day, n, unit)
			return moment{n: 3, prep: preposition(unit, near, "el", "hacia el", "en", "en"), date: date}, true
		}
		return moment{}, false
	}
	return romance(p, map[string]int{"pasado": -1, "pasada": -1, "próximo": 1, "próxima": 1, "siguiente": 1},
		spanishUnit, "el", "la semana del ", "en")
}

func spanishUnit(w string) string {
	switch w {
	case "día", "días":
		return "day"
	case "semana", "semanas":
		return "week"
	case "mes", "meses":
		return "month"
	case "año", "años":
		return "year"
	}
	return ""
}
