package offline

import (
	"regexp"
	"strings"

	"dormouse/land/transcript"
	"dormouse/runtime/toolbox"
)

// All that this engine knows of the language in which people ask to forget stands
// in this file.
var (
	forgetForm = regexp.MustCompile(`(?is)^(?:please[, ]+|can you |could you |bitte )*(?:forget|vergiss|oublie|olvida|забудь)(?:[ ,:]+|$)(?:(?:about|that|dass|que|what you know about|:)[ ,:]+)*(.*)$`)
	forgetAll  = regexp.MustCompile(`(?is)^(?:everything|all|alles|tout|todo|всё|все)\b[ ,]*(?:about|of|über|sur|sobre|о|об)?\b[ ,]*(.*)$`)
	justSaid   = regexp.MustCompile(`(?i)^(?:that|this|it|what i (?:just )?said|the last (?:one|message)|das|es|ça|cela|eso|esto|lo|это)?$`)
)

// forgetting reads a wish to forget: what is to be forgotten in the person's own
// words, "" for what was said last; sure is false where it may be more than one
// thing. asked is false where it is no such wish.
func forgetting(text string) (what string, sure, asked bool) {
	text = strings.TrimSpace(text)
	m := forgetForm.FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(text, "?") {
		return "", false, false
	}
	what, sure = bare(m[1]), true
	if all := forgetAll.FindStringSubmatch(what); all != nil {
		what, sure = bare(all[1]), false
	}
	if justSaid.MatchString(what) {
		what = ""
	}
	return what, sure, true
}

// forgetCall is the call of the tool that a wish needs; nil where it is not clear
// what was said last.
func forgetCall(w wish, asked transcript.Message, messages []transcript.Message) *transcript.Call {
	if w.text != "" {
		return call(asked.ID, toolbox.Forget, map[string]any{"query": w.text, "unsure": w.unsure})
	}
	before := false
	for i := len(messages) - 1; i >= 0 && !w.unsure; i-- {
		m := messages[i]
		if m.ID == asked.ID {
			before = true
			continue
		}
		if !before || m.Role != transcript.User {
			continue
		}
		if asks(m.Content) {
			return nil // a question was answered in between: what "that" is, nobody knows
		}
		return call(asked.ID, toolbox.Forget, map[string]any{"message": m.ID})
	}
	return nil
}
