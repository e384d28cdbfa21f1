//go:build !linux

package disk

// UnmapProgram does nothing here.
func UnmapProgram() {}
