// Package replay goes over what is known already. It scores the turns of a talk
// (Episode), draws which old ones are read again (Choose), makes stronger what the
// talk used, connects what belongs together, marks what the person was asked about
// and did not answer
// (Tonight.Review), and has the dreams that work on memory itself: Link, Merges,
// Reflect.
//
// It writes nothing but what a transaction of the night is told to write, asks a model
// only for insights and only through a Reflector, and reads no clock: what it returns
// follows from memory, the night's turns and the settings.
//
// # On disk
//
// Self is what a land remembers about remembering, ids and numbers and no word of
// text: .dormouse/mind.json and the lines of .dormouse/mind.jsonl that were added
// since (Mind). It is derived from nights; without it memory is as whole as before.
//
// Waking programs ask NewNetwork(land).Now() what is associated with an entry and why
// it may be stale; memory.Options.Mind takes it. Beliefs are read from the entries.
//
// docs/sleep.md says what each of these mechanisms is worth, measured.
package replay
