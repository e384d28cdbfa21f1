package statement_test

import (
	"strings"
	"testing"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// TestAmended: a figure or a name that is given anew stands in the older statement's
// words; where it is not clear which one is meant, nothing is written.
func TestAmended(t *testing.T) {
	for _, c := range []struct {
		lang            language.Lang
		old, news, want string
		whole           bool
	}{
		{language.English, "We buy the blue boat for 42,000 crowns; the yellow one leaks", "Actually it was 45,000 crowns", "We buy the blue boat for 45,000 crowns; the yellow one leaks", true},
		{language.English, "the hazer is 120", "no sorry, 160", "the hazer is 160", true},
		{language.Italian, "il corso è passato a martedì", "no scusa, giovedì", "il corso è passato a giovedì", true},
		{language.Russian, "мастер придёт в четверг в 18", "нет, в пятницу", "мастер придёт в пятницу в 18", true},
		{language.English, "plumber coming mon 30th 2pm", "sorry, tues 31st", "plumber coming tues 31st 2pm", true},
		{language.Portuguese, "curso de inglês, terça e quinta 19h", "não, é segunda e quarta", "curso de inglês, segunda e quarta 19h", true},
		{language.English, "The sweep comes on Thursday at eight", "no sorry, Friday, same time", "The sweep comes on Friday at eight", true},
		{language.Dutch, "De glazenwasser komt donderdag om acht uur", "nee sorry, vrijdag, zelfde tijd", "De glazenwasser komt vrijdag om acht uur", true},
		{language.English, "the boiler man comes at 7:15", "sorry, four", "the boiler man comes at four", true},
		{language.English, "The blue boat has 2 cabins and 6 berths", "Actually the blue boat has 4 cabins", "The blue boat has 4 cabins and 6 berths", true},
		{language.English, "The mooring licence has number 48812 and costs 1340", "Hm no, 1430", "The mooring licence has number 48812 and costs 1430", true},
		{language.English, "The target is 40 ms and right now we are at 85 ms", "Correction: the target is 50 ms, not 40", "The target is 50 ms and right now we are at 85 ms", true},
		{language.English, "The inspection is on 4 December at 10", "Wrong, it's the 11th", "The inspection is on 11 December at 10", true},
		{language.English, "The inspection is on Friday 4 December", "Wrong, it's the 11th", "The inspection is on Friday 11 December", true},
		{language.English, "The inspection is on 2026-12-04", "Wrong, it's the 9th", "The inspection is on 2026-12-09", true},
		{language.English, "The deposit is 20%, due in May", "Sorry, 25%", "The deposit is 25%, due in May", true},
		{language.English, "Let's release v2.8.0 on Thursday, 12 March", "no, Monday, 16 March", "Let's release v2.8.0 on Monday, 16 March", true},
		{language.English, "Between 7 and 8 people come", "no, 9", "", false},
		{language.English, "Our accountant is called Wendeline", "Hm no, Wendelmoet it is", "Our accountant is called Wendelmoet", true},
		{language.English, "The engineer is Jana Wiesner from Halle", "it is Wiesener", "The engineer is Jana Wiesener from Halle", true},
		{language.English, "my vet is Dr Hartley on Elm Road", "hm no, Hartman", "my vet is Dr Hartman on Elm Road", true},
		{language.English, "My brother Tom works at Siemens", "no, Bosch", "My brother Tom works at Bosch", true},
		{language.English, "Aunt Bea lives in Kendal", "no wait, Keswick", "Aunt Bea lives in Keswick", true},
		{language.English, "I met Tom in Paris", "no, Tim", "", false},
		{language.English, "we moved the kiln in january to the old dairy, the lease is 900 a quarter", "the lease is 960 from June", "we moved the kiln in january to the old dairy, the lease is 960 a quarter", false},
		{language.English, "Lotte turns 7 on 4 October and she wants a party at the pool", "the party's on the 9th now", "", false},
		{language.German, "ich hab im März in der Gärtnerei angefangen, die Garage kostet 70 Euro", "die Garage kostet ab Juli 75", "ich hab im März in der Gärtnerei angefangen, die Garage kostet 75 Euro", false},
		{language.German, "am 14. hab ich Termin bei der Optikerin", "der Termin bei der Optikerin ist am 2. Februar", "am 2. Februar hab ich Termin bei der Optikerin", true},
		{language.English, "now I'd better feed the hens", "no, Gerda", "", false},
		{language.English, "the dentist is at 3", "4 sorry", "the dentist is at 4", true},
		{language.English, "The flag is slot_gaurd_2", "typo: slot_guard_2", "The flag is slot_guard_2", true},
		{language.English, "The hall holds 250 people", "Actually 180, the balcony is closed", "The hall holds 180 people", false},
		{language.English, "the rent is 900", "no, 950 from june on", "the rent is 950 from june on", true},
		{language.English, "the oven service is on the 19th at 8", "sorry, at 9 not 8", "the oven service is on the 19th at 9", true},
		{language.English, "the flour is from Gilchrist, they come mondays", "no, wednesdays since march", "the flour is from Gilchrist, they come wednesdays since march", true},
		{language.English, "The dentist is on 4 May at 9:00", "it has moved to 7 June", "The dentist is on 7 June at 9:00", false},
		{language.English, "mum's allergic to penicillin", "wait it's not penicillin its codeine", "mum's allergic to codeine", true},
		{language.English, "the choir sings Fauré in Saint Botolph's", "not Fauré, Duruflé", "the choir sings Duruflé in Saint Botolph's", true},
		{language.English, "the gate is painted dark green", "dark blue, not dark green", "", false},
		{language.English, "mum's allergic to penicillin", "mum's not allergic to penicillin, dad is", "", false},
		{language.English, "I keep bees and a goat", "I don't keep bees, my neighbour does", "", false},
		{language.Spanish, "El dentista de las niñas es el doctor Sáenz, jueves 19 a las 17:30", "el dentista pasa al viernes 20", "El dentista de las niñas es el doctor Sáenz, viernes 20 a las 17:30", false},
		{language.German, "Termin beim Zahnarzt ist Donnerstag 19. um 8", "der Zahnarzt ist jetzt Freitag 20.", "Termin beim Zahnarzt ist Freitag 20. um 8", false},
		{language.Spanish, "mi suegra es alérgica al cacahuete", "no era cacahuete, era anacardo", "mi suegra es alérgica al anacardo", true},
		{language.German, "Opa nimmt Aspirin gegen die Schmerzen", "nein, nicht Aspirin, Ibuprofen", "Opa nimmt Ibuprofen gegen die Schmerzen", true},
		{language.French, "la clé est chez le boulanger", "pas chez le boulanger, chez le coiffeur", "la clé est chez le coiffeur", true},
		{language.German, "Der Dachdecker Hoppe fängt am 4. Mai an", "Nein, am 11. Mai", "Der Dachdecker Hoppe fängt am 11. Mai an", true},
		{language.German, "das Treffen ist am Montag um halb drei", "nein, am Mittwoch", "das Treffen ist am Mittwoch um halb drei", true},
		{language.French, "la réunion est à 9h", "pardon, 11h", "la réunion est à 11h", true},
		{language.Spanish, "el billete cuesta 38 euros", "perdón, 83", "el billete cuesta 83 euros", true},
	} {
		got, whole := statement.Amended(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.news, c.lang))
		if got != c.want || whole != c.whole {
			t.Errorf("%q and %q: %q, %v", c.old, c.news, got, whole)
		}
	}
}

// TestSettled: what a sentence takes back itself is not told; what it denies stays.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		lang       language.Lang
		text, want string
	}{
		{language.English, "my locker is 114, sorry, i meant 141", "my locker is 141"},
		{language.English, "the parents evening is tuesday, no wait, wednesday at 6", "the parents evening is wednesday at 6"},
		{language.English, "the pickup is at 7:15 from Halden, wrong, 7:45", "the pickup is at 7:45 from Halden"},
		{language.English, "we use 40 ms, not 50", "we use 40 ms, not 50"},
		{language.English, "the train goes at 6:12, arrives at 8:30", "the train goes at 6:12, arrives at 8:30"},
		{language.English, "sorry I'm late, the bus came at 9", "sorry I'm late, the bus came at 9"},
		{language.Spanish, "la reserva es a nombre de Ruiz, perdón, de Rius", "la reserva es a nombre de Rius"},
		{language.French, "le code du portail est 4471, pardon 4417", "le code du portail est 4417"},
		{language.German, "die Werkstatt nimmt 380, Quatsch, 830 Euro", "die Werkstatt nimmt 830 Euro"},
	} {
		if got := statement.Settled(c.text, c.lang); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestThousandsGoWithTheirNumber: "k" is part of the number for which a whole one is told.
func TestThousandsGoWithTheirNumber(t *testing.T) {
	for _, c := range []struct{ old, news, want string }{
		{"The roof costs 4k euros", "sorry, the roof costs 5500", "The roof costs 5500 euros"},
		{"The roof costs 4k euros", "sorry, the roof costs 5k", "The roof costs 5k euros"},
		{"The roof costs 4 thousand euros", "sorry, the roof costs 5500", "The roof costs 5500 euros"},
		{"The hose is 20m long", "sorry, the hose is 25 long", "The hose is 25m long"},
	} {
		if got, _ := statement.Amended(statement.ReadIn(c.old, language.English), statement.ReadIn(c.news, language.English)); got != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.old, c.news, got, c.want)
		}
	}
}

// TestTheDayOfANoteIsNoValue: a note may begin with its day.
func TestTheDayOfANoteIsNoValue(t *testing.T) {
	old := statement.ReadIn("The foreman is Bert, he drinks on Mondays", language.English)
	for news, none := range map[string]bool{"Friday. bad news: Bert went to a site in Lincoln": true, "Fridays. sorry": false} {
		text, _ := statement.Amended(old, statement.ReadIn(news, language.English))
		if updated := statement.Updated(old, statement.ReadIn(news, language.English)); (text == "" && updated == "") != none {
			t.Errorf("%q: %q, %q", news, text, updated)
		}
	}
}

// TestWhoTellsOfThemselvesCorrectsNobodyElse: what begins with the speaker, and has nothing in
// common with a line on something else, is no correction of that.
func TestWhoTellsOfThemselvesCorrectsNobodyElse(t *testing.T) {
	for _, c := range []struct {
		lang      language.Lang
		old, news string
		want      bool
	}{
		{language.Spanish, "El perro se llama Toby", "vivo en Jaca", false},
		{language.Spanish, "el becario se llama Marcos", "Mario, perdona", true},
		{language.English, "the dog is called Toby", "I live in Hull", false},
		{language.German, "Susi will Tulpen", "Rosen, mein Fehler", true},
	} {
		if got := statement.Revalues(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.news, c.lang)); got != c.want {
			t.Errorf("%q, then %q: %v", c.old, c.news, got)
		}
	}
}

// TestWithoutWords: marks, emoji and scripts without spaces are compared, too.
func TestWithoutWords(t *testing.T) {
	texts := []string{"", "*", "…", "🙂", "*🙂", "9", "面试是两点", "不对，三点", "すみません", "no", "no,"}
	for _, old := range texts {
		for _, news := range texts {
			for _, l := range []language.Lang{language.English, language.Japanese, language.Chinese} {
				a, b := statement.ReadIn(old, l), statement.ReadIn(news, l)
				statement.Amended(a, b)
				statement.Revalues(a, b)
				statement.Corrects(a, b, false)
				statement.Settled(old+", "+news, l)
			}
		}
	}
}

// TestAYearIsNoDay: what happened on a day does not put it in the place of a year.
func TestAYearIsNoDay(t *testing.T) {
	for _, c := range [][2]string{{"I drive a 2012 Berlingo", "sold the Berlingo on Saturday"}, {"we have a 1998 Yamaha outboard", "sold the Yamaha outboard yesterday"}} {
		old, now := statement.Read(c[0]), statement.Read(c[1])
		if text, _ := statement.Amended(old, now); text != "" {
			t.Errorf("%q after %q: %q", c[1], c[0], text)
		}
		if text := statement.Updated(old, now); text != "" {
			t.Errorf("%q after %q: %q", c[1], c[0], text)
		}
	}
}

// TestRenewed: a line that news of 2026-11-26 moves to another day stays as it is but for
// that; where the news tells more, or the day may be one of another month, it is not told.
func TestRenewed(t *testing.T) {
	said := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang            language.Lang
		old, news, want string
	}{
		{language.Italian, "Visita dall'endocrinologo il 14 dicembre alle 16", "hanno spostato la visita al 21, stesso orario", "Visita dall'endocrinologo il 21 dicembre alle 16"},
		{language.Italian, "cena con 4 amici il 3 dicembre alle 20", "la cena è il 5", "cena con 4 amici il 5 dicembre alle 20"},
		{language.Italian, "cena con 4 amici il 3 dicembre", "la cena è alle 9", ""},
		{language.French, "kiné le 14 décembre à 16h", "le kiné me met au 21, même heure", "kiné le 21 décembre à 16h"},
		{language.French, "livraison le 2 décembre entre 8h et 10h, 6 palettes", "la livraison passe au 9", "livraison le 9 décembre entre 8h et 10h, 6 palettes"},
		{language.French, "rendez-vous le 1er décembre à 9h", "le rendez-vous passe au 8", "rendez-vous le 8 décembre à 9h"},
		{language.French, "dentiste le vendredi 11 décembre à 9h", "le dentiste passe au 15", "dentiste le 15 décembre à 9h"},
		{language.Spanish, "el control es el 1 de diciembre a las 8:00", "me han cambiado el control al 4, a la misma hora", "el control es el 4 de diciembre a las 8:00"},
		{language.Spanish, "reunión el 2 de diciembre a las 10 con 6 personas", "la reunión pasa al 9", "reunión el 9 de diciembre a las 10 con 6 personas"},
		{language.Spanish, "reunión el 2 de diciembre a las 10 con 6 personas", "la reunión es a las 9", "reunión el 2 de diciembre a las 9 con 6 personas"},
		{language.Spanish, "reunión el 2 de diciembre con 6 personas", "la reunión es a las 9", ""},
		{language.Spanish, "la recogida empieza el 2 de diciembre, con una cuadrilla de seis", "empezamos la recogida el 9", "la recogida empieza el 9 de diciembre, con una cuadrilla de seis"},
		{language.Portuguese, "reunião no dia 2 de dezembro às 10 com 6 pessoas", "a reunião passa para o dia 9", "reunião no dia 9 de dezembro às 10 com 6 pessoas"},
		{language.German, "Physio am 14. Dezember um 16 Uhr", "Physio ist am 21., gleiche Uhrzeit", "Physio am 21. Dezember um 16 Uhr"},
		{language.German, "Zahnarzt am Freitag, dem 11. Dezember um 8 Uhr", "Zahnarzt ist auf den 15. verschoben", ""},
		{language.Dutch, "afspraak op 2 december om 10 uur met 6 mensen", "de afspraak is nu op de 9de, zelfde tijd", "afspraak op 9 december om 10 uur met 6 mensen"},
		{language.Russian, "встреча 2 декабря в 10 с 6 людьми", "встречу перенесли на 9 число", "встреча 9 декабря в 10 с 6 людьми"},
		{language.Russian, "встреча 2 декабря в 10", "встречу перенесли на 9-е, в то же время", "встреча 9 декабря в 10"},
		{language.Japanese, "12月2日10時に6人で会議", "会議は9日になった", "12月9日10時に6人で会議"},
		{language.Chinese, "会议在12月2日10点,6个人", "会议改到9号", ""},
		{language.English, "Eye clinic appointment with Dr Mehta on 9 December at 10.20", "The eye clinic rang, they've moved me to the 16th, same time", "Eye clinic appointment with Dr Mehta on 16 December at 10.20"},
		{language.English, "dentist on Friday 11 December 8:45", "swap the dentist for the 18th, same time", "dentist on Friday 18 December 8:45"},
		{language.English, "dentist on Friday 11 December 8:45", "the dentist moved to the 15th", "dentist on 15 December 8:45"},
		{language.English, "dentist on Friday 2026-12-11 at 8:45", "the dentist moved to the 15th, same time", ""},
		{language.English, "dentist on Friday 2026-12-11 at 8:45", "the dentist moved to the 18th, same time", "dentist on Friday 2026-12-18 at 8:45"},
		{language.English, "dentist on Friday the 11th at 8:45", "the dentist moved to the 15th", ""},
		{language.English, "dinner for six at Nonna's on 2 December", "they moved it to the 9th", "dinner for six at Nonna's on 9 December"},
		{language.English, "9 December dinner with the choir", "dinner moved to the 16th", "16 December dinner with the choir"},
		{language.English, "dinner for six at Nonna's", "dinner is on the 9th", ""},
		{language.English, "dinner on 21st December at 7", "dinner moved to the 22nd", "dinner on 22nd December at 7"},
		{language.English, "dinner on 2 December 2026 at 7", "dinner moved to the 9th at 8", "dinner on 9 December 2026 at 8"},
		{language.English, "dinner on 2 December at 7", "dinner moved to 9", ""},
		{language.English, "dinner on 2 December at 7", "dinner moved to the 30th", ""},
		{language.English, "dinner on 28 December at 7", "dinner moved to the 4th", ""},
		{language.English, "dinner on 2 December at 7", "dinner moved to the 9th, bring the red chairs", ""},
		{language.English, "dinner on 2 December at 7", "they moved it to the 9th because Anna is ill", ""},
		{language.English, "dinner on 2 December at 7", "dinner moved to the 9th, with my sister", ""},
		{language.English, "meeting on 2 December with 6 people", "the meeting is at 9", ""},
	} {
		if got := statement.Renewed(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.news, c.lang), said); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.old, c.news, got, c.want)
		}
	}
}

// TestABareNumberStandsInOnePlace: where it may be a day, an hour or a number of people,
// nothing is written.
func TestABareNumberStandsInOnePlace(t *testing.T) {
	for _, c := range [][3]string{
		{"The inspection is on 4 December at 10", "sorry, 9", ""},
		{"Dinner on 4 December with 6 people", "sorry, 9", ""},
		{"The inspection is on 4 December at 10", "sorry, at 9", "The inspection is on 4 December at 9"},
		{"The train leaves at 6:12 from platform 4", "sorry, platform 9", "The train leaves at 6:12 from platform 9"},
	} {
		if got, _ := statement.Amended(statement.Read(c[0]), statement.Read(c[1])); got != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestAContrastCorrectsWhatItDenies: what is said instead of something corrects the line that
// speaks of that, and not the one before it.
func TestAContrastCorrectsWhatItDenies(t *testing.T) {
	for _, c := range []struct {
		lang        language.Lang
		last, other string
		news        string
	}{
		{language.Portuguese, "o Trovão fugiu ontem", "a avó toma Xarelto ao jantar", "afinal não é Xarelto, é Eliquis"},
		{language.English, "Bracken died on Sunday", "my uncle lives in Denbigh", "no wait it's not Denbigh, it's Ruthin"},
	} {
		news := statement.ReadIn(c.news, c.lang)
		if statement.Corrects(statement.ReadIn(c.last, c.lang), news, true) {
			t.Errorf("%q corrects %q", c.news, c.last)
		}
		if !statement.Corrects(statement.ReadIn(c.other, c.lang), news, false) {
			t.Errorf("%q does not correct %q", c.news, c.other)
		}
	}
}

// A no that opens a correction denies none of the figures behind it.
func TestANoBeforeACorrection(t *testing.T) {
	older, newer := statement.Read("the badger group meets on Wednesdays and Fridays"), statement.Read("no sorry, Tuesdays and Fridays")
	if got := statement.Renewed(older, newer, time.Time{}); !strings.HasSuffix(got, "meets on Tuesdays and Fridays") {
		t.Errorf("%q", got)
	}
}

// What says by how much a figure has changed is no figure to stand in its place.
func TestShifted(t *testing.T) {
	said := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang            language.Lang
		old, news, want string
		gives           bool
	}{
		{language.English, "The sweep comes on 12 November at nine", "the sweep is coming an hour later", "The sweep comes on 12 November at 10:00", true},
		{language.English, "The sweep comes at 3pm", "the sweep is coming half an hour earlier", "The sweep comes at 2:30pm", true},
		{language.English, "The clinic is on 11 November", "the clinic is a week later", "The clinic is on 18 November", true},
		{language.English, "The clinic is on 26 November", "the clinic is a week later", "The clinic is on 2026-12-03", true},
		{language.English, "I take 50 mg of losartan", "they raised the losartan by 25", "I take 75 mg of losartan", true},
		{language.English, "the rent is 900", "they raised the rent to 950", "", false},
		{language.English, "the rent is 900", "they raised the rent by 50, to 950", "", false},
		{language.English, "I swim", "the pool is 2 euros dearer", "", true},
		{language.English, "2 coats at 40 euros and 3 at 60 euros", "they are 10 euros dearer", "", true},
		{language.German, "Der Bus fährt um 7:12", "der Bus fährt zehn Minuten früher", "Der Bus fährt um 7:02", true},
		{language.Italian, "il corso costa 12,50 euro", "il corso costa 2 euro in più", "il corso costa 14,50 euro", true},
		{language.Chinese, "航班是下午3点", "航班推迟了两个小时", "航班是下午5点", true},
	} {
		if got, gives := statement.Shifted(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.news, c.lang), said); got != c.want || gives != c.gives {
			t.Errorf("%q, then %q: %q, %v; want %q, %v", c.old, c.news, got, gives, c.want, c.gives)
		}
	}
}

// A figure takes no place where another measure stands, nor that of another matter; of
// several it takes that of what the newer statement counts.
func TestFiguresOfAnotherMeasure(t *testing.T) {
	for _, c := range []struct {
		lang            language.Lang
		old, news, want string
	}{
		{language.English, "mrs okafor deposit 200 paid", "paid the van tax, 320", ""},
		{language.English, "mrs okafor deposit 200 paid", "mrs okafor's deposit was 320", "mrs okafor deposit 320 paid"},
		{language.Italian, "vaccino polpetta 20 marzo ore 17", "polpetta pesa 8,4 kg", ""},
		{language.Russian, "новый заказ: 8 жилеток для хора, по 1900, к 1 июня", "жилеток уже 10", "новый заказ: 10 жилеток для хора, по 1900, к 1 июня"},
	} {
		if got := statement.Updated(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.news, c.lang)); got != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.old, c.news, got, c.want)
		}
	}
}
