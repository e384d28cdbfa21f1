package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormouse/runtime/llm/apitest"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
)

// TestModelsAreRefreshed asks a server for its list, which goes before the built-in
// catalogue.
func TestModelsAreRefreshed(t *testing.T) {
	s := &apitest.Server{Dialect: apitest.Chat, Model: "qwen", Window: 12345, Reply: 500}
	web := httptest.NewServer(s)
	defer web.Close()
	dir := filepath.Join(t.TempDir(), "land")
	run := func(args ...string) (int, string, string) {
		var out, errw strings.Builder
		code := Run(t.Context(), program.World{Version: "test", Args: append([]string{"--land", dir}, args...), Getenv: func(string) string { return "" },
			In: strings.NewReader(""), Out: &out, Err: &errw})
		return code, out.String(), errw.String()
	}
	if code, out, errw := run("--base-url", web.URL+"/v1", "--model", "local/qwen", "models", "--refresh", "qwen"); code != 0 || !strings.Contains(out, "12345 window") {
		t.Fatalf("%d: %s%s", code, out, errw)
	}
	if code, out, _ := run("models", "local/qwen"); code != 0 || !strings.Contains(out, "12345 window") {
		t.Errorf("it is not kept: %s", out)
	}
	if b, err := os.ReadFile(filepath.Join(dir, ".dormouse", "models.json")); err != nil || strings.Contains(string(b), "key") {
		t.Errorf("%s, %v", b, err)
	}
	web.Config.Handler = http.NotFoundHandler()
	if code, _, errw := run("--base-url", web.URL+"/v1", "--model", "local/qwen", "models", "--refresh"); code != fault.ExitProvider || !strings.Contains(errw, "404") {
		t.Errorf("%d: %s", code, errw)
	}
	if code, out, _ := run("models", "local/qwen"); code != 0 || !strings.Contains(out, "12345 window") {
		t.Errorf("the old list is lost: %s", out)
	}
}
