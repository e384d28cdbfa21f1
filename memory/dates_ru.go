package memory

import (
	"strings"
	"time"
)

func russian() dateLanguage {
	return dateLanguage{
		common: setOf(`и в не на я что он она мы с это как у по но из за то был была было были мой моя моё мне меня вчера сегодня завтра
позавчера послезавтра неделе году месяце назад понедельник вторник среду четверг пятницу субботу воскресенье`),
		preps: setOf(`с до от после на к по`),
		read:  readRussian,
	}
}

var russianCounts = []string{"ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать", "двенадцать"}

// russianMonths are named as after "в".
var russianMonths = monthsOf(`январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре`)

func readRussian(p *phrase) (moment, bool) {
	w := p.word(0)
	days := map[string]int{"позавчера": -2, "вчера": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2}
	if n, ok := days[w]; ok {
		date := onDay(p.day.AddDate(0, 0, n))
		switch part := p.word(1); {
		case strings.TrimSpace(p.between(1)) != "":
		case part == "утром" || part == "днём" || part == "днем" || part == "вечером":
			return moment{n: 2, date: part + " " + date}, true
		case part == "ночью":
			return moment{}, false // the one that was, or the one to come
		}
		return moment{n: 1, date: date}, true
	}
	switch w {
	case "на", "в", "во":
		if m, ok := russianIn(p, w); ok {
			return m, true
		}
	}
	return russianAgo(p)
}

// russianIn reads "на прошлой неделе", "в следующем году", "в эту пятницу", and
// "в понедельник", "в марте" where the clause tells the time.
func russianIn(p *phrase, prep string) (moment, bool) {
	which, known := russianWhich(p.word(1))
	if !known {
		return russianBare(p, prep)
	}
	if d, ok := weekdays[p.word(2)]; ok && prep != "на" {
		var day time.Time
		sure := false
		switch which {
		case -1: // of last week, for some
			day = weekday(p.day, d, -1)
			sure = weekOf(day, 0) != weekOf(p.day, 0)
		case 0:
			day, sure = weekdayOfThis(p.day, d, p.tense(3, russianGrammar))
		case 1:
			day, sure = weekdaySure(p.day, d, 1)
		case 2: // ближайший
			day, sure = weekday(p.day, d, 1), true
		}
		return moment{n: 3, date: p.word(0) + " " + p.words[p.at+2].raw + " " + onDay(day)}, sure
	}
	if which == 2 {
		return moment{}, false
	}
	switch p.word(2) {
	case "неделе":
		return moment{n: 3, date: "на неделе с " + weekOf(p.day, which)}, prep == "на"
	case "месяце":
		return moment{n: 3, date: "в " + monthOf(p.day, which)}, true
	case "году":
		return moment{n: 3, date: "в " + yearOf(p.day, which) + " году"}, true
	case "выходные", "выходных":
		sat, sure := weekendSure(p.day, which)
		return moment{n: 3, date: "на выходных с " + sat}, sure
	}
	return moment{}, false
}

func russianWhich(w string) (n int, ok bool) {
	for _, k := range []struct {
		stem string
		n    int
	}{{"прошл", -1}, {"минувш", -1}, {"следующ", 1}, {"будущ", 1}, {"ближайш", 2}} {
		if strings.HasPrefix(w, k.stem) {
			return k.n, true
		}
	}
	switch w {
	case "этой", "этом", "этот", "эту", "это", "эти", "этих":
		return 0, true
	}
	return 0, false
}

func russianBare(p *phrase, prep string) (moment, bool) {
	if prep == "на" {
		return moment{}, false
	}
	if d, ok := weekdays[p.word(1)]; ok && d != p.day.Weekday() {
		tense := p.tense(2, russianGrammar)
		return moment{n: 2, date: p.written(2) + " " + onDay(weekday(p.day, d, tense))}, tense != 0
	}
	if m := russianMonths[p.word(1)]; m > 0 {
		first, ok := p.namedMonth(2, m, russianGrammar)
		return moment{n: 2, date: p.written(2) + " " + first.Format("2006") + " года"}, ok
	}
	return moment{}, false
}

// russianAgo reads "две недели назад", "год назад", "3 дня назад".
func russianAgo(p *phrase) (moment, bool) {
	n, i := 1, 0
	if russianUnit(p.word(0)) == "" {
		n, i = count(p.word(0), russianCounts), 1
		switch p.word(0) {
		case "две":
			n = 2
		case "одну":
			n = 1
		}
	} else if isNumber(p.word(-1)) || before(p, "несколько пару много эту ту полтора") || count(p.word(-1), russianCounts) > 0 {
		return moment{}, false
	}
	unit := russianUnit(p.word(i))
	if n == 0 || unit == "" || p.word(i+1) != "назад" {
		return moment{}, false
	}
	date, near := back(p.day, n, unit)
	switch {
	case near:
		date = "около " + date
	case unit == "month":
		date = "в " + date
	case unit == "year":
		date = "в " + date + " году"
	}
	return moment{n: i + 2, date: date}, true
}

func russianUnit(w string) string {
	switch w {
	case "день", "дня", "дней":
		return "day"
	case "неделю", "недели", "недель":
		return "week"
	case "месяц", "месяца", "месяцев":
		return "month"
	case "год", "года", "лет":
		return "year"
	}
	return ""
}

var russianGrammar = grammar{
	breaks: setOf(`и а но потому поэтому когда пока хотя который которая которое которые где`),
	says:   russianSays,
}

var (
	russianFuture = setOf(`буду будешь будет будем будете будут поеду поедем пойду пойдём пойдем приеду приедет приедут приду придёт придет
уеду улечу полечу полетим перееду переедем встречусь встретимся начну начнём начнется начнётся сделаю куплю вернусь вернёмся вернется
вернётся позвоню поговорю планирую планируем собираюсь собираемся хочу хотим надо нужно должен должна должны еду едем лечу улетаю
уезжаю приезжает`)
	russianAbout = setOf(`сказал сказала сказали сказало узнал узнала услышал услышала прочитал прочитала решил решила решили договорился
договорилась договорились обещал обещала обещали пригласил пригласила пригласили запланировал запланировала запланировали забронировал
забронировала хотел хотела хотели собирался собиралась собирались думал думала попросил попросила должен был надеялся надеялась`)
	russianNoPast = setOf(`если или были-бы мало дела сила силы школа стол угол зал мил материал канал журнал вокзал сериал финал отдел предел
раздел угла села стали дали начала начало одела идеал персонал потенциал скандал сигнал металл балл футбол`)
	// russianPast are past forms that the endings below do not tell.
	russianPast = setOf(`был была было были шёл шла пошёл пошла пошли пришёл пришла пришли ушёл ушла нашёл нашла нашли переехал принёс`)
)

func russianSays(c clause, i int) sign {
	w := c.words[i].text
	switch {
	case russianAbout[w]:
		return saysNeither
	case russianFuture[w]:
		return saysFuture
	case russianPast[w] || !russianNoPast[w] && russianDid(w):
		return saysPast
	}
	return 0
}

// russianDid reports whether a word looks like "купил", "встретились".
func russianDid(w string) bool {
	w = strings.TrimSuffix(strings.TrimSuffix(w, "сь"), "ся")
	if len(w) < 8 { // four letters
		return false
	}
	for _, end := range []string{"ал", "ял", "ил", "ел", "ыл"} {
		for _, kind := range []string{"", "а", "и", "о"} {
			if strings.HasSuffix(w, end+kind) {
				return true
			}
		}
	}
	return false
}
