package knowledge

import (
	"strings"
	"testing"

	"dormouse/memory/document"
	"dormouse/memory/language/statement"
)

// TestRest: of most lines what they say beside the statement that was replaced is kept. Lines
// that nobody here wrote are judged where the corpus is.
func TestRest(t *testing.T) {
	right := 0
	for _, c := range []struct{ old, newer, want string }{
		{"User: I live in Leipzig and work as a nurse", "User: I moved to Hamburg", "User: I work as a nurse"},
		{"User: I live in Leipzig and work as a nurse", "User: I now work as a teacher", "User: I live in Leipzig"},
		{"User: I live in Leipzig, work as a nurse and have two cats", "User: I moved to Hamburg", "User: I work as a nurse and have two cats"},
		{"Ann lives in Oslo and works as a nurse", "Ann moved to Bergen", "(Ann) works as a nurse"},
		{"Ann: Live in Oslo and work as a nurse", "Ann: Moved to Bergen", "Ann: Work as a nurse"},
		{"Ann: Bought a sledge on 2026-02-01. I live in Oslo. Have a dog named Rex", "Ann: I moved to Bergen", "Ann: Bought a sledge on 2026-02-01. Have a dog named Rex"},
		{"User: Ich wohne in Leipzig und arbeite bei Bosch", "User: Ich bin umgezogen nach Hamburg", "User: Ich arbeite bei Bosch"},
		{"User: Ich heiße Jonas Brandt und wohne in Leipzig-Plagwitz", "User: Ich bin letzte Woche nach Halle umgezogen", "User: Ich heiße Jonas Brandt"},
		{"User: I live in Leipzig and work as a nurse", "User: In the week of 2026-03-23 I moved to Hamburg", "User: I work as a nurse"},
		{"Soy Begoña, tengo 58 años y vivo en Oviedo con mi hermana Pili", "Pili ya no vive conmigo, se ha ido a Gijón", "Soy Begoña, tengo 58 años y vivo en Oviedo"},
		{"Me llamo Ramón, electricista, vivo en Teruel con mi hijo Iker", "Iker se ha ido a Zaragoza", "Me llamo Ramón, electricista, vivo en Teruel"},
		{"Vivo a Pisa, studio chimica e lavoro la sera in pizzeria", "Non lavoro più in pizzeria", "Vivo a Pisa, studio chimica"},
		{"Moro em Braga, tenho um gato e trabalho numa gráfica", "O gato morreu em março", "Moro em Braga e trabalho numa gráfica"},
		{"живу в Казани, работаю бухгалтером, двое детей", "Я переехала в Самару", "Работаю бухгалтером, двое детей"},
		{"京都に住んでいて、銀行で働いていて、猫を飼っています", "大阪に引っ越しました", "銀行で働いていて、猫を飼っています"},
		{"I'm Beth, carpenter, live in Leeds with my daughter Nora", "Nora moved to York", "I'm Beth, carpenter, live in Leeds"},
		{"Mondays I do Ilkley and Otley, Tuesdays it's Keighley", "Keighley is Wednesdays from next month", "Mondays I do Ilkley and Otley"},
		{"Montags habe ich Chor, mittwochs bin ich beim Judo", "Judo ist jetzt donnerstags", "Montags habe ich Chor"},
		{"Je suis Paul, menuisier à Nantes, j'ai deux filles et un chien", "Le chien est mort", "Je suis Paul, menuisier à Nantes, j'ai deux filles"},
		{"Vivo en Lugo con mi prima Sara y el gato, Mus", "Sara ya no vive conmigo", "Vivo en Lugo con el gato, Mus"},
		{"On Sundays I sail with Otto and Lena", "Otto died in March", "On Sundays I sail with Lena"},
		{"Ich wohne mit meinem Bruder in Husum", "Mein Bruder ist ausgezogen", "Ich wohne in Husum"},
		{"piano with Ms Roth on Tuesdays", "Ms Roth teaches me Thursdays at 5", ""}, // the day is over, not the teacher
		{"Gwyn brings rye on Mondays and spelt on Thursdays", "rye comes on Tuesdays now", "Gwyn brings rye on Tuesdays and spelt on Thursdays"},
		{"Wir zahlen 640 für die Wohnung und 80 für den Stellplatz", "der Stellplatz kostet jetzt 95", "Wir zahlen 640 für die Wohnung"},
		{"Poterie le mardi salle Monet, avec Inès", "La poterie, c'est le vendredi", "Poterie le vendredi salle Monet, avec Inès"},
		{"I have nine hens, three geese and a goat", "the goat died", "I have nine hens, three geese"},
		{"Dario è celiaco e Irene ha paura dei cani", "Irene adesso ha un cagnolino e non ha più paura dei cani", "Dario è celiaco"},
		{"Biscuit is our greyhound, 6 years old", "Biscuit is seven", "Biscuit is our greyhound, seven years old"},
		{"Vet for Mieze on 15 December, at 5 pm", "The vet can't on the 15th", ""}, // the hour is nothing by itself
		{"Piano with Ruth, Tuesdays at 5, £18 a session", "Piano is on Thursdays now", "Piano with Ruth, Thursdays at 5, £18 a session"},
		{"I live in Kiel with Anna and our dog Rex, and work at the harbour", "I quit the harbour", "I live in Kiel with Anna and our dog Rex"},
		{"I share the workshop with Ana, she does the glazing and I throw", "Ana left for Porto", "Ana does the glazing and I throw"},
		{"need flour, oats and a lightbulb for the hall", "got the oats", "Need flour and a lightbulb for the hall"},
		{"für die Laube: Nägel, Dachpappe und Leinöl", "das Leinöl hab ich schon", "Für die Laube: Nägel, Dachpappe"},
		{"The bins are out on Mondays, the landing light is on a timer", "bins go out on Wednesdays", "The bins are out on Wednesdays, the landing light is on a timer"},
		{"stopcock is behind the freezer, meter reading due on the 3rd", "they want the reading by the 9th", "Stopcock is behind the freezer"},
		{"The stall is by the harbour, costs 120 a month", "the stall fee's going to 135", "The stall is by the harbour"}, // the part with the figure goes, not the one with the name
		{"notre fille est en 3eme au collège, elle prend le car de 7h10", "le car passe à 7h maintenant", "Notre fille est en 3eme au collège"},
		{"need to order feed and straw", "got the feed", "Need to order straw"},
		{"User: I live in Leipzig", "User: I moved to Hamburg", ""},
		{"User: I live in Leipzig and Halle", "User: I moved to Hamburg", ""},
		{"User: I live in Leipzig and work as a nurse", "User: I moved to Hamburg and work as a nurse", ""},
		{"User: I live in Leipzig and work as a nurse", "User: Bought a sledge", ""},
	} {
		if got := Rest(c.old, c.newer); got == c.want {
			right++
		} else {
			t.Logf("of %q after %q is left %q, not %q", c.old, c.newer, got, c.want)
		}
	}
	if right < 40 {
		t.Errorf("%d are right, want 40", right)
	}
}

// TestWhatIsTypedSmallIsCutAlike: a line is cut alike where it was typed and as a night wrote it.
func TestWhatIsTypedSmallIsCutAlike(t *testing.T) {
	for _, c := range [][2]string{
		{"gwenllian teaches the harp on Fridays and drives a yellow Fiat Panda", "gwenllian crashed the panda, she's got a Corsa now"},
		{"need to order feed and straw", "got the feed"},
		{"the stall is by the harbour, costs 120 a month", "the stall fee's going to 135"},
		{"vivo en Lugo con mi prima Sara y el gato, Mus", "sara ya no vive conmigo"},
	} {
		small, file := Rest(c[0], c[1]), Rest(capital(c[0]), capital(c[1]))
		if small != file || small != Rest(c[0], capital(c[1])) {
			t.Errorf("of %q after %q is left %q, and %q as it stands in a file", c[0], c[1], small, file)
		}
	}
}

// FuzzRest: the rest says nothing that the old line does not say, but with the figures of
// the news where it is the whole line with these.
func FuzzRest(f *testing.F) {
	for _, c := range [][2]string{
		{"User: I live in Leipzig, work as a nurse and have two cats. Dr. Pfennig; ok?", "User: I moved to Hamburg"},
		{"Ann (dog): Live in Oslo and work as a nurse", "Ann: Moved to Bergen"},
		{"rye comes on Mondays and spelt on Fridays", "rye comes on Tuesdays"}, {"2 0", "1"},
		{": and works as a", "and und , lives in Oslo"}, {"0", "0"}, {" ", "0"}, {"", ""}, {"rYe And/B0 AA", "rYe 000"}, {"Ich wohne in 北京。und arbeite bei", "nach Halle umgezogen"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, old, newer string) {
		has := map[string]bool{}
		for _, w := range wordsOf(old) {
			has[w.text] = true
		}
		rest := Rest(old, newer)
		_, body := labelled(document.Unsaid(old))
		_, news := labelled(document.Unsaid(newer))
		if with := statement.Updated(statement.Read(capital(body)), statement.Read(capital(news))); with != "" && strings.Contains(rest, with) {
			return
		}
		for _, w := range wordsOf(rest) {
			if !has[w.text] {
				t.Errorf("%q is not in %q", w.text, old)
			}
		}
	})
}
