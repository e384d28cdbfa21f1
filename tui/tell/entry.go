package tell

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/tui/draw"
)

// IsRef tells whether an argument names an entry: "^id" or "path:line".
func IsRef(arg string) bool {
	if strings.HasPrefix(arg, "^") {
		return len(arg) > 1 && !strings.ContainsAny(arg, " \t")
	}
	name, line, ok := strings.Cut(arg, ":")
	return ok && strings.HasSuffix(name, ".md") && line != "" && strings.Trim(line, "0123456789") == ""
}

// MostMeant is among how many entries a person may choose the one that is meant.
const MostMeant = 20

// Meant are the entries that an answer found by their words: what the words of a
// command may mean. Something is always near them in meaning.
func Meant(a search.Answer) []search.Hit {
	return slices.DeleteFunc(slices.Clone(a.Results), func(h search.Hit) bool { return h.ID == "" || h.Why != search.Words })
}

// Edited says what becomes of files that a person has edited beside the talk; "" for
// none.
func Edited(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "you edited " + strings.Join(names, " and ") + ": the model hears of it with your next message"
}

// Reason is an error in words of the memory view.
func Reason(err error) string {
	if errors.Is(err, document.ErrNoEntry) {
		return "this line is no entry: choose one that begins with •"
	}
	return err.Error()
}

// Origin is an entry's origin to be read in a session, "" for none, with times in a
// zone.
func Origin(o memory.Origin, said []transcript.Message, here string, zone *time.Location) []string {
	out := []string{fmt.Sprintf("%s:%d", o.Entry.Path, o.Entry.Line), o.Entry.Text, ""}
	switch {
	case o.ByHand && o.Night != "":
		out = append(out, "Written by hand, over what night "+transcript.ShortID(o.Night)+" had remembered.")
	case o.ByHand:
		out = append(out, "Written by hand.")
	case o.Night != "":
		out = append(out, fmt.Sprintf("Remembered by night %s from session %s: %s of importance %.2f.", transcript.ShortID(o.Night), transcript.ShortID(o.Session), o.Entry.Type, o.Entry.Importance))
	case o.Typed():
		out = append(out, "Typed in "+session(o.Session, here)+", "+At(o.Written, zone)+".")
	case o.Session != "":
		out = append(out, "Saved in "+session(o.Session, here)+".")
	case o.Written.IsZero():
		out = append(out, "Saved outside a conversation.")
	default:
		out = append(out, "Saved outside a conversation, "+At(o.Written, zone)+".")
	}
	if o.Pinned {
		out = append(out, "Pinned: it is always part of the prompt.")
	}
	if o.Uses > 0 {
		out = append(out, fmt.Sprintf("Strength %.2f after %s.", o.Strength, draw.Many(o.Uses, "use")))
	}
	if len(said) > 0 {
		out = append(out, "", "It rests on:")
	}
	for _, s := range said {
		text, rest := draw.FirstLines(s.Content, 12)
		out = append(out, "", fmt.Sprintf("%s · %s · %s", transcript.ShortID(s.ID), s.Time.Format("2006-01-02 15:04"), cmp.Or(s.Name, string(s.Role))), text)
		if rest > 0 {
			out = append(out, "… "+draw.Many(rest, "more line"))
		}
	}
	if missing := len(o.Entry.Sources) - len(said); missing > 0 {
		out = append(out, "", draw.Many(missing, "message")+" it rests on can no longer be shown: "+strings.Join(o.Entry.Sources, ", "))
	}
	for _, e := range o.History {
		out = append(out, "", "In place of: "+e.Text+" (until "+e.Until.Format("2006-01-02")+")")
	}
	return out
}

// session names a session where somebody is in one.
func session(id, here string) string {
	if id == here {
		return "this session"
	}
	return "session " + transcript.ShortID(id)
}

// What says what was done to a line as a person says it.
func What(what string) string {
	switch what {
	case "added":
		return "saved"
	case "removed", "struck":
		return "forgotten"
	}
	return what
}

// Wrote says what was written to memory and where; "" where the write before it told as
// much: what is forgotten may have been said many times.
func Wrote(e, before runtime.Wrote) string {
	if e.Line > 0 {
		return fmt.Sprintf("%s %s:%d: %s", e.What, e.Path, e.Line, e.Text)
	}
	if e.Tx != "" && e.Tx == before.Tx && e.Path == before.Path && e.What == before.What {
		return ""
	}
	return e.What + " " + e.Path + ": " + e.Text
}

// Verdict says what no hits mean.
func Verdict(v search.Verdict) string {
	switch v {
	case search.NoMatch:
		return "none of these words occur"
	case search.BelowThreshold:
		return "little of this occurs in any line"
	case search.EmptyStore:
		return "nothing is remembered yet"
	case search.StaleIndex:
		return "not all files could be read"
	}
	return "…"
}

func Model(model, why string) string {
	if why == "" {
		return model
	}
	return model + " (" + why + ")"
}
