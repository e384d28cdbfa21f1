package offline

import (
	"regexp"
	"strings"
	"unicode"

	"dormouse/land/transcript"
)

// act is what a person wants of the engine.
type act int

const (
	actTell     act = iota // a statement: nothing is asked
	actAsk                 // a question, or "what do you know about …"
	actRemember            // "remember that …"
	actForget              // "forget …"
	actSummary             // "summarize …"
	actHelp                // "help", "what can you do"
	actGreet               // "hello"
	actThanks              // "thanks", "ok": nothing is told and nothing asked
	actMake                // something only a language model can do
	actMe                  // "what do you know about me?"
)

// wish is a message, understood.
type wish struct {
	act     act
	text    string // what to remember, forget, look for
	section string // for actRemember: the heading it belongs under
	unsure  bool   // for actForget: it may mean more than one thing
}

// Forms of the requests that the engine acts on, in the languages it knows a
// little of. Each has the interesting part as its last group.
var (
	rememberForm = regexp.MustCompile(`(?is)^(?:please[, ]+|can you |could you |bitte )*(?:remember|keep in mind|note(?: down)?|make a note|save|don['’]?t forget|do not forget|merk(?:e)? dir|notiere?|souviens-toi|retiens|note bien|recuerda|anota)\b[ ,:]*(?:that|this|dass|que|:)?[ ,:]+(.+)$`)
	knowForm     = regexp.MustCompile(`(?is)^(?:please[, ]+)?(?:what do (?:you|we) know (?:about|of)|what have i told you about|tell me (?:what you know )?about|do you (?:know|remember)(?: anything)?(?: about)?|search (?:memory )?(?:for )?|find|look up|was weißt du über|que sais-tu (?:de|sur)|qu['’]est-ce que tu sais (?:de|sur)|qué sabes (?:de|sobre))\s+(.+)$`)
	summaryForm  = regexp.MustCompile(`(?i)^(?:please[, ]+|can you |could you )*(?:summari[sz]e|sum up|recap|tl;?dr|what did we (?:talk|speak|discuss)|what have we (?:talked|discussed)|fasse? .*zusammen|résume|resume)\b`)
	meForm       = regexp.MustCompile(`(?i)^(?:who am i|wer bin ich|qui suis-je|quién soy|(?:what|was|que|qué)\s.*\s(?:about me|of me|about myself|über mich|von mir|sur moi|de moi|sobre mí|de mí))[ ?.!]*$`)
	topicForm    = regexp.MustCompile(`(?i)\b(?:know|remember|told you|noted) (?:about|of|on) (.+)$`)
	helpForm     = regexp.MustCompile(`(?i)^(?:help|\?|what can you do|what are you|who are you|how do you work|hilfe|aide|ayuda)\b.{0,20}$`)
	greetForm    = regexp.MustCompile(`(?i)^(?:hi|hello|hey|good (?:morning|evening|afternoon)|hallo|bonjour|hola|salut)\b[\s\pL]{0,20}[.!]*$`)
	thanksForm   = regexp.MustCompile(`(?i)^(?:(?:thanks?(?: you| a lot| so much)*|thx|ok(?:ay)?|great|nice|cool|perfect|good|got it|alright|all right|yes|no|yep|nope|sure|bye|good ?night|see you|danke(?: schön| dir)?|gut|prima|super|ja|nein|merci|gracias|спасибо)[ ,.!]*)+$`)
	thankWord    = regexp.MustCompile(`(?i)\b(?:than\w+|thx|danke|merci|gracias)\b|спасибо`)
	correctForm  = regexp.MustCompile(`(?i)^(?:actually|correction|no|nope|sorry|wait|eigentlich|korrektur|nein|doch|non|en fait|en realidad|нет)\b`)
	makeForm     = regexp.MustCompile(`(?i)^(?:please[, ]+|can you |could you )*(?:write|draft|translate|explain|code|implement|generate|create|compose|fix|refactor|calculate|compute|brainstorm|suggest|recommend)\b`)
	askWord      = regexp.MustCompile(`(?i)^(?:who|whom|whose|what|when|where|which|why|how|did|does|do|is|are|was|were|has|have|had|can|could|should|would|will|am|in (?:what|which)|wer|was|wann|wo|wie|warum|welche[rsmn]?|hat|ist|qui|quand|où|comment|pourquoi|quel(?:le)?s?|quién|cuándo|dónde|cómo|qué|cuál|кто|что|когда|где|как|почему)\b`)
)

// wished is what a person wants with a message, by the words they typed. What is
// only shown with them is matter: it is neither a question nor an order. Shown
// without a word, it may be looked up, and nothing else is done with it.
func wished(m transcript.Message) wish {
	words := strings.TrimSpace(m.Words())
	if words == strings.TrimSpace(m.Content) {
		return understand(m.Content)
	}
	w := understand(words)
	switch {
	case words == "":
		if w = understand(m.Content); w.act != actAsk {
			return wish{act: actTell, text: w.text}
		}
	case w.act == actRemember && (strings.HasSuffix(words, ":") || len(strings.Fields(w.text)) < fewWords):
		return wish{act: actTell, text: w.text} // the night keeps what follows, with its origin
	}
	return w
}

// fewWords are too few to be what is to be remembered, where something is shown
// with them: "remember these".
const fewWords = 3

// understand reads a text by its form alone.
func understand(text string) wish {
	t := strings.TrimSpace(text)
	one := strings.Join(strings.Fields(t), " ")
	if m := rememberForm.FindStringSubmatch(t); m != nil && !strings.HasSuffix(one, "?") {
		said := m[1]
		if strings.HasSuffix(strings.TrimRight(strings.ToLower(strings.TrimSuffix(t, said)), " ,:"), "dass") {
			said = mainClause(said)
		}
		said = sentence(said)
		return wish{act: actRemember, text: said, section: sectionOf(said)}
	}
	if what, sure, asked := forgetting(t); asked {
		return wish{act: actForget, text: what, unsure: !sure}
	}
	switch {
	case meForm.MatchString(one):
		return wish{act: actMe}
	case summaryForm.MatchString(one):
		if m := topicForm.FindStringSubmatch(one); m != nil {
			return wish{act: actAsk, text: bare(m[1])}
		}
		return wish{act: actSummary}
	case helpForm.MatchString(one):
		return wish{act: actHelp}
	case thanksForm.MatchString(one):
		return wish{act: actThanks, text: one}
	case greetForm.MatchString(one):
		return wish{act: actGreet}
	}
	if m := knowForm.FindStringSubmatch(one); m != nil {
		return wish{act: actAsk, text: bare(m[1])}
	}
	if makeForm.MatchString(one) {
		return wish{act: actMake, text: one}
	}
	if strings.HasSuffix(one, "?") || strings.HasSuffix(one, "？") || askWord.MatchString(one) {
		return wish{act: actAsk, text: one}
	}
	if n := len(strings.Fields(one)); n <= 4 && !firstPerson.MatchString(one) && !strings.HasSuffix(one, ".") && !strings.HasSuffix(one, "!") && !correctForm.MatchString(one) {
		return wish{act: actAsk, text: one} // a few bare words are a look-up
	}
	return wish{act: actTell, text: one}
}

var (
	firstPerson    = regexp.MustCompile(`(?i)\b(?:i|i['’]m|my|we|our|ich|mein|meine|wir|je|mon|ma|nous|yo|mi|я|мы)\b`)
	preferenceWord = regexp.MustCompile(`(?i)\b(?:prefer|prefers|like|likes|love|loves|hate|hates|dislike|favou?rite|rather|always use|never use|allergic|mag|liebe|hasse|préfère|aime|prefiero|gusta)\b`)
	decisionWord   = regexp.MustCompile(`(?i)\b(?:decided|decide|we will|we['’]ll|chose|chosen|agreed|settled on|going with|entschieden|décidé|decidido)\b`)
	eventWord      = regexp.MustCompile(`(?i)\b(?:today|tomorrow|yesterday|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|month|year)|last (?:week|month|year|night)|appointment|meeting|heute|morgen|gestern)\b|\d{4}-\d\d-\d\d`)
	learningWord   = regexp.MustCompile(`(?i)\b(?:learned|learnt|turns out|lesson|realised|realized|found out|gelernt|appris|aprendí)\b`)
)

// sectionOf guesses the heading of MEMORY.md that a remembered line belongs to.
func sectionOf(text string) string {
	switch {
	case preferenceWord.MatchString(text):
		return "Preferences"
	case decisionWord.MatchString(text):
		return "Decisions"
	case learningWord.MatchString(text):
		return "Learnings"
	case eventWord.MatchString(text):
		return "Events"
	}
	return "Facts"
}

// sentence folds white space and begins with a capital letter.
func sentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

// bare drops the quotes and the full stop around what is spoken of.
func bare(s string) string {
	return strings.Trim(strings.Join(strings.Fields(s), " "), ` "'“”.!?`)
}
