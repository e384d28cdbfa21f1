// Package settings is what the command line reads of the config, where the files of it
// are, and how one setting of a file changes.
package settings

import "time"

// Chosen is what the command line itself reads of the config: who answers, and
// how they are reached.
type Chosen struct {
	Model      string `config:"model"`       // "provider/name"; "" chooses the first that can be used
	NightModel string `config:"sleep.model"` // the same for nights; "" is the conversation's
	BaseURL    string `config:"base_url"`    // of the provider of Model; "" for its own
	KeyCommand string `config:"key_command"` // a shell command that prints the key
	Window     int    `config:"window"`      // tokens; 0 takes the catalogue's
	Reply      int    `config:"reply"`       // most tokens of a reply; 0 takes the catalogue's
	Effort     string `config:"effort"`      // how much to think; "" leaves it to the model
	Thinking   bool   `config:"thinking"`    // show what it thinks
	// Patience is how long a server may keep a reply open without a word of it.
	Patience time.Duration `config:"patience"`
	Persona  string        `config:"persona"` // who the model should be, by the name of its file
	Offline  bool          `config:"offline"` // use no network
	Editor   string        `config:"editor"`  // "" for $VISUAL, then $EDITOR
	// SyncCommit commits after each night, where the land is synced.
	SyncCommit bool `config:"sync.commit"`

	Memory struct {
		Include         string `config:"memory.include"`          // other notes that are searched: patterns between commas
		Embeddings      bool   `config:"memory.embeddings"`       // send the folder's text to a provider to search by meaning
		EmbeddingsModel string `config:"memory.embeddings_model"` // "provider/name"
		EmbeddingsURL   string `config:"memory.embeddings_url"`   // of an OpenAI-compatible server; "" for the provider's own
	}

	Providers map[string]Reached   `config:"providers.*"` // by name
	Models    map[string]Described `config:"models.*"`    // by "provider/name"
}

// Reached is how a provider is.
type Reached struct {
	BaseURL    string            `config:"providers.*.base_url"`
	KeyEnv     string            `config:"providers.*.key_env"`     // name of the environment variable that holds the key
	KeyCommand string            `config:"providers.*.key_command"` // a shell command that prints the key
	KeyIn      string            `config:"providers.*.key_in"`      // where /connect keeps it: keyring, file; "" nowhere
	API        string            `config:"providers.*.api"`         // anthropic, openai-responses, openai-chat, gemini; "" for the provider's own
	Headers    map[string]string `config:"providers.*.headers.*"`
}

// Described is a model as the config knows it, in tokens and in US dollars for a
// million tokens; a price that is nil is not known.
type Described struct {
	Window          int      `config:"models.*.window"`
	Reply           int      `config:"models.*.reply"`
	PriceIn         *float64 `config:"models.*.price_in"`
	PriceOut        *float64 `config:"models.*.price_out"`
	PriceCacheRead  *float64 `config:"models.*.price_cache_read"`
	PriceCacheWrite *float64 `config:"models.*.price_cache_write"`
	Encoding        string   `config:"models.*.encoding"` // o200k_base, cl100k_base
}
