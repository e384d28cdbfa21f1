package tokens

import (
	"encoding/json"
	"fmt"
	"math"
)

// Bounds of a calibration.
const (
	leastRatio, mostRatio = 0.5, 4.0
	// A report outside these times the estimate says something else than how a
	// model counts: a cut request, another request's usage, a broken server.
	leastReport, mostReport = 0.25, 8.0
	// slowest is the weight of a new report when there were many.
	slowest = 0.2
	// whole is the estimate, in tokens, from which a report has its full weight;
	// in smaller requests the framing outweighs the text.
	whole = 256
)

// Calibration is how much more, or less, one model counts than the estimate:
// an exponentially weighted mean of reported by estimated. The zero value
// changes nothing. It is not safe for concurrent use: a conversation owns its
// own.
type Calibration struct {
	Ratio   float64 `json:"ratio"`   // 0.5 to 4; 1 before the first report
	Samples int     `json:"samples"` // reports taken in
	// LastError is by how much the calibrated estimate missed the last report, as
	// a share of the report: 0.1 is a tenth too high, -0.1 too low.
	LastError float64 `json:"last_error"`
}

// Apply returns the calibrated estimate in tokens, rounded up.
func (c *Calibration) Apply(estimate int) int {
	if c.Samples == 0 || estimate <= 0 {
		return max(estimate, 0)
	}
	return int(math.Ceil(float64(estimate) * c.ratio()))
}

// Observe takes in what a provider reported for what was estimated, in tokens
// and before calibration, and says whether it did: reports of zero, as local
// servers send them, and absurd ones are ignored. A report weighs 1/(n+1), at
// least 0.2, and less for small requests.
func (c *Calibration) Observe(estimated, reported int) bool {
	if estimated <= 0 || reported <= 0 {
		return false
	}
	q := float64(reported) / float64(estimated)
	if q < leastReport || q > mostReport {
		return false
	}
	c.LastError = float64(c.Apply(estimated)-reported) / float64(reported)
	weight := max(slowest, 1/float64(c.Samples+1)) * min(1, float64(estimated)/whole)
	old := c.ratio()
	c.Ratio = bounded(old + weight*(bounded(q)-old))
	c.Samples++
	return true
}

func (c *Calibration) ratio() float64 {
	if c.Samples <= 0 || c.Ratio == 0 {
		return 1
	}
	return bounded(c.Ratio)
}

func bounded(ratio float64) float64 { return min(max(ratio, leastRatio), mostRatio) }

// Calibrations are those of all models, by "provider/name". The zero value is
// ready; like Calibration it belongs to one goroutine.
type Calibrations struct {
	models map[string]*Calibration
}

// Of returns the calibration of a model; what is observed in it is kept here.
func (c *Calibrations) Of(model string) *Calibration {
	if c.models == nil {
		c.models = map[string]*Calibration{}
	}
	if c.models[model] == nil {
		c.models[model] = &Calibration{Ratio: 1}
	}
	return c.models[model]
}

// Apply returns the calibrated estimate for a model in tokens.
func (c *Calibrations) Apply(model string, estimate int) int { return c.Of(model).Apply(estimate) }

// Observe takes in a report for a model; see Calibration.Observe.
func (c *Calibrations) Observe(model string, estimated, reported int) bool {
	return c.Of(model).Observe(estimated, reported)
}

// MarshalJSON gives an object by model, sorted, without the models that never
// reported, for the caller to save.
func (c *Calibrations) MarshalJSON() ([]byte, error) {
	used := map[string]*Calibration{}
	for name, m := range c.models {
		if m.Samples > 0 {
			used[name] = m
		}
	}
	return json.Marshal(used)
}

// UnmarshalJSON reads what MarshalJSON wrote. Entries with impossible numbers,
// by hand or by damage, are left out or brought within bounds; text that is no
// such object is an error and changes nothing.
func (c *Calibrations) UnmarshalJSON(b []byte) error {
	var read map[string]*Calibration
	if err := json.Unmarshal(b, &read); err != nil {
		return fmt.Errorf("read calibrations: %w", err)
	}
	models := map[string]*Calibration{}
	for name, m := range read {
		if m != nil && m.Samples > 0 && m.Ratio > 0 {
			m.Ratio = bounded(m.Ratio)
			models[name] = m
		}
	}
	c.models = models
	return nil
}
