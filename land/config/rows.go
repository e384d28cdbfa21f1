package config

// generalKeys stand at the top of the file.
var generalKeys = []Key{
	{Name: "model", Kind: Model, Env: "DORMOUSE_MODEL",
		Help: `Who answers, as "provider/name". Empty takes the first provider with a key, else a local Ollama, else the built-in offline engine.`},
	{Name: "base_url", Kind: Address, Env: "DORMOUSE_BASE_URL", Own: namesHost,
		Help: "Address of an OpenAI-compatible server for the model above."},
	{Name: "key_command", Kind: Text, Env: "DORMOUSE_KEY_COMMAND", Own: runsProgram, Hidden: true,
		Help: "A shell command that prints the provider's key, such as a password manager's."},
	{Name: "window", Kind: Size, Default: "0", Unit: "tokens", Max: mostTokens, Env: "DORMOUSE_WINDOW",
		Help: "The context window. 0 takes what is known of the model."},
	{Name: "reply", Kind: Size, Default: "0", Unit: "tokens", Max: mostTokens, Env: "DORMOUSE_REPLY",
		Help: "The longest reply. 0 takes what is known of the model."},
	{Name: "effort", Kind: Choice, Default: "", Values: []string{"", "low", "medium", "high", "max"}, Env: "DORMOUSE_EFFORT",
		Help: "How much a model that thinks shall think. Empty leaves it to the model. A model that cannot be told is asked without."},
	{Name: "thinking", Kind: Switch, Default: "true", Env: "DORMOUSE_THINKING",
		Help: "Show what a model says of its thinking, where its provider gives that or a summary."},
	{Name: "patience", Kind: Span, Default: "15m", Min: 60, Max: 86400, Env: "DORMOUSE_PATIENCE",
		Help: "How long a server may take to begin a reply, or keep one open with keep-alives alone, before it is given up."},
	{Name: "persona", Kind: Text, Env: "DORMOUSE_PERSONA", Own: choosesVoice,
		Help: "Who the model should be: the name of a Markdown file in personas/ beside this config. Empty is nobody in particular."},
	{Name: "offline", Kind: Switch, Default: "false", Env: "DORMOUSE_OFFLINE", Own: decidesNetwork,
		Help: "Use no network at all."},
	{Name: "editor", Kind: Text, Env: "DORMOUSE_EDITOR", Own: runsProgram,
		Help: "The editor to open files with. Empty takes $VISUAL, then $EDITOR, else vi (notepad on Windows)."},
}

// syncKeys are those of a land on several machines.
var syncKeys = []Key{
	{Name: "sync.commit", Kind: Switch, Default: "true", Own: runsProgram, Source: "runtime/gitsync/sync.go",
		Help: "Commit the land after each night, once `dormouse sync` has set it up. Nothing is sent before the next sync."},
}

// screenKeys are those of the full-screen chat.
var screenKeys = []Key{
	{Name: "tui.theme", Kind: Choice, Default: "auto", Values: []string{"auto", "light", "dark", "none"}, Env: "DORMOUSE_THEME",
		Help: "Colours; auto asks the terminal for its background, none uses no colour."},
	{Name: "tui.mouse", Kind: Switch, Default: "true",
		Help: "Scroll and click with the mouse; false leaves selecting text to the terminal."},
	{Name: "tui.timestamps", Kind: Switch, Default: "false",
		Help: "Show the local time of each message."},
	{Name: "tui.keys.*", Kind: Chord,
		Help: `The key of an action, such as send = "ctrl+s", or a list of keys. Every action keeps at least one; docs/keys.md lists them.`},
}

// memoryKeys are those of memory in the prompt and of search.
var memoryKeys = []Key{
	{Name: "memory.budget", Kind: Number, Default: "0.15", Unit: "share of the window", Max: 0.9, Above: true, Env: "DORMOUSE_MEMORY_BUDGET",
		Help: "How much of the prompt memory may take, between least and most. What does not fit is named, and found by search."},
	{Name: "memory.include", Kind: Text, Source: "memory/files.go",
		Help: `Other Markdown files of the land's folder that search reads, too: paths with * and **, between commas, such as "notes/**, projects/*.md". They are never written.`},
	{Name: "memory.least", Kind: Count, Default: "1000", Unit: "tokens", Max: 1000000, UpTo: "memory.most", Source: injecting,
		Help: "What memory may take in a small window all the same, up to 16% of it: who one is and how to answer."},
	{Name: "memory.most", Kind: Count, Default: "6000", Unit: "tokens", Min: 100, Max: 10000000, Source: injecting,
		Help: "What memory may take in a large window: a MEMORY.md of sleep.long_term and two days' logs. Every request pays for it, and what is rarely used is found by search."},
	{Name: "memory.search_transcripts", Gone: "transcripts are always searched when memory holds nothing"},
	{Name: "memory.embeddings", Kind: Switch, Default: "false", Own: sendsText,
		Help: "Search by meaning too. The text of the memory files is sent to the provider of embeddings_model."},
	{Name: "memory.embeddings_model", Kind: Model, Own: sendsText,
		Help: `The model for search by meaning, as "provider/name".`},
	{Name: "memory.embeddings_url", Kind: Address, Own: namesHost,
		Help: "Address of an OpenAI-compatible server for search by meaning. Empty takes the provider's own."},
}

// undoKeys are those of taking back.
var undoKeys = []Key{
	{Name: "undo.keep", Kind: Count, Default: "366", Unit: "days", Max: 100000, Source: undoing,
		Help: "How long a night and any other write can be taken back, and a night run again. Older ones stand, and are still told by sleep log and sleep show. 0 is for ever."},
}

// providerKeys say how a provider is reached.
var providerKeys = []Key{
	{Name: "providers.*.base_url", Kind: Address, Own: namesHost,
		Help: "Address of the provider's API."},
	{Name: "providers.*.api", Kind: Choice, Values: []string{"", "anthropic", "openai-responses", "openai-chat", "gemini"}, Own: reachesProvider,
		Help: "The dialect it speaks. Empty takes the provider's own at its own address, and openai-chat at any other base_url."},
	{Name: "providers.*.key_env", Kind: Text, Own: reachesProvider,
		Help: "Name of the environment variable that holds the key."},
	{Name: "providers.*.key_command", Kind: Text, Own: runsProgram, Hidden: true,
		Help: "A shell command that prints the key."},
	{Name: "providers.*.key_in", Kind: Choice, Values: []string{"", "keyring", "file"}, Own: reachesProvider,
		Help: "Where /connect keeps the key: in the system's keyring, or in a file beside this config that only you can read. Empty is nowhere."},
	{Name: "providers.*.headers.*", Kind: Text, Own: reachesProvider, Hidden: true,
		Help: "A header sent with every request."},
}

// modelKeys say what is known of a model.
var modelKeys = []Key{
	{Name: "models.*.window", Kind: Size, Unit: "tokens", Max: mostTokens,
		Help: `The context window of a model, in a section [models."provider/name"].`},
	{Name: "models.*.reply", Kind: Size, Unit: "tokens", Max: mostTokens,
		Help: "The longest reply of a model."},
	{Name: "models.*.price_in", Kind: Number, Unit: "US dollars for a million tokens", Max: forever,
		Help: "Price of input."},
	{Name: "models.*.price_out", Kind: Number, Unit: "US dollars for a million tokens", Max: forever,
		Help: "Price of output."},
	{Name: "models.*.price_cache_read", Kind: Number, Unit: "US dollars for a million tokens", Max: forever,
		Help: "Price of input that the provider's cache held."},
	{Name: "models.*.price_cache_write", Kind: Number, Unit: "US dollars for a million tokens", Max: forever,
		Help: "Price of input that was written to the cache."},
	{Name: "models.*.encoding", Kind: Choice, Values: []string{"", "o200k_base", "cl100k_base"},
		Help: "The vocabulary that counts its tokens. Empty takes what is known of the family."},
}
