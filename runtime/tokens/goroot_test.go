package tokens

import (
	"os/exec"
	"strings"
)

// goRoot is where the Go installation is; "" where the go command is missing.
func goRoot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
