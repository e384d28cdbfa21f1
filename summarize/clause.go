package summarize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cut takes a sentence apart into clauses.
func cut(ws []word, k kind, lex *lexicon) []piece {
	if k == caption || k == code || len(ws) < 7 || lex.name == "cjk" {
		return []piece{{words: ws}}
	}
	var out []piece
	start, hinge := 0, hinges(ws, 0) || hinges(ws, 1)
	trailing := map[int]bool{}
	for i := 2; i+1 < len(ws); i++ {
		hinge = hinge || hinges(ws, i)
		if hinge || turns(ws, i) || measures(ws, i) {
			continue
		}
		if trails(ws, start, i, lex) {
			out = append(out, piece{words: ws[start:i]})
			trailing[len(out)] = true
			start = i
			continue
		}
		if i-start < 3 && !(start == 0 && ws[i].low == "but") || !boundary(ws, i, start, lex) {
			continue
		}
		if start == 0 && lex.name == "en" && pronoun(ws[i].low) && !says(ws[:i], lex) { // "On Friday, for example, I"
			continue
		}
		out = append(out, piece{words: ws[start:i]})
		start = i
	}
	if len(ws)-start < 3 && len(out) > 0 {
		out[len(out)-1].words = ws[len(ws)-len(out[len(out)-1].words)-(len(ws)-start):]
	} else {
		out = append(out, piece{words: ws[start:]})
	}
	for i := 1; i < len(out); i++ {
		out[i].bound = trailing[i] || !stands(out[i].words, lex)
	}
	return out
}

// trails reports whether a clause that only adds to ws[start:i] begins at word i:
// who, where, why, or what happened meanwhile. Without it the rest says less, but
// nothing else. A condition is none ("when" of what always holds), nor is what a
// verb of knowing asks for ("I know where it is"), nor a time that is counted
// from ("two weeks before 2023-05-08").
func trails(ws []word, start, i int, lex *lexicon) bool {
	if i-start < 4 || len(ws)-i < 2 {
		return false
	}
	low, next, before := ws[i].low, ws[i+1].low, ws[i-1].low
	if lex.stop[before] && !pronoun(before) || knows(before) || ws[i].pre != "" && ws[i].pre != "(" || ws[i].post != "" {
		return false
	}
	past := false
	for _, w := range ws[start:i] {
		if w.low == "not" || w.low == "never" || w.low == "only" || w.low == "always" || strings.HasSuffix(w.low, "n't") {
			return false
		}
		past = past || pastWord(w.low)
	}
	comma := strings.HasSuffix(ws[i-1].post, ",")
	switch low {
	case "who", "which", "where":
		return past || says(ws[start:i], lex)
	case "because", "since", "'cause", "cause":
		return !hasDigit(next)
	case "so":
		return comma || next == "that" || pronoun(next) && before != "it" // "that makes it so I can't"
	case "while":
		return next != "" && (past || strings.HasSuffix(next, "ing"))
	case "as":
		return next == "well" && (past || says(ws[start:i], lex)) || past && pronoun(next)
	case "when", "after", "before", "during":
		return past && !hasDigit(next) && !span(before)
	case "nachdem", "während", "wobei", "lorsque", "pendant", "mientras", "который", "которая", "которое", "которые", "которую", "где":
		return comma || low == "lorsque" || low == "pendant" || low == "mientras"
	case "qui", "où", "quien", "donde":
		return says(ws[start:i], lex)
	}
	return false
}

// says reports whether words hold a subject or a verb of their own, as far as
// short lists tell.
func says(ws []word, lex *lexicon) bool {
	for _, w := range ws {
		if pronoun(w.low) || lex.me[w.low] && w.low != "my" && w.low != "our" || pastWord(w.low) || isVerb(w.low) || verbish(w.low) || lex.prefer[w.low] {
			return true
		}
	}
	return false
}

// knows reports whether a question may hang on a word: "we saw where it broke".
func knows(low string) bool {
	switch low {
	case "know", "knew", "known", "see", "saw", "seen", "sure", "wonder", "wondered", "remember", "remembered", "forget", "forgot", "tell", "told", "ask", "asked",
		"decide", "decided", "learn", "learned", "understand", "understood", "find", "found", "figure", "figured", "explain", "explained", "say", "said",
		"weiß", "wusste", "sehe", "sah", "frage", "fragte", "sais", "savais", "sé", "sabía", "знаю", "знал", "знала", "look", "looked", "looking", "named", "called":
		return true
	}
	return false
}

// span reports whether a word measures time: what stands behind it is counted from.
func span(low string) bool {
	switch strings.TrimSuffix(low, "s") {
	case "second", "minute", "hour", "day", "night", "week", "weekend", "month", "year", "decade", "long", "soon", "right", "shortly", "just", "time":
		return true
	}
	return false
}

// hinges reports whether a condition begins at word i: what follows is true
// only with it.
func hinges(ws []word, i int) bool {
	if i >= len(ws) {
		return false
	}
	switch ws[i].low {
	case "if":
		return i == 0 || ws[i-1].low != "as" && ws[i-1].low != "wonder" && ws[i-1].low != "see" && ws[i-1].low != "know"
	case "unless", "falls", "sofern", "wenn", "si", "если", "except", "außer":
		return true
	}
	return false
}

// turns reports whether a clause that begins at word i denies the one before:
// without it the sense is another.
func turns(ws []word, i int) bool {
	switch ws[i].low {
	case "but", "aber", "mais", "pero", "но":
	default:
		return false
	}
	for _, w := range ws[i+1 : min(i+6, len(ws))] {
		switch w.low {
		case "not", "no", "never", "nicht", "nie", "kein", "keine", "pas", "не":
			return true
		}
		if strings.HasSuffix(w.low, "n't") {
			return true
		}
		if strings.ContainsAny(w.post, ",;.") {
			break
		}
	}
	return false
}

// measures reports whether a clause that begins at word i gives a figure of what
// the one before names: "the rent went up, it is 1020 euros now". Apart, the one
// has no figure and the other no subject.
func measures(ws []word, i int) bool {
	switch ws[i].low {
	case "it", "it's", "it’s", "they", "they're", "that's", "that’s", "es", "das", "sie", "il", "elle", "c'est", "c’est", "он", "она", "оно":
	default:
		return false
	}
	for _, w := range ws[i+1 : min(i+6, len(ws))] {
		if hasDigit(w.core) {
			return true
		}
		if strings.ContainsAny(w.post, ",;.") {
			break
		}
	}
	return false
}

// boundary reports whether a clause begins at word i.
func boundary(ws []word, i, start int, lex *lexicon) bool {
	w, prev := ws[i], ws[i-1]
	if w.core == "" {
		return strings.ContainsAny(w.post, "-–—;")
	}
	if ws[start].low != "" && i > start && prev.core == "" {
		return false // the dash began it
	}
	if strings.ContainsAny(prev.post, ";—–") || strings.HasSuffix(prev.post, "-") {
		return true
	}
	comma := strings.HasSuffix(prev.post, ",")
	if subordinate(ws[start].low) && start == 0 {
		return false
	}
	if len(w.pre) > 0 && w.pre[0] == '(' {
		return true
	}
	next := ""
	if i+1 < len(ws) {
		next = ws[i+1].low
	}
	switch w.low {
	case "and", "but", "so", "because", "'cause", "cause", "plus", "then", "und", "aber", "weil", "et", "mais", "parce", "y", "pero", "porque", "и", "но":
		return comma && w.low != "and" && w.low != "und" && w.low != "et" && w.low != "y" && w.low != "и" || pronoun(next) || comma && verbish(next)
	case "which", "while", "though", "although", "where", "especially", "including":
		return comma
	}
	return comma && (pronoun(w.low) || w.low == "my" || w.low == "that's" || w.low == "there's" || w.low == "this" || strings.HasSuffix(w.low, "ing"))
}

func pronoun(low string) bool {
	if i := strings.IndexByte(low, '\''); i > 0 {
		low = low[:i]
	}
	switch low {
	case "i", "we", "it", "they", "he", "she", "you", "ich", "wir", "er", "sie", "es", "je", "j", "nous", "il", "elle", "on", "я", "мы", "он", "она":
		return true
	}
	return false
}

func verbish(low string) bool {
	switch low {
	case "was", "is", "had", "got", "made", "went", "am", "have", "has", "it's", "can't", "will", "even", "now", "found", "felt":
		return true
	}
	return strings.HasSuffix(low, "ed") && len(low) > 4
}

func subordinate(low string) bool {
	switch low {
	case "when", "if", "since", "because", "after", "before", "as", "while", "although", "though", "once", "wenn", "weil", "als", "quand", "si", "cuando", "если", "когда":
		return true
	}
	return false
}

// stands reports whether a clause has a subject of its own.
func stands(ws []word, lex *lexicon) bool {
	for i, w := range ws {
		if i > 3 {
			break
		}
		if w.core == "" || w.low == "and" || w.low == "but" || w.low == "so" || w.low == "und" || w.low == "et" || w.low == "y" || w.low == "и" || w.low == "plus" || w.low == "then" {
			continue
		}
		return lex.me[w.low] && w.low != "my" && w.low != "our"
	}
	return false
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) || exact(s) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// exact reports whether a text opens with a name that is written letter by
// letter: a path, a file, a version, a hash, a call.
func exact(s string) bool {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(s, ".,;:!?)\"'”’…")
	return strings.ContainsAny(s, "0123456789_/.(){}[]=<>:@\\|$") || strings.HasPrefix(s, "--") || inner(s)
}
