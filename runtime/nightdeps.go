package runtime

import (
	"dormouse/land/transcript"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/summarize"
)

// nightWork is what a night of this talk works with: the values of one moment, the
// model that is asked, and what that costs.
type nightWork struct{ *talk }

// deps are what the night n works with: values of this moment, so that it may
// work beside the talk.
func (w *nightWork) deps(n *night.Night) night.Deps {
	offline, _ := summarize.ByName(w.o.Strategy, summarize.NewOffline())
	heard := &night.Recording{Strategy: w.o.Strategy, Counted: w.o.Brain.Model.Ref()}
	encoding := w.prompt.Encoding()
	return night.Deps{
		Land: w.o.Land, Memory: w.o.Store, Strategy: w.strategy(offline, heard), Offline: offline, Settings: w.o.Settings, Recording: heard,
		Count:   encoding.Count,
		Measure: func(m transcript.Message) int { return tokens.CountMessage(encoding, m) },
		Prompt:  w.prompt.MemoryCost(w.now()), Reflector: w.reflector(n), Sleepers: sleepers{w.talk},
	}
}

// newNight is a night over the session as it is now.
func (w *nightWork) newNight(why sleep.Reason, depth sleep.Depth) *night.Night {
	messages := w.session.Messages()
	last := ""
	if len(messages) > 0 {
		last = messages[len(messages)-1].ID
	}
	b := w.prompt.Meter().Breakdown
	return &night.Night{
		ID: night.NightID(w.now(), w.session.ID(), last), Why: why, Depth: depth,
		Seed: w.o.Seed ^ w.o.Stream, Now: w.now(), Session: w.session.ID(), Records: w.session.Records(),
		Window: w.prompt.Ledger.Window, Names: names(messages),
		Before: night.Parts{System: b.System, Tools: b.Tools, Memory: b.Memory, Summary: b.Summary, Messages: b.Messages},
	}
}

// names are the speakers' own names, where an import knew them.
func names(messages []transcript.Message) map[transcript.Role]string {
	out := map[transcript.Role]string{}
	for _, m := range messages {
		if m.Name != "" {
			out[m.Role] = m.Name
		}
	}
	return out
}
