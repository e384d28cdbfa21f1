package memory

import "strings"

func spanish() dateLanguage {
	return dateLanguage{
		common: setOf(`el los las y que de en un una por con no es para mi me se lo su está yo fui muy pero del al
ayer hoy anoche lunes martes miércoles jueves viernes sábado domingo voy semana semanas hace viene año años`),
		preps: setOf(`desde hasta de para antes después el`),
		read:  readSpanish,
	}
}

var spanishCounts = []string{"cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"}

var spanishMonths = monthsOf(`enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`)

var spanishWhich = map[string]int{"pasado": -1, "pasada": -1, "próximo": 1, "próxima": 1, "siguiente": 1}

func readSpanish(p *phrase) (moment, bool) {
	w := p.word(0)
	if days, ok := map[string]int{"anteayer": -2, "ayer": -1, "hoy": 0}[w]; ok {
		return spanishDay(p, days, 1)
	}
	switch {
	case w == "anoche":
		return moment{n: 1, date: "la noche del " + onDay(p.day.AddDate(0, 0, -1))}, true
	case w == "pasado" && p.word(1) == "mañana":
		return moment{n: 2, prep: "el", date: onDay(p.day.AddDate(0, 0, 2))}, true
	case w == "mañana":
		if before(p, "la esta cada una otra toda buena de media misma") && p.adjoining() {
			return moment{}, false
		}
		return spanishDay(p, 1, 1)
	case w == "hace":
		n, unit := count(p.word(1), spanishCounts), spanishUnit(p.word(2))
		if p.word(1) == "una" {
			n = 1
		}
		if n > 0 && unit != "" {
			date, near := back(p.day, n, unit)
			return moment{n: 3, prep: preposition(unit, near, "el", "hacia el", "en", "en"), date: date}, true
		}
		return moment{}, false
	case w == "este" || w == "esta":
		return spanishThis(p)
	case w == "en":
		if m := spanishMonths[p.word(1)]; m > 0 && p.word(2) != "de" {
			first, ok := p.namedMonth(2, m, spanishGrammar)
			return moment{n: 2, date: p.written(2) + " de " + first.Format("2006")}, ok
		}
		return moment{}, false
	}
	if m, ok := spanishNext(p); ok {
		return m, true
	}
	if m, ok := romance(p, spanishWhich, spanishUnit, "el", "la semana del ", "en"); ok {
		return m, true
	}
	if d, ok := weekdays[p.word(1)]; ok && w == "el" && d != p.day.Weekday() && spanishWhich[p.word(2)] == 0 && p.word(2) != "de" && p.word(2) != "que" {
		tense := p.tense(2, spanishGrammar)
		return moment{n: 2, date: p.written(2) + " " + onDay(weekday(p.day, d, tense))}, tense != 0
	}
	return moment{}, false
}

// spanishDay reads "ayer por la tarde".
func spanishDay(p *phrase, days, n int) (moment, bool) {
	date := onDay(p.day.AddDate(0, 0, days))
	if part := p.word(n + 2); p.word(n) == "por" && p.word(n+1) == "la" && (part == "mañana" || part == "tarde" || part == "noche") {
		return moment{n: n + 3, date: "la " + part + " del " + date}, true
	}
	return moment{n: n, prep: "el", date: date}, true
}

// spanishThis reads "esta mañana", "este viernes", "este fin de semana".
func spanishThis(p *phrase) (moment, bool) {
	w := p.word(1)
	if d, ok := weekdays[w]; ok {
		day, sure := weekdayOfThis(p.day, d, p.tense(2, spanishGrammar))
		return moment{n: 2, prep: "el", date: p.words[p.at+1].raw + " " + onDay(day)}, sure
	}
	switch {
	case w == "mañana" || w == "tarde" || w == "noche":
		return moment{n: 2, date: "la " + w + " del " + onDay(p.day)}, true
	case w == "semana":
		return moment{n: 2, date: "la semana del " + weekOf(p.day, 0)}, true
	case w == "fin" && p.word(2) == "de" && p.word(3) == "semana":
		return moment{n: 4, date: "el fin de semana del " + weekendOf(p.day, 0)}, true
	case w == "mes":
		return moment{n: 2, prep: "en", date: monthOf(p.day, 0)}, true
	case w == "año":
		return moment{n: 2, prep: "en", date: yearOf(p.day, 0)}, true
	}
	return moment{}, false
}

// spanishNext reads "la próxima semana", "el próximo lunes", "la semana que
// viene", "el fin de semana pasado".
func spanishNext(p *phrase) (moment, bool) {
	i := 0
	if w := p.word(0); w == "el" || w == "la" {
		i = 1
	}
	which, at, n := spanishWhich[p.word(i)], i+1, i+2
	switch {
	case which != 0:
	case p.word(i+1) == "que" && p.word(i+2) == "viene":
		which, at, n = 1, i, i+3
	case p.word(i) == "fin" && p.word(i+1) == "de" && p.word(i+2) == "semana":
		which, at, n = spanishWhich[p.word(i+3)], i, i+4
	}
	if which == 0 {
		return moment{}, false
	}
	if d, ok := weekdays[p.word(at)]; ok {
		day := weekday(p.day, d, which)
		return moment{n: n, prep: "el", date: p.words[p.at+at].raw + " " + onDay(day)}, which > 0 || p.day.Sub(day).Hours() > 24
	}
	switch {
	case p.word(at) == "fin" && p.word(at+1) == "de" && p.word(at+2) == "semana":
		if at > i {
			n += 2
		}
		sat, sure := weekendSure(p.day, which)
		return moment{n: n, date: "el fin de semana del " + sat}, sure
	case spanishUnit(p.word(at)) == "week":
		return moment{n: n, date: "la semana del " + weekOf(p.day, which)}, true
	case spanishUnit(p.word(at)) == "month":
		return moment{n: n, prep: "en", date: monthOf(p.day, which)}, true
	case spanishUnit(p.word(at)) == "year":
		return moment{n: n, prep: "en", date: yearOf(p.day, which)}, true
	}
	return moment{}, false
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

var spanishGrammar = grammar{
	breaks: setOf(`y e pero porque cuando mientras aunque donde quien pues`),
	says:   spanishSays,
}

var (
	spanishPast = setOf(`fui fue fuimos fueron tuve tuvo tuvimos tuvieron hice hizo hicimos hicieron vi vio vimos vieron estuve estuvo
estuvimos estuvieron vine vino vinimos vinieron pude pudo puse puso traje trajo era eran estaba estaban había tenía di dio dieron
preparé reparé separé comparé paré miré tiré giré retiré esperé recuperé operé compré empecé llegué conocí perdí salí comí vendí`)
	spanishFuture = setOf(`tendré tendrá tendremos haré hará haremos podré podrá vendré vendrá vendrán saldré saldrá pondré habrá tengo debo
quiero queremos hay espero pienso`)
	spanishAbout = setOf(`dije dijo dijeron decidí decidió decidimos reservé reservó acordé acordamos quedamos prometí prometió invité invitó oí
supe leí pensé planeé planeamos quería queríamos iba íbamos iban debía esperaba pedí pidió`)
	spanishNoPast = setOf(`también según aún`)
)

func spanishSays(c clause, i int) sign {
	w := c.words[i].text
	switch {
	case spanishAbout[w]:
		return saysNeither
	case spanishPast[w] || !spanishNoPast[w] && len(w) > 4 && (strings.HasSuffix(w, "ó") || strings.HasSuffix(w, "aron") || strings.HasSuffix(w, "ieron")):
		return saysPast
	case spanishFuture[w] || len(w) > 4 && spanishWill(w):
		return saysFuture
	case c.word(i-1) == "a" && setVoy[c.word(i-2)]:
		return saysFuture
	}
	return 0
}

var setVoy = setOf(`voy vas va vamos vais van`)

// spanishWill reports whether a word looks like "viajaré", "iremos".
func spanishWill(w string) bool {
	for _, end := range []string{"aré", "eré", "iré", "ará", "erá", "irá", "arán", "erán", "irán", "aremos", "eremos", "iremos"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}
