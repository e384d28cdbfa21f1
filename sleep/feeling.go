package sleep

// The word lists below are deliberately small: they only rank turns for replay,
// they never decide what a night writes. English first, then the words most
// often needed in German, French and Spanish. They are switches because Go makes
// those a search without allocation or mutable state.

type feeling int

const (
	feelNothing feeling = iota
	feelGood
	feelBad
	feelStrong
	feelThreat
)

// feelings says what a lower-case word feels like.
func feelings(word string) feeling {
	switch word {
	case "happy", "glad", "love", "loved", "loves", "lovely", "great", "wonderful", "awesome", "amazing", "excited",
		"proud", "thankful", "grateful", "enjoy", "enjoyed", "fun", "beautiful", "perfect", "nice", "best", "better",
		"joy", "delighted", "relieved", "won", "win", "success", "congratulations", "thanks", "froh", "glücklich", "liebe",
		"toll", "wunderbar", "super", "stolz", "dankbar", "schön", "freue", "heureux", "heureuse", "merci", "superbe",
		"adore", "fier", "feliz", "gracias", "genial", "encanta", "contento":
		return feelGood
	case "sad", "angry", "upset", "hate", "hated", "awful", "terrible", "bad", "worse", "worst", "sorry",
		"disappointed", "hurt", "lonely", "tired", "exhausted", "stressed", "annoyed", "frustrated", "frustrating", "cry",
		"crying", "lost", "miss", "missed", "broken", "wrong", "problem", "unfortunately", "traurig", "wütend", "hasse",
		"schrecklich", "schlecht", "leider", "müde", "enttäuscht", "kaputt", "falsch", "triste", "colère", "mauvais",
		"malheureusement", "fatigué", "perdu", "enfadado", "malo", "cansado", "perdido":
		return feelBad
	case "danger", "dangerous", "threat", "threatened", "risk", "afraid", "scared", "fear", "accident", "hospital",
		"ill", "sick", "illness", "cancer", "death", "died", "dead", "dying", "emergency", "attack", "fired", "bankrupt",
		"lawsuit", "leak", "breach", "crash", "crashed", "corrupted", "deadline", "gefahr", "angst", "unfall",
		"krankenhaus", "krank", "tod", "gestorben", "notfall", "gekündigt", "peur", "hôpital", "malade", "mort", "urgence",
		"peligro", "miedo", "accidente", "enfermo", "muerte":
		return feelThreat
	case "really", "very", "extremely", "absolutely", "never", "always", "finally", "wow", "incredible", "unbelievable",
		"important", "must", "urgent", "now", "immediately", "huge", "sehr", "wirklich", "unbedingt", "endlich", "wichtig",
		"sofort", "nie", "immer", "très", "vraiment", "enfin", "jamais", "toujours", "muy", "nunca", "siempre",
		"importante":
		return feelStrong
	}
	return feelNothing
}

type aim int

const (
	aimNothing aim = iota
	aimGoal
	aimDone
	aimStuck
)

// aims says whether a lower-case word speaks of something wanted, reached or
// hindered.
func aims(word string) aim {
	switch word {
	case "fail", "fails", "failed", "failing", "failure", "blocked", "stuck", "cancelled", "canceled", "can't",
		"cannot", "couldn't", "impossible", "error", "errors", "broken", "refuse", "refused", "reject", "rejected",
		"delayed", "instead", "wrong", "fehlgeschlagen", "fehler", "geht-nicht", "unmöglich", "abgesagt", "blockiert",
		"échec", "erreur", "annulé", "bloqué", "fallo", "cancelado", "imposible", "bloqueado":
		return aimStuck
	case "done", "finished", "completed", "works", "working", "solved", "fixed", "passed", "achieved", "ready",
		"shipped", "released", "agreed", "signed", "fertig", "erledigt", "gelöst", "funktioniert", "fini", "terminé",
		"marche", "résolu", "hecho", "terminado", "funciona", "listo":
		return aimDone
	case "want", "wants", "wanted", "need", "needs", "plan", "plans", "planning", "planned", "goal", "goals", "hope",
		"hoping", "decide", "decided", "decision", "choose", "chose", "going", "will", "should", "must", "try", "trying",
		"aim", "intend", "möchte", "wollen", "brauche", "plane", "ziel", "entschieden", "entscheidung", "veux", "besoin",
		"projet", "décidé", "objectif", "quiero", "necesito", "meta", "decidido":
		return aimGoal
	}
	return aimNothing
}

// selves says whether a lower-case word means the speaker.
func selves(word string) bool {
	switch word {
	case "i", "i'm", "i've", "i'd", "i'll", "my", "me", "mine", "we", "we're", "our", "us", "ich", "mein", "meine",
		"mir", "mich", "wir", "unser", "unsere", "je", "j'ai", "mon", "ma", "mes", "nous", "notre", "yo", "mi", "mis",
		"nosotros", "nuestro":
		return true
	}
	return false
}
