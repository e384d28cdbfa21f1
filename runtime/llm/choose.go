package llm

import (
	"strings"

	"dormouse/land/transcript"
)

// Default chooses the model: the configured one, else that of the first
// provider with a key in the environment, else what a local Ollama has, else
// the offline engine. why is a clause for the first screen ("ANTHROPIC_API_KEY
// is set"). probe asks the Ollama and returns the name of a model of its; nil
// asks nobody.
func Default(getenv func(string) string, configured string, probe func() (name string, ok bool)) (ref, why string) {
	if configured = strings.TrimSpace(configured); configured != "" {
		return configured, "it is configured"
	}
	for _, v := range Vendors() {
		for _, variable := range v.Keys {
			if v.Standard != "" && strings.TrimSpace(getenv(variable)) != "" {
				return v.Standard, variable + " is set"
			}
		}
	}
	if probe != nil {
		if name, ok := probe(); ok {
			return Ollama + "/" + name, "no key is set and Ollama answers on this machine"
		}
	}
	return transcript.BuiltIn, "no key is set and no Ollama answers"
}

// Split parts a ref at the first slash: "openrouter/google/gemma" is provider
// "openrouter" and name "google/gemma". ok is false unless both are there.
func Split(ref string) (provider, name string, ok bool) {
	provider, name, ok = strings.Cut(strings.TrimSpace(ref), "/")
	return provider, name, ok && provider != "" && name != ""
}
