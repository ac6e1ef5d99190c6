package webd

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestScriptsInNode runs what is in testdata/*.test.mjs: the parts of the page that need no browser.
func TestScriptsInNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the page's scripts are not tried")
	}
	folder := t.TempDir()
	for _, pattern := range []string{"page/*.js", "testdata/*.test.mjs"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(folder, filepath.Base(name)), b)
		}
	}
	put(t, filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`))
	tests, _ := filepath.Glob(filepath.Join(folder, "*.test.mjs"))
	out, err := exec.Command(node, append([]string{"--test"}, tests...)...).CombinedOutput()
	if err != nil || len(tests) == 0 {
		t.Errorf("%d files: %v\n%s", len(tests), err, out)
	}
}

func put(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
