package llm

import (
	"encoding/json"
	"fmt"

	"dormouse/land/disk"
)

// limitsFile keeps what servers themselves said of their models' limits, by the
// model's ref and host: asked, or in a refusal. It is derived: without it a server
// says it again.
const limitsFile = ".dormouse/limits.json"

// Limit is what a model takes, in tokens; 0 where nobody said.
type Limit struct {
	Window int `json:"window,omitempty"`
	Reply  int `json:"reply,omitempty"`
}

// Remembered is what was said of a model before; where is as in Brain.
func Remembered(folder disk.FS, where string) Limit { return limitsIn(folder)[where] }

// limitsIn is all of it; what cannot be read counts as nothing.
func limitsIn(folder disk.FS) map[string]Limit {
	all := map[string]Limit{}
	b, err := disk.ReadFile(folder, limitsFile)
	if err != nil || json.Unmarshal(b, &all) != nil || all == nil {
		return map[string]Limit{}
	}
	return all
}

// Remember keeps what was said of a model.
func Remember(folder disk.FS, where string, l Limit) error {
	all := limitsIn(folder)
	if where == "" || l == (Limit{}) || all[where] == l {
		return nil
	}
	all[where] = l
	b, err := json.MarshalIndent(all, "", " ")
	if err == nil {
		err = disk.WriteFile(folder, limitsFile, append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the limits of %s: %w", where, err)
	}
	return nil
}
