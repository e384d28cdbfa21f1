package memory

import "strings"

func french() dateLanguage {
	return dateLanguage{
		common: setOf(`le la les et je est pas un une des du que qui dans pour avec il elle nous au aux suis j'ai c'est mon ma mes en
hier demain aujourd'hui lundi mardi mercredi jeudi vendredi samedi dimanche semaine semaines vais y ans mois j'étais j'avais`),
		preps: setOf(`depuis de du avant après pour dès jusqu'à le`),
		read:  readFrench,
	}
}

var frenchCounts = []string{"zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"}

var frenchMonths = monthsOf(`janvier février mars avril mai juin juillet août septembre octobre novembre décembre`)

func readFrench(p *phrase) (moment, bool) {
	w := p.word(0)
	if days, ok := map[string]int{"hier": -1, "aujourd'hui": 0, "demain": 1}[w]; ok {
		date := onDay(p.day.AddDate(0, 0, days))
		if part, n := frenchPart(p, 1); n > 0 {
			return moment{n: 1 + n, date: part + date}, true
		}
		return moment{n: 1, prep: "le", date: date}, true
	}
	if (w == "avant" && p.word(1) == "hier" || w == "après" && p.word(1) == "demain") && p.between(1) == "-" {
		return moment{n: 2, prep: "le", date: onDay(p.day.AddDate(0, 0, map[string]int{"avant": -2, "après": 2}[w]))}, true
	}
	switch {
	case w == "il" && p.word(1) == "y" && p.word(2) == "a":
		n, unit := count(p.word(3), frenchCounts), frenchUnit(p.word(4))
		if p.word(3) == "une" {
			n = 1
		}
		if n > 0 && unit != "" {
			date, near := back(p.day, n, unit)
			return moment{n: 5, prep: preposition(unit, near, "le", "vers le", "en", "en"), date: date}, true
		}
		return moment{}, false
	case w == "ce" || w == "cet" || w == "cette":
		return frenchThis(p)
	case w == "en":
		if m := frenchMonths[p.word(1)]; m > 0 {
			first, ok := p.namedMonth(2, m, frenchGrammar)
			return moment{n: 2, date: p.written(2) + " " + first.Format("2006")}, ok
		}
	}
	if d, ok := weekdays[w]; ok && p.word(1) != "dernier" && p.word(1) != "prochain" {
		if d == p.day.Weekday() || before(p, "le les chaque tous un du ce au de d'un lundi mardi mercredi jeudi vendredi samedi") {
			return moment{}, false
		}
		tense := p.tense(1, frenchGrammar)
		return moment{n: 1, date: p.written(1) + " " + onDay(weekday(p.day, d, tense))}, tense != 0
	}
	if m, ok := frenchWeekend(p); ok {
		return m, true
	}
	return romance(p, map[string]int{"dernier": -1, "dernière": -1, "prochain": 1, "prochaine": 1},
		frenchUnit, "le", "la semaine du ", "en")
}

// written returns the next n words as they stand in the text.
func (p *phrase) written(n int) string { return p.text[p.words[p.at].start:p.words[p.at+n-1].end] }

// frenchPart reads "matin", "soir", "après-midi" at the word i places further.
func frenchPart(p *phrase, i int) (string, int) {
	switch {
	case strings.TrimSpace(p.between(i)) != "":
	case p.word(i) == "matin":
		return "le matin du ", 1
	case p.word(i) == "soir":
		return "le soir du ", 1
	case p.word(i) == "après" && p.word(i+1) == "midi":
		return "l'après-midi du ", 2
	}
	return "", 0
}

// frenchThis reads "ce matin", "cette semaine", "ce vendredi".
func frenchThis(p *phrase) (moment, bool) {
	if part, n := frenchPart(p, 1); n > 0 {
		return moment{n: 1 + n, date: part + onDay(p.day)}, true
	}
	if d, ok := weekdays[p.word(1)]; ok {
		day, sure := weekdayOfThis(p.day, d, p.tense(2, frenchGrammar))
		return moment{n: 2, prep: "le", date: p.words[p.at+1].raw + " " + onDay(day)}, sure
	}
	switch {
	case p.word(1) == "semaine":
		return moment{n: 2, date: "la semaine du " + weekOf(p.day, 0)}, true
	case p.word(1) == "année":
		return moment{n: 2, prep: "en", date: yearOf(p.day, 0)}, true
	case p.word(1) == "week" && p.word(2) == "end":
		return moment{n: 3, date: "le week-end du " + weekendOf(p.day, 0)}, true
	}
	return moment{}, false
}

// frenchWeekend reads "le week-end dernier", "le week-end prochain".
func frenchWeekend(p *phrase) (moment, bool) {
	i := 0
	if p.word(0) == "le" {
		i = 1
	}
	if p.word(i) != "week" || p.word(i+1) != "end" {
		return moment{}, false
	}
	switch p.word(i + 2) {
	case "dernier":
		return moment{n: i + 3, date: "le week-end du " + weekendOf(p.day, -1)}, true
	case "prochain":
		sat, sure := weekendSure(p.day, 1)
		return moment{n: i + 3, date: "le week-end du " + sat}, sure
	}
	return moment{}, false
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
		day := weekday(p.day, d, n)
		sure := n > 0 || p.day.Sub(day).Hours() > 24
		return moment{n: i + 2, prep: on, date: p.words[p.at+i].raw + " " + onDay(day)}, sure
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

var frenchGrammar = grammar{
	breaks: setOf(`et mais donc car parce quand pendant lorsque qui où puis`),
	says:   frenchSays,
}

var (
	frenchPast = setOf(`était étais étions étaient c'était avait avais avions avaient j'avais j'étais allait fut fallait`)
	// frenchMoved are participles that go with "être" and tell of something done.
	frenchMoved = setOf(`allé allée allés allées parti partie partis parties venu venue venus venues arrivé arrivée arrivés arrivées rentré
rentrée rentrés rentrées resté restée restés restées sorti sortie sortis sorties tombé tombée devenu devenue revenu revenue revenus`)
	frenchDid = setOf(`vu fait pris eu été dit mis lu bu reçu vendu perdu acheté mangé couru fini commencé rencontré visité déménagé
trouvé gagné oublié préparé dîné déjeuné fêté travaillé joué regardé appelé téléphoné payé envoyé emménagé voyagé marché nagé dormi
choisi ouvert cassé terminé signé donné`)
	frenchAbout = setOf(`dit décidé prévu réservé promis accepté appris entendu lu su demandé invité convenu pensais pensait voulais voulait
devais devait espérais réservée planifié programmé`)
	frenchFuture = setOf(`dois devons doit doivent faut veux voulons veut compte espère`)
	frenchGo     = setOf(`vais vas va allons allez vont`)
)

func frenchSays(c clause, i int) sign {
	w := c.words[i].text
	one, two := c.word(i-1), c.word(i-2)
	if frenchAdverb[one] {
		one = two
	}
	switch {
	case frenchAbout[w]:
		return saysNeither
	case frenchPast[w]:
		return saysPast
	case frenchMoved[w] && frenchBe[one], frenchDid[w] && frenchHave[one]:
		return saysPast
	case frenchFuture[w], frenchWill(w):
		return saysFuture
	case frenchGo[one] && (strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ir") || strings.HasSuffix(w, "re")):
		return saysFuture
	}
	return 0
}

var (
	frenchAdverb = setOf(`pas déjà bien tout encore enfin aussi`)
	frenchBe     = setOf(`suis es est sommes êtes sont`)
	frenchHave   = setOf(`j'ai ai as a avons avez ont n'ai n'a n'avons n'ont l'ai l'a l'avons l'ont m'a t'ai nous'avons`)
)

// frenchWill reports whether a word looks like "partirai", "viendrons".
func frenchWill(w string) bool {
	for _, end := range []string{"erai", "irai", "drai", "rerai", "rrai", "vrai", "era", "ira", "drons", "erons", "irons", "dra", "eront", "iront", "dront", "serai", "aurai"} {
		if strings.HasSuffix(w, end) {
			return len(w) > 4 && w != "opéra" && w != "caméra" && w != "vrai"
		}
	}
	return w == "sera" || w == "aura" || w == "fera" || w == "ira"
}
