package temporal

import (
	"testing"
	"time"
)

// TestToldInThePast: a day without its year in a sentence told in the past is the last one;
// what was moved there, or is still to come, is the next one.
func TestToldInThePast(t *testing.T) {
	said := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for year, texts := range map[int][]string{
		2026: {
			"je me suis fait vacciner contre la grippe le 18 novembre",
			"je me suis cassé le bras le 18 novembre",
			"elle s'est mariée le 18 novembre",
			"nous nous sommes rencontrés le 18 novembre",
			"ma sœur a accouché le 18 novembre",
			"il est décédé le 18 novembre",
			"le plombier est passé le 18 novembre",
			"le médecin m'a prescrit un traitement le 18 novembre",
			"she died on 18 November",
			"I hurt my back on 18 November",
			"I had my flu jab on 18 November",
			"ich habe mich am 18. November gegen Grippe impfen lassen",
			"wir haben uns am 18. November verlobt",
			"das Auto ist am 18. November kaputtgegangen",
			"Opa verstarb am 18. November",
			"me vacuné de la gripe el 18 de noviembre",
			"me he vacunado el 18 de noviembre",
			"he ido al dentista el 18 de noviembre",
			"me caí el 18 de noviembre",
			"me han operado el 18 de noviembre",
			"mi sono fatta vaccinare il 18 novembre",
			"ci siamo sposati il 18 novembre",
			"si è rotta la caldaia il 18 novembre",
			"l'idraulico è passato il 18 novembre",
			"il gatto morì il 18 novembre",
			"ele morreu em 18 de novembro",
			"casámos em 18 de novembro",
			"ik ben op 18 november gevaccineerd",
			"ik heb me op 18 november laten inenten",
			"we zijn op 18 november getrouwd",
			"ik viel op 18 november van de trap",
			"он умер 18 ноября",
			"я упала с лестницы 18 ноября",
			"11月18日に予防接種を受けた",
			"我11月18日打了流感疫苗",
		},
		2027: {
			"le dentiste est le 18 novembre",
			"je me marie le 18 novembre",
			"je me ferai vacciner le 18 novembre",
			"me vacunaré el 18 de noviembre",
			"me vacunan el 18 de noviembre",
			"mi vaccino il 18 novembre",
			"mi vaccinerò il 18 novembre",
			"ich lasse mich am 18. November impfen",
			"der Laden ist am 18. November geöffnet",
			"de winkel is op 18 november geopend",
			"ela morre em 18 de novembro",
			"я привьюсь 18 ноября",
		},
	} {
		for _, text := range texts {
			got := Times(text, said)
			if len(got) != 1 || got[0].First.Year() != year {
				t.Errorf("%q: %v, want %d", text, got, year)
			}
		}
	}
}

// TestMovedToAWeekday: that a day was set is past, and the day is not.
func TestMovedToAWeekday(t *testing.T) {
	said := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for _, text := range []string{
		"on a déplacé la réunion à lundi", "ils m'ont donné rendez-vous lundi, c'est confirmé", "la réunion est passée à lundi",
		"me han cambiado el control al lunes", "me han dado cita para el lunes",
		"hanno spostato la visita a lunedì", "la visita si è spostata a lunedì",
		"wir haben den Termin auf Montag verlegt", "ik heb de afspraak naar maandag verzet", "het koor is verhuisd naar maandag",
		"定休日を月曜に変えた", "ピアノは月曜になった", "足球课改到周一了",
	} {
		for _, got := range Times(text, said) {
			if got.Last.Before(said) {
				t.Errorf("%q: %v", text, got)
			}
		}
	}
}
