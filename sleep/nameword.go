package sleep

// The small word lists by which names are judged: English first, then the words
// most often needed in German, French and Spanish. They only tell what a belief
// is about, never what a night writes.

// never are words with a capital that name nothing.
func never(w string) bool {
	switch w {
	case "i'm", "i've", "i'll", "i'd", "ok", "okay", "the", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember",
		"english", "german", "french", "spanish", "dutch", "italian", "russian", "chinese", "japanese", "american", "european", "british",
		"god", "christmas", "easter", "halloween", "thanksgiving", "internet", "tv", "ceo", "pdf", "url", "api", "id", "faq", "mom", "mum", "dad", "grandma", "grandpa", "sie", "ihr", "ihnen", "ihre":
		return true
	}
	return false
}

// greets are words before which a sentence begins and after which somebody is
// addressed.
func greets(w string) bool {
	switch w {
	case "hey", "hi", "hello", "thanks", "congrats", "congratulations", "wow", "dear", "sorry", "bye", "goodbye", "hallo", "danke", "liebe", "lieber", "bonjour", "merci", "salut", "hola", "gracias":
		return true
	}
	return false
}

// opens are words that begin sentences and name nothing.
func opens(w string) bool {
	switch w {
	case "a", "an", "my", "our", "your", "his", "her", "its", "their", "this", "that", "these", "those", "we", "you", "he", "she", "it", "they", "there", "here",
		"what", "who", "when", "where", "why", "how", "which", "if", "and", "but", "or", "so", "then", "also", "well", "yes", "no", "yeah", "yep", "nope", "oh", "ah", "sure",
		"great", "good", "nice", "cool", "awesome", "amazing", "absolutely", "definitely", "totally", "maybe", "perhaps", "please", "just", "let", "lets", "let's", "that's", "it's", "what's",
		"mein", "meine", "ich", "wir", "der", "die", "das", "ein", "eine", "und", "aber", "wenn", "dann", "heute", "gestern", "je", "le", "les", "un", "une", "el", "los", "las", "mi",
		"in", "on", "at", "for", "from", "to", "with", "after", "before", "since", "yesterday", "today", "tomorrow", "last", "next", "every", "all", "some", "many", "one", "two", "three",
		"got", "been", "had", "have", "has", "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should", "not", "never", "always", "glad", "happy", "sounds",
		"everyone", "everybody", "somebody", "someone", "nobody", "people", "remember", "morning", "evening", "take", "make", "see", "tell", "give", "use", "as", "by", "of", "once", "while", "because", "though":
		return true
	}
	return false
}

// joins are small words within a name.
func joins(w string) bool {
	switch w {
	case "of", "&", "van", "von", "de", "del", "di", "da", "la", "der", "den":
		return true
	}
	return false
}

// titles stand before a person's name.
func titles(w string) bool {
	switch w {
	case "mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "aunt", "uncle", "friend", "friends", "sister", "brother", "mother", "father", "cousin", "niece", "nephew",
		"wife", "husband", "partner", "girlfriend", "boyfriend", "son", "daughter", "boss", "colleague", "coworker", "neighbour", "neighbor", "teacher", "coach", "doctor", "manager", "maintainer", "grandmother", "grandfather",
		"herr", "frau", "tante", "onkel", "freund", "freundin", "schwester", "bruder", "mutter", "vater", "kollege", "kollegin", "chef", "chefin", "nachbar", "nachbarin", "schwager", "schwägerin",
		"monsieur", "madame", "mme", "ami", "amie", "sœur", "frère", "señor", "señora", "amigo", "amiga", "hermana", "hermano":
		return true
	}
	return false
}

// folders begin the paths of code.
func folders(w string) bool {
	switch w {
	case "cmd", "src", "internal", "pkg", "lib", "docs", "web", "test", "tests", "app", "bin", "etc", "usr", "home", "~", ".", "..":
		return true
	}
	return false
}

// addresses are titles that belong to a name, unlike kinship.
func addresses(w string) bool {
	switch w {
	case "mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "aunt", "uncle", "herr", "frau", "tante", "onkel", "monsieur", "madame", "mme", "señor", "señora":
		return true
	}
	return false
}

// speaksOf are verbs of persons after a name.
func speaksOf(w string) bool {
	switch w {
	case "said", "says", "say", "told", "tells", "asked", "asks", "thinks", "thought", "wants", "wanted", "likes", "liked", "loves", "loved", "hates", "lives", "lived", "works", "worked",
		"called", "wrote", "writes", "met", "knows", "knew", "moved", "married", "plays", "played", "agreed", "promised", "offered", "hopes", "felt", "feels", "died", "sent", "brought", "gave", "invited", "suggested", "decided", "paid", "teaches", "joined", "left",
		"sagt", "sagte", "meint", "meinte", "wohnt", "arbeitet", "kommt", "hat", "will", "dit", "habite", "dijo", "vive":
		return true
	}
	return false
}

// meets are words before a person's name.
func meets(w string) bool {
	switch w {
	case "met", "told", "asked", "thanked", "married", "hugged", "helped", "called", "texted", "emailed", "saw", "miss", "missed", "invited", "introduced", "dating", "hired", "mit", "bei", "avec", "con":
		return true
	}
	return false
}

// stays are prepositions of place.
func stays(w string) bool {
	switch w {
	case "in", "near", "throughout", "across", "nach", "aus", "à", "en", "dans":
		return true
	}
	return false
}

// moves are words of movement before "to" or "from" a place.
func moves(w string) bool {
	switch w {
	case "move", "moved", "moving", "went", "go", "going", "flew", "fly", "flying", "drove", "drive", "travel", "travelled", "traveled", "trip", "back", "came", "come", "comes", "arrived",
		"live", "lives", "lived", "train", "flight", "ferry", "bus", "road", "return", "returned", "relocated", "sailed", "leave", "left", "is", "are", "am", "i'm":
		return true
	}
	return false
}

// visits are verbs whose object is a place.
func visits(w string) bool {
	switch w {
	case "visit", "visited", "visiting", "toured", "exploring", "explored":
		return true
	}
	return false
}

// areas are nouns of places.
func areas(w string) bool {
	switch w {
	case "street", "road", "avenue", "square", "park", "lake", "river", "mountain", "mountains", "island", "islands", "city", "town", "village", "bay", "beach", "valley", "bridge", "station", "airport", "harbour", "harbor", "country", "region", "café", "cafe", "restaurant", "museum", "hotel":
		return true
	}
	return false
}

// works are nouns of things that people make and pursue.
func works(w string) bool {
	switch w {
	case "project", "app", "service", "repo", "repository", "library", "conference", "campaign", "startup", "prototype", "release", "program", "programme", "workshop", "festival", "projekt", "projet", "proyecto":
		return true
	}
	return false
}
