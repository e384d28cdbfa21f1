// Package tell says in words what the runtime gives as values: a night planned and
// slept, the meter, where an entry comes from, what a command line means. The full
// screen and the line mode say the same.
package tell
