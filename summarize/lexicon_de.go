package summarize

func german() list {
	return list{
		name: "de",
		stop: `der die das den dem des ein eine einer einem einen eines und oder aber doch denn weil wenn als wie wo was wer wen wem
ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen mein meine meiner meinem meinen dein deine deiner sein seine seiner
seinem seinen ihre ihrer ihrem ihren unser unsere unserer euer eure ist sind war waren bin bist seid hat habe haben hast hatte hatten wird werden
wurde wurden werde würde würden kann können konnte könnte muss müssen musste soll sollen sollte will wollen wollte darf dürfen
nicht kein keine keiner keinen nein ja auch nur noch schon sehr so dann da hier dort jetzt nun immer nie mal mehr
im in an am auf aus bei beim mit nach von vom zu zum zur für über unter vor hinter durch gegen ohne um bis seit während
dass ob damit also etwas nichts alles alle viel viele man dieser diese dieses diesem diesen jeder jede jedes welche welcher`,
		dull: `gut gute guter gutes schön schöne toll tolle super prima klasse wunderbar danke bitte gerne gern freue freut froh glücklich
interessant wirklich echt einfach ganz eigentlich natürlich genau klar okay bestimmt vielleicht leider spannend großartig`,
		base: `zeit tag tage woche wochen monat monate jahr jahre heute gestern morgen abend mensch menschen leute arbeit haus neu neue
neuen alt alte gehen gehe ging geht kommen komme kam kommt machen mache macht gemacht sagen sagt gesagt finden finde gefunden gibt geben`,
		me:      `ich mich mir mein meine meiner meinem meinen wir uns unser unsere`,
		you:     `du dich dir dein deine deiner ihr euch euer eure`,
		lead:    `ja ach oh hallo hi danke also und aber na naja tja genau klar super toll gut okay übrigens eigentlich`,
		soft:    `wirklich sehr echt total ganz eigentlich einfach halt eben`,
		they:    `es das dies sie er ihn ihm ihnen diese dieser dieses`,
		prefer:  `liebe mag lieber bevorzuge lieblings hasse liebsten vegetarisch allergisch`,
		correct: `doch falsch korrektur fehler sondern stattdessen korrigiere eigentlich nein`,
		undone:  `todo ausstehend unerledigt`, reject: `statt stattdessen verworfen abgelehnt gegen`,
		frames: "ich glaube dass\nich glaube\nich denke\nich finde\nweißt du",
	}
}
