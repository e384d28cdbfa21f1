package runtime

import (
	"fmt"

	"dormouse/runtime/llm"
	"dormouse/sleep/night"
)

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
	own.Cached, own.CacheWrite = min(r.TokensBefore, own.Input), 0
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
