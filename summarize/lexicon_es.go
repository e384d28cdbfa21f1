package summarize

func spanish() list {
	return list{
		name: "es",
		stop: `el la los las un una unos unas de del a al y e o u pero que qué quien quién como cómo cuando cuándo donde dónde porque por para
con sin sobre entre hasta desde en si sí no ni ya muy más menos también tan yo tú él ella nosotros vosotros ellos ellas usted ustedes me te se
nos os lo le les mi mis tu tus su sus nuestro nuestra es soy eres son somos era eran fue fueron ser sido está estoy estás están estaba estar
he has ha hemos han había haber hay hacer hago hace hizo voy va van vamos ir puedo puede pueden tengo tiene tenemos tienen tener este esta
estos estas ese esa eso esto aquello todo todos toda todas algo nada`,
		dull: `gracias genial bueno buena bien bonito bonita feliz contento contenta claro vale perfecto increíble interesante seguro espero
encantado maravilloso`,
		base: `tiempo día días semana semanas mes meses año años hoy ayer mañana gente trabajo casa nuevo nueva dice decir dijo`,
		me:   `yo mi mis me mí nosotros nuestro nuestra nos`, you: `tú tu tus te ti usted su`,
		lead:   `sí ah oh hola gracias bueno pues y pero entonces claro vale`,
		soft:   `muy realmente tan solo simplemente`,
		they:   `él ella ellos ellas eso esto lo le les ese esa`,
		prefer: `gusta encanta prefiero odio favorito favorita nunca siempre alérgico alérgica`,

		correct: `no error corrección mejor sino`, undone: `pendiente todo:`, reject: `descartado rechazado vez`,
		frames: "creo que\npienso que\nla verdad es que",
	}
}
