package offline

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// phrase names something that the engine says; every language's file has each.
type phrase string

// The phrases. What stands for their verbs is written behind them.
const (
	sayNothingYet   phrase = "nothing_yet"  // there is no message to answer
	sayUnknown      phrase = "unknown"      // %s: what is not known
	sayUnknownThat  phrase = "unknown_that" // the same where nothing names it
	sayUnsure       phrase = "unsure"       // the same where a line speaks of whom it names
	sayNearest      phrase = "nearest"      // before lines that come near it
	sayWorld        phrase = "world"
	sayYou          phrase = "you"   // %s: the time at which the person said it
	sayUntil        phrase = "until" // %s: the day until which it was so
	sayMore         phrase = "more"  // %d: lines that are left out
	sayAboutNone    phrase = "about_none"
	sayRecapNone    phrase = "recap_none"
	sayTodoNone     phrase = "todo_none"
	sayNoted        phrase = "noted"
	sayPreference   phrase = "noted_preference"
	sayDecision     phrase = "noted_decision"
	sayEventOn      phrase = "noted_event_on" // %s: a day
	sayLearning     phrase = "noted_learning"
	sayOrder        phrase = "noted_order"
	sayTask         phrase = "noted_task"
	sayNoAlarm      phrase = "no_alarm" // of what is to be reminded of
	sayDone         phrase = "done"     // %s: the task
	sayPassing      phrase = "noted_passing"
	sayPasted       phrase = "noted_pasted"
	sayFirst        phrase = "noted_first"   // how what was noted is kept
	sayPrivate      phrase = "noted_private" // that nothing of this talk is kept
	sayCorrected    phrase = "corrected"     // %s, %s: the new, the old
	sayWillGo       phrase = "will_go"       // %s, %s: the new, the old line of memory
	sayIsItOver     phrase = "is_it_over"    // %s: the old line
	sayStays        phrase = "stays"         // %s: what the last reply said goes
	sayRemembered   phrase = "remembered"    // %s
	sayKnown        phrase = "known"         // %s
	sayNotWritten   phrase = "not_written"   // %s: why
	sayWhat         phrase = "what"          // what is to be remembered or forgotten
	sayWhich        phrase = "which"         // of several lines is to be forgotten
	sayForgotten    phrase = "forgotten"
	sayNotFound     phrase = "not_found" // %s: what was to be forgotten
	saySearchFails  phrase = "search_fails"
	sayToday        phrase = "today" // %s, %s: the day, the time
	sayInDays       phrase = "in_days"
	sayDaysAgo      phrase = "days_ago"
	sayIsToday      phrase = "is_today"
	sayIsTomorrow   phrase = "is_tomorrow"   // %s: the day
	sayWasYesterday phrase = "was_yesterday" // %s: the day
	sayNeedsModel   phrase = "needs_model"
	sayConnect      phrase = "connect"
	sayCannot       phrase = "cannot"
	sayWho          phrase = "who"
	saySmall        phrase = "small"
	sayHello        phrase = "hello"
	sayThanks       phrase = "thanks"
	sayBye          phrase = "bye"
	saySumNone      phrase = "sum_none"
)

// book is what the engine says in one language.
type book struct {
	Weekdays []string            `toml:"weekdays"` // from Monday
	Months   []string            `toml:"months"`
	Day      string              `toml:"day"` // of weekday, day, month, year
	Say      map[phrase][]string `toml:"say"` // wordings that take turns
	Help     []topic             `toml:"help"`
}

// topic explains one thing about the program; the first of them is what it is.
type topic struct {
	Name string `toml:"name"`
	Asks string `toml:"asks"` // words in which people ask for it
	Says string `toml:"says"`
}

//go:embed phrases/*.toml
var phraseFiles embed.FS

var books = sync.OnceValue(func() map[language.Lang]*book {
	out := map[language.Lang]*book{}
	for _, l := range language.Langs() {
		b := &book{}
		text, err := phraseFiles.ReadFile("phrases/" + l.String() + ".toml")
		if err == nil {
			err = toml.Unmarshal(text, b)
		}
		if err != nil {
			panic(err) // embedded, and a test has read it
		}
		out[l] = b
	}
	return out
})

// say words a phrase; turn picks among its wordings.
func (t *turn) say(p phrase, args ...any) string {
	of := books()[t.lang].Say[p]
	w := of[t.count%len(of)]
	if len(args) == 0 {
		return w
	}
	return fmt.Sprintf(w, args...)
}

// saidBefore reports whether this conversation has a phrase already.
func (t *turn) saidBefore(p phrase) bool {
	return slices.ContainsFunc(t.before, func(m transcript.Message) bool {
		return m.Role == transcript.Assistant && strings.Contains(m.Content, t.say(p))
	})
}

// day writes a date as people say it.
func (t *turn) day(d time.Time) string {
	b := books()[t.lang]
	return fmt.Sprintf(b.Day, b.Weekdays[(int(d.Weekday())+6)%7], d.Day(), b.Months[d.Month()-1], d.Year())
}
