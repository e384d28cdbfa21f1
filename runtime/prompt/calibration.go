package prompt

import (
	"encoding/json"
	"fmt"

	"dormouse/land/disk"
	"dormouse/runtime/tokens"
)

// calibrationFile keeps, for each model, how far the provider's count is from our
// estimate. It is derived: without it estimates are only less good.
const calibrationFile = ".dormouse/calibration.json"

// readCalibrations reads them; what cannot be read counts as none.
func readCalibrations(folder disk.FS) *tokens.Calibrations {
	all := &tokens.Calibrations{}
	b, err := disk.ReadFile(folder, calibrationFile)
	if err != nil || json.Unmarshal(b, all) != nil {
		return &tokens.Calibrations{}
	}
	return all
}

// Estimate is what n counted tokens will cost with the model that answers.
func (p *Prompt) Estimate(n int) int { return p.calibrations.Apply(p.model, n) }

// Observe takes in what a provider counted for a request we estimated. counted is
// our count before calibration. The error is of a disk that does not keep it.
func (p *Prompt) Observe(counted, reported int) error {
	if !p.calibrations.Observe(p.model, counted, reported) {
		return nil
	}
	b, err := json.Marshal(p.calibrations)
	if err == nil {
		err = disk.WriteFile(p.o.Folder, calibrationFile, b)
	}
	if err != nil {
		return fmt.Errorf("the calibration of the token count could not be kept: %w", err)
	}
	return nil
}
