package temporal

import "testing"

// saidOn is a Wednesday.
const saidOn = "2023-05-10"

// TestAbsoluteByTense is about days that only the clause around them dates.
func TestAbsoluteByTense(t *testing.T) {
	for _, c := range [][2]string{
		{"I moved on Monday.", "I moved on Monday 2023-05-08."},
		{"I will go on Monday.", "I will go on Monday 2023-05-15."},
		{"I moved on Monday. I'll call you on Friday.", "I moved on Monday 2023-05-08. I'll call you on Friday 2023-05-12."},
		{"I was ill, so I'll go on Monday.", "I was ill, so I'll go on Monday 2023-05-15."},
		{"On Monday, I moved house.", "On Monday 2023-05-08, I moved house."},
		{"On Friday I'm flying to Oslo.", "On Friday 2023-05-12 I'm flying to Oslo."},
		{"He's starting the new job on Monday", "He's starting the new job on Monday 2023-05-15"},
		{"Let's meet on Saturday!", "Let's meet on Saturday 2023-05-13!"},
		{"We had a picnic on Sunday afternoon", "We had a picnic on the afternoon of Sunday 2023-05-07"},
		{"My sister married Tom on Saturday and they flew to Rome on Sunday.", "My sister married Tom on Saturday 2023-05-06 and they flew to Rome on Sunday 2023-05-07."},
		{"I told him on Monday", "I told him on Monday 2023-05-08"},
		{"What did you do on Friday?", "What did you do on Friday 2023-05-05?"},
		{"I can't come on Friday", "I can't come on Friday 2023-05-12"},
		{"I saw Will on Monday", "I saw Will on Monday 2023-05-08"},
		{"I started the course in March.", "I started the course in March 2023."},
		{"We went to Crete in September.", "We went to Crete in September 2022."},
		{"I'll run the marathon in October.", "I'll run the marathon in October 2023."},
		{"We will visit them in February", "We will visit them in February 2024"},
		{"this morning I ran", "on the morning of 2023-05-10 I ran"},
		{"we leave tomorrow", "we leave on 2023-05-11"},
		{"We met two weeks ago", "We met around 2023-04-26"},
		{"last Friday I slept", "on Friday 2023-05-05 I slept"},
		{"next weekend we camp", "on the weekend of 2023-05-20 we camp"},
		{"next Monday I fly", "on Monday 2023-05-15 I fly"},
		{"this Friday we party", "on Friday 2023-05-12 we party"},
		{"this Monday I slept late", "on Monday 2023-05-08 I slept late"},
		{"this past Sunday was fine", "Sunday 2023-05-07 was fine"},

		{"Ich bin am Montag nach Köln gefahren.", "Ich bin am Montag 2023-05-08 nach Köln gefahren."},
		{"Ich werde am Freitag nach Köln fahren.", "Ich werde am Freitag 2023-05-12 nach Köln fahren."},
		{"Ich habe am Sonntag mit Anna gekocht", "Ich habe am Sonntag 2023-05-07 mit Anna gekocht"},
		{"Gestern Abend war ich müde", "Am Abend des 2023-05-09 war ich müde"},
		{"ich komme morgen früh", "ich komme am Morgen des 2023-05-11"},
		{"Wir waren im September auf Kreta", "Wir waren im September 2022 auf Kreta"},
		{"das war letztes Wochenende und schön", "das war am Wochenende des 2023-05-06 und schön"},
		{"letzten Freitag war ich im Kino", "am Freitag 2023-05-05 war ich im Kino"},
		{"die Kasse mache ich am letzten Freitag im Monat", "die Kasse mache ich am letzten Freitag im Monat"},
		{"we meet last Thursday of the month", "we meet last Thursday of the month"},
		{"on se voit le dernier jeudi du mois", "on se voit le dernier jeudi du mois"},
		{"quedamos el último jueves de cada mes", "quedamos el último jueves de cada mes"},
		{"kommenden Freitag bin ich weg", "am Freitag 2023-05-12 bin ich weg"},
		{"ich habe das vor zwei Wochen gekauft", "ich habe das um den 2023-04-26 gekauft"},

		{"J'ai déménagé lundi.", "J'ai déménagé lundi 2023-05-08."},
		{"Nous allons partir vendredi pour Lyon", "Nous allons partir vendredi 2023-05-12 pour Lyon"},
		{"je suis arrivée samedi avec ma mère", "je suis arrivée samedi 2023-05-06 avec ma mère"},
		{"hier soir nous avons mangé", "le soir du 2023-05-09 nous avons mangé"},
		{"ce matin il était là", "le matin du 2023-05-10 il était là"},
		{"le week-end dernier nous étions à Nice", "le week-end du 2023-05-06 nous étions à Nice"},
		{"nous avons acheté la maison en mars", "nous avons acheté la maison en mars 2023"},
		{"je partirai en octobre", "je partirai en octobre 2023"},
		{"je viens vendredi prochain", "je viens le vendredi 2023-05-12"},
		{"il y a deux semaines j'étais malade", "vers le 2023-04-26 j'étais malade"},

		{"Me mudé a Lima y llegué el lunes.", "Me mudé a Lima y llegué el lunes 2023-05-08."},
		{"El viernes voy a viajar a Lima", "El viernes 2023-05-12 voy a viajar a Lima"},
		{"Viajaré a Lima el viernes", "Viajaré a Lima el viernes 2023-05-12"},
		{"anoche no dormí por el ruido", "la noche del 2023-05-09 no dormí por el ruido"},
		{"esta mañana fui al médico", "la mañana del 2023-05-10 fui al médico"},
		{"ayer por la tarde fui con mi madre", "la tarde del 2023-05-09 fui con mi madre"},
		{"la semana que viene no estoy", "la semana del 2023-05-15 no estoy"},
		{"el próximo lunes no estoy", "el lunes 2023-05-15 no estoy"},
		{"el fin de semana pasado fuimos al mar", "el fin de semana del 2023-05-06 fuimos al mar"},
		{"compré el coche en marzo", "compré el coche en marzo de 2023"},
		{"hace dos semanas estuve en Quito", "hacia el 2023-04-26 estuve en Quito"},

		{"Вчера я был в театре.", "2023-05-09 я был в театре."},
		{"Я переехал в понедельник.", "Я переехал в понедельник 2023-05-08."},
		{"В пятницу мы поедем в Псков.", "В пятницу 2023-05-12 мы поедем в Псков."},
		{"мы встретились в субботу", "мы встретились в субботу 2023-05-06"},
		{"завтра утром я занята", "утром 2023-05-11 я занята"},
		{"на прошлой неделе я болела", "на неделе с 2023-05-01 я болела"},
		{"в прошлом году мы жили в Туле", "в 2022 году мы жили в Туле"},
		{"две недели назад я купил лодку", "около 2023-04-26 я купил лодку"},
		{"год назад мы жили в Туле", "в 2022 году мы жили в Туле"},
		{"я купила дом в марте", "я купила дом в марте 2023 года"},
		{"в прошлую субботу мы гуляли", "в субботу 2023-05-06 мы гуляли"},
		{"в следующем месяце я буду в Риме", "в 2023-06 я буду в Риме"},
	} {
		wantDates(t, c[0], c[1])
	}
}

// TestAbsoluteLeavesWhatIsUnsure holds sentences in which a date would be a guess.
func TestAbsoluteLeavesWhatIsUnsure(t *testing.T) {
	for _, s := range []string{
		"next Friday we leave",        // on a Wednesday: this week's or the next one's
		"last Tuesday we talked",      // yesterday, or eight days ago
		"I met him on Wednesday",      // today's name
		"The shop opens on Saturday",  // no tense that is sure
		"I'm excited to go on Monday", // "excited" is no past
		"The meeting was moved, it is on Monday",
		"I booked a table on Saturday", // when, or for when
		"I heard that the shop opens on Monday",
		"I was told it opens on Monday",
		"He said he would come on Monday",
		"I've got a meeting on Monday",
		"I was nervous about the exam on Monday",
		"I wanted to leave on Monday",
		"Every week we went swimming on Monday",
		"We usually met on Monday",
		"We swam on Monday evenings",
		"If it rains on Monday, I'll stay",
		"I moved on Monday 12 June",
		"I moved on Monday the 12th",
		"We met on Monday of that week",
		"We will meet a week on Monday",
		"I was born in March",
		"We got married in June",
		"My birthday was in March",
		"In 2019 we moved in March",
		"It starts in May",     // this one
		"We met in March 2020", // has its year
		"I march in March",     //
		"this March",           // over, and no tense
		"the last Friday of May",
		"my tired brother sleeps on Monday",
		"last winter", "the other day", "in three days",
		"Der Laden ist am Montag geschlossen",
		"Ich gehe am Montag immer schwimmen",
		"Ich habe am Montag frei und sie auch",
		"Er hat gesagt, dass der Laden am Montag offen ist",
		"heute Nacht war es kalt und nass",
		"nächsten Freitag ist das Fest",
		"Ich bin im März geboren",
		"Jeden Montag ist Markt, und am Dienstag war Ruhe jede Woche",
		"le lundi je travaille",
		"la boutique est fermée lundi",
		"il a dit que le magasin ouvre lundi",
		"je suis né en mars",
		"los lunes no trabajo",
		"el lunes es mi día",
		"me dijo que el lunes no hay clase",
		"nací en marzo",
		"de la mañana a la noche",
		"в понедельник магазин закрыт",
		"каждый понедельник мы гуляли",
		"она сказала, что в понедельник выходной",
		"в прошлый понедельник мы гуляли", // this week's or the last one's
		"я родился в марте",
		"несколько недель назад",
		"в отдел и в понедельник",
	} {
		wantDates(t, s, s)
	}
}

func wantDates(t *testing.T, in, want string) {
	t.Helper()
	got := Absolute(in, localDay(saidOn))
	if got != want {
		t.Errorf("%q\n got %q\nwant %q", in, got, want)
	}
	if again := Absolute(got, localDay("2026-01-01")); got != in && again != got {
		t.Errorf("not stable: %q became %q", got, again)
	}
}

func BenchmarkAbsolute(b *testing.B) {
	const said = "I think we could go to the market with Ana and her brother, and I moved the old piano on Monday."
	b.SetBytes(int64(len(said)))
	d := localDay(saidOn)
	for b.Loop() {
		Absolute(said, d)
	}
}
