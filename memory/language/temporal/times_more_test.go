package temporal

import (
	"strings"
	"testing"
	"time"
)

// TestAbsoluteInMoreLanguages is said on a Wednesday, 10 May 2023.
func TestAbsoluteInMoreLanguages(t *testing.T) {
	for _, c := range [][2]string{
		{"la settimana scorsa siamo andati a Genova", "la settimana del 2023-05-01 siamo andati a Genova"},
		{"ieri sera ho cenato con mia madre", "la sera del 2023-05-09 ho cenato con mia madre"},
		{"l'altro ieri ho visto Paolo", "il 2023-05-08 ho visto Paolo"},
		{"domani vado dal dentista", "il 2023-05-11 vado dal dentista"},
		{"due settimane fa ho comprato la bici", "verso il 2023-04-26 ho comprato la bici"},
		{"lunedì scorso non c'ero", "lunedì 2023-05-08 non c'ero"},
		{"ho visto Paolo lunedì", "ho visto Paolo lunedì 2023-05-08"},
		{"l'anno scorso abitavamo a Bari", "nel 2022 abitavamo a Bari"},
		{"il mese prossimo cambio casa", "nel 2023-06 cambio casa"},
		{"il prossimo mese cambio casa", "nel 2023-06 cambio casa"},
		{"andremo a Torino venerdì", "andremo a Torino venerdì 2023-05-12"},

		{"na semana passada fomos ao Porto", "na semana de 2023-05-01 fomos ao Porto"},
		{"semana passada fui ao médico", "na semana de 2023-05-01 fui ao médico"},
		{"anteontem choveu muito aqui", "em 2023-05-08 choveu muito aqui"},
		{"ontem à noite não dormi", "a noite de 2023-05-09 não dormi"},
		{"amanhã tenho dentista", "em 2023-05-11 tenho dentista"},
		{"há dois anos mudei de casa", "em 2021 mudei de casa"},
		{"comprei a bicicleta duas semanas atrás", "comprei a bicicleta por volta de 2023-04-26"},
		{"no mês que vem mudo de casa", "em 2023-06 mudo de casa"},
		{"fui ao cinema na segunda-feira", "fui ao cinema na segunda-feira 2023-05-08"},
		{"vou viajar no sábado", "vou viajar no sábado 2023-05-13"},
		{"o ano passado morámos em Faro", "em 2022 morámos em Faro"},

		{"vorige week waren we in Gent", "in de week van 2023-05-01 waren we in Gent"},
		{"gisteravond heb ik gekookt", "op de avond van 2023-05-09 heb ik gekookt"},
		{"eergisteren was ik ziek", "op 2023-05-08 was ik ziek"},
		{"we vertrekken morgen", "we vertrekken op 2023-05-11"},
		{"twee jaar geleden zijn we verhuisd", "in 2021 zijn we verhuisd"},
		{"ik heb op maandag gezwommen", "ik heb op maandag 2023-05-08 gezwommen"},
		{"we gaan zaterdag naar Brugge", "we gaan zaterdag 2023-05-13 naar Brugge"},
		{"volgende maand begin ik bij Fokker", "in 2023-06 begin ik bij Fokker"},
		{"afgelopen zomer waren we in Zeeland", "in de zomer van 2022 waren we in Zeeland"},
		{"komende vrijdag ben ik weg", "op vrijdag 2023-05-12 ben ik weg"},

		{"先週の金曜日に映画を見た。", "先週の金曜日（2023-05-05）に映画を見た。"},
		{"先週は忙しかった。", "先週（2023-05-01の週）は忙しかった。"},
		{"昨日の夜、母と話した", "昨日の夜（2023-05-09）、母と話した"},
		{"明日は歯医者に行く", "明日（2023-05-11）は歯医者に行く"},
		{"三年前に引っ越した", "三年前（2020年）に引っ越した"},
		{"2週間前に自転車を買った", "2週間前（2023-04-26頃）に自転車を買った"},
		{"月曜日に引っ越しました。", "月曜日（2023-05-08）に引っ越しました。"},
		{"来月から新しい仕事です", "来月（2023-06）から新しい仕事です"},
		{"去年は札幌に住んでいた", "去年（2022年）は札幌に住んでいた"},

		{"上周五我们去看电影了", "上周五（2023-05-05）我们去看电影了"},
		{"下周一我要去上海", "下周一（2023-05-15）我要去上海"},
		{"昨天晚上我没睡好", "昨天晚上（2023-05-09）我没睡好"},
		{"前天下雨了", "前天（2023-05-08）下雨了"},
		{"两年前我搬到成都", "两年前（2021年）我搬到成都"},
		{"上个月换了工作", "上个月（2023-04）换了工作"},
		{"去年我们住在杭州", "去年（2022年）我们住在杭州"},
		{"上周我很忙", "上周（2023-05-01那周）我很忙"},
		{"周一我搬家了", "周一（2023-05-08）我搬家了"},
		{"上上周五我在家", "上上周五（2023-04-28）我在家"},
	} {
		wantDates(t, c[0], c[1])
	}
}

// TestMoreLanguagesLeaveWhatIsUnsure holds what would be a guess in them.
func TestMoreLanguagesLeaveWhatIsUnsure(t *testing.T) {
	for _, s := range []string{
		"il lunedì lavoro a casa",
		"ogni lunedì vado in piscina",
		"venerdì prossimo partiamo", // this week's or the next one's
		"ha detto che il negozio apre lunedì",
		"sono nato in marzo",
		"il negozio è chiuso lunedì",
		"na segunda tentativa consegui",
		"às segundas-feiras não trabalho",
		"nasci em março",
		"hoje em dia ninguém escreve cartas",
		"a loja fecha na segunda-feira",
		"volgende vrijdag is het feest",
		"elke maandag zwem ik",
		"de winkel is op maandag dicht",
		"goede morgen allemaal",
		"ik ben in maart geboren",
		"毎週月曜日に泳いでいる",
		"月曜日は休みです",
		"先週の日曜日に会った", // of which week a Sunday is
		"数日前に会った",
		"「昨日」という曲が好きだ",
		"每周五我都去游泳",
		"周一商店不开门",
		"几天前下雨了",
		"十二天前", // not two days
	} {
		wantDates(t, s, s)
	}
}

// TestTimes is what the days are that a text speaks of.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		text, words, first, last string
		grain                    Grain
		dated                    bool
	}{
		{"what did we do last week?", "last week", "2023-05-01", "2023-05-07", OneWeek, false},
		{"was haben wir letztes Jahr gemacht", "letztes Jahr", "2022-01-01", "2022-12-31", OneYear, false},
		{"¿qué hice el fin de semana pasado?", "el fin de semana pasado", "2023-05-06", "2023-05-07", Weekend, false},
		{"il mese scorso", "il mese scorso", "2023-04-01", "2023-04-30", OneMonth, false},
		{"two weeks ago", "two weeks ago", "2023-04-23", "2023-04-29", Around, false},
		{"a few days ago", "a few days ago", "", "2023-05-10", Earlier, false},
		{"last summer", "last summer", "2022-06-01", "2022-08-31", Season, false},
		{"we met on 7 May 2022 in Bath", "7 May 2022", "2022-05-07", "2022-05-07", OneDay, true},
		{"May 7th 2022 in Bath", "May 7th 2022", "2022-05-07", "2022-05-07", OneDay, true},
		{"am 7. Mai 2022 in Bonn", "7. Mai 2022", "2022-05-07", "2022-05-07", OneDay, true},
		{"nous avons signé en mars 2021", "en mars 2021", "2021-03-01", "2021-03-31", OneMonth, true},
		{"lo firmamos en marzo de 2021", "en marzo de 2021", "2021-03-01", "2021-03-31", OneMonth, true},
		{"7 мая 2022 мы были дома", "7 мая 2022", "2022-05-07", "2022-05-07", OneDay, true},
		{"2022年5月7日に会った", "2022年5月7日", "2022-05-07", "2022-05-07", OneDay, true},
		{"due 2024-02-29", "2024-02-29", "2024-02-29", "2024-02-29", OneDay, true},
		{"since 2024-02", "2024-02", "2024-02-01", "2024-02-29", OneMonth, true},
	} {
		got := Times(c.text, localDay(saidOn))
		if len(got) != 1 {
			t.Errorf("%q: %d times, want one: %v", c.text, len(got), got)
			continue
		}
		g := got[0]
		first := ""
		if !g.First.IsZero() {
			first = g.First.Format(time.DateOnly)
		}
		if words := c.text[g.From:g.To]; words != c.words || first != c.first || g.Last.Format(time.DateOnly) != c.last || g.Grain != c.grain || g.Dated != c.dated {
			t.Errorf("%q: %q %s to %s, grain %d, dated %v", c.text, words, first, g.Last.Format(time.DateOnly), g.Grain, g.Dated)
		}
	}
}

// TestOneLanguagesTimeIsAnothersWord: what is an everyday word of the text's own
// language is no time of another.
func TestOneLanguagesTimeIsAnothersWord(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, text := range []string{"wir haben vier Leihräder für Leute, deren Rad hier steht", "das sag ich jedem, der hier anfängt", "schau hier mein erster Absatz"} {
		if got := Absolute(text, day); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	for text, want := range map[string]string{"hier, nous avons acheté un vélo": "2026-11-19", "je suis allée chez le dentiste hier": "2026-11-19"} {
		if got := Absolute(text, day); !strings.Contains(got, want) {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// A day that a clause of the past names without a year is not one of a year ago.
func TestADayThatWasMovedAheadIsAhead(t *testing.T) {
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"the recital got shifted to the 14th of December": "2026-12-14",
		"we had the recital on the 14th of November":      "2026-11-14",
		"he was here on 3 May":                            "2026-05-03",
		"das Fest wurde auf den 10. Januar verlegt":       "2027-01-10",
	} {
		got := Times(text, day)
		if len(got) != 1 || got[0].First.Format(time.DateOnly) != want {
			t.Errorf("%q: %+v, want %s", text, got, want)
		}
	}
}
