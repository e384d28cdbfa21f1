package llm

import (
	"strings"

	"dormouse/land/transcript"
)

// standard are the models asked when nobody chose one, in the order in which
// keys are looked for.
var standard = [...]struct{ variable, ref string }{
	{"ANTHROPIC_API_KEY", "anthropic/claude-sonnet-5-5"},
	{"OPENAI_API_KEY", "openai/gpt-6.2-sol"},
	{"GEMINI_API_KEY", "gemini/gemini-3.8-flash"},
	{"GOOGLE_API_KEY", "gemini/gemini-3.8-flash"},
	{"OPENROUTER_API_KEY", "openrouter/openai/gpt-5.4-mini"},
}

// Standard is the model to ask of a provider where nobody chose one; "" for
// providers without.
func Standard(provider string) string {
	for _, s := range standard {
		if p, _, _ := Split(s.ref); p == provider {
			return s.ref
		}
	}
	return ""
}

// Default chooses the model: the configured one, else that of the first
// provider with a key in the environment, else what a local Ollama has, else
// the offline engine. why is a clause for the first screen ("ANTHROPIC_API_KEY
// is set"). probe asks the Ollama and returns the name of a model of its; nil
// asks nobody.
func Default(getenv func(string) string, configured string, probe func() (name string, ok bool)) (ref, why string) {
	if configured = strings.TrimSpace(configured); configured != "" {
		return configured, "it is configured"
	}
	for _, s := range standard {
		if strings.TrimSpace(getenv(s.variable)) != "" {
			return s.ref, s.variable + " is set"
		}
	}
	if probe != nil {
		if name, ok := probe(); ok {
			return "ollama/" + name, "no key is set and Ollama answers on this machine"
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
