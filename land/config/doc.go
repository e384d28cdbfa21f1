// Package config is every setting of Dormouse: one table, a row a key (the
// rows*.go files), and all that is made from it. A row says a key's name, type,
// default, unit, range, where it may be set, what it does and which file works
// with its number. From the table come the defaults, every check and its words,
// docs/config.md, the JSON Schema for editors, completion in the shell, and the
// structs of the other folders (Read).
//
// # A new setting
//
// Add its row, and a field with its name as tag where it is used:
//
//	{Name: "sleep.least", Kind: Count, Default: "240", Unit: "tokens", Max: 100000,
//		Help: "What any night may write, however short it is."},
//
//	Least int `config:"sleep.least"` // in a struct that Read fills
//
// then `go test ./land/config -update` writes the two files in docs/ anew. A test
// of the command line fails when nobody reads a row. A setting that goes keeps
// its row, with Gone saying what took its place: who has it in a file is told.
//
// # Where values come from
//
// The person's config.toml, the land's, the environment, flags; later wins. A
// land may come from elsewhere, so keys that run a program, name a host or send
// text away (Key.Own) are refused in its file.
//
// Set and Unset change a file by one splice of its bytes: comments, order and
// spelling of all else stay, and a second reading of the result must agree, or
// nothing is changed.
package config
