package webd

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestThePagesPad runs what of the page's pad needs no browser: testdata/pad.mjs says what that is.
func TestThePagesPad(t *testing.T) {
	t.Parallel()
	node, folder := pageInNode(t)
	script, err := os.ReadFile("testdata/pad.mjs")
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(folder, "pad.test.js")
	if err := os.WriteFile(beside, script, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, beside).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
