package llm

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dormouse/land/transcript"
)

//go:embed models.json
var embedded []byte

// Entry is what is known about a model, or about all whose names begin so.
// Zero means unknown.
type Entry struct {
	Ref string `json:"ref"` // "provider/name", or "provider/" for the rest of its models
	// Family marks what is no model: it stands for those that begin like it and are
	// not listed.
	Family bool    `json:"family,omitempty"`
	Name   string  `json:"name,omitempty"`   // for people
	Window int     `json:"window,omitempty"` // tokens, prompt and reply together
	Prompt int     `json:"prompt,omitempty"` // most tokens of a prompt, where that is less than Window
	Reply  int     `json:"reply,omitempty"`  // most tokens of a reply
	Prices *Prices `json:"prices,omitempty"` // nil: unknown
	// Encoding is the vocabulary that counts its tokens, exactly for OpenAI's
	// models and nearly for others ("o200k_base", "cl100k_base").
	Encoding string `json:"encoding,omitempty"`
	// Thinks says how it is told how much to think; "" where that is not known.
	Thinks Thinking `json:"thinks,omitempty"`
	Source string   `json:"source,omitempty"` // where this was read
	Date   string   `json:"date,omitempty"`   // when, YYYY-MM-DD
	Note   string   `json:"note,omitempty"`
	// Guess is set by Find when the entry is of a relative: the name asked for
	// only begins like it. Its prices are then left out.
	Guess bool `json:"-"`
}

// Thinking is how a model is told how much to think.
type Thinking string

// The ways to say it.
const (
	ByEffort Thinking = "effort" // by a word: low, medium, high
	ByBudget Thinking = "budget" // by a number of tokens
	Never    Thinking = "never"  // it does not think, or is not to be told
)

// Prices are in US dollars for a million tokens. A part that is nil is unknown.
type Prices struct {
	In         float64  `json:"in"`
	Out        float64  `json:"out"`
	CacheRead  *float64 `json:"cache_read,omitempty"`
	CacheWrite *float64 `json:"cache_write,omitempty"`
	// CacheHour is CacheWrite where the provider keeps it for an hour.
	CacheHour *float64 `json:"cache_hour,omitempty"`
	// UpTo is the longest prompt, in tokens, that these prices hold for; 0 is any.
	UpTo int `json:"up_to,omitempty"`
}

// Catalogue is a set of entries. The zero value is empty. It never changes.
type Catalogue struct {
	entries []Entry // by ref
}

// Builtin is the catalogue that is part of the program.
func Builtin() Catalogue {
	c, err := ParseCatalogue(embedded)
	if err != nil {
		// A test reads the embedded file; what cannot be read here says nothing.
		return Catalogue{}
	}
	return c
}

// ParseCatalogue reads a JSON list of entries.
func ParseCatalogue(b []byte) (Catalogue, error) {
	var list []Entry
	if err := json.Unmarshal(b, &list); err != nil {
		return Catalogue{}, fmt.Errorf("read model catalogue: %w", err)
	}
	for _, e := range list {
		if _, _, ok := Split(e.Ref); !ok && !wholeProvider(e.Ref) {
			return Catalogue{}, fmt.Errorf("read model catalogue: %q is not provider/name", e.Ref)
		}
	}
	return Catalogue{}.With(list...), nil
}

// With returns the catalogue with more entries. A field that is set in one of
// them overrides that of an entry of the same ref.
func (c Catalogue) With(more ...Entry) Catalogue {
	entries := slices.Clone(c.entries)
	for _, m := range more {
		i, found := slices.BinarySearchFunc(entries, m.Ref, byRef)
		if found {
			entries[i] = entries[i].over(m)
		} else {
			entries = slices.Insert(entries, i, m)
		}
	}
	return Catalogue{entries: entries}
}

func byRef(e Entry, ref string) int { return strings.Compare(e.Ref, ref) }

// over returns e with what m knows.
func (e Entry) over(m Entry) Entry {
	e.Family = m.Family // what is listed or set under this very name is a model
	set(&e.Name, m.Name)
	set(&e.Window, m.Window)
	set(&e.Prompt, m.Prompt)
	set(&e.Reply, m.Reply)
	set(&e.Prices, m.Prices)
	set(&e.Encoding, m.Encoding)
	set(&e.Thinks, m.Thinks)
	set(&e.Source, m.Source)
	set(&e.Date, m.Date)
	set(&e.Note, m.Note)
	return e
}

func set[T comparable](to *T, v T) {
	var zero T
	if v != zero {
		*to = v
	}
}

// Entries are all entries, by ref.
func (c Catalogue) Entries() []Entry { return slices.Clone(c.entries) }

// Models are the entries that can be chosen, by ref.
func (c Catalogue) Models() []Entry {
	return slices.DeleteFunc(c.Entries(), func(e Entry) bool { return e.Family })
}

// Find returns the entry of ref, else that of the longest ref that ref begins
// with at a word's end ("gpt-5" for "gpt-5-2026-01-01", not for "gpt-50"). A
// name that goes on with only a date or "latest" is the same model; any other
// is a Guess, and costs are unknown.
func (c Catalogue) Find(ref string) (Entry, bool) {
	ref = strings.TrimSpace(ref)
	var best Entry
	found := false
	for _, e := range c.entries {
		if strings.HasPrefix(ref, e.Ref) && (wordEnd(ref[len(e.Ref):]) || wholeProvider(e.Ref)) && len(e.Ref) >= len(best.Ref) {
			best, found = e, true
		}
	}
	if found && !sameModel(ref[len(best.Ref):]) {
		best.Guess, best.Prices = true, nil
	}
	return best, found
}

// wholeProvider reports whether an entry is for a provider's unlisted models.
func wholeProvider(ref string) bool {
	return strings.Count(ref, "/") == 1 && len(ref) > 1 && strings.HasSuffix(ref, "/")
}

// Context is the window to plan with, in tokens: prompts that are longer than
// Prompt are refused however short the reply, so it is the smaller of the two.
// 0 is unknown.
func (e Entry) Context() int {
	if e.Prompt > 0 && (e.Window == 0 || e.Prompt < e.Window) {
		return e.Prompt
	}
	return e.Window
}

// wordEnd reports whether a name may end before rest.
func wordEnd(rest string) bool {
	return rest == "" || strings.ContainsRune("-.:@/_", rune(rest[0]))
}

// sameModel reports whether what follows a name is only its date.
func sameModel(rest string) bool {
	if rest == "" || rest == "-latest" || rest == ":latest" {
		return true
	}
	digits := strings.ReplaceAll(rest[1:], "-", "")
	if len(digits) != 8 || (rest[0] != '-' && rest[0] != '@') {
		return false
	}
	return strings.Trim(digits, "0123456789") == "" && strings.HasPrefix(digits, "20")
}

// Cost is the price in US dollars of what a provider reported. known is false
// when a price that is needed is not known.
//
// Input counts cached and newly cached tokens too (see transcript.Usage), so
// cost = (Input−Cached−CacheWrite)·in + Cached·cache_read +
// CacheWrite·cache_write + Output·out, and what of CacheWrite is kept for an hour
// at cache_hour; reasoning is part of Output.
func (e Entry) Cost(u transcript.Usage) (usd float64, known bool) {
	p := e.Prices
	if p == nil || (p.UpTo > 0 && u.Input > p.UpTo) {
		return 0, false
	}
	read, readKnown := price(p.CacheRead, u.Cached)
	write, writeKnown := price(p.CacheWrite, u.CacheWrite-u.CacheHour)
	hour, hourKnown := price(p.CacheHour, u.CacheHour)
	if !readKnown || !writeKnown || !hourKnown {
		return 0, false
	}
	plain := max(u.Input-u.Cached-u.CacheWrite, 0)
	return (float64(plain)*p.In + read + write + hour + float64(u.Output)*p.Out) / 1e6, true
}

// price is tokens at a price that may be unknown; none cost nothing.
func price(p *float64, tokens int) (float64, bool) {
	if tokens == 0 {
		return 0, true
	}
	if p == nil {
		return 0, false
	}
	return float64(tokens) * *p, true
}
