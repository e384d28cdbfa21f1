package runtime

import (
	"encoding/json"

	"dormouse/land/disk"
	"dormouse/runtime/tokens"
)

// gaugeFile keeps, for each model, how far the provider's count is from our
// estimate. It is derived: without it estimates are only less good.
const gaugeFile = ".dormouse/calibration.json"

// loadGauges reads the calibrations; what cannot be read counts as none.
func (c *Conversation) loadGauges() {
	c.gauges = &tokens.Calibrations{}
	b, err := disk.ReadFile(c.o.Land.FS(), gaugeFile)
	if err != nil {
		return
	}
	if json.Unmarshal(b, c.gauges) != nil {
		c.gauges = &tokens.Calibrations{}
	}
}

// estimate is what n counted tokens will cost with the model that answers.
func (c *Conversation) estimate(n int) int { return c.gauges.Apply(c.Model(), n) }

// observe takes in what a provider counted for a request we estimated. counted
// is our count before calibration.
func (c *Conversation) observe(counted, reported int) {
	if !c.gauges.Observe(c.Model(), counted, reported) {
		return
	}
	b, err := json.Marshal(c.gauges)
	if err == nil {
		err = disk.WriteFile(c.o.Land.FS(), gaugeFile, b)
	}
	if err != nil {
		c.o.Emit(Noticed{"the calibration of the token count could not be kept: " + err.Error()})
	}
}
