package land

import (
	"math"
	"slices"
)

// Keys is the table of all keys, in the order of docs/config.md.
func Keys() []Key {
	return slices.Concat(generalKeys(), screenKeys(), memoryKeys(), providerKeys(), modelKeys(),
		whenKeys(), stateKeys(), phaseKeys(), mindKeys(), replayKeys(), energyKeys(), beatKeys())
}

// forever is a range without an upper end.
func forever() float64 { return math.Inf(1) }

// What a land's own config must not do.
const (
	runsProgram     = "runs a program"
	namesHost       = "names a host"
	reachesProvider = "says how a provider is reached"
	sendsText       = "sends text of the land away"
	decidesNetwork  = "decides about the network"
)

func generalKeys() []Key {
	return []Key{
		{Name: "model", Kind: aText, Env: "DORMOUSE_MODEL",
			Doc:   `Who answers, as "provider/name". Empty takes the first provider with a key, else a local Ollama, else the built-in offline engine.`,
			place: field(func(c *Config) any { return &c.Model })},
		{Name: "base_url", Kind: aText, Env: "DORMOUSE_BASE_URL", Own: namesHost,
			Doc:   "Address of an OpenAI-compatible server for the model above.",
			place: field(func(c *Config) any { return &c.BaseURL })},
		{Name: "key_command", Kind: aText, Env: "DORMOUSE_KEY_COMMAND", Own: runsProgram, Hidden: true,
			Doc:   "A shell command that prints the provider's key, such as a password manager's.",
			place: field(func(c *Config) any { return &c.KeyCommand })},
		{Name: "window", Kind: aSize, Default: "0", Unit: "tokens", Max: mostTokens, Env: "DORMOUSE_WINDOW",
			Doc:   "The context window. 0 takes what is known of the model.",
			place: field(func(c *Config) any { return &c.Window })},
		{Name: "reply", Kind: aSize, Default: "0", Unit: "tokens", Max: mostTokens, Env: "DORMOUSE_REPLY",
			Doc:   "The longest reply. 0 takes what is known of the model.",
			place: field(func(c *Config) any { return &c.Reply })},
		{Name: "offline", Kind: aSwitch, Default: "false", Env: "DORMOUSE_OFFLINE", Own: decidesNetwork,
			Doc:   "Use no network at all.",
			place: field(func(c *Config) any { return &c.Offline })},
		{Name: "editor", Kind: aText, Env: "DORMOUSE_EDITOR", Own: runsProgram,
			Doc:   "The editor to open files with. Empty takes $VISUAL, then $EDITOR.",
			place: field(func(c *Config) any { return &c.Editor })},
	}
}

func screenKeys() []Key {
	return []Key{
		{Name: "tui.theme", Kind: aChoice, Default: "auto", Values: []string{"auto", "light", "dark", "none"}, Env: "DORMOUSE_THEME",
			Doc:   "Colours; auto asks the terminal for its background, none uses no colour.",
			place: field(func(c *Config) any { return &c.Theme })},
		{Name: "tui.mouse", Kind: aSwitch, Default: "true",
			Doc:   "Scroll and click with the mouse; false leaves selecting text to the terminal.",
			place: field(func(c *Config) any { return &c.Mouse })},
		{Name: "tui.timestamps", Kind: aSwitch, Default: "false",
			Doc:   "Show the local time of each message.",
			place: field(func(c *Config) any { return &c.Timestamps })},
		{Name: "tui.keys.*", Kind: aChord,
			Doc:   `The key of an action, such as send = "ctrl+s", or a list of keys.`,
			place: func(c *Config, names []string, use func(any)) { entry(&c.Keys, names[0], use) }},
	}
}

func memoryKeys() []Key {
	return []Key{
		{Name: "memory.budget", Kind: aNumber, Default: "0.15", Unit: "share of the window", Max: 0.9, Above: true, Env: "DORMOUSE_MEMORY_BUDGET",
			Doc:   "How much of the prompt memory may take. What does not fit is named, and found by search.",
			place: field(func(c *Config) any { return &c.Memory.Budget })},
		{Name: "memory.search_transcripts", Kind: aSwitch, Default: "true",
			Doc:   "Search the transcripts when the memory files hold nothing.",
			place: field(func(c *Config) any { return &c.Memory.SearchTranscript })},
		{Name: "memory.embeddings", Kind: aSwitch, Default: "false", Own: sendsText,
			Doc:   "Search by meaning too. The text of the memory files is sent to the provider of embeddings_model.",
			place: field(func(c *Config) any { return &c.Memory.Embeddings })},
		{Name: "memory.embeddings_model", Kind: aText, Own: sendsText,
			Doc:   `The model for that, as "provider/name".`,
			place: field(func(c *Config) any { return &c.Memory.EmbeddingsModel })},
		{Name: "memory.embeddings_url", Kind: aText, Own: namesHost,
			Doc:   "Address of an OpenAI-compatible server for that. Empty takes the provider's own.",
			place: field(func(c *Config) any { return &c.Memory.EmbeddingsURL })},
	}
}

func providerKeys() []Key {
	return []Key{
		{Name: "providers.*.base_url", Kind: aText, Own: namesHost,
			Doc:   "Address of the provider's API.",
			place: provider(func(p *Provider) any { return &p.BaseURL })},
		{Name: "providers.*.api", Kind: aChoice, Values: []string{"", "anthropic", "openai-responses", "openai-chat"}, Own: reachesProvider,
			Doc:   "The dialect it speaks. Empty takes the provider's own at its own address, and openai-chat at any other base_url.",
			place: provider(func(p *Provider) any { return &p.API })},
		{Name: "providers.*.key_env", Kind: aText, Own: reachesProvider,
			Doc:   "Name of the environment variable that holds the key.",
			place: provider(func(p *Provider) any { return &p.KeyEnv })},
		{Name: "providers.*.key_command", Kind: aText, Own: runsProgram, Hidden: true,
			Doc:   "A shell command that prints the key.",
			place: provider(func(p *Provider) any { return &p.KeyCommand })},
		{Name: "providers.*.headers.*", Kind: aText, Own: reachesProvider, Hidden: true,
			Doc: "A header sent with every request.",
			place: func(c *Config, names []string, use func(any)) {
				provider(func(p *Provider) any { return &p.Headers })(c, names, func(m any) {
					if headers, ok := m.(*map[string]string); ok {
						entry(headers, names[1], use)
					}
				})
			}},
	}
}

func modelKeys() []Key {
	price := func(name, doc string, of func(m *Model) any) Key {
		return Key{Name: "models.*." + name, Kind: aNumber, Unit: "US dollars for a million tokens", Max: forever(), Doc: doc, place: model(of)}
	}
	return []Key{
		{Name: "models.*.window", Kind: aSize, Unit: "tokens", Max: mostTokens,
			Doc:   `The context window of a model, in a section [models."provider/name"].`,
			place: model(func(m *Model) any { return &m.Window })},
		{Name: "models.*.reply", Kind: aSize, Unit: "tokens", Max: mostTokens,
			Doc:   "Its longest reply.",
			place: model(func(m *Model) any { return &m.Reply })},
		price("price_in", "Price of input.", func(m *Model) any { return &m.PriceIn }),
		price("price_out", "Price of output.", func(m *Model) any { return &m.PriceOut }),
		price("price_cache_read", "Price of input that the provider's cache held.", func(m *Model) any { return &m.PriceCacheRead }),
		price("price_cache_write", "Price of input that was written to the cache.", func(m *Model) any { return &m.PriceCacheWrite }),
		{Name: "models.*.encoding", Kind: aChoice, Values: []string{"", "o200k_base", "cl100k_base"},
			Doc:   "The vocabulary that counts its tokens. Empty takes what is known of the family.",
			place: model(func(m *Model) any { return &m.Encoding })},
	}
}
