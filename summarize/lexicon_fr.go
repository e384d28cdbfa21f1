package summarize

func french() list {
	return list{
		name: "fr",
		stop: `le la les l un une des du de d au aux et ou mais donc or ni car que qui quoi dont où quand comment pourquoi si je j tu il elle on
nous vous ils elles me m te t se s lui leur y en ce c cet cette ces ça cela mon ma mes ton ta tes son sa ses notre nos votre vos leurs
est es suis sont sommes êtes était étaient étais être été ai as a avons avez ont avait avais avoir eu fait faire fais va vais vont aller
peux peut pouvez pouvoir dois doit veux veut ne n pas plus non oui aussi très bien tout tous toute toutes rien dans sur sous avec sans pour
par chez entre vers avant après depuis pendant alors encore déjà ici là même comme quel quelle`,
		dull: `merci super génial bon bonne belle beau content contente heureux heureuse vraiment d'accord intéressant bravo parfait magnifique
sympa cool désolé espère sûr`,
		base: `temps jour jours semaine semaines mois an ans année années aujourd'hui hier demain gens travail maison nouveau nouvelle dit dire
trouve trouver passe prendre pris mettre mis`,
		me:     `je j j'ai moi mon ma mes nous notre nos`,
		you:    `tu toi ton ta tes vous votre vos`,
		lead:   `oui ah oh bonjour salut merci alors et mais donc bon ben eh bref voilà`,
		soft:   `vraiment très tellement juste simplement franchement`,
		they:   `il elle ils elles ça cela ce c'est le la les lui leur`,
		prefer: `aime adore préfère déteste favori favorite préféré jamais toujours allergique`,

		correct: `non faux erreur plutôt finalement correction`, undone: `todo attente inachevé`, reject: `plutôt abandonné rejeté écarté`,
		frames: "je pense que\nje crois que\nje trouve que\ntu sais",
	}
}
