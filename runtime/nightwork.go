package runtime

import (
	"fmt"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/nightmodel"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
	"dormouse/summarize"
)

// nightWork is what a night of this talk works with: the values of one moment, the
// model that is asked, and what that costs.
type nightWork struct{ *talk }

// deps are what the night n works with: values of this moment, so that it may
// work beside the talk.
func (w *nightWork) deps(n *night.Night) night.Deps {
	offline, _ := summarize.ByName(w.o.Strategy, summarize.NewOffline())
	recording := &night.Recording{Strategy: w.o.Strategy, Counted: w.o.Brain.Model.Ref()}
	encoding := w.prompt.Encoding()
	return night.Deps{
		Land: w.o.Land, Snapshot: w.o.Store.Snapshot, Strategy: w.strategy(offline, recording), Offline: offline, Settings: w.o.Settings, Recording: recording,
		Count:   encoding.Count,
		Measure: func(m transcript.Message) int { return tokens.CountMessage(encoding, m) },
		Prompt:  w.prompt.MemoryCost(w.now()), Reflector: w.reflector(n), Sleepers: idleSessions{w.talk},
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

// budget is what one night may ask.
func (w *nightWork) budget() nightmodel.Budget {
	return nightmodel.Budget{Calls: w.o.BudgetCalls, Tokens: w.o.BudgetTokens, Cost: w.o.BudgetCost, Limit: w.o.Settings.TimeLimit}
}

// strategy is what does the language work of nights.
func (w *nightWork) strategy(offline summarize.Strategy, recording *night.Recording) summarize.Strategy {
	brain, asks := w.nightBrain()
	if !asks {
		return offline
	}
	talk := nightmodel.Talk{Request: w.Request(), Used: w.prompt.Ledger.Used(), Model: w.Model()}
	return nightmodel.Strategy(brain, talk, w.budget(), offline, recording)
}

// reflector is who reflects in deep nights; nil leaves it to the offline engine.
func (w *nightWork) reflector(n *night.Night) replay.Reflector {
	brain, asks := w.nightBrain()
	if !asks || n.Depth != sleep.Deep {
		return nil
	}
	return nightmodel.Reflector(brain, w.budget(), n)
}

// nightBrain is the model that nights ask; asks is false when they ask none.
func (w *nightWork) nightBrain() (b llm.Brain, asks bool) {
	b = w.o.NightBrain
	if b.Model == nil {
		b = w.o.Brain
	}
	return b, w.o.asksAtNight()
}

// asksAtNight reports whether nights ask a model.
func (o *Options) asksAtNight() bool {
	b := o.NightBrain
	if b.Model == nil {
		b = o.Brain
	}
	return o.Engine != "offline" && !transcript.IsBuiltIn(b.Model.Ref())
}

// bill is what a night cost; nil when it asked no model.
func (w *nightWork) bill(r night.Report) *night.Bill {
	brain, _ := w.nightBrain()
	if r.Calls == 0 {
		return nil
	}
	b := &night.Bill{Model: brain.Model.Ref(), TookMS: r.TookMS}
	if r.Prepared != nil {
		b.TookMS = r.Prepared.TookMS
	}
	if usd, known := brain.Price(r.Usage); known {
		b.USD = &usd
	}
	if b.Model != w.Model() {
		b.Cache = w.uncached(brain, r)
	}
	return b
}

// uncached says what it cost to ask another model than the conversation's.
func (w *nightWork) uncached(other llm.Brain, r night.Report) string {
	text := fmt.Sprintf("%s had none of the %d tokens of this conversation in its cache, as %s has", other.Model.Ref(), r.TokensBefore, w.Model())
	own := r.Usage
	own.Cached, own.CacheWrite, own.CacheHour = min(r.TokensBefore, own.Input), 0, 0
	theirs, known := other.Price(r.Usage)
	ours, alike := w.o.Brain.Price(own)
	if known && alike {
		text += fmt.Sprintf(": $%.4f, and $%.4f there", theirs, ours)
	}
	return text
}

// charge writes down what a night cost, and notes it in its report. The night is
// saved whatever becomes of this.
func (w *nightWork) charge(r *night.Report) {
	if r.Bill = w.bill(*r); r.Bill == nil {
		return
	}
	if err := r.Bill.Save(w.o.Land, r.Night, w.now()); err != nil {
		r.Notices = append(r.Notices, err.Error())
	}
}

// charged is charge for a plan that was applied, if it was.
func (w *nightWork) charged(r night.Report, err error) (night.Report, error) {
	if err == nil {
		w.charge(&r)
	}
	return r, err
}
