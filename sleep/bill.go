package sleep

import (
	"encoding/json"
	"fmt"
	"time"

	"dormouse/land"
)

// Bill is what a night that asked a model cost beyond its tokens. It is known
// when the night is saved, and is a line of nights.jsonl of its own; what a night
// itself writes holds no duration and no price.
type Bill struct {
	Model string `json:"model"`
	// USD is the price in US dollars by the catalogue; nil where it is not known.
	USD    *float64 `json:"usd,omitempty"`
	TookMS int64    `json:"took_ms"` // of the real clock
	// Cache says what it cost that another model was asked than the
	// conversation's, whose provider has most of the question in its cache.
	Cache string `json:"cache,omitempty"`
}

// Save adds the bill of a night that is saved to nights.jsonl.
func (b Bill) Save(l Land, night string, now time.Time) error {
	line, err := json.Marshal(struct {
		Of   string `json:"of"`
		Bill Bill   `json:"bill"`
	}{night, b})
	if err == nil {
		_, err = l.Save(land.Tx{ID: night + "-bill", Kind: "bill", Time: now.Round(0), Changes: []land.Change{{Path: NightsPath, Append: append(line, '\n')}}})
	}
	if err != nil {
		return fmt.Errorf("write down what night %s cost: %w", night, err)
	}
	return nil
}
