package webd

import (
	"os/exec"
	"testing"
)

// TestThePagesPad runs what of the page's pad needs no browser: testdata/pad.mjs says what that is.
func TestThePagesPad(t *testing.T) {
	node, folder := pageInNode(t)
	if out, err := exec.Command(node, "testdata/pad.mjs", folder).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
