package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionIsSetOrToldByTheBuild(t *testing.T) {
	installed := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}
	checkout := &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}
	for _, tt := range []struct {
		set  string
		info *debug.BuildInfo
		ok   bool
		want string
	}{
		{"v2.0.0", installed, true, "v2.0.0"},
		{"", installed, true, "v1.2.3"},
		{"", checkout, true, "dev"},
		{"", nil, false, "dev"},
	} {
		if got := versionOf(tt.set, tt.info, tt.ok); got != tt.want {
			t.Errorf("versionOf(%q, %v) = %q, want %q", tt.set, tt.info, got, tt.want)
		}
	}
}
