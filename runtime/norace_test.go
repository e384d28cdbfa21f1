//go:build !race

package runtime

const raced = false
