package llm

import "slices"

// Vendor is what is known about a provider; how it is reached stands in package
// provider.
type Vendor struct {
	Name  string   // the first part of a model's ref
	Title string   // for people
	Keys  []string // environment variables that may hold its key, the first that is set counts; nil where none is needed
	// Standard is the model to ask where nobody chose one; "" for none.
	Standard string
	// Caches says that what two requests begin with is served from a cache, and that a
	// schema, which is put before all else, would break that.
	Caches bool
	// Embeds says that it gives embeddings.
	Embeds bool
	// Local is a server on this machine.
	Local bool
}

// Vendors are the providers that need no base URL, in the order to show them and in
// which keys are looked for.
func Vendors() []Vendor {
	return []Vendor{
		{Name: "anthropic", Title: "Anthropic", Keys: []string{"ANTHROPIC_API_KEY"}, Standard: "anthropic/claude-sonnet-5-5", Caches: true},
		{Name: "openai", Title: "OpenAI", Keys: []string{"OPENAI_API_KEY"}, Standard: "openai/gpt-6.2-sol", Caches: true, Embeds: true},
		{Name: "gemini", Title: "Google Gemini", Keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, Standard: "gemini/gemini-3.8-flash", Caches: true, Embeds: true},
		{Name: "openrouter", Title: "OpenRouter", Keys: []string{"OPENROUTER_API_KEY"}, Standard: "openrouter/openai/gpt-5.4-mini", Caches: true, Embeds: true},
		{Name: Ollama, Title: "Ollama", Embeds: true, Local: true},
	}
}

// Ollama is the server that is looked for on this machine.
const Ollama = "ollama"

// VendorOf is what is known about a provider; ok is false for one that is not known.
func VendorOf(name string) (v Vendor, ok bool) {
	all := Vendors()
	i := slices.IndexFunc(all, func(v Vendor) bool { return v.Name == name })
	if i < 0 {
		return Vendor{Name: name}, false
	}
	return all[i], true
}
