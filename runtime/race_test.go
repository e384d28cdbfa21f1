//go:build race

package runtime

// raced: the race detector makes all of this five times as slow, and what it looks
// for shows in a part of it.
const raced = true
