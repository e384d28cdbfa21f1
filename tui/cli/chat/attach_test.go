package chat

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inFolder makes files in a new working folder; a name with a slash at its end
// is a folder.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// onePixel is a PNG of 1 × 1.
const onePixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"

func TestAttachKnowsPicturesAndDocuments(t *testing.T) {
	inFolder(t, map[string]string{"c.png": onePixel, "really.txt": onePixel, "d.pdf": "%PDF-1.7\n1 0 obj <</Type /Page /Parent 2 0 R>>\n<</Type/Page >>"})
	for name, want := range map[string]string{"c.png": "[picture c.png: 1 × 1, 0.1 kB]", "really.txt": "[picture really.txt: 1 × 1, 0.1 kB]", "d.pdf": "[PDF d.pdf: 2 pages, 0.1 kB]"} {
		got, err := (attachments{}).Read(name)
		if err != nil || got.Media == nil || got.Media.Line() != want || got.Text != "" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		abs, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		if u, err := (attachments{}).Media(abs); err != nil || u.Line() != want {
			t.Errorf("%s: %+v, %v", abs, u, err)
		}
	}
	if _, err := (attachments{}).Media("/etc/passwd"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a text by its path: %v", err)
	}
}

func TestAttachReadsTextOnly(t *testing.T) {
	inFolder(t, map[string]string{
		"a.txt": "\ufeffhello\r\n", "b.png": "\x89PNG\x00", "c.png": onePixel, "d.pdf": "%PDF-1.7\n1 0 obj <</Type /Page /Parent 2 0 R>>\n", "e.png": onePixel[:30], "latin.txt": "gr\xf6\xdfer", "sub/c.md": "deep",
		"big.log": strings.Repeat("x", maxAttached+1),
	})
	if err := os.WriteFile("../outside.txt", []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../outside.txt", "link.txt"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a.txt": "hello\r\n", "sub/c.md": "deep", "./sub/../a.txt": "hello\r\n"} {
		if got, err := (attachments{}).Read(name); err != nil || got.Text != want || got.Media != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	abs, err := filepath.Abs("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"b.png": "no text", "e.png": "read the picture", "latin.txt": "no text", "big.log": "1.0 MB", "sub": "folder",
		"../outside.txt": "below the folder", abs: "below the folder", "~/x": "below the folder", "sub/../../outside.txt": "below the folder",
	} {
		if got, err := (attachments{}).Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want an error that says %q", name, got, err, want)
		}
	}
	if got, err := (attachments{}).Read("link.txt"); err == nil {
		t.Errorf("a link led outside: %+v", got)
	}
	if _, err := (attachments{}).Read("none.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestAttachCompletes(t *testing.T) {
	inFolder(t, map[string]string{
		"main.go": "", "main_test.go": "", "cmd/main.go": "", "cmd/domain.go": "", ".hidden": "", "node_modules/main.js": "", ".git/main": "",
	})
	for typed, want := range map[string]string{
		"":         "cmd main.go main_test.go node_modules",
		"main":     "main.go main_test.go cmd/main.go cmd/domain.go",
		"MAIN.":    "main.go cmd/main.go cmd/domain.go",
		"cmd/":     "cmd/domain.go cmd/main.go",
		"cmd/ma":   "cmd/main.go cmd/domain.go",
		".":        ".git .hidden",
		"../":      "",
		"/etc/":    "",
		"nothing":  "",
		"cmd/none": "",
	} {
		found, err := attachments{}.Find(typed, 20)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range found {
			names = append(names, f.Path)
		}
		if got := strings.Join(names, " "); typed != "." && got != want || typed == "." && !strings.HasPrefix(got, want) {
			t.Errorf("%q completes to %q, want %q", typed, got, want)
		}
	}
}
